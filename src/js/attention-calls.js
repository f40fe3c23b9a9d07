// Calls of the attentions of the core, with their traces.

import { TRACE_STEPS } from './abi.js';
import { putOptions } from './call-options.js';
import { makeValueError } from './errors.js';
import { makeNameError } from './option-reader.js';
import { planOutputs, readResult, takeOutput } from './outputs.js';
import { checkLimit } from './shapes.js';

/**
 * @import { AttentionAbi } from './abi.js'
 * @import { Core } from './core.js'
 * @import { CallOptions } from './call-options.js'
 * @import { Output } from './outputs.js'
 * @import { Argument } from './types.js'
 */

/** Shapes of steps, in the order of the result; undefined without dropout. @typedef {Record<string, Output['shape']>} TraceShapes */

/**
 * Returns the shapes of the steps that all mechanisms share.
 * @param {readonly number[]} scores the shape of the scores
 * @param {CallOptions} options
 * @returns {TraceShapes}
 */
export function listTraceShapes(scores, { dropout }) {
  const rows = scores.slice(0, -1);
  const others = { rowMax: rows, rowSum: rows, dropped: dropout && scores };
  return { ...Object.fromEntries(TRACE_STEPS.map((name) => [name, scores])), ...others };
}

/**
 * Returns the wanted outputs of a trace.
 * @param {unknown} trace true or a list of names
 * @param {TraceShapes} shapes
 * @returns {Output[]}
 */
export function readTrace(trace, shapes) {
  const names = Object.keys(shapes);
  const wanted = trace === true ? names : trace;
  const expected = `true, false or a list of ${names.join(', ')}`;
  if (!Array.isArray(wanted)) throw makeValueError('options.trace', expected, wanted);
  for (const [i, name] of wanted.entries()) {
    if (!names.includes(name)) throw makeNameError(`options.trace[${i}]`, name, names);
  }
  const found = names.filter((name) => wanted.includes(name) && shapes[name] !== undefined);
  // `to` is set to undefined, so that no property of Object.prototype is read as a destination.
  return found.map((name) => ({ name, shape: shapes[name], to: undefined }));
}

/**
 * @typedef {object} Call a call of an attention, with its arguments read and checked
 * @property {AttentionAbi} abi
 * @property {Argument[]} inputs
 * @property {Record<string, number>} sizes
 * @property {number} [shares] the largest number of shares for threads
 * @property {number} [work] multiplications of all shares
 * @property {CallOptions} options
 * @property {readonly number[]} output the shape of the output
 * @property {readonly number[]} weights the shape of the weights
 * @property {() => TraceShapes} trace lists the steps of a trace: those of the core, then those that `putArguments` computes
 * @property {(core: Core, inputs: number[]) => PutArguments} [putArguments] puts further arguments into memory, given the
 *   addresses of the inputs
 *
 * @typedef {object} PutArguments addresses in memory
 * @property {number[]} args the arguments before the struct of sizes, with the inputs
 * @property {number[]} [structs] the structs after those of sizes and options
 * @property {Record<string, number>} [steps] the steps of the trace that are computed already
 */

/**
 * Calls an attention of the core with its inputs, sizes, options, further arguments, outputs, trace and workspace.
 * @param {Core} core
 * @param {Call} call
 * @returns {any}
 */
export function callAttention(core, call) {
  const { abi, options } = call;
  const { arena } = core;
  // Limit the number of rows even if they have no width.
  checkLimit('the call', [...call.weights.slice(0, -1), 1]);
  const [output, weights] = planOutputs(options, call.output, call.weights);
  const steps = options.trace === false ? undefined : readTrace(options.trace, call.trace());
  return arena.run(() => {
    const inputs = call.inputs.map((input) => arena.put(input));
    const put = call.putArguments?.(core, inputs) ?? { args: inputs };
    const { args, structs = [], steps: computed } = put;
    const sizes = arena.putStruct(abi.listSizes(call.sizes));
    args.push(sizes, putOptions(arena, options), ...structs);
    const outputAddress = takeOutput(arena, output);
    const weightsAddress = takeOutput(arena, weights);
    const addresses = { ...computed };
    for (const step of steps ?? []) addresses[step.name] ??= takeOutput(arena, step);
    const trace = steps ? arena.putStruct(abi.listTrace(addresses)) : 0;
    const workspace = core.sizeFrom(abi.workspace, [sizes, ...structs]);
    args.push(outputAddress, weightsAddress, trace);
    args.push(arena.take(workspace * core.countThreads(call.shares, call.work)), workspace);
    core.callInShares(abi.attention, args, call.shares, call.work, workspace);
    /** @type {Record<string, any>} */
    const result = { output: readResult(arena, output, outputAddress) };
    if (weights.shape !== undefined) result.weights = readResult(arena, weights, weightsAddress);
    if (steps) result.trace = {};
    for (const step of steps ?? []) {
      result.trace[step.name] = readResult(arena, step, addresses[step.name]);
    }
    return result;
  });
}
