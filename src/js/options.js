// The table of all options of operations, and the functions that read them.

import { listOptionWords } from './attn-options.js';
import { DTYPES } from './half.js';
import {
  defineChoice,
  defineFlag,
  defineInteger,
  defineNumber,
  defineSeed,
  makeOptionReader,
} from './keys.js';
import { readMasks, readSinks } from './mask-options.js';

/** @import { Arena } from './arena.js' */
/** @import { AttnOptions } from './attn-options.js' */

/** @typedef {import('./types.js').Argument<any>} Argument */

/**
 * The options of one call, read and checked.
 *
 * @typedef {object} OtherOptions
 * @property {number} causal `attn_causal` of the core
 * @property {number} scale
 * @property {number} maskFill
 * @property {boolean} emptyRowIsNan
 * @property {{ p: number, seed: number } | undefined} dropout
 * @property {number} softcap 0 for none
 * @property {Argument | undefined} sinks
 * @property {boolean} needWeights
 * @property {unknown} trace not checked yet: the check needs the names of the steps
 * @property {unknown} out
 * @property {unknown} weightsOut
 *
 * @typedef {import('./mask-options.js').Masks & OtherOptions} CallOptions
 */

/**
 * @typedef {'linear' | 'softmax' | 'attention' | 'multiHead' | 'layer' | 'linearLayer' | 'forward' | 'cache'} Operation
 *   a call, or a group of calls with the same options. `attention`: scaledDotProductAttention and additiveAttention;
 *   `multiHead`: multiHeadAttention; `layer`: createMultiHeadAttention; `linearLayer`: createLinear; `forward`: forward of
 *   a multi-head layer; `cache`: createCache
 * @typedef {import('./types.js').Option<any> & { takenBy: readonly Operation[] }} OptionEntry
 */

/** @type {readonly Operation[]} */
const ATTENTIONS = ['attention', 'multiHead', 'forward'];
/** @type {readonly Operation[]} */
const MASKED = ['softmax', ...ATTENTIONS];

/** @param {unknown} value */
function isPositiveFloat(value) {
  const float = typeof value === 'number' ? Math.fround(value) : Number.NaN;
  return float > 0 && float < Infinity;
}

/** The options of rotary positions. @type {Record<string, import('./types.js').Option<any>>} */
const TURNS = {
  theta: defineNumber(1, 2 ** 64, 10000),
  width: defineInteger(0, Infinity),
  pairs: defineChoice(['half', 'interleaved']),
};
const readTurns = /* @__PURE__ */ makeOptionReader(TURNS, 'options.rotary');
const readDropout = /* @__PURE__ */ makeOptionReader(
  { p: { ...defineNumber(0, 1), isRequired: true }, seed: { ...defineSeed(), isRequired: true } },
  'options.dropout',
);

/**
 * All options. An option without a check here is checked later, with the shapes of the other arguments.
 * @type {Record<string, OptionEntry>}
 */
const OPTIONS = {
  out: { takenBy: ['linear', ...MASKED] },
  weightsOut: { takenBy: ATTENTIONS },
  dim: { takenBy: ['softmax'], byDefault: -1 },
  attnMask: { takenBy: MASKED },
  keyPaddingMask: { takenBy: ATTENTIONS },
  validLens: { takenBy: MASKED },
  // The default is false, or 'lower-right' with a cache.
  isCausal: {
    takenBy: ATTENTIONS,
    ...defineChoice([true, false, 'lower-right']),
    byDefault: undefined,
  },
  scale: {
    takenBy: ATTENTIONS,
    expected: 'a finite number',
    accepts: (value) => typeof value === 'number' && Number.isFinite(Math.fround(value)),
  },
  maskFill: {
    takenBy: MASKED,
    byDefault: -Infinity,
    expected: '-Infinity or a finite number',
    accepts: (value) => typeof value === 'number' && value < Infinity,
  },
  emptyRow: { takenBy: MASKED, ...defineChoice(['zeros', 'nan']) },
  dropout: { takenBy: ATTENTIONS, read: readDropout },
  softcap: {
    takenBy: ATTENTIONS,
    byDefault: 0,
    expected: 'a number above 0 that float32 can hold',
    accepts: isPositiveFloat,
  },
  sinks: { takenBy: ATTENTIONS },
  needWeights: { takenBy: ATTENTIONS, ...defineFlag(true) },
  trace: { takenBy: ATTENTIONS, byDefault: false },
  cache: { takenBy: ['forward'] },
  numHeads: { takenBy: ['multiHead', 'layer'] },
  numKvHeads: { takenBy: ['multiHead', 'layer'] },
  rotary: { takenBy: ['multiHead', 'layer'], read: readTurns },
  inProjLayout: { takenBy: ['multiHead', 'layer'], ...defineChoice(['stacked', 'per-head']) },
  dtype: { takenBy: ['layer', 'linearLayer', 'cache'], ...defineChoice(DTYPES) },
  capacity: { takenBy: ['cache'], ...defineInteger(1, Infinity, 1024) },
  batchSize: { takenBy: ['cache'], ...defineInteger(1, Infinity, 1) },
};

/** The only option of many calls. */
const OUT = { out: OPTIONS.out };
/** @param {number} byDefault @returns {Record<string, import('./types.js').Option<any>>} */
const norm = (byDefault) => ({
  ...OUT,
  eps: {
    byDefault,
    expected: 'a number above 0 that float32 can hold',
    accepts: isPositiveFloat,
  },
});
/** @type {Record<string, import('./types.js').Option<any>>} */
const ROTARY = { ...OUT, positions: {}, ...TURNS };

/** @param {Operation} operation @param {Record<string, OptionEntry>} [table] */
const makeCallReader = (operation, table = OPTIONS) =>
  makeOptionReader(
    table,
    'options',
    Object.keys(table).filter((name) => table[name].takenBy.includes(operation)),
  );

/** Functions that read the options of a call. They check names and values, except those of tensors. */
export const readOptions = {
  // A separate table, so that the fastest calls do not copy the defaults of other options.
  plain: makeCallReader('linear', OUT),
  softmax: makeCallReader('softmax'),
  attention: makeCallReader('attention'),
  multiHead: makeCallReader('multiHead'),
  layer: makeCallReader('layer'),
  linearLayer: makeCallReader('linearLayer'),
  forward: makeCallReader('forward'),
  cache: makeCallReader('cache'),
  layerNorm: makeOptionReader(norm(1e-5)),
  rmsNorm: makeOptionReader(norm(1e-6)),
  rotary: makeOptionReader(ROTARY),
};

/**
 * Converts options to those of the core. It reads and checks tensors among them against the shape of the scores.
 *
 * @param {Record<string, any>} given options from `readOptions`
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
    attnMask: masks.attnMask,
    maskStrides: masks.maskStrides,
    keyPaddingMask: masks.keyPaddingMask,
    validLens: masks.validLens,
    validLensPerQuery: masks.validLensPerQuery,
    causal: given.isCausal === 'lower-right' ? 2 : Number(given.isCausal ?? false),
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
 * Clamps a fill to the range of float32, so that a finite fill stays finite: it means that masked keys have a weight.
 *
 * @param {number} fill
 */
function toFloat32Fill(fill) {
  const largest = 2 ** 128 - 2 ** 104;
  return fill === -Infinity ? fill : Math.min(Math.max(fill, -largest), largest);
}

/**
 * Puts the tensors of the options into memory.
 *
 * @param {Pick<Arena, 'put'>} arena
 * @param {CallOptions} options
 * @returns {Required<AttnOptions>}
 */
export function putOptionTensors(arena, options) {
  const { attnMask, maskStrides, keyPaddingMask, validLens, dropout, sinks } = options;
  const { validLensPerQuery, causal, scale, maskFill, emptyRowIsNan, softcap } = options;
  const mask = attnMask === undefined ? 0 : arena.put(attnMask);
  const isBoolean = attnMask?.isMask ?? true;
  return {
    allowed: isBoolean ? mask : 0,
    added: isBoolean ? 0 : mask,
    maskStrides,
    keyPadding: keyPaddingMask === undefined ? 0 : arena.put(keyPaddingMask),
    validLens: validLens === undefined ? 0 : arena.put(validLens),
    validLensPerQuery,
    causal,
    scale,
    maskFill,
    emptyRowIsNan,
    dropoutP: dropout?.p ?? 0,
    dropoutSeed: dropout?.seed ?? 0,
    softcap,
    sinks: sinks === undefined ? 0 : arena.put(sinks),
  };
}

/**
 * Puts the tensors of the options into memory, and writes the struct `attn_options` of the core.
 *
 * @param {Pick<Arena, 'put' | 'putStruct'>} arena
 * @param {CallOptions} options
 * @returns {number} the address of the struct
 */
export const putOptions = (arena, options) =>
  arena.putStruct(listOptionWords(putOptionTensors(arena, options)));
