/** Finds what is wrong with an author's value, alone or beside other settings, and the nearest valid value. */

import { findMeantName } from '../../src/js/nearest.js';
import { KNOWN } from '../../src/js/pretrained/hub-names.js';
import { getMaskKind, maskKinds } from '../graph/masks/index.js';
import * as text from '../text/en/warnings.js';
import { LAB_ATTRIBUTES, LISTS } from './attributes.js';
import { getMask, isDecoderSelf, listHeadCounts } from './derived.js';
import { DEFAULTS, FIELDS, isSetting, usesSetting } from './fields.js';
import { readNames } from './hidden-parts.js';
import { readModelName } from './model-name.js';
import { listSourceKinds } from './source-kinds.js';
import { listStepNames } from './step-order.js';
import { toNumber } from './values.js';

/** @import { Field, FieldName, Settings, State } from './types.js' */

/**
 * A part of a value that cannot be taken as it is written. It should be a number if nothing else
 * is given.
 * @typedef {object} ValueProblem
 * @property {string} part
 * @property {readonly string[]} [names] the valid names
 * @property {string} [example] a text of the right form
 * @property {readonly [which: 'at least' | 'at most', limit: number]} [limit] the limit that the
 * number exceeds for every source
 */

/** Forms of the names of models, for warnings. */
const MODEL_FORMS = ['files', 'owner/name on the Hub', 'the address of a folder, such as ./gpt2/'];

/** Names that no field lists. @type {Record<string, (part: string) => readonly string[]>} */
const NAMES_FOR = {
  step: listStepNames,
  // A Hub has any owner/name, and `files` may have a number.
  model: (name) =>
    /\/|^files@/.test(readModelName(name))
      ? [name]
      : [
          ...KNOWN.filter((id) => id.toLowerCase().includes(name.toLowerCase())),
          DEFAULTS.model,
          ...MODEL_FORMS,
        ],
  ...Object.fromEntries(
    Object.entries(LAB_ATTRIBUTES).flatMap(([name, { names }]) => (names ? [[name, names]] : [])),
  ),
};

/**
 * The separators of these fields, '' for a single name, and an example.
 * @type {Readonly<Record<string, [separator: string, example: string]>>}
 */
const FORMS = {
  edits: [';', 'wq.0.1:0.5;x.eat.0:2'],
  layerEdits: [';', '0.weights.1.2.0:0.5'],
  masked: [' ', '0.3 2.1'],
  silence: [' ', '1.2 0.3'],
  block: [' ', '1.2.3.0'],
  lineHeads: [' ', '0 2 5'],
  endpoint: ['', './models'],
  bug: ['', 'scale-none'],
  guide: ['', 'scoring-turn'],
};

/** @param {string} name @returns {Partial<Field<unknown>>} */
const getField = (name) =>
  Object.hasOwn(FIELDS, name) ? FIELDS[/** @type {FieldName} */ (name)] : {};

/** @param {string} name the name of the property */
export const isNumberProperty = (name) => getField(name).range !== undefined;

/** @param {string} name the name of a field of the state */
export const isTextProperty = (name) => Object.hasOwn(FIELDS, name) && !isNumberProperty(name);

/** Whether an attribute accepts only listed names or numbers. @param {string} name the name of the property */
export const hasListedValues = (name) =>
  isNumberProperty(name) || Object.hasOwn(NAMES_FOR, name) || getField(name).choices !== undefined;

/** @param {string} name the name of the property @param {string} value @returns {ValueProblem[]} */
export const findValueProblems = (name, value) => [
  ...findMisspelt(name, value),
  ...findUnparsableParts(name, value).map((part) => ({ part, example: FORMS[name][1] })),
  ...findBrokenLimit(name, value),
];

/**
 * Returns the parts of a value that are neither a valid name nor a number.
 * @param {string} name the name of the property
 * @param {string} value
 * @returns {ValueProblem[]}
 */
export function findMisspelt(name, value) {
  if (!value || !hasListedValues(name)) return [];
  const { choices } = getField(name);
  const listed = choices && isNumberProperty(name) ? [...choices, text.aNumber] : choices;
  const namesFor = Object.hasOwn(NAMES_FOR, name) ? NAMES_FOR[name] : () => listed;
  const isNumber = (/** @type {string} */ part) =>
    isNumberProperty(name) && !Number.isNaN(toNumber(part));
  const parts = LISTS.includes(name) ? (readNames(value) ?? []) : [value];
  return parts
    .map((part) => ({ part, names: namesFor(part) }))
    .filter(({ part, names }) => !names?.includes(part) && !isNumber(part));
}

/**
 * @param {string} name the name of a field of the state
 * @param {string} value
 * @returns {string[]} the parts that cannot be parsed; none if the field may have any text
 */
export function findUnparsableParts(name, value) {
  if (!Object.hasOwn(FORMS, name)) return [];
  const [separator] = FORMS[name];
  const read = /** @type {(part: string) => string} */ (getField(name).read);
  const parts = separator ? value.split(separator) : [value];
  return parts.filter((part) => {
    const readable = read(part);
    const isSplit = separator !== '' && readable.includes(separator);
    return part.trim() !== '' && (readable === '' || isSplit);
  });
}

/** The most letters of a part in a message. */
const MAX_PART_LETTERS = 40;

/**
 * Lists the parts of an address that cannot be parsed. Unlike an attribute, it may contain ranges.
 * @param {Partial<State>} values
 */
export const listUnparsableValues = (values) =>
  Object.entries(values).flatMap(([name, value]) => {
    const read = /** @type {(part: string) => string} */ (getField(name).read);
    return findUnparsableParts(name, String(value))
      .filter((part) => read(part) === '')
      .map((part) =>
        part.length > MAX_PART_LETTERS ? `${part.slice(0, MAX_PART_LETTERS)}…` : part,
      );
  });

/** @param {string} name @param {string} value @returns {ValueProblem[]} */
function findBrokenLimit(name, value) {
  const { range, widest } = getField(name);
  const limit = findLimit(widest, toNumber(value));
  // If sources have different limits, `findReplacement` knows that of the source.
  const isOfSource = limit?.[0] === 'at most' && range?.[1] !== limit[1];
  return limit && !isOfSource ? [{ part: value, limit }] : [];
}

/**
 * @param {readonly [least: number, most: number] | undefined} range
 * @param {number} number
 * @returns {ValueProblem['limit']} the limit that the number exceeds
 */
function findLimit([least, most] = [-Infinity, Infinity], number) {
  if (number < least) return ['at least', least];
  return number > most ? ['at most', most] : undefined;
}

/** @param {string} name the name of a field of the state @param {unknown} value */
export function correctValue(name, value) {
  const [wrong] = typeof value === 'string' ? findMisspelt(name, value) : [];
  return (wrong?.names && findMeantName(wrong.part, wrong.names)) ?? value;
}

// Beside other settings.

/**
 * Returns the number that a state has instead of a wanted one.
 * @param {State} state
 * @param {string} name the name of a field of the state
 * @param {unknown} value
 * @returns {{ taken: number, limit?: ValueProblem['limit'], divisors?: readonly number[] } | undefined}
 * `limit` is what the wanted number exceeds. `divisors` are the numbers of heads that divide the width, if
 * the wanted number was rounded down to one of them
 */
export function findReplacement(state, name, value) {
  const taken = state[/** @type {keyof State} */ (name)];
  const number = toNumber(value);
  // Some numbers are kept as float32.
  if (typeof taken !== 'number' || [number, Math.fround(number)].includes(taken)) return undefined;
  const isUsed = !isSetting(name) || usesSetting(state, name);
  const limit = isUsed && findLimit(getField(name).getRange?.(state.source), number);
  if (limit) return { taken, limit };
  const divisors = listHeadCounts(state.dModel);
  const isRounded =
    name === 'heads' &&
    Number.isInteger(number) &&
    state.dModel % number > 0 &&
    taken === divisors.findLast((count) => count <= number);
  return isRounded ? { taken, divisors } : { taken };
}

/**
 * The settings that depend on others: the reason why a value has no effect, or false.
 * @type {{ [Name in keyof Settings]?: (settings: Settings) => string | false }}
 */
const REASONS = {
  layer: ({ target }) => target === '' && text.withoutTarget,
  heads: ({ mechanism }) => mechanism === 'additive' && text.withValue('mechanism', mechanism),
  scale: ({ mechanism }) => mechanism === 'additive' && text.withValue('mechanism', mechanism),
  mask(settings) {
    if (getMask(settings) === settings.mask) return false;
    return isDecoderSelf(settings) ? text.withDecoderSelf : text.withTarget;
  },
  pad: (settings) => explainMaskParameter(settings, 'pad'),
  masked: (settings) => explainMaskParameter(settings, 'masked'),
  fill: (settings) => getMask(settings) === 'none' && text.withoutMask,
};

/** @param {Settings} settings @param {'pad' | 'masked'} name */
function explainMaskParameter(settings, name) {
  if (getMaskKind(getMask(settings)).parameters?.[name]) return false;
  const kind = maskKinds.find(({ parameters }) => parameters?.[name]);
  return text.withoutValue('mask', `${kind?.name}`);
}

/**
 * Explains why a value has no effect beside the others.
 * @param {Settings} settings
 * @param {string} name
 * @param {unknown} value
 * @returns {string | undefined} undefined if it has an effect, or is the default
 */
export function explainUnused(settings, name, value) {
  if (!isSetting(name) || name === 'source') return undefined;
  if (FIELDS[name].read(value, settings.source) === DEFAULTS[name]) return undefined;
  if (usesSetting(settings, name)) return REASONS[name]?.(settings) || undefined;
  const users = listSourceKinds().filter(({ uses }) => uses?.includes(name));
  return users.length > 0 && FIELDS[name].usedBy.length === 0
    ? text.withoutSource(users.map((kind) => kind.name))
    : text.withValue('source', settings.source);
}
