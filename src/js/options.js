import { Float } from './arena.js';
import { readAny, reading } from './argument.js';
import { ArgumentError, ShapeError } from './errors.js';
import { describe, formatShape } from './format.js';
import { broadcastStrides } from './shape.js';

/** @typedef {import('./tensor.js').TensorLike} TensorLike */

/**
 * What attention can be told. Scores have shape (N, H, L, S), without the axes that the inputs do
 * not have.
 *
 * @typedef {object} AttentionOptions
 * @property {TensorLike} [attnMask] broadcastable to the scores. Booleans, or a Uint8Array of 0 and
 *   1: 1 = may attend, as in `scaled_dot_product_attention` (`nn.MultiheadAttention` has the
 *   opposite sense). Numbers are added to the scaled scores; -Infinity masks, whatever maskFill
 * @property {TensorLike} [keyPaddingMask] (N, S), 1 = a real key (`nn.MultiheadAttention` has the
 *   opposite sense)
 * @property {TensorLike} [validLens] (N) or (N, L): keys at or past the length are masked
 * @property {boolean} [isCausal] query i sees keys 0...i, aligned at the top left
 * @property {number} [scale] what scores are multiplied by; 1/√E by default, 1 in additive attention
 * @property {number} [maskFill] what a masked score becomes: -Infinity by default. A finite number
 *   (-1e9, -1e6) reproduces the articles: a fully masked row attends evenly
 * @property {'zeros' | 'nan'} [emptyRow] the weights of a row without any key, with a maskFill of
 *   -Infinity: zeros, or NaN as PyTorch 1.13 gives
 * @property {{ p: number, seed: number }} [dropout] inverted dropout on the weights
 * @property {boolean} [needWeights] false: no weights are returned, and memory grows with L + S, not L · S
 * @property {boolean} [trace] true: every step on the way is returned as well
 */

/**
 * Options of one call, read and checked.
 *
 * @typedef {object} Options
 * @property {import('./argument.js').Argument<Float32Array | Uint8Array> | undefined} attnMask
 * @property {number[]} maskStrides over N, H, L, S
 * @property {import('./argument.js').Argument<Uint8Array> | undefined} keyPaddingMask
 * @property {import('./argument.js').Argument<Int32Array> | undefined} validLens
 * @property {boolean} validLensPerQuery
 * @property {boolean} isCausal
 * @property {number} scale
 * @property {number} maskFill
 * @property {boolean} emptyRowIsNan
 * @property {{ p: number, seed: number } | undefined} dropout
 * @property {boolean} needWeights
 * @property {boolean} trace
 */

export const SOFTMAX_OPTIONS = ['attnMask', 'validLens', 'maskFill', 'emptyRow'];
export const ATTENTION_OPTIONS = [
  ...SOFTMAX_OPTIONS,
  'keyPaddingMask',
  'isCausal',
  'scale',
  'dropout',
  'needWeights',
  'trace',
];

/**
 * Takes the values out of an argument object, each once.
 *
 * @param {string} operation
 * @param {unknown} object
 * @param {string[]} known the keys it may have
 * @param {string} [argument] its name
 * @returns {Record<string, unknown>}
 */
export function readKeys(operation, object, known, argument = 'options') {
  if (object === undefined) return {};
  const wanted = 'an object';
  const read = reading(operation, argument, wanted, () => {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      const received = describe(object);
      throw new ArgumentError({ operation, argument, expected: wanted, received });
    }
    return /** @type {Record<string, unknown>} */ ({ ...object });
  });
  const unknown = Object.keys(read).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const expected = `one of ${known.join(', ')}`;
    const received = 'not a known name';
    throw new ArgumentError({ operation, argument: `${argument}.${unknown}`, expected, received });
  }
  return read;
}

/**
 * Checks the options of an attention, or of softmax.
 *
 * @param {string} operation
 * @param {Record<string, unknown>} read from `readKeys`
 * @param {number[]} scores the shape that masks broadcast to: (L, S), (N, L, S) or (N, H, L, S)
 * @param {{ isBatched: boolean, scale: number }} defaults `isBatched`: the inputs have an axis N;
 *   lengths and padding may do without one if they have not
 * @returns {Options}
 */
export function readOptions(operation, read, scores, { isBatched, scale: defaultScale }) {
  const { attnMask, keyPaddingMask, validLens, dropout, maskFill = -Infinity } = read;
  const { emptyRow = 'zeros', scale = defaultScale } = read;
  const { isCausal = false, needWeights = true, trace = false } = read;
  if (typeof maskFill !== 'number' || !(maskFill < Infinity)) {
    throw optionError(operation, 'maskFill', '-Infinity or a finite number', maskFill);
  }
  if (emptyRow !== 'zeros' && emptyRow !== 'nan') {
    throw optionError(operation, 'emptyRow', "'zeros' or 'nan'", emptyRow);
  }
  if (typeof scale !== 'number' || !Number.isFinite(Math.fround(scale))) {
    throw optionError(operation, 'scale', 'a finite number', scale);
  }
  const mask =
    attnMask === undefined ? undefined : readAny(operation, 'options.attnMask', attnMask);
  const lengths = readValidLens(operation, validLens, scores, isBatched);
  return {
    attnMask: mask,
    maskStrides: mask === undefined ? [0, 0, 0, 0] : toFourAxes(broadcastStrides(mask, scores)),
    keyPaddingMask: readKeyPadding(operation, keyPaddingMask, scores),
    validLens: lengths?.argument,
    validLensPerQuery: lengths?.perQuery ?? false,
    isCausal: readFlag(operation, 'isCausal', isCausal),
    scale,
    maskFill: toFloat32Fill(maskFill),
    emptyRowIsNan: emptyRow === 'nan',
    dropout: readDropout(operation, dropout),
    needWeights: readFlag(operation, 'needWeights', needWeights),
    trace: readFlag(operation, 'trace', trace),
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
  const [S = 0, L = 0, second = 0, first = 0] = strides.toReversed();
  return strides.length === 4 ? [first, second, L, S] : [second, 0, L, S];
}

/**
 * @param {string} operation
 * @param {string} name
 * @param {string} expected
 * @param {unknown} value
 */
function optionError(operation, name, expected, value) {
  const argument = `options.${name}`;
  return new ArgumentError({ operation, argument, expected, received: describe(value) });
}

/**
 * @param {string} operation
 * @param {string} name
 * @param {unknown} value
 */
function readFlag(operation, name, value) {
  if (typeof value === 'boolean') return value;
  throw optionError(operation, name, 'true or false', value);
}

/**
 * @param {string} operation
 * @param {unknown} dropout
 */
function readDropout(operation, dropout) {
  if (dropout === undefined) return undefined;
  const { p, seed } = readKeys(operation, dropout, ['p', 'seed'], 'options.dropout');
  if (typeof p !== 'number' || !(p >= 0 && p <= 1)) {
    throw optionError(operation, 'dropout.p', 'a number from 0 to 1', p);
  }
  if (typeof seed !== 'number' || seed >>> 0 !== seed) {
    throw optionError(operation, 'dropout.seed', 'an integer from 0 to 2^32 - 1', seed);
  }
  return { p, seed };
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
 * @param {string} operation
 * @param {unknown} value
 * @param {number[]} scores
 * @returns {import('./argument.js').Argument<Uint8Array> | undefined}
 */
function readKeyPadding(operation, value, scores) {
  if (value === undefined) return undefined;
  const { N, S } = sizesOf(scores);
  const name = 'keyPaddingMask';
  const mask = readAny(operation, `options.${name}`, value);
  const [items, keys] = mask.shape.length === 1 ? [1, ...mask.shape] : mask.shape;
  if (mask.shape.length > 2 || items !== N || keys !== S) {
    const expected = `${formatShape([N, S])}: one flag a key`;
    const received = formatShape(mask.shape);
    throw new ShapeError({ operation, argument: mask.name, expected, received });
  }
  const wrong = mask.data.find((flag) => flag !== 0 && flag !== 1);
  if (wrong !== undefined) throw optionError(operation, name, 'of 0 and 1 only', wrong);
  return { ...mask, data: Uint8Array.from(mask.data) };
}

/**
 * @param {string} operation
 * @param {unknown} value
 * @param {number[]} scores
 * @param {boolean} isBatched
 * @returns {{ argument: import('./argument.js').Argument<Int32Array>, perQuery: boolean } | undefined}
 */
function readValidLens(operation, value, scores, isBatched) {
  if (value === undefined) return undefined;
  const { N, L } = sizesOf(scores);
  const lengths = readAny(operation, 'options.validLens', value);
  // Inputs without a batch axis have one length, or one a query.
  const isSingle = !isBatched && lengths.shape.length === 1 && lengths.count !== 1;
  const shape = isSingle ? [1, ...lengths.shape] : lengths.shape;
  const perQuery = shape.length === 2;
  if (shape.length < 1 || shape.length > 2 || shape[0] !== N || (perQuery && shape[1] !== L)) {
    const expected = `${formatShape([N])} or ${formatShape([N, L])}`;
    const received = formatShape(lengths.shape);
    throw new ShapeError({ operation, argument: lengths.name, expected, received });
  }
  const wrong = lengths.data.find((length) => !Number.isInteger(length) || length < 0);
  if (wrong !== undefined || lengths.data instanceof Uint8Array) {
    throw optionError(operation, 'validLens', 'of integers of 0 or more', wrong ?? true);
  }
  const data = Int32Array.from(lengths.data, (length) => Math.min(length, 2 ** 31 - 1));
  return { argument: { ...lengths, data }, perQuery };
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
  const isAdded = attnMask?.data instanceof Float32Array;
  const keyPadding = keyPaddingMask === undefined ? 0 : arena.put(keyPaddingMask);
  const lengths = validLens === undefined ? 0 : arena.put(validLens);
  return arena.putStruct([
    isAdded ? 0 : mask,
    isAdded ? mask : 0,
    ...options.maskStrides,
    keyPadding,
    lengths,
    Number(options.validLensPerQuery),
    Number(options.isCausal),
    new Float(options.scale),
    new Float(options.maskFill),
    Number(options.emptyRowIsNan),
    new Float(dropout?.p ?? 0),
    dropout?.seed ?? 0,
  ]);
}
