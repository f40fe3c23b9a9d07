import { FLOAT32 } from './abi.js';
import { readTensor } from './arguments.js';
import { readOptions } from './call-options.js';
import { formatShape, makeShapeError } from './errors.js';
import { runWithOutput } from './kernel-calls.js';
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
  const offsets = isEmpty ? [] : isShared ? [[0, 0]] : listItemOffsets(aLead, bLead, lead);
  return runWithOutput(core, [a, b], output, ([left, right], address) => {
    const packed = core.arena.take(core.sizeFrom('attn_packed_size', [P, K, FLOAT32]));
    let packedItem = -1;
    offsets.forEach(([leftItem, rightItem], i) => {
      if (rightItem !== packedItem) {
        const matrix = right + 4 * rightItem * K * P;
        core.runKernel(kernels.pack(matrix, [P, K], FLOAT32, true), packed);
        packedItem = rightItem;
      }
      const from = left + 4 * leftItem * L * K;
      const to = address + 4 * i * L * P;
      core.runKernel(kernels.linear(from, packed, 0, [rows, P, K], FLOAT32), to);
    });
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
 * Returns the indices of the left and the right matrix of each item of the batch.
 * @param {readonly number[]} aLead
 * @param {readonly number[]} bLead
 * @param {readonly number[]} lead
 * @returns {number[][]}
 */
function listItemOffsets(aLead, bLead, lead) {
  const strides = [aLead, bLead].map((shape) => computeBroadcastStrides({ name: '', shape }, lead));
  return Array.from({ length: countElements(lead) }, (_, item) => {
    const offsets = [0, 0];
    let rest = item;
    for (let axis = lead.length - 1; axis >= 0; axis--) {
      const index = rest % lead[axis];
      rest = (rest - index) / lead[axis];
      offsets[0] += index * strides[0][axis];
      offsets[1] += index * strides[1][axis];
    }
    return offsets;
  });
}
