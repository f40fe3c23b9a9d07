import { floatBits } from './arena.js';
import {
  broadcastStrides,
  elementsOf,
  holdsZerosAndOnes,
  readAny,
  readKeys,
  sizeOf,
} from './arguments.js';
import { allocate, argumentError, describe, formatShape, shapeError } from './errors.js';

/**
 * @import { Resident } from './resident.js'
 * @import { TensorLike } from './tensor.js'
 * @typedef {import('./arguments.js').Argument<any>} Argument
 */

/**
 * Where a result goes: a resident tensor of its shape, or a Float32Array of its length.
 *
 * @typedef {Resident | Float32Array} Destination
 */

/**
 * A step on the way to a result, of any of the attentions.
 *
 * @typedef {'scores' | 'scaledScores' | 'maskedScores' | 'rowMax' | 'exponentials' | 'rowSum' | 'weights' | 'dropped'
 *   | 'projectedQueries' | 'projectedKeys' | 'features'
 *   | 'q' | 'k' | 'v' | 'heads' | 'concatenated' | 'headContributions'} Step
 */

/**
 * What an attention can be told. Scores have shape (N, H, L, S), without the axes that the inputs do
 * not have.
 *
 * @template {boolean | undefined} [Needed=boolean | undefined]
 * @template {boolean | readonly Step[] | undefined} [Traced=boolean | readonly Step[] | undefined]
 * @template {Destination | undefined} [Out=Destination | undefined]
 * @template {Destination | undefined} [WeightsOut=Destination | undefined]
 * @typedef {object} AttentionOptions
 * @property {TensorLike | undefined} [attnMask] broadcastable to the scores; of two or four axes in multi-head
 *   attention. Booleans, or a Uint8Array of 0 and 1: 1 = may attend, as in
 *   `scaled_dot_product_attention` (`nn.MultiheadAttention` has the opposite sense). Numbers are
 *   added to the scaled scores; -Infinity masks, whatever maskFill. Numbers that are all 0 or 1 are
 *   refused, since they would be added
 * @property {TensorLike | undefined} [keyPaddingMask] (N, S), 1 = a real key (`nn.MultiheadAttention` has the
 *   opposite sense)
 * @property {TensorLike | number | undefined} [validLens] (N) or (N, L), or one number for every item: keys at
 *   or past the length are masked
 * @property {boolean | 'lower-right' | undefined} [isCausal] true: query i sees keys 0...i, aligned at the top
 *   left. 'lower-right': keys 0...i + S − L, as decoding with earlier keys needs
 * @property {number | undefined} [scale] what scores are multiplied by; 1/√E by default, 1 in additive attention
 * @property {number | undefined} [maskFill] what a masked score becomes: -Infinity by default. A finite number
 *   (-1e9, -1e6) reproduces the articles: a fully masked row attends evenly
 * @property {'zeros' | 'nan' | undefined} [emptyRow] the weights of a row without any key, with a maskFill of
 *   -Infinity: zeros, or NaN as PyTorch 1.13 gives
 * @property {{ p: number, seed: number } | undefined} [dropout] inverted dropout on the weights
 * @property {Needed} [needWeights] false: no weights are returned, and memory grows with L + S, not L · S
 * @property {Traced} [trace] true: every step on the way is returned as well; names: these alone, such as `['scores']`
 * @property {Out} [out] takes the output, and is returned as `output`
 * @property {WeightsOut} [weightsOut] takes the weights, and is returned as `weights`
 */

/**
 * Options of one call, read and checked.
 *
 * @typedef {object} Options
 * @property {Argument | undefined} attnMask
 * @property {number[]} maskStrides over N, H, L, S
 * @property {Argument | undefined} keyPaddingMask
 * @property {Argument | undefined} validLens
 * @property {boolean} validLensPerQuery
 * @property {number} causal `attn_causal` of the core
 * @property {number} scale
 * @property {number} maskFill
 * @property {boolean} emptyRowIsNan
 * @property {{ p: number, seed: number } | undefined} dropout
 * @property {boolean} needWeights
 * @property {unknown} trace read where the steps are known
 * @property {unknown} out
 * @property {unknown} weightsOut
 */

const SHARED_OPTIONS = ['attnMask', 'validLens', 'maskFill', 'emptyRow', 'out'];
export const SOFTMAX_OPTIONS = [...SHARED_OPTIONS, 'dim'];
export const ATTENTION_OPTIONS = [
  ...SHARED_OPTIONS,
  ...['keyPaddingMask', 'isCausal', 'scale', 'dropout', 'needWeights', 'trace', 'weightsOut'],
];

const NO_STRIDES = [0, 0, 0, 0];
const LARGEST_LENGTH = 2 ** 31 - 1;

/**
 * Checks the options of an attention, or of softmax.
 *
 * @param {Record<string, unknown>} read from `readKeys`
 * @param {number[]} scores the shape that masks broadcast to: (L, S), (N, L, S) or (N, H, L, S)
 * @param {object} call
 * @param {boolean} call.isBatched the inputs have an axis N; lengths and padding may do without one
 *   if they have not
 * @param {number} call.scale by default
 * @param {number[] | undefined} call.maskAxes how many attnMask may have, unless any number will do
 * @returns {Options}
 */
export function readOptions(read, scores, { isBatched, scale: defaultScale, maskAxes }) {
  const { attnMask, keyPaddingMask, validLens, dropout, out, weightsOut } = read;
  const { maskFill = -Infinity, emptyRow = 'zeros', scale = defaultScale } = read;
  const { isCausal = false, needWeights = true, trace = false } = read;
  if (typeof maskFill !== 'number' || !(maskFill < Infinity)) {
    throw optionError('maskFill', '-Infinity or a finite number', maskFill);
  }
  if (emptyRow !== 'zeros' && emptyRow !== 'nan') {
    throw optionError('emptyRow', "'zeros' or 'nan'", emptyRow);
  }
  if (typeof scale !== 'number' || !Number.isFinite(Math.fround(scale))) {
    throw optionError('scale', 'a finite number', scale);
  }
  const mask = attnMask === undefined ? undefined : readMask(attnMask, scores, maskAxes);
  const lengths = validLens === undefined ? undefined : readLengths(validLens, scores, isBatched);
  return {
    attnMask: mask,
    maskStrides: mask === undefined ? NO_STRIDES : toFourAxes(broadcastStrides(mask, scores)),
    keyPaddingMask: keyPaddingMask === undefined ? undefined : readPadding(keyPaddingMask, scores),
    validLens: lengths?.argument,
    validLensPerQuery: lengths?.perQuery ?? false,
    causal: readCausal(isCausal),
    scale,
    maskFill: toFloat32Fill(maskFill),
    emptyRowIsNan: emptyRow === 'nan',
    dropout: dropout === undefined ? undefined : readDropout(dropout),
    needWeights: readFlag('needWeights', needWeights),
    trace,
    out,
    weightsOut,
  };
}

/**
 * A finite fill stays finite when it is rounded to float32: it means that masked keys keep a share.
 *
 * @param {number} fill
 */
function toFloat32Fill(fill) {
  const largest = 2 ** 128 - 2 ** 104;
  return fill === -Infinity ? fill : Math.min(Math.max(fill, -largest), largest);
}

/**
 * Strides over (L, S), (N, L, S) or (N, H, L, S) as strides over (N, H, L, S).
 *
 * @param {number[]} strides
 */
function toFourAxes(strides) {
  const [first, second, L, S] = [...NO_STRIDES.slice(strides.length), ...strides];
  return strides.length === 3 ? [second, first, L, S] : [first, second, L, S];
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {unknown} value
 */
export function optionError(name, expected, value) {
  return argumentError(`options.${name}`, expected, describe(value));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function readFlag(name, value) {
  if (typeof value === 'boolean') return value;
  throw optionError(name, 'true or false', value);
}

/** @param {unknown} value */
function readCausal(value) {
  if (value === 'lower-right') return 2;
  if (typeof value === 'boolean') return Number(value);
  throw optionError('isCausal', "true, false or 'lower-right'", value);
}

/** @param {unknown} dropout */
function readDropout(dropout) {
  const { p, seed } = readKeys('options.dropout', dropout, ['p', 'seed']);
  if (typeof p !== 'number' || !(p >= 0 && p <= 1)) {
    throw optionError('dropout.p', 'a number from 0 to 1', p);
  }
  if (typeof seed !== 'number' || seed >>> 0 !== seed) {
    throw optionError('dropout.seed', 'an integer from 0 to 2^32 - 1', seed);
  }
  return { p, seed };
}

/**
 * @param {unknown} value
 * @param {number[]} scores
 * @param {number[]} [axes]
 */
function readMask(value, scores, axes) {
  const mask = readAny('options.attnMask', value);
  if (axes !== undefined && !axes.includes(mask.shape.length)) throw axesError(mask, scores);
  if (!mask.isMask && holdsZerosAndOnes(mask)) {
    const expected =
      'booleans or a Uint8Array to say who may attend (true or 1 = may attend), ' +
      'or numbers to add to the scores (0 = may attend, -Infinity = masked)';
    const received = 'numbers, all of them 0 or 1, which would be added to the scores';
    throw argumentError(mask.name, expected, received);
  }
  return mask;
}

/**
 * Three axes could be a mask for each item or one for each head.
 *
 * @param {Argument} mask
 * @param {number[]} scores
 */
function axesError({ name, shape }, scores) {
  const [first, ...rest] = shape;
  const ways =
    shape.length === 3
      ? `: write ${formatShape([first, 1, ...rest])} for a mask of each item, ` +
        `${formatShape([1, first, ...rest])} for one of each head`
      : '';
  const expected = `${formatShape(scores.slice(-2))} or ${formatShape(scores)}${ways}`;
  return shapeError(name, expected, shape);
}

/**
 * N, L and S of a shape of scores.
 *
 * @param {number[]} scores
 */
const sizesOf = (scores) => ({
  N: scores.length > 2 ? scores[0] : 1,
  L: scores.at(-2) ?? 1,
  S: scores.at(-1) ?? 1,
});

/**
 * @param {unknown} value
 * @param {number[]} scores
 * @returns {Argument}
 */
function readPadding(value, scores) {
  const { N, S } = sizesOf(scores);
  const name = 'keyPaddingMask';
  const mask = readAny(`options.${name}`, value);
  const [items, keys] = mask.shape.length === 1 ? [1, ...mask.shape] : mask.shape;
  if (mask.shape.length > 2 || items !== N || keys !== S) {
    const expected = `${formatShape([N, S])}: one flag a key`;
    throw shapeError(mask.name, expected, mask.shape);
  }
  if (mask.isMask) return mask;
  const { count } = mask;
  const flags = elementsOf(mask);
  const data = allocate(count, () => new Uint8Array(count));
  for (let i = 0; i < count; i++) {
    if (flags[i] !== 0 && flags[i] !== 1) throw optionError(name, 'of 0 and 1 only', flags[i]);
    data[i] = flags[i];
  }
  return { ...mask, isMask: true, data, resident: undefined };
}

/**
 * @param {unknown} value
 * @param {number[]} scores
 * @param {boolean} isBatched
 * @returns {{ argument: Argument, perQuery: boolean } | undefined}
 */
function readLengths(value, scores, isBatched) {
  const { N, L } = sizesOf(scores);
  const name = 'options.validLens';
  // However many items there are: of no scores none is masked.
  if (typeof value === 'number' && sizeOf(scores) === 0) {
    checkLength(value);
    return undefined;
  }
  const { shape: given, numbers } = readIntegers(name, value, N);
  const count = sizeOf(given);
  // Inputs without a batch axis have one length, or one a query.
  const isSingle = !isBatched && given.length === 1 && count !== 1;
  const shape = isSingle ? [1, ...given] : given;
  const perQuery = shape.length === 2;
  if (shape.length < 1 || shape.length > 2 || shape[0] !== N || (perQuery && shape[1] !== L)) {
    const expected = `${formatShape([N])} or ${formatShape([N, L])}`;
    throw shapeError(name, expected, given);
  }
  const data = allocate(4 * count, () => new Int32Array(count));
  for (let i = 0; i < count; i++) {
    checkLength(numbers[i]);
    data[i] = Math.min(numbers[i], LARGEST_LENGTH);
  }
  return { argument: { name, shape, count, isMask: false, data, resident: undefined }, perQuery };
}

/** @param {number} length */
function checkLength(length) {
  if (Number.isInteger(length) && length >= 0) return;
  throw optionError('validLens', 'of integers of 0 or more', length);
}

/**
 * Lengths, of which one may stand for all.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {number} N
 * @returns {{ shape: number[], numbers: ArrayLike<number> }}
 */
function readIntegers(name, value, N) {
  if (typeof value === 'number') {
    return { shape: [N], numbers: allocate(8 * N, () => new Float64Array(N).fill(value)) };
  }
  const read = readAny(name, value, true);
  if (read.isMask) throw optionError('validLens', 'of integers of 0 or more', true);
  return { shape: read.shape, numbers: elementsOf(read) };
}

/**
 * Writes options as `attn_options` of `src/core/attention.h`.
 *
 * @param {import('./arena.js').Arena} arena
 * @param {Options} options
 * @returns {number} the address of the struct
 */
export function putOptions(arena, options) {
  const { attnMask, keyPaddingMask, validLens, dropout } = options;
  const mask = attnMask === undefined ? 0 : arena.put(attnMask);
  const isBoolean = attnMask?.isMask ?? true;
  return arena.putStruct([
    isBoolean ? mask : 0,
    isBoolean ? 0 : mask,
    ...options.maskStrides,
    keyPaddingMask === undefined ? 0 : arena.put(keyPaddingMask),
    validLens === undefined ? 0 : arena.put(validLens),
    Number(options.validLensPerQuery),
    options.causal,
    floatBits(options.scale),
    floatBits(options.maskFill),
    Number(options.emptyRowIsNan),
    floatBits(dropout?.p ?? 0),
    dropout?.seed ?? 0,
  ]);
}
