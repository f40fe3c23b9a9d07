/** Of a file's tensors those that attention is made of, and the words they stand for. */

import { tensor } from '../../../src/js/index.js';
import { sizeOf } from '../../graph/axes.js';
import { MAX_HEADS, MAX_WIDTH } from '../../session/limits.js';
import { MAX_WORDS } from '../../session/words.js';
import { nothingFits, unreadable, wrongShape, wrongTokens } from '../../text/en/files.js';
import { asFileError, FileError } from './file-error.js';
import { MOST_NUMBERS, refuseLarge } from './limits.js';
import { roleOf } from './role.js';

/**
 * @typedef {import('../own.js').Own} Own
 * @typedef {import('../own.js').Tensor} Tensor
 */

/** An axis is as long in every tensor that has it. @type {Record<string, string[]>} */
const AXES = {
  q: ['heads', 'queries', 'width'],
  k: ['heads', 'keys', 'width'],
  v: ['heads', 'keys', 'columns'],
  weights: ['heads', 'queries', 'keys'],
};

/**
 * @param {import('./read.js').Contents} contents
 * @returns {Own | Promise<Own>} a promise where something has to be unpacked; throws, or rejects with,
 *   a FileError
 */
export const readOwn = (contents) => finished(reading(contents));

/**
 * Runs a generator: synchronously while it yields values, asynchronously once it yields a promise.
 * @template T
 * @param {Generator<any, T>} steps
 * @param {IteratorResult<any, T>} [step]
 * @returns {T | Promise<T>}
 */
function finished(steps, { done, value } = steps.next()) {
  if (done) return value;
  return value instanceof Promise
    ? value.then(
        (result) => finished(steps, steps.next(result)),
        (error) => finished(steps, steps.throw(error)),
      )
    : finished(steps, steps.next(value));
}

/**
 * @param {import('./read.js').Contents} contents
 * @returns {Generator<any, Own>} that yields values or promises, and is sent what they resolve to
 */
function* reading({ tensors: loads, queryTokens, keyTokens, settings }) {
  /** @type {Record<string, import('./numbers.js').Load>} */
  const found = Object.fromEntries([...loads].map(([name, load]) => [roleOf(name) ?? '', load]));
  const roles = found.q && found.k && found.v ? ['q', 'k', 'v'] : ['weights'];
  if (!found[roles[0]]) throw new FileError(nothingFits([...loads.keys()]));
  /** @type {Record<string, number>} */
  const lengths = {};
  /** @type {Record<string, Tensor>} */
  const tensors = {};
  let room = MOST_NUMBERS;
  for (const role of roles) {
    const axes = AXES[role];
    const most = [MAX_HEADS, MAX_WORDS, role === 'weights' ? MAX_WORDS : MAX_WIDTH];
    /** @param {number[]} given */
    const check = (given) => {
      const shape = oneSentence(given);
      const expected = axes.map((axis) => lengths[axis] ?? axis);
      const sizes = shape.length === 2 ? [1, ...shape] : shape;
      const fits = sizes.every((size, i) => {
        lengths[axes[i]] ??= size;
        return Number.isInteger(size) && size > 0 && size <= most[i] && size === lengths[axes[i]];
      });
      if (sizes.length !== 3 || !fits) {
        throw new FileError(wrongShape(role, shape, expected, most));
      }
      room -= sizeOf(sizes);
      refuseLarge(room < 0);
    };
    try {
      const { shape, data } = /** @type {Tensor} */ (yield found[role](check));
      // Two axes are one head.
      const sizes = oneSentence([...shape]);
      tensors[role] = tensor(role !== 'weights' && sizes.length < 3 ? [1, ...sizes] : sizes, data);
    } catch (error) {
      throw asFileError(error, unreadable('tensor', role));
    }
  }
  return {
    queryWords: tokensOr('queryTokens', queryTokens, lengths.queries),
    keyWords: tokensOr('keyTokens', keyTokens, lengths.keys),
    tensors,
    settings,
  };
}

/** Of a batch of one. @param {number[]} shape */
const oneSentence = (shape) => (shape.length === 4 && shape[0] === 1 ? shape.slice(1) : shape);

/**
 * @param {string} name
 * @param {unknown} given
 * @param {number} length
 */
function tokensOr(name, given, length) {
  const tokens = given ?? Array.from({ length }, (_, i) => `${i + 1}`);
  const isToken = (/** @type {unknown} */ one) => typeof one === 'string';
  if (Array.isArray(tokens) && tokens.length === length && tokens.every(isToken))
    return [...tokens];
  throw new FileError(wrongTokens(name, length));
}
