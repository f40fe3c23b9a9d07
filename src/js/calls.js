// The calls of the core: what has one output, and every attention with its trace.

import { makeValueError } from './errors.js';
import { putOptions } from './options.js';
import { readOneOutput, readOutput, readTargets, runWithOutput, takeOutput } from './outputs.js';
import { planBlocks, runInBlocks } from './row-blocks.js';
import { checkLimit } from './shapes.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { CallOptions } from './options.js'
 * @import { Before, Output } from './outputs.js'
 * @import { Argument } from './types.js'
 */

/**
 * Calls an export that has one output and perhaps a workspace.
 *
 * @param {Core} core
 * @param {string} name
 * @param {object} call
 * @param {Before[]} call.before
 * @param {number} [call.rowsAt] where in `before` the number of rows stands, if those of the first argument do not
 *   depend on each other
 * @param {readonly number[]} call.shape of the output
 * @param {unknown} call.out
 * @param {readonly number[]} [call.after] what comes behind the output
 * @param {[name: string, sizes: number[]]} [call.space] the export that returns the size of the workspace
 * @param {number} [call.shares] that threads may compute
 * @param {number} [call.work] multiplications of all shares
 */
export function callWithOutput(core, name, call) {
  // Rest patterns are slow here.
  const { before, rowsAt, shape, out, after, space, shares, work } = call;
  const output = readOneOutput(shape, out);
  /** Adds the output, what comes behind it, and a workspace. @param {number[]} args @param {number} address */
  const complete = (args, address) => {
    args.push(address);
    if (after !== undefined) args.push(...after);
    if (space === undefined) return;
    const bytes = core.sizeFrom(space[0], space[1]);
    args.push(core.arena.take(bytes), bytes);
  };
  const blocks = rowsAt === undefined ? undefined : planBlocks(before, rowsAt, output);
  if (blocks !== undefined) return runInBlocks(core, name, before, blocks, output, complete);
  return runWithOutput(core, before, output, (args, address) => {
    complete(args, address);
    core.callInShares(name, args, shares, work);
  });
}

/**
 * The steps from scores to weights, which every mechanism shares: `attn_trace` of the core.
 *
 * @param {readonly number[]} scores shape of the scores
 * @param {CallOptions} options
 * @returns {Output[]}
 */
export function listTraceOutputs(scores, { dropout }) {
  const rows = scores.slice(0, -1);
  return [
    { name: 'scores', shape: scores },
    { name: 'scaledScores', shape: scores },
    { name: 'maskedScores', shape: scores },
    { name: 'rowMax', shape: rows },
    { name: 'exponentials', shape: scores },
    { name: 'rowSum', shape: rows },
    { name: 'weights', shape: scores },
    { name: 'dropped', shape: dropout === undefined ? undefined : scores },
  ];
}

/**
 * The steps that are wanted; the others keep their places in the core's struct.
 *
 * @param {unknown} trace true or a list of names
 * @param {Output[]} all
 * @returns {Output[]}
 */
function readTrace(trace, all) {
  const names = all.map(({ name }) => name);
  const wanted = trace === true ? names : readNames(trace, names);
  // A property of Object.prototype is no target.
  return all.map(({ name, shape }) => ({
    name,
    shape: wanted.includes(name) ? shape : undefined,
    to: undefined,
  }));
}

/**
 * @param {unknown} list
 * @param {string[]} names that may be in it
 */
function readNames(list, names) {
  const argument = 'options.trace';
  const expected = `true, false or a list of ${names.join(', ')}`;
  if (!Array.isArray(list)) throw makeValueError(argument, expected, list);
  for (const name of list) {
    if (!names.includes(name)) throw makeValueError(argument, expected, name);
  }
  return list;
}

/**
 * @typedef {object} Call of an attention: what is read before memory is used
 * @property {string} name of the export
 * @property {string} workspace of the export that returns what space that needs
 * @property {Argument[]} inputs
 * @property {number[]} sizes in the order of the core's struct
 * @property {number} [shares] that threads may compute
 * @property {number} [work] multiplications of all shares
 * @property {CallOptions} options
 * @property {readonly number[]} output its shape
 * @property {readonly number[]} weights their shape
 * @property {() => Output[]} trace what a trace holds, if it is wanted
 * @property {((core: Core) => number[]) | undefined} parameters puts them in memory
 * @property {((arena: Arena) => number[]) | undefined} cache puts it in memory
 */

/**
 * Calls an attention of the core: its inputs, then parameters, sizes, options, outputs, trace and
 * workspace.
 *
 * @param {Core} core
 * @param {Call} call
 * @returns {any}
 */
export function callAttention(core, call) {
  const { name, options } = call;
  const { arena } = core;
  // Rows are counted even where they have no width.
  checkLimit('the call', [...call.weights.slice(0, -1), 1]);
  const [output, weights] = readTargets(options, call.output, call.weights);
  const steps = options.trace === false ? [] : readTrace(options.trace, call.trace());
  return arena.run(() => {
    const args = call.inputs.map((input) => arena.put(input));
    if (call.parameters !== undefined) args.push(...call.parameters(core));
    const sizes = arena.putStruct(call.sizes);
    const settings = putOptions(arena, options);
    const cache = call.cache === undefined ? [] : call.cache(arena);
    const [outputAddress, weightsAddress] = [takeOutput(arena, output), takeOutput(arena, weights)];
    const stepAddresses = steps.map((step) => takeOutput(arena, step));
    const trace = options.trace === false ? 0 : arena.putStruct(stepAddresses);
    const workspace = core.sizeFrom(call.workspace, [sizes, ...cache]);
    args.push(sizes, settings, ...cache, outputAddress, weightsAddress, trace);
    args.push(arena.take(workspace * core.countThreads(call.shares, call.work)), workspace);
    core.callInShares(name, args, call.shares, call.work, workspace);
    /** @type {Record<string, any>} */
    const result = { output: readOutput(arena, output, outputAddress) };
    if (weights.shape !== undefined) result.weights = readOutput(arena, weights, weightsAddress);
    if (options.trace === false) return result;
    result.trace = {};
    steps.forEach((step, i) => {
      if (step.shape) result.trace[step.name] = readOutput(arena, step, stepAddresses[i]);
    });
    return result;
  });
}
