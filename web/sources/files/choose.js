/** Which array of a file is the weights, where its name does not tell. */

import { nothingFits, severalArrays, unreadable } from '../../text/en/files.js';
import { asFileError, FileError } from './file-error.js';
import { MOST_BYTES } from './limits.js';
import { isPart, namesOf } from './role.js';

/**
 * @typedef {import('./arrays.js').Arrays} Arrays
 * @typedef {import('./arrays.js').Tensor} Tensor
 *
 * @typedef {object} Seen
 * @property {string[]} numeric names of all arrays of numbers
 * @property {string[]} weights names of those whose rows sum to 1
 * @property {unknown[]} damaged errors of those that could not be looked at
 * @property {unknown[]} others errors of those that are of no type that is read
 */

/** What float16 and bfloat16 round away of a row. */
const MOST_ROUNDING = 0.01;

/** Ends the reading of an array that need not be read. */
const PASSED_OVER = Symbol('passed over');

/**
 * The name of the weights: that of its role, or of the only array of numbers, or of the only one whose
 * rows sum to 1.
 * @param {Arrays} arrays
 * @returns {Generator<any, string>} it yields what may be promises, and is sent what these resolve to
 * @throws {FileError}
 */
export function* chooseWeights(arrays) {
  const named = namesOf(arrays.keys(), 'weights');
  if (named.length === 1) return named[0];
  const names = named.length > 0 ? named : [...arrays.keys()];
  // Queries alone, or keys, are no weights.
  if (names.length === 1 && !isPart(names[0])) return names[0];
  const wanted = new Set(names);
  const among = new Map([...arrays].filter(([name]) => wanted.has(name)));
  const { numeric, weights, damaged, others } = yield* lookAt(among);
  if (weights.length === 1) return weights[0];
  if (numeric.length > 1 && !numeric.every(isPart)) throw new FileError(severalArrays(numeric));
  if (damaged.length > 0) throw damaged[0];
  if (numeric.length === 1 && !isPart(numeric[0])) return numeric[0];
  throw others[0] ?? new FileError(nothingFits([...arrays.keys()]));
}

/**
 * @param {Arrays} arrays
 * @returns {Generator<any, Seen>}
 */
function* lookAt(arrays) {
  /** @type {Seen} */
  const seen = { numeric: [], weights: [], damaged: [], others: [] };
  let room = MOST_BYTES;
  for (const [name, { bytes, read }] of arrays) {
    room -= bytes;
    if (room < 0) throw new FileError(severalArrays([...arrays.keys()]));
    let errors = seen.damaged;
    /** @type {import('./arrays.js').Check} */
    const check = ({ length: axes }, kind) => {
      if (kind === 'other' || kind === 'nothing') errors = seen.others;
      else if (kind !== 'numbers' || axes === 0) throw PASSED_OVER;
      else seen.numeric.push(name);
      if (errors === seen.damaged && axes < 2) throw PASSED_OVER;
    };
    try {
      if (hasRowsOfOne(yield read(check))) seen.weights.push(name);
    } catch (error) {
      if (error !== PASSED_OVER) errors.push(asFileError(error, unreadable('tensor', name)));
    }
  }
  return seen;
}

/**
 * A row that is masked throughout has zeros or NaN.
 * @param {Tensor} tensor
 */
function hasRowsOfOne({ shape, data }) {
  const columns = shape[shape.length - 1];
  let count = 0;
  for (let start = 0; start < data.length; start += columns) {
    const row = data.subarray(start, start + columns);
    if (row.some((weight) => weight < 0)) return false;
    const sum = row.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) <= MOST_ROUNDING) count++;
    else if (sum > 0) return false;
  }
  return count > 0;
}
