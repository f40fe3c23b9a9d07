// Rows that do not depend on each other go through wasm memory in blocks, which stay in the processor's cache.

import { allocateArray } from './errors.js';
import { areOverlapping, putBefore } from './outputs.js';
import { makeTensor } from './tensor.js';

/**
 * @import { Core } from './core.js'
 * @import { Before, Output } from './outputs.js'
 * @import { Argument } from './types.js'
 */

/** Floats of a block, as many as stay in a processor's cache beside those that are computed from them. */
const BLOCK = 2 ** 15;

/**
 * @typedef {object} Blocks of rows that go through wasm memory one after the other
 * @property {Argument} input
 * @property {number} rowsAt
 * @property {number} rows
 * @property {number} width of a row
 * @property {number} rowsOfBlock
 */

/**
 * How to compute large rows in blocks: whole, they would go through all caches once for each copy. Undefined where
 * there is nothing to copy or too little, or where the output would overwrite rows that are still to be read.
 *
 * @param {Before[]} before
 * @param {number} rowsAt
 * @param {Output} output
 * @returns {Blocks | undefined}
 */
export function planBlocks(before, rowsAt, { to }) {
  const input = /** @type {Argument} */ (before[0]);
  if (input.count <= BLOCK) return undefined;
  if (input.resident !== undefined || to?.resident !== undefined) return undefined;
  const rows = /** @type {number} */ (before[rowsAt]);
  const width = input.count / rows;
  const rowsOfBlock = Math.max(1, Math.floor(BLOCK / width));
  if (rows <= rowsOfBlock) return undefined;
  if (to !== undefined && overwritesInput(input.data, to.data)) return undefined;
  return { input, rowsAt, rows, width, rowsOfBlock };
}

/**
 * @param {Core} core
 * @param {string} name
 * @param {Before[]} before
 * @param {Blocks} blocks
 * @param {Output & { shape: readonly number[] }} output
 * @param {(args: number[], output: number) => void} complete
 */
export function runInBlocks(core, name, before, blocks, { shape, to }, complete) {
  const { arena } = core;
  const { input, rowsAt, rows, width, rowsOfBlock } = blocks;
  return arena.run(() => {
    const bytes = 4 * rowsOfBlock * width;
    const from = arena.take(bytes);
    const args = [from, ...before.slice(1).map((each) => putBefore(arena, each))];
    const address = arena.take(bytes);
    complete(args, address);
    const result = to?.data ?? allocateArray(4 * input.count, () => new Float32Array(input.count));
    for (let row = 0; row < rows; row += rowsOfBlock) {
      args[rowsAt] = Math.min(rowsOfBlock, rows - row);
      const [first, count] = [row * width, args[rowsAt] * width];
      arena.putAt({ ...input, data: viewOf(input.data, first, count), count }, from);
      core.call(name, args);
      arena.readInto(address, viewOf(result, first, count), count);
    }
    return /** @type {any} */ (to === undefined ? makeTensor(shape, result) : result);
  });
}

/**
 * Part of an array that is long enough, so that it fails only without memory. The array's own method would make what a
 * derived class wants.
 *
 * @param {Float32Array} data
 * @param {number} first
 * @param {number} count
 */
const viewOf = ({ buffer, byteOffset }, first, count) =>
  allocateArray(4 * count, () => new Float32Array(buffer, byteOffset + 4 * first, count));

/** Whether rows of the output may lie where other rows of the input do. @param {Float32Array} input @param {Float32Array} output */
const overwritesInput = (input, output) =>
  haveTwoSharedBuffers(input, output) ||
  (input.byteOffset !== output.byteOffset && areOverlapping(input, output));

/** The tag of a shared buffer, of any realm. */
const SHARED = '[object SharedArrayBuffer]';

/**
 * Whether two arrays have two shared buffers. Both may hold the same memory, and JavaScript cannot tell: a shared
 * wasm memory that grows has a new buffer, and a message brings another one.
 *
 * @param {Float32Array} left
 * @param {Float32Array} right
 */
const haveTwoSharedBuffers = ({ buffer: left }, { buffer: right }) =>
  left !== right &&
  [left, right].every((buffer) => Object.prototype.toString.call(buffer) === SHARED);
