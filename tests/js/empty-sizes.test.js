import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { filled, sizeOf } from '../support/arrange.js';
import { createRandom } from '../support/random.js';

/** @type {any} tests read results by name */
const attention = await loadAttention();
const random = createRandom(51);

const { linear, softmax, scaledDotProductAttention: dot } = attention;

/** Returns a random tensor. @param {number[]} shape */
const t = (...shape) => random.tensor(shape);

/**
 * Runs additive attention with a hidden width of 6.
 * @param {number[][]} shapes of queries, keys and values
 */
const additive = (...shapes) => {
  const [queries, keys, values] = shapes.map((shape) => t(...shape));
  return attention.additiveAttention(queries, keys, values, { wq: t(6, 4), wk: t(6, 5), wv: t(6) });
};

/**
 * Runs attention with two heads.
 * @param {any} parameters
 * @param {number[][]} shapes of query, key and value
 */
const multiHead = (parameters, ...shapes) => {
  const [query, key, value] = shapes.map((shape) => t(...shape));
  return attention.multiHeadAttention(query, key, value, parameters, { numHeads: 2 });
};
const four = () => ({ inProjWeight: t(12, 4), outProjWeight: t(4, 4) });
const none = () => ({ inProjWeight: t(0, 0), outProjWeight: t(0, 0) });
const bare = { isCausal: true, needWeights: false };

/**
 * Calls whose results have no elements.
 * @type {Record<string, [run: () => any, shapes: Record<string, number[]>]>}
 */
const empty = {
  'linear without rows': [() => linear(t(0, 3), t(2, 3), t(2)), { output: [0, 2] }],
  'linear without batch items': [() => linear(t(2, 0, 3), t(2, 3)), { output: [2, 0, 2] }],
  'linear without outputs': [() => linear(t(4, 3), t(0, 3), t(0)), { output: [4, 0] }],
  'softmax of nothing': [() => softmax(t(0)), { output: [0] }],
  'softmax without rows': [() => softmax(t(0, 3)), { output: [0, 3] }],
  'softmax without columns': [() => softmax(t(3, 0)), { output: [3, 0] }],
  'softmax along an empty axis': [() => softmax(t(0, 3), { dim: 0 }), { output: [0, 3] }],
  'dot-product attention without queries': [
    () => dot(t(0, 4), t(3, 4), t(3, 2)),
    { output: [0, 2], weights: [0, 3] },
  ],
  'dot-product attention without batch items': [
    () => dot(t(0, 2, 4), t(0, 3, 4), t(0, 3, 2)),
    { output: [0, 2, 2], weights: [0, 2, 3] },
  ],
  'dot-product attention without heads': [
    () => dot(t(2, 0, 2, 4), t(2, 0, 3, 4), t(2, 0, 3, 2)),
    { output: [2, 0, 2, 2], weights: [2, 0, 2, 3] },
  ],
  'dot-product attention without value columns': [
    () => dot(t(2, 4), t(3, 4), t(3, 0)),
    { output: [2, 0], weights: [2, 3] },
  ],
  'additive attention without queries': [
    () => additive([0, 4], [3, 5], [3, 2]),
    { output: [0, 2], weights: [0, 3] },
  ],
  'multi-head attention without queries': [
    () => multiHead({ ...four(), outProjBias: t(4) }, [2, 0, 4], [2, 3, 4], [2, 3, 4]),
    { output: [2, 0, 4], weights: [2, 2, 0, 3] },
  ],
  'multi-head attention without batch items': [
    () => multiHead(four(), [0, 2, 4], [0, 3, 4], [0, 3, 4]),
    { output: [0, 2, 4], weights: [0, 2, 2, 3] },
  ],
  'multi-head attention of width 0': [
    () => multiHead(none(), [2, 0], [3, 0], [3, 0]),
    { output: [2, 0], weights: [2, 2, 3] },
  ],
};

/** Calls whose results are sums of no terms. @type {typeof empty} */
const zero = {
  'linear without inputs': [() => linear(t(4, 0), t(2, 0)), { output: [4, 2] }],
  'dot-product attention without keys': [
    () => dot(t(2, 4), t(0, 4), t(0, 3)),
    { output: [2, 3], weights: [2, 0] },
  ],
  'causal dot-product attention without keys, weights or width': [
    () => dot(t(1, 2, 2, 0), t(1, 1, 0, 0), t(1, 1, 0, 3), bare),
    { output: [1, 2, 2, 3] },
  ],
  'additive attention without keys': [
    () => additive([2, 4], [0, 5], [0, 3]),
    { output: [2, 3], weights: [2, 0] },
  ],
  'multi-head attention without keys or a bias': [
    () => multiHead(four(), [2, 4], [0, 4], [0, 4]),
    { output: [2, 4], weights: [2, 2, 0] },
  ],
};

describe('an empty size gives an empty result, and a sum over nothing is 0', () => {
  for (const [name, [run, shapes]] of Object.entries({ ...empty, ...zero })) {
    it(name, () => {
      const result = run();
      const tensors = result.shape ? { output: result } : result;
      assert.deepEqual(Object.keys(tensors), Object.keys(shapes));
      for (const [key, shape] of Object.entries(shapes)) {
        assert.deepEqual([...tensors[key].shape], shape, key);
        assert.equal(tensors[key].data.length, sizeOf(shape), key);
      }
      const { data } = tensors.output;
      if (name in empty) assert.ok(Object.values(shapes).some((shape) => shape.includes(0)));
      else assert.ok(data.every((/** @type {number} */ x) => Object.is(x, 0)));
    });
  }

  it('linear without inputs gives the bias', () => {
    const { data } = attention.linear(t(2, 0), t(3, 0), [1, -2, 0.5]);
    assert.deepEqual([...data], [1, -2, 0.5, 1, -2, 0.5]);
  });

  it('without keys multi-head attention gives the bias of its output', () => {
    const { output } = attention.multiHeadAttention(
      t(2, 2),
      t(0, 2),
      t(0, 2),
      {
        inProjWeight: t(6, 2),
        outProjWeight: [
          [1, 2],
          [3, 4],
        ],
        outProjBias: [5, -6],
      },
      { numHeads: 1 },
    );
    assert.deepEqual([...output.data], [5, -6, 5, -6]);
  });

  it('queries and keys of width 0 all score 0, so that attention is even', () => {
    const { output, weights } = attention.scaledDotProductAttention(t(2, 0), t(4, 0), [
      [1],
      [2],
      [3],
      [6],
    ]);
    assert.deepEqual([...weights.data], new Array(8).fill(0.25));
    assert.deepEqual([...output.data], [3, 3]);
  });

  it('a hidden width of 0 scores 0 in additive attention too', () => {
    const { weights } = attention.additiveAttention(
      filled([1, 2], 1),
      filled([4, 3], 1),
      filled([4, 1], 1),
      { wq: filled([0, 2], 0), wk: filled([0, 3], 0), wv: filled([0], 0) },
    );
    assert.deepEqual([...weights.data], [0.25, 0.25, 0.25, 0.25]);
  });

  it('a trace of nothing has every step, empty', () => {
    const { trace } = attention.scaledDotProductAttention(t(0, 4), t(3, 4), t(3, 2), {
      trace: true,
    });
    const steps = ['scores', 'scaledScores', 'maskedScores', 'exponentials', 'weights'];
    for (const step of steps) assert.deepEqual([...trace[step].shape], [0, 3], step);
    for (const step of ['rowMax', 'rowSum']) assert.deepEqual([...trace[step].shape], [0], step);
  });
});
