// Reading the state of a model from a caller. Everything is checked before anything is set.

import { readElements, readTensor } from '../arguments.js';
import { nameTypedArray } from '../elements.js';
import { describeList, describeValue, makeArgumentError, makeValueError } from '../errors.js';
import { isIntegerIn, readKeys } from '../option-reader.js';
import { readList } from './model-arguments.js';

const STATE_ENTRIES = ['kind', 'step', 'parameters', 'means', 'random'];
export const MOST_STEPS = 2 ** 31 - 1;
/** The expected position in a stream of random numbers, in words: four 32-bit integers, signed or unsigned. */
const RANDOM = 'four integers, as getState() gives them';

/** @param {unknown} state @param {string[]} [more] additional names of a kind of model */
export function readEntries(state, more = []) {
  if (state !== undefined) return readKeys('state', state, [...STATE_ENTRIES, ...more]);
  throw makeArgumentError('state', 'what getState() gives', 'undefined');
}

/**
 * @param {Record<string, unknown>} entries
 * @param {string} expected the kind of the model
 * @param {number} count the number of floats of all parameters
 */
export function readState({ kind, step, parameters, means, random }, expected, count) {
  if (kind !== expected) {
    throw makeArgumentError('state.kind', JSON.stringify(expected), describeKind(kind));
  }
  if (!isIntegerIn(step, 0, MOST_STEPS)) {
    throw makeValueError('state.step', `an integer, 0 to ${MOST_STEPS}`, step);
  }
  const read = {
    step,
    random: readStream(random),
    parameters: readNumbers('state.parameters', parameters, count),
    means: readNumbers('state.means', means, 2 * count),
  };
  // Accept NaN, which training with a learning rate that is too high may leave.
  const negative = read.means.findIndex((mean, i) => i >= count && mean < 0);
  if (negative < 0) return read;
  const argument = `state.means[${negative}]`;
  throw makeArgumentError(argument, 'a mean of squares, 0 or more', String(read.means[negative]));
}

const describeKind = (/** @type {unknown} */ kind) =>
  typeof kind === 'string' && kind.length < 80 ? JSON.stringify(kind) : describeValue(kind);

/** @param {unknown} random */
function readStream(random) {
  const numbers = readList('state.random', random, RANDOM);
  const isWord = (/** @type {unknown} */ word) => isIntegerIn(word, -(2 ** 31), 2 ** 32 - 1);
  if (numbers.length === 4 && numbers.every(isWord)) {
    return /** @type {number[]} */ (numbers);
  }
  const isRight = numbers.every(isWord);
  const received = isRight ? `a list of ${numbers.length}` : describeList(numbers, isWord);
  throw makeArgumentError('state.random', RANDOM, received);
}

/** @param {string} argument @param {unknown} value @param {number} count */
function readNumbers(argument, value, count) {
  const read = readTensor(argument, fromJson(value));
  if (read.count === count) return readElements(read);
  throw makeArgumentError(argument, `${count} numbers, as this model has`, `${read.count} numbers`);
}

/**
 * Undoes what JSON does to a Float32Array: it writes an object with indices as keys, and NaN and infinities as null.
 * @param {unknown} value
 */
function fromJson(value) {
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject || nameTypedArray(value) !== undefined || !Object.hasOwn(value, '0')) return value;
  return Object.entries(value).map(([index, number], i) => {
    if (index !== String(i)) return undefined;
    return number === null ? Number.NaN : number;
  });
}
