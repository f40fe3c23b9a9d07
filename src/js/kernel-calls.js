// Calls of exports that have one output. Many rows that do not depend on each other are computed in blocks that fit in the
// processor's cache.

import { allocateArray, getTag } from './errors.js';
import { putInput } from './kernels.js';
import { areOverlapping, planOutput, readResult, takeOutput } from './outputs.js';
import { makeTensor } from './tensor.js';

/**
 * @import { Core } from './core.js'
 * @import { Input, Kernel } from './kernels.js'
 * @import { Output } from './outputs.js'
 * @import { Argument } from './types.js'
 */

/**
 * Calls a kernel with arguments of the caller.
 * @param {Core} core
 * @param {Kernel} kernel
 * @param {readonly number[]} shape the shape of the output
 * @param {unknown} out the caller's destination
 */
export function callKernel(core, kernel, shape, out) {
  const output = planOutput(shape, out);
  const blocks = planBlocks(kernel, output);
  if (blocks !== undefined) return runInBlocks(core, kernel, blocks, output);
  return runWithOutput(core, kernel.inputs, output, (args, address) => {
    completeArguments(core, args, kernel, address);
    core.callInShares(kernel.name, args, kernel.shares, kernel.work);
  });
}

/**
 * Puts the arguments into memory, calls `write`, and reads the output.
 * @param {Core} core
 * @param {Input[]} inputs
 * @param {Output} output
 * @param {(inputs: number[], output: number) => void} write
 */
export function runWithOutput(core, inputs, output, write) {
  const { arena } = core;
  return arena.run(() => {
    /** @type {number[]} */
    const given = [];
    for (let i = 0; i < inputs.length; i++) given.push(putInput(arena, inputs[i]));
    const address = takeOutput(arena, output);
    write(given, address);
    return /** @type {any} */ (readResult(arena, output, address));
  });
}

/**
 * Calls a kernel whose inputs are numbers.
 * @param {Core} core
 * @param {Kernel} kernel
 * @param {number} output
 * @returns {number} the address of the output
 */
export function runKernel(core, kernel, output) {
  const args = /** @type {number[]} */ ([...kernel.inputs]);
  completeArguments(core, args, kernel, output);
  core.callInShares(kernel.name, args, kernel.shares, kernel.work);
  return output;
}

/**
 * Appends the output, the arguments after it, and a workspace to the inputs of a kernel.
 * @param {Core} core
 * @param {number[]} args
 * @param {Kernel} kernel
 * @param {number} output
 */
function completeArguments(core, args, { trailing, space }, output) {
  args.push(output);
  if (trailing !== undefined) args.push(...trailing);
  if (space === undefined) return;
  const bytes = core.sizeFrom(space[0], space[1]);
  args.push(core.arena.take(bytes), bytes);
}

/** The number of floats of a block. A block and its results fit in the processor's cache together. */
const BLOCK = 2 ** 15;

/**
 * @typedef {object} Blocks a call in blocks of rows
 * @property {Argument} input
 * @property {number} rowsAt the index of the number of rows among the arguments
 * @property {number} rows
 * @property {number} width the width of a row
 * @property {number} rowsOfBlock
 */

/**
 * Plans to compute many rows in blocks. Otherwise each copy of the rows would pass through all caches. Returns undefined
 * if there is nothing or too little to copy, or if the output would overwrite rows before they are read.
 * @param {Kernel} kernel
 * @param {Output} output
 * @returns {Blocks | undefined}
 */
function planBlocks({ inputs, rowsAt }, { to }) {
  if (rowsAt === undefined) return undefined;
  const input = /** @type {Argument} */ (inputs[0]);
  if (input.count <= BLOCK) return undefined;
  if (input.resident !== undefined || to?.resident !== undefined) return undefined;
  const rows = /** @type {number} */ (inputs[rowsAt]);
  const width = input.count / rows;
  const rowsOfBlock = Math.max(1, Math.floor(BLOCK / width));
  if (rows <= rowsOfBlock) return undefined;
  if (to !== undefined && overwritesInput(input.data, to.data)) return undefined;
  return { input, rowsAt, rows, width, rowsOfBlock };
}

/**
 * Calls a kernel once for each block of rows.
 * @param {Core} core
 * @param {Kernel} kernel
 * @param {Blocks} blocks
 * @param {Output & { shape: readonly number[] }} output
 */
function runInBlocks(core, kernel, blocks, { shape, to }) {
  const { arena } = core;
  const { input, rowsAt, rows, width, rowsOfBlock } = blocks;
  return arena.run(() => {
    const bytes = 4 * rowsOfBlock * width;
    const from = arena.take(bytes);
    const args = [from, ...kernel.inputs.slice(1).map((each) => putInput(arena, each))];
    const address = arena.take(bytes);
    completeArguments(core, args, kernel, address);
    const result = to?.data ?? allocateArray(4 * input.count, () => new Float32Array(input.count));
    for (let row = 0; row < rows; row += rowsOfBlock) {
      args[rowsAt] = Math.min(rowsOfBlock, rows - row);
      const [first, count] = [row * width, args[rowsAt] * width];
      arena.putAt({ ...input, data: input.data.subarray(first, first + count), count }, from);
      core.call(kernel.name, args);
      arena.readInto(address, result.subarray(first, first + count), count);
    }
    return /** @type {any} */ (to === undefined ? makeTensor(shape, result) : result);
  });
}

/**
 * Whether rows of the output may overlap other rows of the input.
 * @param {Float32Array} input
 * @param {Float32Array} output
 */
const overwritesInput = (input, output) =>
  haveTwoSharedBuffers(input, output) ||
  (input.byteOffset !== output.byteOffset && areOverlapping(input, output));

/**
 * Whether two arrays have different shared buffers. Such buffers may be the same memory, and JavaScript cannot tell. A
 * shared wasm memory gets a new buffer when it grows, and so does a buffer that is sent in a message.
 * @param {Float32Array} left
 * @param {Float32Array} right
 */
const haveTwoSharedBuffers = ({ buffer: left }, { buffer: right }) =>
  left !== right && [left, right].every((buffer) => getTag(buffer) === 'SharedArrayBuffer');
