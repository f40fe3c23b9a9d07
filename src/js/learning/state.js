// What training changes, as a caller gives it back: all of it is checked before any of it is set.

import { elementsOf, readKeys, readTensor } from '../arguments.js';
import { argumentError, describe } from '../errors.js';
import { readList } from './options.js';

/**
 * @typedef {{ step: number, parameters: Float32Array, means: Float32Array, random: number[] }} State
 * `means`: those of the gradients, then those of their squares
 */

const NAMES = ['step', 'parameters', 'means', 'random'];
const MOST_STEPS = 2 ** 31 - 1;
/** Where a stream of random numbers is: three words of 32 bits, with a sign or without, and a counter. */
const RANDOM = 'four integers, as getState() gives them';

/**
 * The values of a state by name.
 *
 * @param {unknown} state
 * @param {string[]} [more] names that a kind of model has besides
 */
export function readEntries(state, more = []) {
  if (state !== undefined) return readKeys('state', state, [...NAMES, ...more]);
  throw argumentError('state', 'what getState() gives', 'undefined');
}

/**
 * @param {Record<string, unknown>} entries
 * @param {number} count numbers of the parameters
 * @returns {State}
 */
export function readState({ step, parameters, means, random }, count) {
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step > MOST_STEPS) {
    throw argumentError('state.step', `an integer, 0 to ${MOST_STEPS}`, describe(step));
  }
  const stream = readStream(random);
  const read = {
    step,
    parameters: readNumbers('state.parameters', parameters, count),
    means: readNumbers('state.means', means, 2 * count),
    random: stream,
  };
  // NaN is what training at a rate that is far too high may leave.
  const negative = read.means.findIndex((mean, i) => i >= count && mean < 0);
  if (negative < 0) return read;
  const argument = `state.means[${negative}]`;
  const expected = 'a mean of squares, 0 or more';
  throw argumentError(argument, expected, String(read.means[negative]));
}

/** @param {unknown} random */
function readStream(random) {
  const numbers = readList('state.random', random, RANDOM);
  const isWord = (/** @type {unknown} */ word) =>
    Number.isInteger(word) && Number(word) >= -(2 ** 31) && Number(word) < 2 ** 32;
  const [a, b, c, counter, ...rest] = numbers;
  if ([a, b, c].every(isWord) && Number.isSafeInteger(counter) && rest.length === 0) {
    return /** @type {number[]} */ (numbers);
  }
  throw argumentError('state.random', RANDOM, 'other values');
}

/** @param {string} argument @param {unknown} value @param {number} count */
function readNumbers(argument, value, count) {
  const read = readTensor(argument, value);
  if (read.count === count) return elementsOf(read);
  throw argumentError(argument, `${count} numbers, as this model has`, `${read.count} numbers`);
}
