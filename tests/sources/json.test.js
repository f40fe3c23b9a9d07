import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { makeComputation } from '../../web/session/computation.js';
import { parseNumbers } from '../../web/sources/plain-numbers.js';
import { normaliseState } from '../../web/state/normalise.js';
import { countSteps } from '../support/count-steps.js';
import { reduceCaseCount } from '../support/extent.js';
import { toJson } from '../support/written.js';
import { json, readOne, refusalOf, utf8, weightsOf } from './written.js';

const rows = [
  [1, 2],
  [3, 4],
];

describe('JSON', () => {
  it('is read from nested arrays and from shapes with data', async () => {
    const shaped = { shape: [2, 2], data: [1, 2, 3, 4] };
    for (const weights of [rows, shaped]) {
      const { shape, data } = await weightsOf(json({ weights }));
      assert.deepEqual(
        [shape, [...data]],
        [
          [2, 2],
          [1, 2, 3, 4],
        ],
      );
    }
    const { tensors } = await readOne(json({ Q: rows, keys: [rows], value: shaped, other: 'x' }));
    for (const { shape } of Object.values(tensors)) assert.deepEqual(shape, [1, 2, 2]);
    const booleans = await weightsOf(json({ weights: [[true, false]] }));
    assert.deepEqual(booleans.data, Float32Array.of(1, 0));
  });

  it('has NaN and infinities as Python prints them, and null as JavaScript writes them', async () => {
    for (const [text, expected] of /** @type {[string, number[]][]} */ ([
      ['[[nan, inf, -inf]]', [NaN, Infinity, -Infinity]],
      ['[["nan", "inf", "-inf"]]', [NaN, Infinity, -Infinity]],
      ['[[NaN,Infinity,-Infinity]]', [NaN, Infinity, -Infinity]],
      ['[[+inf, -nan, 0.5]]', [Infinity, NaN, 0.5]],
      ['[[None, 0.5]]', [NaN, 0.5]],
      ['[[.5, -.25], [1., -2.]]', [0.5, -0.25, 1, -2]],
      ['[[1.e-1,.5e1,NaN]]', [Math.fround(0.1), 5, NaN]],
      [JSON.stringify([[NaN, 1, -0]]), [NaN, 1, 0]],
      ['[[null, 0.5, 0.5]]', [NaN, 0.5, 0.5]],
      ['[[null, null], [0.5, 0.5]]', [NaN, NaN, 0.5, 0.5]],
      ['{"dims": [1, 2], "data": [nan, null]}', [NaN, NaN]],
      ['{"weights": {"shape": [1, 3], "data": ["nan", null, "-inf"]}}', [NaN, NaN, -Infinity]],
    ])) {
      assert.deepEqual([...(await weightsOf(utf8(text))).data], expected, text);
    }
    const { queryWords, keyWords } = await readOne(
      utf8(
        String.raw`{"weights": [[nan, 1]], "queryTokens": ["nan"], "keyTokens": ["\\", "-inf, NaN"]}`,
      ),
    );
    assert.deepEqual([queryWords, keyWords], [['nan'], ['\\', '-inf, NaN']]);
    for (const word of ['nano', 'infinit', 'in', '--inf', 'undefined']) {
      assert.match(await refusalOf(utf8(`{"weights": [[0.5, ${word}]]}`)), /is not JSON: .*\.$/s);
    }
    for (const word of ['"nano"', '"1x"', '""']) {
      assert.equal(
        await refusalOf(utf8(`{"weights": [[0.5, ${word}]]}`)),
        `The tensor weights holds ${word} at [0][1]; expected numbers.`,
      );
    }
  });

  it('says that the model returned no attentions where there is only null', async () => {
    const nothing = [null, null];
    for (const value of [
      ...[nothing, [null], null, [null, [[[[1]]]]]],
      ...[[nothing, nothing], [[[null]]], [[[[[[null]]]]]]],
    ]) {
      for (const text of [{ attentions: value }, { attentions: value, tokens: ['a', 'b'] }]) {
        assert.match(
          await refusalOf(json(text)),
          /^The tensor attentions holds null: the model returned no attentions\. Load the model with/,
        );
      }
    }
    assert.match(
      await refusalOf(json([null, null]), 'first.json'),
      /^The tensor first holds null:/,
    );
  });

  it('has tensors as onnxruntime-web and transformers.js hold them', async () => {
    const data = Float32Array.of(0.25, 0.75, 1, 0);
    const held = {
      cpuData: data,
      dataLocation: 'cpu',
      type: 'float32',
      dims: [1, 1, 2, 2],
      size: 4,
    };
    for (const tensor of [
      { dims: [2, 2], data: [...data] },
      { type: 'float32', dims: [2, 2], data },
      held,
      { ort_tensor: held },
      [held],
    ]) {
      for (const object of [tensor, { attentions: tensor }]) {
        const { shape, data: read } = await weightsOf(json(object));
        assert.deepEqual([shape.slice(-2), read], [[2, 2], data]);
      }
    }
    assert.equal(
      await refusalOf(json({ dims: [2, 2], data: [1, 0] })),
      'The tensor weights has 2 numbers; expected 4 for the shape (2, 2).',
    );
    // A list of such objects has one for each layer.
    const { tensors } = await readOne(json([held, { ...held }]));
    assert.deepEqual(Object.keys(tensors), ['layer1/weights', 'layer2/weights']);
  });

  it('has a tensor of transformers.js as a property, in float16, too', async () => {
    const { readObject } = await import('../../web/sources/files/json.js');
    const { readOwn } = await import('../../web/sources/files/attention-arrays.js');
    const bits = Uint16Array.of(0x3800, 0x3800, 0x3c00, 0);
    for (const [type, data] of /** @type {[string, any][]} */ ([
      ['float16', bits],
      ['float64', Float64Array.of(0.5, 0.5, 1, 0)],
      ['float32', Float32Array.of(0.5, 0.5, 1, 0)],
    ])) {
      const ownNumbers = await readOwn(readObject({ weights: { type, dims: [1, 1, 2, 2], data } }));
      assert.deepEqual([...ownNumbers.tensors.weights.data], [0.5, 0.5, 1, 0], type);
    }
    const integers = await readOwn(
      readObject({ weights: { dims: [1, 1], data: BigInt64Array.of(3n) } }),
    );
    assert.deepEqual([...integers.tensors.weights.data], [3]);
  });

  it('may hold one string of 12 MB', async () => {
    for (const number of ['1', 'nan']) {
      const text = `{"source": "${'a'.repeat(12e6)}", "weights": [[${number}]]}`;
      assert.deepEqual([...(await weightsOf(utf8(text))).data], [Number(number)]);
    }
  });

  it('has numbers in quotes, and NaN as libraries name it', async () => {
    for (const [text, expected] of /** @type {[string, number[]][]} */ ([
      ['[["0.5", "1e-3"], [".25", " 1. "]]', [0.5, Math.fround(0.001), 0.25, 1]],
      ['{"weights": {"shape": [1, 2], "data": ["0.5", "-0"]}}', [0.5, -0]],
      ['[["NaN ", "None"], [".nan", "np.nan"]]', [NaN, NaN, NaN, NaN]],
      ['[[np.nan, .nan], [-np.inf, 1]]', [NaN, NaN, -Infinity, 1]],
    ])) {
      assert.deepEqual([...(await weightsOf(utf8(text))).data], expected, text);
    }
    const { queryWords } = await readOne(
      json({ a: [[1, 0]], keyTokens: ['1', '2'], tokens: [['007']] }),
    );
    assert.deepEqual(queryWords, ['007']);
  });

  it('has tensors of TensorFlow.js, and sizes as BigInts or in a typed array', async () => {
    const { readObject } = await import('../../web/sources/files/json.js');
    const { readOwn } = await import('../../web/sources/files/attention-arrays.js');
    const data = [0.25, 0.75, 1, 0];
    for (const tensor of [
      { shape: [2, 2], dtype: 'float32', values: data },
      { dims: [2n, 2n], data },
      { dims: Int32Array.of(2, 2), data },
      { shape: BigInt64Array.of(2n, 2n), data: Float32Array.from(data) },
    ]) {
      const { tensors } = await readOwn(readObject({ weights: tensor }));
      assert.deepEqual([tensors.weights.shape, [...tensors.weights.data]], [[2, 2], data]);
    }
  });

  it('names the token that is none; numbers are tokens', async () => {
    const weights = [[1, 2, 3]];
    const { keyWords } = await readOne(json({ weights, keyTokens: ['a', 7, '0.5'] }));
    assert.deepEqual(keyWords, ['a', '7', '0.5']);
    assert.equal(
      await refusalOf(json({ weights, tokens: ['a', null, 'c'] })),
      'The tokens do not fit; expected an array of 1 or 3, each a string, but tokens[1] is null.',
    );
  });

  it('may have a name once in each of its objects', async () => {
    const names = '{"weights": {"data": [1], "shape": [1, 1]}, "b": {"data": ["a", "a", "\\"a"]}}';
    assert.deepEqual((await weightsOf(utf8(names))).data, Float32Array.of(1));
  });

  it('may be of UTF-16, as PowerShell writes it', async () => {
    const text = '\ufeff[[0.5, 0.5], [NaN, 1]]';
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    assert.deepEqual([...(await weightsOf(bytes)).data], [0.5, 0.5, NaN, 1]);
  });

  it("is read from the page's own export, bit for bit", async () => {
    const attention = await loadAttention();
    for (const [change, names] of /** @type {[object, string[]][]} */ ([
      [{ sentence: 'They eat fried noodles', heads: 2 }, ['q', 'k', 'v']],
      [{ sentence: 'They eat', mask: 'causal', emptyRow: 'nan', pad: 2 }, ['q', 'k', 'v']],
      [{ sentence: 'They eat noodles', mechanism: 'additive' }, ['weights']],
      [{ source: 'article' }, ['weights']],
      [{ source: 'coffee' }, ['weights']],
    ])) {
      const state = normaliseState(change);
      const computation = makeComputation(attention, state);
      const { text } = /** @type {{ text: string }} */ (toJson(state, computation));
      const ownNumbers = await readOne(utf8(text), 'attention.json');
      assert.deepEqual(Object.keys(ownNumbers.tensors), names);
      for (const name of names)
        assert.deepEqual(ownNumbers.tensors[name], computation.run.tensor(name));
      const { queryWords, keyWords } = computation;
      assert.deepEqual([ownNumbers.queryWords, ownNumbers.keyWords], [queryWords, keyWords]);
    }
  });

  it('has words, or counts', async () => {
    const weights = [[1, 2, 3]];
    const counted = await readOne(json({ weights, queryTokens: null }));
    assert.deepEqual([counted.queryWords, counted.keyWords], [['1'], ['1', '2', '3']]);
    const named = await readOne(
      json({ weights, queryTokens: ['<b>'], keyTokens: ['a', 'NaN', '7'] }),
    );
    assert.deepEqual([named.queryWords, named.keyWords], [['<b>'], ['a', 'NaN', '7']]);
    for (const [tokens, shape] of [
      [[], '(0,)'],
      [['a', 'b'], '(2,)'],
      [7, '()'],
      [[['a'], ['b']], '(2, 1)'],
    ]) {
      assert.equal(
        await refusalOf(json({ weights, queryTokens: tokens })),
        `The queryTokens do not fit: their shape is ${shape}; expected an array of 1, each a string.`,
      );
    }
    for (const token of [null, true, { toString: 1 }]) {
      assert.equal(
        await refusalOf(json({ weights, queryTokens: [token] })),
        `The queryTokens do not fit; expected an array of 1, each a string, but queryTokens[0] is ${JSON.stringify(token)}.`,
      );
    }
    assert.match(
      await refusalOf(json({ weights, keyTokens: ['a'] })),
      /^The keyTokens .* an array of 3,/,
    );
  });

  it('takes no memory for what its first row only claims', async () => {
    const weights = [Array(30_000).fill(1), ...Array(30_000).fill([])];
    const before = process.memoryUsage().arrayBuffers;
    assert.match(await refusalOf(json({ weights })), /^The rows of the tensor weights differ/);
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 24);
  });

  it('is searched for words by steps in proportion to its length', () => {
    const { indexOf } = String.prototype;
    let steps = 0;
    String.prototype.indexOf = function (text, from = 0) {
      const found = indexOf.call(this, text, from);
      steps += (found < 0 ? this.length : found) - from + 1;
      return found;
    };
    try {
      for (const part of ['"', '\\', '\\"', '"\\', '"a"', '"\\\\"', '"nan', 'nan"', '-', 'inf']) {
        for (const n of [2000, 8000]) {
          steps = 0;
          assert.throws(() => parseNumbers(`[nan, ${part.repeat(n)}`), SyntaxError);
          assert.ok(steps <= 4 * part.length * n + 99, `${part}: ${steps} steps`);
        }
      }
    } finally {
      String.prototype.indexOf = indexOf;
    }
  });

  it('keeps a name with a quote and a word that would be a number outside of it', () => {
    assert.deepEqual(parseNumbers('{"a \\"nan": [nan, .5], "\\\\": none}'), {
      'a "nan': ['nan', 0.5],
      '\\': null,
    });
  });

  it('refuses what is nested deep, or quoted often, by steps in proportion to its length', async () => {
    const repeated = ['[', '"\\"', '\\"', '"'].map(
      (part) => (/** @type {number} */ n) => part.repeat(n),
    );
    for (const textOf of [
      ...repeated,
      (/** @type {number} */ n) => `{"weights": ${'['.repeat(n)}${']'.repeat(n)}}`,
      (/** @type {number} */ n) => `"${'a'.repeat(n)}`,
    ]) {
      const text = textOf(4001);
      const steps = await countSteps(() => refusalOf(utf8(text)));
      assert.ok(steps < 40 * text.length, `${text.slice(0, 20)}: ${steps} of ${text.length}`);
      assert.match(await refusalOf(utf8(textOf(300_001))), /./);
    }
  });

  it('gives tensors or a sentence for any JSON', async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    await fc.assert(
      fc.asyncProperty(value, value, value, async (weights, queryTokens, words) => {
        for (const object of [{ weights, queryTokens, words }, { tensors: weights }, weights]) {
          const { tensors } = await readOne(json(object)).catch((error) => {
            assert.equal(error.name, 'FileError');
            return { tensors: {} };
          });
          assert.ok(tensors);
        }
      }),
      { seed: 8, numRuns: reduceCaseCount(1000) },
    );
  });
});
