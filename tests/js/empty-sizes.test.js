import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { filled, sizeOf } from '../support/arrange.js';
import { createRandom } from '../support/random.js';

/** @type {any} results are looked at by name */
const attention = await loadAttention();
const random = createRandom(51);

/** @typedef {[name: string, run: (of: (...shape: number[]) => any) => any, shapes: Record<string, number[]>, content: (number | 'any')]} Row */

/** @type {Row[]} */
const rows = [
  [
    'linear without rows',
    (t) => attention.linear(t(0, 3), t(2, 3), t(2)),
    { output: [0, 2] },
    'any',
  ],
  [
    'linear without batch items',
    (t) => attention.linear(t(2, 0, 3), t(2, 3)),
    { output: [2, 0, 2] },
    'any',
  ],
  [
    'linear without outputs',
    (t) => attention.linear(t(4, 3), t(0, 3), t(0)),
    { output: [4, 0] },
    'any',
  ],
  ['linear without inputs', (t) => attention.linear(t(4, 0), t(2, 0)), { output: [4, 2] }, 0],
  ['softmax of nothing', (t) => attention.softmax(t(0)), { output: [0] }, 'any'],
  ['softmax without rows', (t) => attention.softmax(t(0, 3)), { output: [0, 3] }, 'any'],
  ['softmax without columns', (t) => attention.softmax(t(3, 0)), { output: [3, 0] }, 'any'],
  [
    'softmax along an empty first axis',
    (t) => attention.softmax(t(0, 3), { dim: 0 }),
    { output: [0, 3] },
    'any',
  ],
  [
    'dot-product attention without queries',
    (t) => attention.scaledDotProductAttention(t(0, 4), t(3, 4), t(3, 2)),
    { output: [0, 2], weights: [0, 3] },
    'any',
  ],
  [
    'dot-product attention without batch items',
    (t) => attention.scaledDotProductAttention(t(0, 2, 4), t(0, 3, 4), t(0, 3, 2)),
    { output: [0, 2, 2], weights: [0, 2, 3] },
    'any',
  ],
  [
    'dot-product attention without heads',
    (t) => attention.scaledDotProductAttention(t(2, 0, 2, 4), t(2, 0, 3, 4), t(2, 0, 3, 2)),
    { output: [2, 0, 2, 2], weights: [2, 0, 2, 3] },
    'any',
  ],
  [
    'dot-product attention without keys',
    (t) => attention.scaledDotProductAttention(t(2, 4), t(0, 4), t(0, 3)),
    { output: [2, 3], weights: [2, 0] },
    0,
  ],
  [
    'causal dot-product attention without keys, weights or width',
    (t) =>
      attention.scaledDotProductAttention(t(1, 2, 2, 0), t(1, 1, 0, 0), t(1, 1, 0, 3), {
        isCausal: true,
        needWeights: false,
      }),
    { output: [1, 2, 2, 3] },
    0,
  ],
  [
    'dot-product attention without value columns',
    (t) => attention.scaledDotProductAttention(t(2, 4), t(3, 4), t(3, 0)),
    { output: [2, 0], weights: [2, 3] },
    'any',
  ],
  [
    'additive attention without queries',
    (t) =>
      attention.additiveAttention(t(0, 4), t(3, 5), t(3, 2), {
        wq: t(6, 4),
        wk: t(6, 5),
        wv: t(6),
      }),
    { output: [0, 2], weights: [0, 3] },
    'any',
  ],
  [
    'additive attention without keys',
    (t) =>
      attention.additiveAttention(t(2, 4), t(0, 5), t(0, 3), {
        wq: t(6, 4),
        wk: t(6, 5),
        wv: t(6),
      }),
    { output: [2, 3], weights: [2, 0] },
    0,
  ],
  [
    'multi-head attention without queries',
    (t) =>
      attention.multiHeadAttention(
        t(2, 0, 4),
        t(2, 3, 4),
        t(2, 3, 4),
        { inProjWeight: t(12, 4), outProjWeight: t(4, 4), outProjBias: t(4) },
        { numHeads: 2 },
      ),
    { output: [2, 0, 4], weights: [2, 2, 0, 3] },
    'any',
  ],
  [
    'multi-head attention without batch items',
    (t) =>
      attention.multiHeadAttention(
        t(0, 2, 4),
        t(0, 3, 4),
        t(0, 3, 4),
        { inProjWeight: t(12, 4), outProjWeight: t(4, 4) },
        { numHeads: 2 },
      ),
    { output: [0, 2, 4], weights: [0, 2, 2, 3] },
    'any',
  ],
  [
    'multi-head attention without keys or a bias',
    (t) =>
      attention.multiHeadAttention(
        t(2, 4),
        t(0, 4),
        t(0, 4),
        { inProjWeight: t(12, 4), outProjWeight: t(4, 4) },
        { numHeads: 2 },
      ),
    { output: [2, 4], weights: [2, 2, 0] },
    0,
  ],
  [
    'multi-head attention of width 0',
    (t) =>
      attention.multiHeadAttention(
        t(2, 0),
        t(3, 0),
        t(3, 0),
        { inProjWeight: t(0, 0), outProjWeight: t(0, 0) },
        { numHeads: 2 },
      ),
    { output: [2, 0], weights: [2, 2, 3] },
    'any',
  ],
];

describe('an empty size gives an empty result, and a sum over nothing is 0', () => {
  for (const [name, run, shapes, content] of rows) {
    it(name, () => {
      const result = run((...shape) => random.tensor(shape));
      const tensors = result.shape ? { output: result } : result;
      assert.deepEqual(Object.keys(tensors), Object.keys(shapes));
      for (const [key, shape] of Object.entries(shapes)) {
        assert.deepEqual([...tensors[key].shape], shape, key);
        assert.equal(tensors[key].data.length, sizeOf(shape), key);
      }
      if (content === 'any') assert.ok(Object.keys(shapes).some((key) => shapes[key].includes(0)));
      else assert.ok(tensors.output.data.every((/** @type {number} */ x) => Object.is(x, content)));
    });
  }

  it('linear without inputs gives the bias', () => {
    const { data } = attention.linear(random.tensor([2, 0]), random.tensor([3, 0]), [1, -2, 0.5]);
    assert.deepEqual([...data], [1, -2, 0.5, 1, -2, 0.5]);
  });

  it('without keys multi-head attention gives the bias of its output', () => {
    const { output } = attention.multiHeadAttention(
      random.tensor([2, 2]),
      random.tensor([0, 2]),
      random.tensor([0, 2]),
      {
        inProjWeight: random.tensor([6, 2]),
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
    const { output, weights } = attention.scaledDotProductAttention(
      random.tensor([2, 0]),
      random.tensor([4, 0]),
      [[1], [2], [3], [6]],
    );
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
    const { trace } = attention.scaledDotProductAttention(
      random.tensor([0, 4]),
      random.tensor([3, 4]),
      random.tensor([3, 2]),
      { trace: true },
    );
    const steps = ['scores', 'scaledScores', 'maskedScores', 'exponentials', 'weights'];
    for (const step of steps) assert.deepEqual([...trace[step].shape], [0, 3], step);
    for (const step of ['rowMax', 'rowSum']) assert.deepEqual([...trace[step].shape], [0], step);
  });
});
