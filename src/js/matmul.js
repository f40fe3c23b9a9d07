import { FLOAT32 } from './abi.js';
import { readTensor } from './arguments.js';
import { readOptions } from './call-options.js';
import { formatShape, makeShapeError } from './errors.js';
import { runKernel, runWithOutput } from './kernel-calls.js';
import { kernels } from './kernels.js';
import { planOutput } from './outputs.js';
import { computeBroadcastStrides, countElements } from './shapes.js';

/** @import { Core } from './core.js' */

/** @param {Core} core @param {unknown} input @param {unknown} other @param {unknown} options */
export function matmul(core, input, other, options) {
  const a = readTensor('input', input);
  const b = readTensor('other', other);
  for (const { name, shape } of [a, b]) {
    if (shape.length === 0) throw makeShapeError(name, 'at least one axis', shape);
  }
  // A vector is a row on the left and a column on the right. The result lacks that axis.
  const [isRow, isColumn] = [a.shape.length === 1, b.shape.length === 1];
  const [L, K] = isRow ? [1, ...a.shape] : a.shape.slice(-2);
  const [depth, P] = isColumn ? [...b.shape, 1] : b.shape.slice(-2);
  if (depth !== K) {
    const expected = `${isColumn ? `(${K},)` : `(…, ${K}, P)`} to match input`;
    throw makeShapeError(b.name, expected, b.shape);
  }
  const [aLead, bLead] = [a.shape.slice(0, -2), b.shape.slice(0, -2)];
  const lead = broadcastLead(aLead, bLead, b);
  const shape = [...lead, ...(isRow ? [] : [L]), ...(isColumn ? [] : [P])];
  const output = planOutput(shape, readOptions.plain(options).out);
  // A single matrix on the right is multiplied by all rows on the left at once.
  const isShared = countElements(bLead) === 1;
  const rows = isShared ? countElements(lead) * L : L;
  const isEmpty = countElements(shape) === 0;
  const items = isEmpty ? 0 : isShared ? 1 : countElements(lead);
  const [aStrides, bStrides] = [aLead, bLead].map((axes) =>
    computeBroadcastStrides({ name: '', shape: axes }, lead),
  );
  return runWithOutput(core, [a, b], output, ([left, right], address) => {
    const packed = core.arena.take(core.sizeFrom('attn_packed_size', [P, K, FLOAT32]));
    let packedItem = -1;
    for (let i = 0; i < items; i++) {
      const rightItem = locateItem(i, lead, bStrides);
      if (rightItem !== packedItem) {
        const matrix = right + 4 * rightItem * K * P;
        runKernel(core, kernels.pack(matrix, [P, K], FLOAT32, true), packed);
        packedItem = rightItem;
      }
      const from = left + 4 * locateItem(i, lead, aStrides) * L * K;
      const to = address + 4 * i * L * P;
      runKernel(core, kernels.linear(from, packed, 0, [rows, P, K], FLOAT32), to);
    }
  });
}

/**
 * Returns the leading axes of a result, as torch broadcasts them.
 * @param {readonly number[]} aLead
 * @param {readonly number[]} bLead
 * @param {{ name: string, shape: readonly number[] }} b
 */
function broadcastLead(aLead, bLead, { name, shape }) {
  const rank = Math.max(aLead.length, bLead.length);
  return Array.from({ length: rank }, (_, axis) => {
    const left = aLead[axis - rank + aLead.length] ?? 1;
    const right = bLead[axis - rank + bLead.length] ?? 1;
    if (left === right || left === 1 || right === 1) return left === 1 ? right : left;
    const expected = `leading axes that broadcast with ${formatShape(aLead)} of input`;
    throw makeShapeError(name, expected, shape);
  });
}

/**
 * Returns the index of the matrix of an operand that an item of the batch multiplies.
 * @param {number} item
 * @param {readonly number[]} lead the leading axes of the batch
 * @param {readonly number[]} strides those of the operand along these axes
 */
function locateItem(item, lead, strides) {
  let rest = item;
  let matrix = 0;
  for (let axis = lead.length - 1; axis >= 0; axis--) {
    const index = rest % lead[axis];
    rest = (rest - index) / lead[axis];
    matrix += index * strides[axis];
  }
  return matrix;
}
