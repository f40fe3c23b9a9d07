// Results of calls: their destinations, and reading them from memory.

import { AS_ARGUMENT, makeArgument } from './arguments.js';
import { checkBuffer, nameTypedArray } from './elements.js';
import { formatShape, makeArgumentError, makeValueError } from './errors.js';
import { Resident } from './resident.js';
import { checkLimit, countElements, expectShape } from './shapes.js';
import { makeTensor } from './tensor.js';

/**
 * @import { Arena } from './arena.js'
 * @import { CallOptions } from './call-options.js'
 * @import { Argument } from './types.js'
 */

/**
 * A result of a call: its name, its shape, and its destination, if the caller gives a resident tensor or an array. If
 * the shape is undefined, the output is not wanted and its address is 0.
 * @typedef {{ name: string, shape: readonly number[] | undefined, to?: Argument | undefined }} Output
 */

/**
 * Reads the destination of a result.
 * @param {string} argument
 * @param {unknown} value
 * @param {readonly number[]} shape the shape of the result
 * @returns {Argument | undefined}
 */
function readDestination(argument, value, shape) {
  if (value === undefined) return undefined;
  if (value instanceof Resident) {
    const read = value[AS_ARGUMENT](argument);
    expectShape(read, shape, 'as the result');
    if (read.isMask) throw makeArgumentError(argument, 'numbers', 'a resident mask');
    return /** @type {Argument} */ (read);
  }
  if (nameTypedArray(value) !== 'Float32Array') {
    throw makeValueError(argument, 'a resident tensor or a Float32Array', value);
  }
  const read = makeArgument(argument, shape, /** @type {Float32Array} */ (value));
  checkBuffer(argument, read.data);
  if (read.data.length !== read.count) {
    const expected = `${read.count} elements, for ${formatShape(shape)}`;
    throw makeArgumentError(argument, expected, `of ${read.data.length} elements`);
  }
  return read;
}

/**
 * Takes space for an output. Returns its address, or 0 if the output is not wanted.
 * @param {Arena} arena
 * @param {Output} output
 */
export function takeOutput(arena, { name, shape, to }) {
  if (shape === undefined) return 0;
  checkLimit(name, shape);
  if (to?.resident === undefined) return arena.take(4 * countElements(shape));
  const address = to.resident.addressToWrite(arena, to.name);
  if (arena.claim(address, 4 * to.count)) return address;
  throw makeArgumentError(to.name, 'a tensor of its own', 'in the memory of an argument');
}

/** Reads a written output. @param {Arena} arena @param {Output} output @param {number} address */
export function readResult(arena, { shape, to }, address) {
  if (shape === undefined) return undefined;
  if (to === undefined) return makeTensor(shape, arena.read(address, countElements(shape)));
  if (to.resident !== undefined) return to.resident;
  arena.readInto(address, to.data, to.count);
  return to.data;
}

/**
 * Returns the only output of a call, with its destination.
 * @param {readonly number[]} shape
 * @param {unknown} out the caller's destination
 * @returns {Output & { shape: readonly number[] }}
 */
export function planOutput(shape, out) {
  checkLimit('output', shape);
  return { name: 'output', shape, to: readDestination('options.out', out, shape) };
}

/**
 * Returns the outputs of an attention, with their destinations.
 * @param {CallOptions} options
 * @param {readonly number[]} outputShape
 * @param {readonly number[]} weightsShape
 * @returns {Output[]}
 */
export function planOutputs({ needWeights, out, weightsOut }, outputShape, weightsShape) {
  const output = readDestination('options.out', out, outputShape);
  const weights = readDestination('options.weightsOut', weightsOut, weightsShape);
  const argument = 'options.weightsOut';
  if (weights !== undefined && !needWeights) {
    throw makeArgumentError(argument, 'absent where needWeights is false', 'given');
  }
  // The arguments of resident tensors have no data here; the arena refuses those that overlap.
  if (output !== undefined && weights !== undefined && areOverlapping(output.data, weights.data)) {
    const expected = 'memory apart from that of options.out';
    throw makeArgumentError(argument, expected, 'an array that overlaps it');
  }
  return [
    { name: 'output', shape: outputShape, to: output },
    { name: 'weights', shape: needWeights ? weightsShape : undefined, to: weights },
  ];
}

/** Whether two arrays overlap in one buffer. @param {Float32Array} left @param {Float32Array} right */
export const areOverlapping = (left, right) =>
  left.buffer === right.buffer &&
  left.byteOffset < right.byteOffset + right.byteLength &&
  right.byteOffset < left.byteOffset + left.byteLength;
