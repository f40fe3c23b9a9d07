// JSON: nested arrays, shapes with data, the page's own export, and words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { toJson } from '../../web/export/json.js';
import { compute } from '../../web/session/computation.js';
import { normalise } from '../../web/session/state.js';
import { times } from '../support/extent.js';
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

  it('has NaN and infinities, in quotes or as Python writes them', async () => {
    const expected = Float32Array.of(NaN, Infinity, -Infinity, -0);
    for (const text of [
      '{"weights": [["NaN", "Infinity", "-Infinity", -0]]}',
      '{"weights": [[NaN, Infinity, -Infinity, "-0"]]}',
      '{"weights": {"shape": [1, 4], "data": [NaN, "Infinity", -Infinity, -0]}}',
    ]) {
      assert.deepEqual((await weightsOf(utf8(text))).data, expected);
    }
    const { queryWords } = await readOne(
      utf8(String.raw`{"weights": [[NaN]], "queryTokens": ["NaN, \"Infinity\""]}`),
    );
    assert.deepEqual(queryWords, ['NaN, "Infinity"']);
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
      const state = normalise(change);
      const computation = compute(attention, state);
      const { text } = /** @type {{ text: string }} */ (toJson(state, computation));
      const own = await readOne(utf8(text), 'attention.json');
      assert.deepEqual(Object.keys(own.tensors), names);
      for (const name of names) assert.deepEqual(own.tensors[name], computation.run.tensor(name));
      const { queryWords, keyWords } = computation;
      assert.deepEqual([own.queryWords, own.keyWords], [queryWords, keyWords]);
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
    for (const tokens of [[], ['a', 'b'], 'a', 7, {}, [null], [7], [{ toString: 1 }], [['a']]]) {
      assert.equal(
        await refusalOf(json({ weights, queryTokens: tokens })),
        'The queryTokens do not fit; expected an array of 1, each a string.',
      );
    }
    assert.match(
      await refusalOf(json({ weights, keyTokens: ['a'] })),
      /^The keyTokens .* an array of 3,/,
    );
  });

  it('is refused where rows differ or hold anything but numbers', async () => {
    for (const weights of [
      [[1, 2], [3]],
      [
        [1, 2],
        [3, 4, 5],
      ],
      [[1], [2], [3, 4], []],
      [
        [
          [1, 2],
          [3, 4],
        ],
        [[5, 6, 7, 8]],
      ],
      [[1, 2], 'ab'],
      [[1, 2], { length: 2 }],
      [[1, 2], null],
      [[1, 2], 3],
      [[1, 'x']],
      [[1, null]],
      [[1, {}]],
      [[true, 1]],
      { shape: [1, 2], data: [1] },
      { shape: [1, 2], data: [1, null] },
      { shape: [1, 2], data: 'ab' },
      { shape: [1, 2], data: { length: 2 } },
      { shape: [1, 2] },
      { shape: 'ab', data: [] },
      { shape: { length: 2 }, data: [] },
      { shape: [1e300, 0], data: [] },
      { data: [1] },
      [],
      [[]],
      {},
      null,
      7,
      'weights',
      '__proto__',
    ]) {
      assert.match(
        await refusalOf(json({ weights })),
        /^The tensor weights (has the shape|cannot be)/,
      );
    }
  });

  it('takes no memory for what its first row only claims', async () => {
    const weights = [Array(30_000).fill(1), ...Array(30_000).fill([])];
    const before = process.memoryUsage().arrayBuffers;
    assert.match(await refusalOf(json({ weights })), /^The tensor weights has the shape/);
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 24);
  });

  it('is refused where it is no JSON, or none with tensors', async () => {
    for (const text of ['', '{', 'null', 'hello', '"', '"\\', '\u0000', '{"tensors": 7, "a": 1']) {
      assert.match(await refusalOf(utf8(text)), /^The file file cannot be read/);
    }
    for (const text of ['{}', '[]', '[[1]]', '7', '"weights"', '{"tensors": 7}', '{"q": [[1]]}']) {
      assert.match(await refusalOf(utf8(text)), /^Expected q, k and v, or weights; the file has /);
    }
    const names = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t${i}`, 1]));
    assert.match(await refusalOf(json(names)), /; the file has t0, .*, t7\.$/);
  });

  it('refuses in no time what is nested deep, or quoted often', async () => {
    const start = performance.now();
    for (const text of [
      '['.repeat(1e6),
      `{"weights": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      '"\\"'.repeat(3e5),
      '\\"'.repeat(3e5),
      '"'.repeat(99_999),
      `"${'a'.repeat(1e6)}`,
    ]) {
      assert.match(await refusalOf(utf8(text)), /./);
    }
    assert.ok(performance.now() - start < 20_000);
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
      { seed: 8, numRuns: times(1000) },
    );
  });
});
