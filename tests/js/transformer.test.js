// Embedding, norms, activations and rotary positions agree with their formulas in float64. The
// bounds come from rounding theory to first order, with a hundredth to spare.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ArgumentError,
  LimitError,
  loadAttention,
  ShapeError,
  tensor,
} from '../../src/js/index.js';
import { makePartCases, runCase } from '../support/cases.js';
import { assertSameBits, assertWithin, SMALLEST, UNIT } from '../support/near.js';
import { createRandom } from '../support/random.js';

/** @import { Case } from '../support/cases.js' */

const attention = await loadAttention();

/** @param {number[]} row */
const sum = (row) => row.reduce((total, x) => total + x, 0);

/** Returns the number of roundings in a sum over four lanes. @param {number} count */
const sumRoundings = (count) => Math.ceil(count / 4) + 4;

/**
 * A result and its bounds, element by element.
 * @typedef {{ value: number[], error: number[] }} Row
 */

/** @type {Record<string, (row: number[], weight: number[], bias: number[], eps: number) => Row>} */
const norms = {
  layerNorm(row, weight, bias, eps) {
    const count = row.length;
    const mean = sum(row) / count;
    const meanError = sumRoundings(count) * UNIT * (sum(row.map(Math.abs)) / count);
    const deviations = row.map((x) => x - mean);
    const variance = sum(deviations.map((x) => x * x)) / count;
    const inverse = 1 / Math.sqrt(variance + eps);
    const spread = sum(deviations.map(Math.abs)) / count;
    const varianceError =
      2 * meanError * spread + meanError ** 2 + sumRoundings(count) * UNIT * variance;
    const inverseError = varianceError / (variance + eps) / 2 + 4 * UNIT;
    return {
      value: deviations.map((x, i) => x * inverse * weight[i] + (bias[i] ?? 0)),
      error: deviations.map((x, i) => {
        const scaled = Math.abs(weight[i]) * inverse;
        const input = scaled * (meanError + Math.abs(x) * (UNIT + inverseError));
        return 1.01 * input + 3 * UNIT * (scaled * Math.abs(x) + Math.abs(bias[i] ?? 0)) + SMALLEST;
      }),
    };
  },
  rmsNorm(row, weight, _, eps) {
    const inverse = 1 / Math.sqrt(sum(row.map((x) => x * x)) / row.length + eps);
    const value = row.map((x, i) => x * inverse * weight[i]);
    const relative = 1.01 * (sumRoundings(row.length) / 2 + 5) * UNIT;
    return { value, error: value.map((x) => relative * Math.abs(x) + SMALLEST) };
  },
};

/**
 * Computes Φ(x) with its series near 0, and with its continued fraction in the tail.
 * @param {number} x
 */
function normal(x) {
  if (Math.abs(x) < 3) {
    let [term, total] = [x, x];
    for (let k = 1; k < 90; k++) {
      term *= (x * x) / (2 * k + 1);
      total += term;
    }
    return 0.5 + (total * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  }
  let fraction = 0;
  for (let k = 300; k > 0; k--) fraction = k / (Math.abs(x) + fraction);
  const tail = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI) / (Math.abs(x) + fraction);
  return x < 0 ? tail : 1 - tail;
}

const sigmoid = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));

/** @type {Record<string, (x: number) => number>} */
const activations = {
  relu: (x) => (x < 0 ? 0 : x),
  gelu: (x) => x * normal(x),
  gelu_tanh: (x) => x * sigmoid(2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)),
  silu: (x) => x * sigmoid(x),
  tanh: Math.tanh,
};

/** @param {ArrayLike<number>} data @param {number} width */
const rowsOf = (data, width) =>
  Array.from({ length: data.length / width }, (_, i) =>
    Array.from(data).slice(i * width, (i + 1) * width),
  );

/** @param {Case} case_ */
function judge({ operation, sizes, inputs, options }) {
  const data = Array.from(inputs.input?.data ?? []);
  if (operation === 'embedding') {
    const rows = rowsOf(inputs.table.data, sizes.D);
    const value = Array.from(inputs.ids.data).flatMap((id) => rows[id]);
    return { value, error: value.map(() => 0) };
  }
  if (operation in norms) {
    const weight = Array.from(inputs.weight.data);
    const bias = Array.from(inputs.bias?.data ?? []);
    const rows = rowsOf(data, sizes.D).map((row) =>
      norms[operation](row, weight, bias, Math.fround(options.eps)),
    );
    return { value: rows.flatMap(({ value }) => value), error: rows.flatMap(({ error }) => error) };
  }
  if (operation === 'activation') {
    const exact = { relu: 0, tanh: 6 }[/** @type {string} */ (options.kind)] ?? 3;
    return {
      value: data.map(activations[options.kind]),
      error: data.map((x) => exact * UNIT * Math.abs(x) + SMALLEST),
    };
  }
  return judgeRotary(data, sizes, inputs.positions.data, options);
}

/**
 * @param {number[]} data
 * @param {Record<string, number>} sizes
 * @param {ArrayLike<number>} positions
 * @param {any} options
 */
function judgeRotary(data, { L, E, width }, positions, { theta, pairs, scaling }) {
  const { factor = 1, length, low, high } = scaling ?? {};
  const [least, most] = [low, high].map((turns) => (2 * Math.PI * turns) / length);
  const rows = rowsOf(data, E).map((row, r) => {
    const [value, error] = [[...row], row.map(() => 0)];
    for (let i = 0; i < width / 2; i++) {
      const [a, b] = pairs === 'half' ? [i, i + width / 2] : [2 * i, 2 * i + 1];
      const frequency = theta ** ((-2 * i) / width);
      const between = length ? (frequency - least) / (most - least) : 0;
      const share = Math.min(Math.max(between, 0), 1);
      const angle = positions[r % L] * frequency * (share + (1 - share) / factor);
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      value[a] = row[a] * cosine - row[b] * sine;
      value[b] = row[b] * cosine + row[a] * sine;
      error[a] = (Math.abs(row[a]) + Math.abs(row[b])) * (3 * UNIT + angle * 2 ** -47) + SMALLEST;
      error[b] = error[a];
    }
    return { value, error };
  });
  return { value: rows.flatMap(({ value }) => value), error: rows.flatMap(({ error }) => error) };
}

/**
 * Tells whether all numbers are ordinary, so that intermediate results fit float32.
 * @param {Case} case_
 */
const isOrdinary = ({ inputs }) =>
  Object.values(inputs).every(({ data }) =>
    Array.from(data).every((x) => Math.abs(x) < 2 ** 31 && (x === 0 || Math.abs(x) > 1e-30)),
  );

describe('the parts around attention', () => {
  it('lie within the bounds of rounding, in 4,000 calls', (t) => {
    const used = new Map();
    for (const case_ of makePartCases(31, 4000).filter(isOrdinary)) {
      const { operation, options, sizes } = case_;
      const { output } = runCase(attention, case_);
      const { value, error } = judge(case_);
      const what = `${operation} ${JSON.stringify({ ...sizes, ...options })}`;
      const share = assertWithin(
        output,
        { shape: output.shape, data: value },
        (i) => error[i],
        what,
      );
      const name = options.kind ?? operation;
      used.set(name, Math.max(used.get(name) ?? 0, share));
    }
    for (const [name, share] of used) t.diagnostic(`${name} used ${share.toFixed(3)} of its bound`);
    assert.equal(used.size, 9);
  });

  it('rotary positions with any scaling are as exact as without one, up to position 2^20', () => {
    const [L, E] = [2, 128];
    const positions = [2 ** 17 - 1, 2 ** 20];
    const input = tensor([L, E], new Float32Array(L * E).fill(1));
    for (const scaling of [
      undefined,
      { factor: 3.1 },
      { factor: 8, length: 8192, low: 1, high: 4 },
      { factor: 3.1, length: 1000, low: 1.1, high: 3.3 },
    ]) {
      const output = attention.rotary(input, { theta: 500000, positions, scaling });
      const options = { theta: 500000, pairs: 'half', scaling };
      const exact = judgeRotary([...input.data], { L, E, width: E }, positions, options);
      const what = JSON.stringify(scaling);
      assertWithin(output, { shape: [L, E], data: exact.value }, (i) => exact.error[i], what);
    }
  });

  it('an activation lies within its bound over every magnitude', () => {
    const random = createRandom(32);
    const data = Float32Array.from({ length: 200_000 }, () => {
      return (random.uniform() < 0.5 ? -1 : 1) * 2 ** (24 * random.uniform() - 16);
    });
    for (const kind of /** @type {const} */ (['gelu', 'gelu_tanh', 'silu'])) {
      const output = attention.activation(data, kind);
      const value = { shape: [data.length], data: Array.from(data, activations[kind]) };
      assertWithin(output, value, (i) => 3 * UNIT * Math.abs(data[i]) + SMALLEST, kind);
    }
  });

  it('activations of special values are what their formulas give', () => {
    const inputs = [Number.NaN, Infinity, -Infinity, 0, -0, 1e38, -1e38];
    const tables = {
      relu: [Number.NaN, Infinity, 0, 0, -0, 1e38, 0],
      gelu: [Number.NaN, Infinity, Number.NaN, 0, -0, 1e38, -0],
      gelu_tanh: [Number.NaN, Infinity, Number.NaN, 0, -0, 1e38, -0],
      silu: [Number.NaN, Infinity, Number.NaN, 0, -0, 1e38, -0],
      tanh: [Number.NaN, 1, -1, 0, -0, 1, -1],
    };
    for (const [kind, expected] of Object.entries(tables)) {
      const output = attention.activation(inputs, /** @type {any} */ (kind));
      assertSameBits(output, tensor(expected), kind);
    }
  });

  it('a row that holds NaN or infinity spoils no other row', () => {
    const random = createRandom(33);
    const weight = random.tensor([7]);
    const rows = random.tensor([3, 7]);
    const right = [attention.layerNorm(rows, weight), attention.rmsNorm(rows, weight)];
    for (const strange of [Number.NaN, Infinity, -Infinity, 3e38]) {
      const spoiled = tensor([3, 7], Float32Array.from(rows.data));
      spoiled.data[9] = strange;
      const results = [attention.layerNorm(spoiled, weight), attention.rmsNorm(spoiled, weight)];
      results.forEach((result, which) => {
        for (const row of [0, 2]) {
          const part = (/** @type {Float32Array} */ data) =>
            tensor(data.slice(7 * row, 7 * row + 7));
          assertSameBits(
            part(result.data),
            part(right[which].data),
            `row ${row} beside ${strange}`,
          );
        }
      });
    }
  });

  it('give nothing for nothing', () => {
    const none = (/** @type {number[]} */ ...shape) => tensor(shape, new Float32Array());
    assert.deepEqual(attention.embedding([], [[1, 2]]).shape, [0, 2]);
    assert.deepEqual(attention.embedding([0], none(1, 0)).shape, [1, 0]);
    assert.deepEqual(attention.layerNorm(none(0, 3), [1, 1, 1]).shape, [0, 3]);
    assert.deepEqual(attention.rmsNorm(none(2, 0), none(0)).shape, [2, 0]);
    assert.deepEqual(attention.activation(none(0), 'gelu').shape, [0]);
    assert.deepEqual(attention.rotary(none(2, 0, 4)).shape, [2, 0, 4]);
    assert.deepEqual(attention.rotary(none(2, 3, 0)).shape, [2, 3, 0]);
  });

  it('reads ids from any kind of integers', () => {
    const table = [[1], [2], [3]];
    const big = [BigInt64Array.of(2n, 0n), BigUint64Array.of(2n, 0n)];
    for (const ids of [
      ...[[2, 0], Int32Array.of(2, 0), Uint8Array.of(2, 0), tensor([2, 0])],
      ...[...big, { shape: [2], data: big[0] }],
    ]) {
      assert.deepEqual([...attention.embedding(/** @type {any} */ (ids), table).data], [3, 1]);
    }
  });

  it('reads positions and lengths from integers of 64 bits', () => {
    const words = [
      [1, 2],
      [3, 4],
    ];
    const rotated = attention.rotary(words, { positions: BigInt64Array.of(5n, 9n) });
    assertSameBits(rotated, attention.rotary(words, { positions: [5, 9] }));
    const masked = attention.softmax(words, { validLens: BigInt64Array.of(1n, 2n) });
    assertSameBits(masked, attention.softmax(words, { validLens: [1, 2] }));
  });
});

describe('a bad argument is named', () => {
  /** @type {[title: string, run: () => unknown, argument: string, kind?: Function][]} */
  const rows = [
    ['an id beyond the table', () => attention.embedding([3], [[1], [2]]), 'ids[0]'],
    ['an id below 0', () => attention.embedding([0, -1], [[1]]), 'ids[1]'],
    ['an id that is no integer', () => attention.embedding([0.5], [[1]]), 'ids[0]'],
    [
      'a position of 64 bits below 0',
      () => attention.rotary([[1, 2]], { positions: BigInt64Array.of(-1n) }),
      'options.positions[0]',
    ],
    [
      'an id of 64 bits beyond the table',
      () => attention.embedding(BigInt64Array.of(2n ** 53n), [[1]]),
      'ids[0]',
    ],
    ['ids that are flags', () => attention.embedding(/** @type {any} */ ([true]), [[1]]), 'ids'],
    [
      'ids that are a mask',
      () => attention.embedding(/** @type {any} */ (tensor([true])), [[1], [2]]),
      'ids',
    ],
    [
      'positions that are a mask',
      () => attention.rotary([[1, 2]], { positions: /** @type {any} */ (tensor([true])) }),
      'options.positions',
    ],
    ['a table of one axis', () => attention.embedding([0], [1]), 'table', ShapeError],
    ['a weight of another length', () => attention.layerNorm([1, 2], [1]), 'weight', ShapeError],
    [
      'a bias of another length',
      () => attention.layerNorm([1, 2], [1, 1], [1]),
      'bias',
      ShapeError,
    ],
    ['an eps of 0', () => attention.rmsNorm([1], [1], { eps: 0 }), 'options.eps'],
    [
      'an eps that float32 rounds to 0',
      () => attention.layerNorm([1], [1], null, { eps: 1e-60 }),
      'options.eps',
    ],
    ['an unknown activation', () => attention.activation([1], /** @type {any} */ ('gelo')), 'kind'],
    ['an input of one axis', () => attention.rotary([1, 2]), 'input', ShapeError],
    [
      'more positions than memory can hold, though they have no width',
      () => attention.rotary(tensor([2 ** 40, 0], new Float32Array(0))),
      'input',
      LimitError,
    ],
    ['an input of odd width', () => attention.rotary([[1, 2, 3]]), 'input', ShapeError],
    ['an odd width', () => attention.rotary([[1, 2, 3]], { width: 1 }), 'options.width'],
    ['a width beyond the input', () => attention.rotary([[1, 2]], { width: 4 }), 'options.width'],
    [
      'positions of another length',
      () => attention.rotary([[1, 2]], { positions: [0, 1] }),
      'options.positions',
      ShapeError,
    ],
    ['a theta below 1', () => attention.rotary([[1, 2]], { theta: 0.5 }), 'options.theta'],
    [
      'a scaling without a factor',
      () => attention.rotary([[1, 2]], { scaling: /** @type {any} */ ({ length: 8 }) }),
      'options.scaling.factor',
    ],
    ...['low', 'high'].map(
      (name) =>
        /** @type {any} */ ([
          `a scaling with ${name}, without a length`,
          () => attention.rotary([[1, 2]], { scaling: { factor: 2, [name]: 2 } }),
          `options.scaling.${name}`,
        ]),
    ),
    [
      'a scaling that speeds turns up',
      () => attention.rotary([[1, 2]], { scaling: { factor: 0.5 } }),
      'options.scaling.factor',
    ],
    [
      'a scaling of two numbers of turns in the wrong order',
      () => attention.rotary([[1, 2]], { scaling: { factor: 2, length: 8, low: 5 } }),
      'options.scaling.high',
    ],
    [
      'unknown pairs',
      () => attention.rotary([[1, 2]], { pairs: /** @type {any} */ ('halves') }),
      'options.pairs',
    ],
  ];
  for (const [title, run, argument, Kind = ArgumentError] of rows) {
    it(title, () => {
      assert.throws(run, { name: Kind.name, argument });
      assert.deepEqual([...attention.embedding([1], [[1], [2]]).data], [2]);
    });
  }
});
