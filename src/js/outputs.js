import { AS_ARGUMENT, kindOf } from './arguments.js';
import { argumentError, describeValue, formatShape } from './errors.js';
import { putOptions } from './options.js';
import { checkLimit, expectShape, sizeOf } from './shapes.js';
import { makeTensor } from './tensor.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { Destination } from './types.js'
 */

/**
 * A result of a call: its name, its shape, and where the caller wants it. An undefined shape is an
 * output that is not wanted: its address is 0.
 *
 * @typedef {{ name: string, shape: number[] | undefined, to?: Target }} Output
 * @typedef {object} Target
 * @property {Float32Array | undefined} array of the caller's
 * @property {(arena: Arena) => number | undefined} address where the core is to write, if it can
 * @property {(arena: Arena, address: number) => Destination} read what the caller passed, written
 */

/**
 * Reads where a result is to go.
 *
 * @param {string} argument
 * @param {unknown} value
 * @param {readonly number[]} shape of the result
 * @returns {Target | undefined}
 */
export function readTarget(argument, value, shape) {
  if (value === undefined) return undefined;
  if (kindOf(value) === 'Float32Array') {
    return arrayTarget(argument, /** @type {Float32Array} */ (value), shape);
  }
  if (typeof value === 'object' && value !== null && AS_ARGUMENT in value) {
    return residentTarget(/** @type {any} */ (value), argument, shape);
  }
  throw argumentError(argument, 'a resident tensor or a Float32Array', describeValue(value));
}

/**
 * @param {string} argument
 * @param {Float32Array} array
 * @param {readonly number[]} shape
 * @returns {Target}
 */
function arrayTarget(argument, array, shape) {
  const count = sizeOf(shape);
  if (array.length !== count) {
    const expected = `${count} elements, for ${formatShape(shape)}`;
    throw argumentError(argument, expected, `of ${array.length} elements`);
  }
  return {
    array,
    address: () => undefined,
    read(arena, address) {
      arena.readInto(address, array, count);
      return array;
    },
  };
}

/**
 * @param {import('./resident.js').Resident} resident
 * @param {string} argument
 * @param {readonly number[]} shape
 * @returns {Target}
 */
function residentTarget(resident, argument, shape) {
  const read = resident[AS_ARGUMENT](argument);
  expectShape(read, shape, 'as the result');
  if (read.isMask) {
    throw argumentError(argument, 'of numbers', 'a resident mask');
  }
  return {
    array: undefined,
    address(arena) {
      const address = resident.addressToWrite(arena, argument);
      if (arena.claim(address, 4 * read.count)) return address;
      const expected = 'a resident tensor that is nothing else in this call';
      throw argumentError(argument, expected, 'another argument, too');
    },
    read: () => resident,
  };
}

/**
 * Takes space for outputs, to be read once a call has filled them.
 *
 * @param {Arena} arena
 * @param {Output[]} outputs
 */
export function takeOutputs(arena, outputs) {
  for (const { name, shape } of outputs) if (shape) checkLimit(name, shape);
  const addresses = outputs.map(({ shape, to }) =>
    shape ? (to?.address(arena) ?? arena.take(4 * sizeOf(shape))) : 0,
  );
  return {
    addresses,
    read() {
      /** @type {Record<string, any>} */
      const results = {};
      outputs.forEach(({ name, shape, to }, i) => {
        if (!shape) return;
        results[name] =
          to === undefined
            ? makeTensor(shape, arena.read(addresses[i], sizeOf(shape)))
            : to.read(arena, addresses[i]);
      });
      return results;
    },
  };
}

/**
 * The steps from scores to weights, which every mechanism shares: `attn_trace` of the core.
 *
 * @param {number[]} scores shape of the scores
 * @param {import('./options.js').Options} options
 * @returns {Output[]}
 */
export function attentionTrace(scores, { dropout }) {
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
 * @param {import('./options.js').Options} options
 * @param {number[]} outputShape
 * @param {number[]} weightsShape
 * @returns {Output[]}
 */
function readTargets({ needWeights, out, weightsOut }, outputShape, weightsShape) {
  const output = readTarget('options.out', out, outputShape);
  const weights = readTarget('options.weightsOut', weightsOut, weightsShape);
  const argument = 'options.weightsOut';
  if (weights !== undefined && !needWeights) {
    const expected = 'absent where needWeights is false';
    throw argumentError(argument, expected, 'given');
  }
  if (output?.array !== undefined && weights?.array !== undefined) {
    if (overlap(output.array, weights.array)) {
      const expected = 'of other memory than options.out';
      throw argumentError(argument, expected, 'an array that overlaps it');
    }
  }
  return [
    { name: 'output', shape: outputShape, to: output },
    { name: 'weights', shape: needWeights ? weightsShape : undefined, to: weights },
  ];
}

/** @param {Float32Array} left @param {Float32Array} right */
const overlap = (left, right) =>
  left.buffer === right.buffer &&
  left.byteOffset < right.byteOffset + right.byteLength &&
  right.byteOffset < left.byteOffset + left.byteLength;

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
  if (!Array.isArray(list)) throw argumentError(argument, expected, describeValue(list));
  for (const name of list) {
    if (!names.includes(name)) throw argumentError(argument, expected, describeValue(name));
  }
  return list;
}

/**
 * @typedef {object} Call of an attention: what is read before memory is used
 * @property {string} name of the export
 * @property {string} workspace of the export that returns what space that needs
 * @property {import('./types.js').Argument[]} inputs
 * @property {number[]} sizes in the order of the core's struct
 * @property {import('./options.js').Options} options
 * @property {number[]} output its shape
 * @property {number[]} weights their shape
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
  const wanted = readTargets(options, call.output, call.weights);
  const traced = options.trace === false ? [] : readTrace(options.trace, call.trace());
  return arena.run(() => {
    const inputs = call.inputs.map((input) => arena.put(input));
    const parameters = call.parameters?.(core) ?? [];
    const sizes = arena.putStruct(call.sizes);
    const settings = putOptions(arena, options);
    const cache = call.cache?.(arena) ?? [];
    const results = takeOutputs(arena, wanted);
    const steps = takeOutputs(arena, traced);
    const trace = options.trace ? arena.putStruct(steps.addresses) : 0;
    const workspace = core.sizeFrom(call.workspace, [sizes, ...cache]);
    const args = [...inputs, ...parameters, sizes, settings, ...cache, ...results.addresses];
    args.push(trace, arena.take(workspace), workspace);
    core.call(name, args);
    const result = results.read();
    if (options.trace) result.trace = steps.read();
    return result;
  });
}
