// NaN, infinities, signed zeros, denormals and the largest numbers are data and follow IEEE, as in
// PyTorch. The oracle gives the class and sign of every result, and near.js compares them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { tally } from '../support/bar.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import * as oracle from '../support/oracle.js';
import { createRandom } from '../support/random.js';

/** @import { Numbers } from '../support/cases.js' */
/** @import { Judged } from '../support/oracle-attend.js' */

const attention = await loadAttention();
const bar = tally('specials');

const specials = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': -Infinity,
  0: 0,
  '-0': -0,
  'the smallest number': 2 ** -149,
  'the smallest below 0': -(2 ** -149),
  'the largest denormal': 2 ** -126 - 2 ** -149,
  'the smallest normal': 2 ** -126,
  'a number near the largest': 1e38,
  'a number near the lowest': -1e38,
};

/**
 * Tests every input in turn with the special value at its first, middle and last place: in the
 * lanes of a vector, and in the rest that does not fill one.
 * @param {string} operation
 * @param {() => Record<string, Numbers>} makeInputs
 * @param {(inputs: any) => any} run
 * @param {(inputs: any) => Record<string, Judged>} judge
 */
function describeSpecials(operation, makeInputs, run, judge) {
  describe(`${operation} takes special values as data`, () => {
    for (const [kind, special] of Object.entries(specials)) {
      for (const name of Object.keys(makeInputs())) {
        it(`${kind} in ${name}`, () => {
          const { length } = makeInputs()[name].data;
          for (const place of new Set([0, length >> 1, length - 1])) {
            bar.count('named cases');
            const inputs = makeInputs();
            inputs[name].data[place] = special;
            const result = run(inputs);
            for (const [part, { value, error }] of Object.entries(judge(inputs))) {
              assertWithin(result[part], value, (i) => error[i], `${part}, ${name}[${place}]`);
            }
          }
        });
      }
    }
  });
}

describeSpecials(
  'linear',
  () => {
    const random = createRandom(61);
    return {
      input: random.tensor([3, 5]),
      weight: random.tensor([9, 5]),
      bias: random.tensor([9]),
    };
  },
  ({ input, weight, bias }) => ({ output: attention.linear(input, weight, bias) }),
  ({ input, weight, bias }) => {
    const output = attention.linear(input, weight, bias);
    assertSameBits(output, oracle.linearInFloat32(input, weight, bias));
    return { output: oracle.linear(input, weight, bias) };
  },
);

describeSpecials(
  'softmax',
  () => ({ input: createRandom(62).tensor([2, 7], 3) }),
  ({ input }) => ({ output: attention.softmax(input) }),
  ({ input }) => ({ output: oracle.softmax(input) }),
);

describeSpecials(
  'softmax along another axis',
  () => ({ input: createRandom(63).tensor([5, 3], 3) }),
  ({ input }) => ({ output: attention.softmax(input, { dim: 0 }) }),
  ({ input }) => ({ output: oracle.softmax(input, { dim: 0 }) }),
);

describeSpecials(
  'scaledDotProductAttention',
  () => {
    const random = createRandom(64);
    return {
      query: random.tensor([3, 5]),
      key: random.tensor([7, 5]),
      value: random.tensor([7, 6]),
      attnMask: random.tensor([3, 7]),
    };
  },
  ({ query, key, value, attnMask }) =>
    attention.scaledDotProductAttention(query, key, value, { attnMask }),
  ({ query, key, value, attnMask }) => oracle.scaledDotProduct(query, key, value, { attnMask }),
);

describeSpecials(
  'causal scaledDotProductAttention',
  () => {
    const random = createRandom(65);
    return {
      query: random.tensor([5, 3]),
      key: random.tensor([5, 3]),
      value: random.tensor([5, 3]),
    };
  },
  ({ query, key, value }) =>
    attention.scaledDotProductAttention(query, key, value, { isCausal: true }),
  ({ query, key, value }) => oracle.scaledDotProduct(query, key, value, { isCausal: true }),
);

describeSpecials(
  'additiveAttention',
  () => {
    const random = createRandom(66);
    return {
      queries: random.tensor([3, 2]),
      keys: random.tensor([5, 3]),
      values: random.tensor([5, 6]),
      wq: random.tensor([7, 2]),
      wk: random.tensor([7, 3]),
      wv: random.tensor([7]),
    };
  },
  ({ queries, keys, values, wq, wk, wv }) =>
    attention.additiveAttention(queries, keys, values, { wq, wk, wv }),
  ({ queries, keys, values, wq, wk, wv }) => oracle.additive(queries, keys, values, { wq, wk, wv }),
);

describeSpecials(
  'multiHeadAttention',
  () => {
    const random = createRandom(67);
    return {
      query: random.tensor([3, 4]),
      key: random.tensor([5, 4]),
      value: random.tensor([5, 4]),
      inProjWeight: random.tensor([12, 4], 0.5),
      inProjBias: random.tensor([12]),
      outProjWeight: random.tensor([4, 4], 0.5),
      outProjBias: random.tensor([4]),
    };
  },
  ({ query, key, value, ...parameters }) =>
    attention.multiHeadAttention(query, key, value, parameters, { numHeads: 2 }),
  ({ query, key, value, ...parameters }) =>
    oracle.multiHead(query, key, value, parameters, { numHeads: 2 }),
);

describe('what theory says of special values', () => {
  const row = (/** @type {number[]} */ ...scores) => [...attention.softmax(scores).data];
  const nan = Number.NaN;

  it('a NaN makes its whole row NaN, and no other row', () => {
    const { data } = attention.softmax([
      [1, nan, 2],
      [0, 0, 0],
    ]);
    assert.deepEqual([...data], [nan, nan, nan, ...new Array(3).fill(Math.fround(1 / 3))]);
  });

  it('+Infinity makes its row NaN, -Infinity has the weight 0', () => {
    assert.deepEqual(row(1, Infinity), [nan, nan]);
    assert.deepEqual(row(1, -Infinity, 1), [0.5, 0, 0.5]);
  });

  it('the largest and the lowest scores do not overflow', () => {
    const largest = 2 ** 128 - 2 ** 104;
    assert.deepEqual(row(largest, -largest, largest), [0.5, 0, 0.5]);
    assert.deepEqual(row(-largest, -largest), [0.5, 0.5]);
  });

  it('signed zeros and denormals are as good as zero', () => {
    assert.deepEqual(row(0, -0, 2 ** -149, -(2 ** -149)), [0.25, 0.25, 0.25, 0.25]);
  });

  it('denormal values come out as they went in', () => {
    const value = { shape: [1, 3], data: new Float32Array([2 ** -149, -(2 ** -149), 2 ** -127]) };
    const { output } = attention.scaledDotProductAttention([[1]], [[1]], value);
    assertSameBits(output, value);
  });

  it('a value of Infinity counts wherever its key has any weight', () => {
    const { output } = attention.scaledDotProductAttention([[0]], [[0], [0]], [[Infinity], [1]]);
    assert.deepEqual([...output.data], [Infinity]);
  });

  it('a key that is seen but has underflowed to a weight of 0 still makes 0 times Infinity', () => {
    const { output } = attention.scaledDotProductAttention([[1]], [[0], [200]], [[Infinity], [1]]);
    assert.deepEqual([...output.data], [nan]);
  });

  it('NaN in one query stays in its row', () => {
    const { output } = attention.scaledDotProductAttention([[nan], [0]], [[1], [1]], [[2], [4]]);
    assert.deepEqual([...output.data], [nan, 3]);
  });
});
