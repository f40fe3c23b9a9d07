// Weights as Python, JavaScript and other libraries write them: NaN, null, their tensors, and the
// results of generate().
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readObject } from '../../web/sources/files/json.js';
import { readOwnWeights } from '../../web/sources/own-weights.js';

/** @param {unknown} weights @param {object} [more] */
function layersOf(weights, more) {
  const shown = readOwnWeights(/** @type {any} */ ({ weights, ...more }));
  assert.ok(shown, 'there are weights');
  return shown.layers;
}

/** @param {unknown} weights @param {object} [more] */
const numbersOf = (weights, more) => layersOf(weights, more).map(({ data }) => [...data]);

/** @param {unknown} weights @param {RegExp} message @param {object} [more] */
const refuses = (weights, message, more) =>
  assert.throws(() => layersOf(weights, more), { code: /^ERR_/, message });

describe('NaN and infinities', () => {
  const words = ['nan', 'NaN', 'NAN', '-nan', '+nan'];
  const most = ['inf', 'Infinity', '+inf', 'Inf', '+Infinity'];
  const least = ['-inf', '-Infinity', '-INF'];

  it('are read from the strings that a notebook sends', () => {
    for (const word of words) assert.deepEqual(numbersOf([[word, 1]]), [[Number.NaN, 1]], word);
    for (const word of most) assert.deepEqual(numbersOf([[1, word]]), [[1, Infinity]], word);
    for (const word of least) assert.deepEqual(numbersOf([[word, 1]]), [[-Infinity, 1]], word);
    assert.deepEqual(numbersOf({ shape: [1, 2], data: ['nan', '-0'] }), [[Number.NaN, -0]]);
  });

  it('are read from an attribute as words without quotes', () => {
    for (const word of [...words, ...most, ...least]) {
      const [numbers] = numbersOf(`[[0.5, ${word}], ["${word}", 1]]`);
      assert.deepEqual(numbers, [0.5, numbers[2], numbers[2], 1], word);
      assert.ok(!Number.isFinite(numbers[1]), word);
    }
    assert.deepEqual(numbersOf('{"shape": [1, 2], "data": [nan, -inf]}'), [
      [Number.NaN, -Infinity],
    ]);
  });

  it('are read as NaN from null, as JSON.stringify writes them', () => {
    assert.deepEqual(numbersOf(JSON.stringify([[Number.NaN, 1]])), [[Number.NaN, 1]]);
    assert.deepEqual(numbersOf([[[null, null]], [[0, 1]]]), [[Number.NaN, Number.NaN, 0, 1]]);
    assert.deepEqual(numbersOf({ shape: [1, 2], data: [null, 1] }), [[Number.NaN, 1]]);
    assert.deepEqual(numbersOf([null, null], { shape: [1, 2] }), [[Number.NaN, Number.NaN]]);
    const text = JSON.stringify({ shape: [1, 2], data: Float32Array.of(0.25, 0.75) });
    assert.deepEqual(numbersOf(text), [[0.25, 0.75]]);
  });

  it('are read from strings, in the spellings of libraries', () => {
    assert.deepEqual(numbersOf([['0.5', ' 1e-1 ']]), [[0.5, Math.fround(0.1)]]);
    for (const word of ['NaN ', 'None', '.nan', 'np.nan'])
      assert.deepEqual(numbersOf([[word, 1]]), [[Number.NaN, 1]], word);
    assert.deepEqual(numbersOf('[[np.nan, -np.inf]]'), [[Number.NaN, -Infinity]]);
  });

  it('are not read from other words', () => {
    for (const word of ['one', '', 'nano', 'info', 'null', '0.5x', 'in f']) {
      refuses([[word, 1]], /weights\[0\]\[0\] is ".*"; expected a number/);
    }
    refuses('[[nano, 1]]', /weights is text that is not JSON/);
    refuses([[undefined, 1]], /weights\[0\]\[0\] is undefined; expected a number/);
  });
});

describe('tensors of other libraries', () => {
  it('may be { dims, data }, as of onnxruntime-web and transformers.js', () => {
    const data = Float32Array.of(0.5, 0.5, 0, 1);
    for (const weights of [
      { dims: [2, 2], data, type: 'float32' },
      { dims: [1, 1, 2, 2], data },
      [{ dims: [1, 1, 2, 2], data }],
      // float16 as bits, and what JSON.stringify writes for onnxruntime-web's tensors.
      { dims: [2, 2], type: 'float16', data: Uint16Array.of(0x3800, 0x3800, 0, 0x3c00) },
      { ort_tensor: { dims: [2, 2], type: 'float32', cpuData: { ...data } } },
    ]) {
      assert.deepEqual(numbersOf(weights), [[0.5, 0.5, 0, 1]]);
    }
    // The properties are getters of a class, and transformers.js puts them behind a proxy.
    class Tensor {
      get dims() {
        return [1, 1, 2, 2];
      }
      get data() {
        return data;
      }
    }
    const behind = new Proxy(new Tensor(), {
      get: (tensor, name) =>
        Number.isInteger(Number(String(name))) ? {} : Reflect.get(tensor, name),
    });
    assert.deepEqual(numbersOf([behind, new Tensor()]), [
      [0.5, 0.5, 0, 1],
      [0.5, 0.5, 0, 1],
    ]);
  });

  it('may have sizes as BigInts, in a typed array, or as PyTorch prints them', () => {
    const data = [0.5, 0.5, 0, 1];
    assert.deepEqual(numbersOf({ dims: [2n, 2n], data }), [data]);
    assert.deepEqual(numbersOf({ dims: Int32Array.of(2, 2), data }), [data]);
    assert.deepEqual(numbersOf({ shape: [2, 2], dtype: 'float32', values: data }), [data]);
    for (const shape of ['torch.Size([2, 2])', Int32Array.of(2, 2), [2n, 2n]])
      assert.deepEqual(numbersOf(Float32Array.from(data), { shape }), [data]);
    refuses(data, /shape is text that is no list of sizes/, { shape: 'two([2, 2]) or more' });
  });

  it('may be typed arrays of every kind of numbers', () => {
    const kinds = [Float64Array, Int8Array, Uint8Array, Int16Array, Int32Array, Uint32Array];
    for (const Kind of kinds) {
      assert.deepEqual(numbersOf({ shape: [1, 2], data: Kind.of(0, 3) }), [[0, 3]], Kind.name);
      assert.deepEqual(numbersOf(Kind.of(0, 3), { shape: '1,2' }), [[0, 3]], Kind.name);
      assert.deepEqual(numbersOf([Kind.of(0, 3), Kind.of(1, 2)]), [[0, 3, 1, 2]], Kind.name);
    }
    for (const Kind of [BigInt64Array, BigUint64Array]) {
      assert.deepEqual(numbersOf({ dims: [1, 2], data: Kind.of(0n, 3n) }), [[0, 3]], Kind.name);
    }
    assert.deepEqual(numbersOf([[0n, 3n]]), [[0, 3]]);
    const { Float16Array: Half } = /** @type {any} */ (globalThis);
    if (Half) assert.deepEqual(numbersOf({ dims: [1, 2], data: Half.of(0.5, 2) }), [[0.5, 2]]);
    refuses(
      { shape: [1, 1], data: Uint16Array.of(7) },
      /Uint16Array, which may hold undecoded float16/,
    );
  });

  it('are refused with the library’s reason if their data is not on the CPU', () => {
    const onGpu = {
      dims: [1, 1],
      get data() {
        throw new Error('The data is not on CPU. Use `getData()`.');
      },
    };
    refuses(
      onGpu,
      /weights is unreadable \(The data is not on CPU. Use `getData\(\)`.\); expected a tensor/,
    );
  });

  it('are refused with the likely type if their bytes have twice or half the length', () => {
    refuses(
      new Float32Array(8),
      /weights has shape \(8,\), which may be float64; expected 4 float32 numbers/,
      { shape: [2, 2] },
    );
    refuses(
      new Float32Array(2),
      /weights has shape \(2,\), which may be float16; expected 4 float32 numbers/,
      { shape: [2, 2] },
    );
    refuses(new Float32Array(6), /weights\.shape is \(2, 2\)/, { shape: [2, 2] });
  });
});

describe('a model that returned no attentions', () => {
  it('is named if a list has null for each layer', () => {
    for (const weights of [[null, null], '[null, null]', '[None, None]', 'null', [undefined]]) {
      refuses(
        weights,
        /weights is null: the model returned no attentions; expected a tensor.*output_attentions=True/,
      );
    }
  });

  it('is named if generate() returned null for each layer of each step', () => {
    const nothing = [null, null];
    for (const weights of [
      [nothing, nothing],
      '[[null,null],[null,null]]',
      [[[null]]],
      [[[[null]]]],
    ]) {
      refuses(weights, /weights is null: the model returned no attentions/);
    }
    refuses([[{ shape: [1, 1], data: [1] }], [null]], /weights\[1\]\[0\] is null/);
    // A fully masked row is null among rows of numbers.
    assert.deepEqual(numbersOf([[null], [1]]), [[Number.NaN, 1]]);
    assert.deepEqual(numbersOf([Float32Array.of(1), [null]]), [[1, Number.NaN]]);
  });

  it('is named if one layer has none', () => {
    refuses([[[[[1]]]], null], /weights\[1\] is null: the model returned no attentions/);
    refuses([null, { shape: [1, 1], data: [1] }], /weights\[0\] is null/);
  });
});

describe('a batch of two', () => {
  it('is refused in nested form as in every other', () => {
    const sentence = [
      [
        [1, 0],
        [0.5, 0.5],
      ],
    ];
    const message =
      /weights has shape \(2, 1, 2, 2\); expected a batch of 1, \(1, H, L, S\); layers are \(layers, 1, H, L, S\)/;
    refuses([sentence, sentence], message);
    refuses(JSON.stringify([sentence, sentence]), message);
    refuses({ dims: [2, 1, 2, 2], data: new Float32Array(8) }, message);
    refuses(
      [[sentence, sentence]],
      /weights\[0\] has shape \(2, 1, 2, 2\)|has shape \(1, 2, 1, 2, 2\)/,
    );
    assert.equal(layersOf([[sentence], [sentence]]).length, 2);
  });
});

describe('the result of generate()', () => {
  /** Returns a number that identifies layer, head, row and key. */
  const weight = (/** @type {number[]} */ ...at) => at.reduce((sum, i) => 10 * sum + i + 1, 0);
  /** @param {number} layer @param {number[]} rows @param {number} keys */
  const nested = (layer, rows, keys) => [
    [0, 1].map((head) =>
      rows.map((row) => Array.from({ length: keys }, (_, key) => weight(layer, head, row, key))),
    ),
  ];
  /** Two layers with two heads: a prompt of two tokens, then one token in each step. */
  const steps = [
    [0, 1].map((layer) => nested(layer, [0, 1], 2)),
    [0, 1].map((layer) => nested(layer, [2], 3)),
    [0, 1].map((layer) => nested(layer, [3], 4)),
  ];
  const joined = [0, 1].map((layer) =>
    [0, 1].flatMap((head) =>
      [2, 2, 3, 4].flatMap((keys, row) =>
        [0, 1, 2, 3].map((key) => (key < keys ? weight(layer, head, row, key) : 0)),
      ),
    ),
  );
  /** @param {any} rows */
  const tensorOf = (rows) => {
    const shape = [1, 2, rows[0][0].length, rows[0][0][0].length];
    return { dims: shape, data: Float32Array.from(rows.flat(3)) };
  };

  it('becomes one map for each layer, with the rows of each step below the earlier ones', () => {
    for (const weights of [
      steps,
      JSON.stringify(steps),
      steps.map((layers) => layers.map(tensorOf)),
    ]) {
      const layers = layersOf(weights, { rowTokens: 'a b c d' });
      assert.deepEqual(
        layers.map(({ shape }) => shape),
        [
          [2, 4, 4],
          [2, 4, 4],
        ],
      );
      assert.deepEqual(
        layers.map(({ data }) => [...data]),
        joined,
      );
    }
  });

  it('is joined as a property and as a file', async () => {
    for (const weights of [steps, steps.map((layers) => layers.map(tensorOf))]) {
      const { tensors } = await readOwn(readObject({ weights }));
      assert.deepEqual(
        Object.entries(tensors).map(([name, { data }]) => [name, [...data]]),
        joined.map((data, i) => [`layer${i + 1}/weights`, data]),
      );
    }
    assert.throws(
      () => readOwn(readObject({ weights: [steps[0], steps[2]] })),
      /The steps of generate\(\) in weights do not follow each other: weights\[1\]\[0\] has the shape/,
    );
    const batch = steps.map((layers) => layers.map(([rows]) => [rows, rows]));
    assert.throws(
      () => readOwn(readObject({ weights: batch })),
      /weights has the shape \(2, 2, 2, 2\).* Save one sentence of the batch/,
    );
  });

  it('is the prompt if there is one step', () => {
    assert.deepEqual(layersOf(steps.slice(0, 1)), layersOf(steps[0]));
  });

  it('has the same keys in each step for cross-attention', () => {
    const cross = [0, 1, 2].map((row) => [nested(0, [row], 3)]);
    const [{ shape, data }] = layersOf(cross);
    assert.deepEqual(shape, [2, 3, 3]);
    assert.equal(data[5], weight(0, 0, 1, 2));
  });

  it('is refused if steps do not follow each other', () => {
    refuses(
      [steps[0], steps[2]],
      /weights\[1\]\[0\] has shape \(2, 1, 4\); expected 3 keys, one more for each row, or 2 as in the first step/,
    );
    refuses(
      [steps[0], steps[1].slice(1)],
      /weights\[1\] has shape 1 layer; expected 2 layers, as the first step/,
    );
    const batch = steps.map((layers) => layers.map(([rows]) => [rows, rows]));
    refuses(batch, /a batch of 1/);
  });
});
