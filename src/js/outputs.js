import { AS_ARGUMENT, makeArgument, nameTypedArray } from './arguments.js';
import { describeValue, formatShape, makeArgumentError } from './errors.js';
import { putOptions } from './options.js';
import { Resident } from './resident.js';
import { areOverlapping, planBlocks, putBefore, runInBlocks } from './row-blocks.js';
import { checkLimit, countElements, expectShape } from './shapes.js';
import { makeTensor } from './tensor.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { Before } from './row-blocks.js'
 * @import { Argument, Destination } from './types.js'
 */

/**
 * A result of a call: its name, its shape, and where the caller wants it: in a resident tensor or in an array. An
 * undefined shape is an output that is not wanted: its address is 0.
 *
 * @typedef {{ name: string, shape: readonly number[] | undefined, to?: Argument | undefined }} Output
 */

/**
 * Reads where a result is to go.
 *
 * @param {string} argument
 * @param {unknown} value
 * @param {readonly number[]} shape of the result
 * @returns {Argument | undefined}
 */
export function readTarget(argument, value, shape) {
  if (value === undefined) return undefined;
  if (value instanceof Resident) {
    const read = value[AS_ARGUMENT](argument);
    expectShape(read, shape, 'as the result');
    if (read.isMask) throw makeArgumentError(argument, 'of numbers', 'a resident mask');
    return /** @type {Argument} */ (read);
  }
  if (nameTypedArray(value) !== 'Float32Array') {
    throw makeArgumentError(argument, 'a resident tensor or a Float32Array', describeValue(value));
  }
  const read = makeArgument(argument, shape, /** @type {Float32Array} */ (value));
  if (read.data.length !== read.count) {
    const expected = `${read.count} elements, for ${formatShape(shape)}`;
    throw makeArgumentError(argument, expected, `of ${read.data.length} elements`);
  }
  return read;
}

/**
 * Takes space for an output; 0 where it is not wanted.
 *
 * @param {Arena} arena
 * @param {Output} output
 */
export function takeOutput(arena, { name, shape, to }) {
  if (shape === undefined) return 0;
  checkLimit(name, shape);
  if (to?.resident === undefined) return arena.take(4 * countElements(shape));
  const address = to.resident.addressToWrite(arena, to.name);
  if (arena.claim(address, 4 * to.count)) return address;
  const expected = 'a resident tensor that is nothing else in this call';
  throw makeArgumentError(to.name, expected, 'another argument, too');
}

/**
 * Reads an output once the call has filled it.
 *
 * @param {Arena} arena
 * @param {Output} output
 * @param {number} address
 */
export function readOutput(arena, { shape, to }, address) {
  if (shape === undefined) return undefined;
  if (to === undefined) return makeTensor(shape, arena.read(address, countElements(shape)));
  if (to.resident !== undefined) return to.resident;
  arena.readInto(address, to.data, to.count);
  return to.data;
}

/**
 * Runs what has one output.
 *
 * @param {Core} core
 * @param {Before[]} before
 * @param {Output} output
 * @param {(before: number[], output: number) => void} write
 */
export function runWithOutput(core, before, output, write) {
  const { arena } = core;
  return arena.run(() => {
    /** @type {number[]} */
    const given = [];
    for (let i = 0; i < before.length; i++) given.push(putBefore(arena, before[i]));
    const address = takeOutput(arena, output);
    write(given, address);
    return /** @type {any} */ (readOutput(arena, output, address));
  });
}

/**
 * The one output of a call.
 *
 * @param {readonly number[]} shape
 * @param {unknown} out where the caller wants it
 * @returns {Output & { shape: readonly number[] }}
 */
export function readOneOutput(shape, out) {
  checkLimit('output', shape);
  return { name: 'output', shape, to: readTarget('options.out', out, shape) };
}

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
  // Name by name: engines are slow with what is left of an object.
  const { before, rowsAt, shape, out, after = NO_ARGUMENTS, space, shares, work } = call;
  const output = readOneOutput(shape, out);
  const blocks = rowsAt === undefined ? undefined : planBlocks(before, rowsAt, output);
  if (blocks !== undefined) {
    return runInBlocks(core, name, before, blocks, output, (args, address) =>
      completeArguments(core, args, address, after, space),
    );
  }
  return runWithOutput(core, before, output, (args, address) => {
    completeArguments(core, args, address, after, space);
    core.callInShares(name, args, shares, work);
  });
}

/** @type {readonly number[]} */
const NO_ARGUMENTS = [];

/**
 * Adds the output, what comes behind it, and a workspace.
 *
 * @param {Core} core
 * @param {number[]} args
 * @param {number} address
 * @param {readonly number[]} after
 * @param {[name: string, sizes: number[]] | undefined} space
 */
function completeArguments(core, args, address, after, space) {
  args.push(address);
  for (let i = 0; i < after.length; i++) args.push(after[i]);
  if (space === undefined) return;
  const bytes = core.sizeFrom(space[0], space[1]);
  args.push(core.arena.take(bytes), bytes);
}

/**
 * The steps from scores to weights, which every mechanism shares: `attn_trace` of the core.
 *
 * @param {readonly number[]} scores shape of the scores
 * @param {import('./options.js').CallOptions} options
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
 * The destinations of output and weights.
 *
 * @param {import('./options.js').CallOptions} options
 * @param {readonly number[]} outputShape
 * @param {readonly number[]} weightsShape
 * @returns {Output[]}
 */
export function readTargets({ needWeights, out, weightsOut }, outputShape, weightsShape) {
  const output = readTarget('options.out', out, outputShape);
  const weights = readTarget('options.weightsOut', weightsOut, weightsShape);
  const argument = 'options.weightsOut';
  if (weights !== undefined && !needWeights) {
    const expected = 'absent where needWeights is false';
    throw makeArgumentError(argument, expected, 'given');
  }
  // Of residents no data is at hand; the arena refuses those that overlap.
  if (output !== undefined && weights !== undefined && areOverlapping(output.data, weights.data)) {
    const expected = 'of other memory than options.out';
    throw makeArgumentError(argument, expected, 'an array that overlaps it');
  }
  return [
    { name: 'output', shape: outputShape, to: output },
    { name: 'weights', shape: needWeights ? weightsShape : undefined, to: weights },
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
  const [argument, expected] = ['options.trace', `true, false or a list of ${names.join(', ')}`];
  if (!Array.isArray(list)) throw makeArgumentError(argument, expected, describeValue(list));
  for (const name of list) {
    if (!names.includes(name)) throw makeArgumentError(argument, expected, describeValue(name));
  }
  return list;
}

/**
 * @typedef {object} Call of an attention: what is read before memory is used
 * @property {string} name of the export
 * @property {string} workspace of the export that returns what space that needs
 * @property {import('./types.js').Argument[]} inputs
 * @property {number[]} sizes in the order of the core's struct
 * @property {number} [shares] that threads may compute
 * @property {number} [work] multiplications of all shares
 * @property {import('./options.js').CallOptions} options
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
  const steps = options.trace === false ? undefined : readTrace(options.trace, call.trace());
  return arena.run(() => {
    const args = call.inputs.map((input) => arena.put(input));
    if (call.parameters !== undefined) args.push(...call.parameters(core));
    const sizes = arena.putStruct(call.sizes);
    const settings = putOptions(arena, options);
    const cache = call.cache === undefined ? [] : call.cache(arena);
    const [outputAddress, weightsAddress] = [takeOutput(arena, output), takeOutput(arena, weights)];
    const stepAddresses = steps?.map((step) => takeOutput(arena, step));
    const trace = stepAddresses === undefined ? 0 : arena.putStruct(stepAddresses);
    const workspace = core.sizeFrom(call.workspace, [sizes, ...cache]);
    args.push(sizes, settings, ...cache, outputAddress, weightsAddress, trace);
    args.push(arena.take(workspace * core.threads), workspace);
    core.callInShares(name, args, call.shares, call.work, workspace);
    /** @type {Record<string, any>} */
    const result = { output: readOutput(arena, output, outputAddress) };
    if (weights.shape !== undefined) result.weights = readOutput(arena, weights, weightsAddress);
    if (steps !== undefined && stepAddresses !== undefined) {
      result.trace = readSteps(arena, steps, stepAddresses);
    }
    return result;
  });
}

/**
 * The steps that were wanted, by name.
 *
 * @param {Arena} arena
 * @param {Output[]} steps
 * @param {number[]} addresses
 */
function readSteps(arena, steps, addresses) {
  /** @type {Record<string, any>} */
  const results = {};
  steps.forEach((step, i) => {
    if (step.shape) results[step.name] = readOutput(arena, step, addresses[i]);
  });
  return results;
}
