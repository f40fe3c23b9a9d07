// The matrix product has the bits of the plain triple loop, for every way in which axes broadcast.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filled, sizeOf } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { mulAdd } from '../support/mul-add.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';

/** @import { Tensor } from '../support/arrange.js' */

/**
 * Returns the index of an item if axes of size 1 or missing axes repeat.
 * @param {number[]} at
 * @param {readonly number[]} lead
 */
const itemAt = (at, lead) =>
  lead.reduce((item, size, axis) => {
    const index = at[at.length - lead.length + axis];
    return item * size + (size === 1 ? 0 : index);
  }, 0);

/**
 * Computes by definition, rounding each sum at every step.
 * @param {Tensor} a (…, L, K)
 * @param {Tensor} b (…, K, P)
 * @param {number[]} lead the leading axes of the result
 */
function multiply(a, b, lead) {
  const [L, K] = a.shape.slice(-2);
  const P = b.shape[b.shape.length - 1];
  const data = new Float32Array(sizeOf(lead) * L * P);
  for (let item = 0; item < sizeOf(lead); item++) {
    const at = [...lead];
    for (let axis = lead.length - 1, rest = item; axis >= 0; axis--) {
      at[axis] = rest % lead[axis];
      rest = Math.floor(rest / lead[axis]);
    }
    const left = itemAt(at, a.shape.slice(0, -2)) * L * K;
    const right = itemAt(at, b.shape.slice(0, -2)) * K * P;
    for (let i = 0; i < L; i++) {
      for (let j = 0; j < P; j++) {
        let sum = 0;
        for (let k = 0; k < K; k++) {
          sum = mulAdd(a.data[left + i * K + k], b.data[right + k * P + j], sum);
        }
        data[(item * L + i) * P + j] = sum;
      }
    }
  }
  return { shape: [...lead, L, P], data };
}

/** Leading axes of both operands and of the result, as torch.matmul broadcasts them. */
const LEADS = [
  [[], [], []],
  [[3], [3], [3]],
  [[3], [], [3]],
  [[], [3], [3]],
  [[1], [3], [3]],
  [[3], [1], [3]],
  [
    [2, 3],
    [2, 3],
    [2, 3],
  ],
  [[2, 3], [3], [2, 3]],
  [[3], [2, 3], [2, 3]],
  [
    [2, 1],
    [1, 3],
    [2, 3],
  ],
  [
    [2, 1],
    [2, 3],
    [2, 3],
  ],
  [[2, 3], [1], [2, 3]],
  [
    [4, 2, 1],
    [2, 5],
    [4, 2, 5],
  ],
  [[1, 1], [1], [1, 1]],
];

const zeros = (/** @type {number[]} */ ...shape) => filled(shape, 0);

describe('the matrix product', () => {
  it('has the bits of three loops, for 40 sizes of each way that axes broadcast', () => {
    const { attention, arena } = makeInstance();
    const random = createRandom(521);
    for (const [aLead, bLead, lead] of LEADS) {
      for (let i = 0; i < 40; i++) {
        const [L, K, P] = [1, 2, 3].map(() => random.integer(1, random.pick([5, 20])));
        const [a, b] = [random.tensor([...aLead, L, K]), random.tensor([...bLead, K, P])];
        const what = `(${a.shape}) · (${b.shape})`;
        const right = multiply(a, b, lead);
        assertSameBits(attention.matmul(a, b), right, what);
        const [x, y] = [attention.resident(a), attention.resident(b)];
        const out = attention.resident({ shape: right.shape, data: right.data.map(() => 7) });
        assert.equal(attention.matmul(x, y, { out }), out);
        assertSameBits(out.read(), right, `${what}, resident`);
        for (const held of [x, y, out]) held.dispose();
        assert.equal(arena.used, 0);
      }
    }
  });

  it('takes a vector for a row on the left and a column on the right', () => {
    const { attention } = makeInstance();
    const random = createRandom(522);
    const [v, w] = [random.tensor([4]), random.tensor([4])];
    const [a, b] = [random.tensor([2, 3, 4]), random.tensor([2, 4, 5])];
    const row = { shape: [1, 4], data: v.data };
    const column = { shape: [4, 1], data: v.data };
    /** @type {[result: any, shape: number[], right: any][]} */
    const cases = [
      [attention.matmul(v, w), [], multiply(row, { shape: [4, 1], data: w.data }, [])],
      [attention.matmul(v, b), [2, 5], multiply(row, b, [2])],
      [attention.matmul(a, v), [2, 3], multiply(a, column, [2])],
    ];
    for (const [result, shape, right] of cases) {
      assertSameBits(result, { shape, data: right.data });
    }
  });

  it('of a sum without terms is 0, and of nothing nothing', () => {
    const { attention } = makeInstance();
    const cases = [
      ...['2,0 · 0,3 = 2,3', '0,4 · 4,3 = 0,3', '2,4 · 4,0 = 2,0', '0,2,4 · 4,3 = 0,2,3'],
      ...['0,2,4 · 1,4,3 = 0,2,3', '0 · 0 = '],
      // So many items that a loop over them would take minutes.
      `${2 ** 30},0,1 · ${2 ** 30},1,0 = ${2 ** 30},0,0`,
    ].map((text) =>
      text.split(/ · | = /).map((shape) => (shape ? shape.split(',').map(Number) : [])),
    );
    for (const [a, b, shape] of cases) {
      const out = zeros(...shape).data.fill(7);
      assert.equal(attention.matmul(zeros(...a), zeros(...b), { out }), out);
      assertSameBits({ shape, data: out }, zeros(...shape), `(${a}) · (${b})`);
    }
  });

  it('of a large batch of small matrices keeps no list of the items', () => {
    const { attention, core } = makeInstance();
    const ones = filled([2 ** 18, 1, 1], 1);
    const call = core.call.bind(core);
    let atFirstCall = 0;
    core.call = (name, args) => {
      atFirstCall ||= process.memoryUsage().heapUsed;
      call(name, args);
    };
    const before = process.memoryUsage().heapUsed;
    assertSameBits(attention.matmul(ones, ones), ones);
    assert.ok(atFirstCall - before < 2 ** 22, `${atFirstCall - before} bytes`);
  });

  it('lets NaN and infinities through as the loops do', () => {
    const { attention } = makeInstance();
    const a = { shape: [2, 2], data: Float32Array.of(Number.NaN, 1, 0, Infinity) };
    const b = { shape: [2, 2], data: Float32Array.of(1, 0, 2, -1) };
    assertSameBits(attention.matmul(a, b), multiply(a, b, []));
  });

  it('refuses shapes that do not fit', () => {
    const { attention } = makeInstance();
    /** @type {[a: any, b: any, argument: string, says: RegExp][]} */
    const cases = [
      [zeros(), zeros(2), 'input', /expected at least one axis/],
      [zeros(2), zeros(), 'other', /expected at least one axis/],
      [zeros(2, 3), zeros(2, 3), 'other', /shape \(2, 3\); expected \(…, 3, P\) to match input/],
      [zeros(2, 3), zeros(2), 'other', /shape \(2,\); expected \(3,\) to match input/],
      [
        zeros(2, 4, 3),
        zeros(3, 3, 4),
        'other',
        /shape \(3, 3, 4\); expected leading axes that broadcast with \(2,\) of input/,
      ],
    ];
    for (const [a, b, argument, says] of cases) {
      const error = caught(() => attention.matmul(a, b));
      assertRefusal(error, { kind: 'ShapeError', operation: 'matmul', argument, says });
    }
    const large = caught(() => attention.matmul(zeros(2 ** 16, 1), zeros(1, 2 ** 16)));
    assertRefusal(large, { kind: 'LimitError', operation: 'matmul', argument: 'output' });
    const x = attention.resident(zeros(2, 2));
    const same = caught(() => attention.matmul(x, zeros(2, 2), { out: x }));
    assertRefusal(same, { kind: 'ArgumentError', operation: 'matmul', argument: 'options.out' });
    const unknown = caught(() =>
      attention.matmul(zeros(2, 2), zeros(2, 2), /** @type {any} */ ({ outt: x })),
    );
    assertRefusal(unknown, { kind: 'ArgumentError', operation: 'matmul', says: /expected out/ });
  });
});
