/** Of a file's tensors those that attention is made of, and the words they stand for. */

import { tensor } from '../../../src/js/index.js';
import { sizeOf } from '../../graph/axes.js';
import { MAX_GIVEN_HEADS, MAX_GIVEN_LAYERS, MAX_GIVEN_SIZE } from '../../session/limits.js';
import {
  nothingFits,
  tooManyScores,
  unreadable,
  wrongShape,
  wrongTokens,
} from '../../text/en/files.js';
import { asFileError, FileError } from './file-error.js';
import { MOST_NUMBERS, refuseLarge } from './limits.js';
import { roleOf } from './role.js';

/**
 * @typedef {import('../own.js').Own} Own
 * @typedef {import('../own.js').Tensor} Tensor
 */

/**
 * An axis is as long in every tensor that has it. Several heads of queries may share one of keys and values.
 * @type {Record<string, string[]>}
 */
const AXES = {
  q: ['heads', 'queries', 'width'],
  k: ['keyHeads', 'keys', 'width'],
  v: ['keyHeads', 'keys', 'columns'],
  weights: ['heads', 'queries', 'keys'],
};
const MOST = [MAX_GIVEN_HEADS, MAX_GIVEN_SIZE, MAX_GIVEN_SIZE];

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
    /** @param {number[]} given */
    const check = (given) => {
      const { layers, shape } = layersOf(role, given);
      const expected = axes.map(
        (axis) => lengths[axis] ?? (axis === 'keyHeads' ? lengths.heads : axis),
      );
      const sizes = shape.length === 2 ? [1, ...shape] : shape;
      const fits = sizes.every((size, i) => {
        lengths[axes[i]] ??= size;
        return Number.isInteger(size) && size > 0 && size <= MOST[i] && size === lengths[axes[i]];
      });
      const isShared = role === 'q' || role === 'weights' || lengths.heads % sizes[0] === 0;
      if (sizes.length !== 3 || !fits || !isShared || !(layers > 0 && layers <= MAX_GIVEN_LAYERS)) {
        throw new FileError(wrongShape(role, given, expected, MOST));
      }
      room -= layers * sizeOf(sizes);
      refuseLarge(room < 0);
      const scores = [lengths.heads, lengths.queries, lengths.keys];
      if (sizeOf(scores) > MOST_NUMBERS) throw new FileError(tooManyScores(scores, MOST_NUMBERS));
    };
    try {
      const { shape: all, data } = /** @type {Tensor} */ (yield found[role](check));
      const { layers, shape } = layersOf(role, [...all]);
      // Two axes are one head.
      const sizes = role !== 'weights' && shape.length < 3 ? [1, ...shape] : shape;
      const size = data.length / layers;
      for (let layer = 0; layer < layers; layer++) {
        const part = data.subarray(layer * size, (layer + 1) * size);
        const name = layers === 1 ? role : `layer${layer + 1}/${role}`;
        tensors[name] = forHeads(
          role === 'weights' ? undefined : lengths.heads,
          tensor(sizes, part),
        );
      }
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

/**
 * Without the axis of a batch of one, and of weights that of the layers.
 * @param {string} role
 * @param {number[]} shape
 */
function layersOf(role, shape) {
  if (role === 'weights' && shape.length === 5 && shape[1] === 1)
    return { layers: shape[0], shape: shape.slice(2) };
  return { layers: 1, shape: shape.length === 4 && shape[0] === 1 ? shape.slice(1) : shape };
}

/**
 * Heads of keys and values that several heads share, once for each that shares them.
 * @param {number | undefined} heads
 * @param {Tensor} given
 */
function forHeads(heads, { shape, data }) {
  const [shared, ...rest] = shape;
  if (heads === undefined || heads === shared) return tensor(shape, data);
  const size = sizeOf(rest);
  const repeated = new Float32Array(heads * size);
  for (let head = 0; head < heads; head++) {
    const from = Math.floor((head * shared) / heads) * size;
    repeated.set(data.subarray(from, from + size), head * size);
  }
  return tensor([heads, ...rest], repeated);
}

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
