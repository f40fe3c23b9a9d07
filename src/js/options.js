// The options of all operations: one entry for each. The checks of arguments read them.

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
 * Options of one call, read and checked.
 *
 * @typedef {object} OtherOptions
 * @property {number} causal `attn_causal` of the core
 * @property {number} scale
 * @property {number} maskFill
 * @property {boolean} emptyRowIsNan
 * @property {{ p: number, seed: number } | undefined} dropout
 * @property {number} softcap 0: none
 * @property {Argument | undefined} sinks
 * @property {boolean} needWeights
 * @property {unknown} trace read where the steps are known
 * @property {unknown} out
 * @property {unknown} weightsOut
 *
 * @typedef {import('./mask-options.js').Masks & OtherOptions} CallOptions
 */

/**
 * @typedef {'linear' | 'softmax' | 'attention' | 'multiHead' | 'layer' | 'linearLayer' | 'forward' | 'cache'} Operation
 *   `attention`: scaled dot product and additive; `multiHead`: the one call; `layer` and `forward`: making
 *   a multi-head layer and calling it; `cache`: making its cache
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

/** How pairs of features are turned by their position. @type {Record<string, import('./types.js').Option<any>>} */
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

/** Every option. Those without a kind are checked where the shapes of the other arguments are known. @type {Record<string, OptionEntry>} */
const OPTIONS = {
  out: { takenBy: ['linear', ...MASKED] },
  weightsOut: { takenBy: ATTENTIONS },
  dim: { takenBy: ['softmax'], byDefault: -1 },
  attnMask: { takenBy: MASKED },
  keyPaddingMask: { takenBy: ATTENTIONS },
  validLens: { takenBy: MASKED },
  // Left out it is false, or 'lower-right' with a cache.
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

/** All that many calls take. */
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

/** Reads the options of a call: names and values are checked, tensors are still to be read. */
export const readOptions = {
  // The quickest of all calls should not wait for defaults of others.
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
 * Options as the core takes them, with the tensors among them, once the scores are known.
 *
 * @param {Record<string, any>} given from `readOptions`
 * @param {readonly number[]} scores the shape that masks broadcast to: (L, S), (N, L, S) or (N, H, L, S)
 * @param {number} scale by default
 * @param {boolean} [isBatched] the inputs have an axis N; lengths and padding may do without one if they have not
 * @param {number[]} [maskAxes] how many attnMask may have, unless any number will do
 * @returns {CallOptions}
 */
export function fitOptions(given, scores, scale, isBatched = scores.length > 2, maskAxes) {
  const masks = readMasks(given, scores, isBatched, maskAxes);
  // Name by name: engines are slow with an object that begins with another.
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
 * A finite fill stays finite when it is rounded to float32: it means that masked keys keep a share.
 *
 * @param {number} fill
 */
function toFloat32Fill(fill) {
  const largest = 2 ** 128 - 2 ** 104;
  return fill === -Infinity ? fill : Math.min(Math.max(fill, -largest), largest);
}

/**
 * Puts the tensors among options into memory.
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
 * Puts the tensors among options into memory, and writes `attn_options` of the core.
 *
 * @param {Pick<Arena, 'put' | 'putStruct'>} arena
 * @param {CallOptions} options
 * @returns {number} the address of the struct
 */
export const putOptions = (arena, options) =>
  arena.putStruct(listOptionWords(putOptionTensors(arena, options)));
