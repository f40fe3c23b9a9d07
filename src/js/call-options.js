// The table of the options of all operations, and the functions that read them.

import { CAUSAL, DTYPES, listOptionWords, PAIRS } from './abi.js';
import { makeOptionError } from './errors.js';
import { readMasks, readSinks } from './mask-options.js';
import {
  defineChoice,
  defineFlag,
  defineInteger,
  defineNumber,
  defineSeed,
  makeOptionReader,
} from './option-reader.js';

/** @import { Arena } from './arena.js' */
/** @import { AttnOptions, Rotary, Scaling } from './abi.js' */

/** @typedef {import('./types.js').Argument<any>} Argument */
/** @typedef {import('./types.js').RotaryScaling} RotaryScaling */

/**
 * The options of one call, read and checked.
 * @typedef {object} ResultOptions
 * @property {boolean} needWeights
 * @property {unknown} trace not checked yet: the check needs the names of the steps
 * @property {unknown} out
 * @property {unknown} weightsOut
 *
 * @typedef {AttnOptions<Argument> & ResultOptions} CallOptions
 *
 * @typedef {ReturnType<typeof readOptions.attention>} ReadOptions options of an attention before `fitOptions`
 * @typedef {ReturnType<typeof readOptions.layer>} ReadLayerOptions options of a multi-head layer
 */

/** @template Value @typedef {import('./types.js').Option<Value>} Option */
/** @typedef {Record<string, Option<any>>} Table options, by their names */

const POSITIVE_FLOAT = {
  expected: 'a number above 0 that float32 can hold',
  accepts: (/** @type {unknown} */ value) => {
    const float = typeof value === 'number' ? Math.fround(value) : Number.NaN;
    return float > 0 && float < Infinity;
  },
};

/** @satisfies {Table} */
const ROTARY = {
  theta: defineNumber(1, 2 ** 64, 10000),
  width: defineInteger(0, Infinity),
  pairs: defineChoice(PAIRS),
};
const readRotary = /* @__PURE__ */ makeOptionReader(ROTARY, 'options.rotary');
const readScaling = /* @__PURE__ */ makeOptionReader(
  {
    factor: { ...defineNumber(1, 2 ** 64), isRequired: true },
    length: defineInteger(1, Infinity),
    low: defineNumber(0, 2 ** 64),
    high: defineNumber(0, 2 ** 64),
  },
  'options.scaling',
);
const readDropout = /* @__PURE__ */ makeOptionReader(
  { p: { ...defineNumber(0, 1), isRequired: true }, seed: { ...defineSeed(), isRequired: true } },
  'options.dropout',
);

/** The options of every attention. Those without a check here are checked later, with the arguments. @satisfies {Table} */
const ATTENTION = {
  out: {},
  weightsOut: {},
  attnMask: {},
  keyPaddingMask: {},
  validLens: {},
  // The default is false, or 'lower-right' with a cache.
  isCausal: { ...defineChoice(CAUSAL), byDefault: undefined },
  scale: /** @type {Option<number | undefined>} */ ({
    expected: 'a finite number that float32 can hold',
    accepts: (value) => typeof value === 'number' && Number.isFinite(Math.fround(value)),
  }),
  maskFill: {
    byDefault: -Infinity,
    expected: '-Infinity or a finite number',
    accepts: (value) => typeof value === 'number' && value < Infinity,
  },
  emptyRow: defineChoice(['zeros', 'nan']),
  dropout: { read: readDropout },
  softcap: { byDefault: 0, ...POSITIVE_FLOAT },
  sinks: {},
  needWeights: defineFlag(true),
  trace: { byDefault: false },
};
const { out, attnMask, validLens, maskFill, emptyRow } = ATTENTION;
/** @satisfies {Table} */
const SOFTMAX = { out, dim: { byDefault: -1 }, attnMask, validLens, maskFill, emptyRow };

/** @satisfies {Table} */
const LAYER = {
  numHeads: {},
  numKvHeads: {},
  rotary: { read: readRotary },
  inProjLayout: defineChoice(['stacked', 'per-head']),
};
/** @satisfies {Table} */
const DTYPE = { dtype: defineChoice(DTYPES) };
/** @satisfies {Table} */
const CACHE = {
  ...DTYPE,
  capacity: defineInteger(1, Infinity, 1024),
  batchSize: defineInteger(1, Infinity, 1),
};

/** Functions that read the options of a call. They check names and values, except those of tensors. */
export const readOptions = {
  plain: makeOptionReader({ out }),
  softmax: makeOptionReader(SOFTMAX, 'options', ATTENTION),
  attention: makeOptionReader(ATTENTION),
  multiHead: makeOptionReader({ ...ATTENTION, ...LAYER }, 'options', DTYPE),
  layer: makeOptionReader({ ...LAYER, ...DTYPE }),
  linearLayer: makeOptionReader(DTYPE),
  forward: makeOptionReader({ ...ATTENTION, cache: {} }),
  cache: makeOptionReader(CACHE),
  layerNorm: makeOptionReader({ out, eps: { byDefault: 1e-5, ...POSITIVE_FLOAT } }),
  rmsNorm: makeOptionReader({ out, eps: { byDefault: 1e-6, ...POSITIVE_FLOAT } }),
  rotary: makeOptionReader({ out, positions: {}, ...ROTARY, scaling: { read: readScaling } }),
};

/**
 * Converts options to those of the core. It reads and checks tensors among them against the shape of the scores.
 * @param {ReadOptions} given
 * @param {readonly number[]} scores the shape that masks broadcast to: (L, S), (N, L, S) or (N, H, L, S)
 * @param {number} scale the default scale
 * @param {boolean} [isBatched] whether the inputs have an axis N; without it, lengths and padding may lack that axis too
 * @param {number[]} [maskAxes] the numbers of axes that attnMask may have; by default any number
 * @returns {CallOptions}
 */
export function fitOptions(given, scores, scale, isBatched = scores.length > 2, maskAxes) {
  const masks = readMasks(given, scores, isBatched, maskAxes);
  // List every name, because object spread is slow in engines.
  return {
    allowed: masks.allowed,
    added: masks.added,
    maskStrides: masks.maskStrides,
    keyPadding: masks.keyPadding,
    validLens: masks.validLens,
    validLensPerQuery: masks.validLensPerQuery,
    causal: CAUSAL.indexOf(given.isCausal ?? false),
    scale: given.scale ?? scale,
    maskFill: toFloat32Fill(given.maskFill),
    emptyRowIsNan: given.emptyRow === 'nan',
    dropout: given.dropout,
    softcap: given.softcap,
    sinks: given.sinks === undefined ? undefined : readSinks(given.sinks, scores),
    needWeights: given.needWeights,
    trace: given.trace,
    out: given.out,
    weightsOut: given.weightsOut,
  };
}

/**
 * Converts the scaling of rotary positions to frequencies. A pair of the frequency f turns f · length / 2π times in
 * `length` positions.
 * @param {RotaryScaling | undefined} scaling
 * @returns {Scaling}
 */
export function fitScaling(scaling) {
  if (scaling === undefined) return { factor: 1, low: 1, high: 1 };
  const { factor, length, low = 1, high = 4 } = scaling;
  // No frequency is above 1.
  if (length === undefined) return { factor, low: 2, high: 2 };
  return { factor, low: (2 * Math.PI * low) / length, high: (2 * Math.PI * high) / length };
}

/**
 * Converts rotary options to the numbers of the core.
 * @param {ReturnType<typeof readRotary> & { scaling?: RotaryScaling | undefined }} given
 * @param {string} name the name of the option of the width
 * @param {number} most the width of a vector, which is the default
 * @param {string} owner what has this width
 * @returns {Rotary}
 */
export function fitRotary({ theta, width: given, pairs, scaling }, name, most, owner) {
  const width = given ?? most;
  if (width <= most && width % 2 === 0)
    return { theta, width, pairs: PAIRS.indexOf(pairs), scaling: fitScaling(scaling) };
  throw makeOptionError(name, `an even integer from 0 to ${most}, the width of ${owner}`, given);
}

/**
 * Clamps a fill to the range of float32, so that a finite fill stays finite: it means that masked keys have a weight.
 * @param {number} fill
 */
function toFloat32Fill(fill) {
  const largest = 2 ** 128 - 2 ** 104;
  return fill === -Infinity ? fill : Math.min(Math.max(fill, -largest), largest);
}

/**
 * Puts the tensors of the options into memory, and writes the struct `attn_options` of the core.
 * @param {Pick<Arena, 'put' | 'putStruct'>} arena
 * @param {AttnOptions<Argument | number>} options tensors, or their addresses
 * @returns {number} the address of the struct
 */
export const putOptions = (arena, options) => arena.putStruct(listOptionWords(options, arena));
