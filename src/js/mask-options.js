// The options that are tensors: masks, lengths and sinks. They are checked against the shape of the scores.

import { NO_STRIDES } from './abi.js';
import { holdsZerosAndOnes, makeArgument, readAny, readElements, readTensor } from './arguments.js';
import {
  allocateArray,
  formatShape,
  makeArgumentError,
  makeOptionError,
  makeShapeError,
} from './errors.js';
import { computeBroadcastStrides, computeIndex, countElements, expectShape } from './shapes.js';
import { makeTensor } from './tensor.js';

/** @import { ReadOptions } from './call-options.js' */

/**
 * @typedef {import('./types.js').Argument<any>} Argument
 *
 * @typedef {object} Masks the masks and lengths of a call
 * @property {Argument | undefined} allowed
 * @property {Argument | undefined} added
 * @property {readonly number[]} maskStrides strides of `allowed` or `added` over N, H, L, S
 * @property {Argument | undefined} keyPadding
 * @property {Argument | undefined} validLens
 * @property {boolean} validLensPerQuery
 */

/** @type {Masks} */
const NO_MASKS = Object.freeze({
  allowed: undefined,
  added: undefined,
  maskStrides: NO_STRIDES,
  keyPadding: undefined,
  validLens: undefined,
  validLensPerQuery: false,
});
const LARGEST_LENGTH = 2 ** 31 - 1;

/**
 * Reads the masks and lengths of a call.
 * @param {Pick<ReadOptions, 'attnMask' | 'keyPaddingMask' | 'validLens'>} options
 * @param {readonly number[]} scores (L, S), (N, L, S) or (N, H, L, S)
 * @param {boolean} isBatched
 * @param {number[]} [maskAxes] the numbers of axes that attnMask may have
 * @returns {Masks}
 */
export function readMasks({ attnMask, keyPaddingMask, validLens }, scores, isBatched, maskAxes) {
  if (attnMask === undefined && keyPaddingMask === undefined && validLens === undefined) {
    return NO_MASKS;
  }
  const mask = attnMask === undefined ? undefined : readMask(attnMask, scores, maskAxes);
  const lengths = validLens === undefined ? undefined : readLengths(validLens, scores, isBatched);
  return {
    allowed: mask?.isMask ? mask : undefined,
    added: mask?.isMask ? undefined : mask,
    maskStrides:
      mask === undefined ? NO_STRIDES : toFourAxes(computeBroadcastStrides(mask, scores)),
    keyPadding: keyPaddingMask === undefined ? undefined : readPadding(keyPaddingMask, scores),
    validLens: lengths,
    validLensPerQuery: lengths?.shape.length === 2,
  };
}

/**
 * Copies a mask of scores with more than four axes, so that it has four: those between the first and the last two become
 * one, as they do in the scores.
 * @param {unknown} value
 * @param {readonly number[]} shape the shape of the scores
 */
export function foldMask(value, shape) {
  const mask = readAny('options.attnMask', value);
  const strides = computeBroadcastStrides(mask, shape).slice(0, -2);
  const [L = 1, S = 1] = [mask.shape.at(-2), mask.shape.at(-1)];
  // Axes along which the mask repeats stay 1.
  const N = strides[0] === 0 ? 1 : shape[0];
  const between = strides.some((stride, axis) => axis > 0 && stride > 0) ? shape.slice(1, -2) : [];
  const sizes = [N, countElements(between), L, S];
  const elements = readElements(mask);
  const data = allocateArray(4 * countElements(sizes), () =>
    mask.isMask ? new Uint8Array(countElements(sizes)) : new Float32Array(countElements(sizes)),
  );
  for (let block = 0; block < sizes[0] * sizes[1]; block++) {
    const index = computeIndex([N, ...between], block);
    const start = index.reduce((sum, position, axis) => sum + position * strides[axis], 0);
    data.set(elements.subarray(start, start + L * S), block * L * S);
  }
  return makeTensor(sizes, data);
}

/** Converts strides over the scores to strides over (N, H, L, S). @param {number[]} strides */
function toFourAxes(strides) {
  const [first, second, L, S] = [...NO_STRIDES.slice(strides.length), ...strides];
  return strides.length === 3 ? [second, first, L, S] : [first, second, L, S];
}

/** @param {unknown} value @param {readonly number[]} scores @param {number[]} [axes] */
function readMask(value, scores, axes) {
  const mask = readAny('options.attnMask', value);
  if (axes !== undefined && !axes.includes(mask.shape.length)) throw makeAxesError(mask, scores);
  if (!mask.isMask && holdsZerosAndOnes(mask)) {
    const expected =
      'booleans or a Uint8Array to say who may attend (true or 1 = may attend), ' +
      'or numbers to add to the scores (0 = may attend, -Infinity = masked)';
    const received = 'numbers, all of them 0 or 1, which would be added to the scores';
    throw makeArgumentError(mask.name, expected, received);
  }
  return mask;
}

/**
 * Makes the error of a mask with a wrong number of axes. Three axes are ambiguous: they could be a mask for each item or
 * for each head.
 * @param {Argument} mask
 * @param {readonly number[]} scores
 */
function makeAxesError({ name, shape }, scores) {
  const ways = shape.length === 3 ? listWays(shape, scores).join(', ') : '';
  const expected = `${formatShape(scores.slice(-2))} or ${formatShape(scores)}`;
  return makeShapeError(name, ways === '' ? expected : `${expected}: write ${ways}`, shape);
}

/**
 * Lists the shapes of four axes that fit the scores, in words.
 * @param {readonly number[]} shape
 * @param {readonly number[]} scores
 */
function listWays([first, ...rest], scores) {
  const ways =
    first === 1
      ? [{ shape: [1, 1, ...rest], use: '' }]
      : [
          { shape: [first, 1, ...rest], use: ' for a mask of each item' },
          { shape: [1, first, ...rest], use: ' for a mask of each head' },
        ];
  return ways
    .filter(({ shape }) => shape.every((size, axis) => size === 1 || size === scores[axis]))
    .map(({ shape, use }) => formatShape(shape) + use);
}

/** Reads the sinks: one score for each head. @param {unknown} value @param {readonly number[]} scores */
export function readSinks(value, scores) {
  const sinks = readTensor('options.sinks', value);
  expectShape(sinks, [scores.length === 4 ? scores[1] : 1], 'with one number for each head');
  return sinks;
}

/** Returns N, L and S of a shape of scores. @param {readonly number[]} scores */
const getScoreSizes = (scores) => ({
  N: scores.length > 2 ? scores[0] : 1,
  L: scores.at(-2) ?? 1,
  S: scores.at(-1) ?? 1,
});

/** @param {unknown} value @param {readonly number[]} scores @returns {Argument} */
function readPadding(value, scores) {
  const { N, S } = getScoreSizes(scores);
  const name = 'keyPaddingMask';
  const mask = readAny(`options.${name}`, value);
  const [items, keys] = mask.shape.length === 1 ? [1, ...mask.shape] : mask.shape;
  if (mask.shape.length > 2 || items !== N || keys !== S) {
    const shapes = [...(N === 1 ? [[S]] : []), [N, S]].map(formatShape).join(' or ');
    throw makeShapeError(mask.name, `${shapes}: one flag a key`, mask.shape);
  }
  if (mask.isMask) return mask;
  const { count } = mask;
  const flags = readElements(mask);
  const data = allocateArray(count, () => new Uint8Array(count));
  for (let i = 0; i < count; i++) {
    if (flags[i] !== 0 && flags[i] !== 1) throw makeOptionError(name, 'only 0 and 1', flags[i]);
    data[i] = flags[i];
  }
  return makeArgument(mask.name, mask.shape, data);
}

/**
 * @param {unknown} value
 * @param {readonly number[]} scores
 * @param {boolean} isBatched
 * @returns {Argument | undefined} (N) or (N, L)
 */
function readLengths(value, scores, isBatched) {
  const { N, L } = getScoreSizes(scores);
  const name = 'options.validLens';
  const isNumber = typeof value === 'number';
  // Without scores there is nothing to mask.
  if (isNumber && countElements(scores) === 0) {
    readLength(value);
    return undefined;
  }
  // A number is the length of each item.
  const read = isNumber ? undefined : readAny(name, value, true);
  if (read?.isMask) readLength(true);
  const given = read?.shape ?? [N];
  const count = countElements(given);
  // Inputs without a batch axis have a single length, or one for each query.
  const isSingle = !isBatched && given.length === 1 && count !== 1;
  const shape = isSingle ? [1, ...given] : given;
  const isRight = shape.length === 1 || (shape.length === 2 && shape[1] === L);
  if (!isRight || shape[0] !== N) {
    const alone = isBatched || L === 1 ? '' : `${formatShape([L])}, `;
    throw makeShapeError(name, `${alone}${formatShape([N])} or ${formatShape([N, L])}`, given);
  }
  const lengths = read && readElements(read);
  const data = allocateArray(4 * count, () => new Int32Array(count));
  for (let i = 0; i < count; i++) data[i] = readLength(lengths ? lengths[i] : value);
  return makeArgument(name, shape, data);
}

/** Checks a length, and limits it to what an Int32Array can hold. @param {unknown} length */
function readLength(length) {
  if (Number.isInteger(length) && Number(length) >= 0) {
    return Math.min(Number(length), LARGEST_LENGTH);
  }
  throw makeOptionError('validLens', 'integers of 0 or more', length);
}
