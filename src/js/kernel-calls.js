// Calls of exports that have one output.

import { putInput } from './kernels.js';
import { planOutput, readResult, takeOutput } from './outputs.js';
import { planBlocks, runInBlocks } from './row-blocks.js';

/**
 * @import { Core } from './core.js'
 * @import { Input, Kernel } from './kernels.js'
 * @import { Output } from './outputs.js'
 */

/**
 * Calls a kernel with arguments of the caller.
 * @param {Core} core
 * @param {Kernel} kernel
 * @param {readonly number[]} shape the shape of the output
 * @param {unknown} out the caller's destination
 * @param {number} [shares] the largest number of shares for threads
 * @param {number} [work] multiplications of all shares
 */
export function callKernel(core, kernel, shape, out, shares, work) {
  const output = planOutput(shape, out);
  const blocks = planBlocks(kernel, output);
  if (blocks !== undefined) return runInBlocks(core, kernel, blocks, output);
  return runWithOutput(core, kernel.inputs, output, (args, address) => {
    core.completeArguments(args, kernel, address);
    core.callInShares(kernel.name, args, shares, work);
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
