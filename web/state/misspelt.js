/** Finds misspelt, excessive and unreadable values of attributes, and the nearest valid ones. */

import { findMeantName } from '../../src/js/nearest.js';
import { KNOWN } from '../../src/js/pretrained/hub-names.js';
import { LAB_ATTRIBUTES, LISTS } from './attributes.js';
import { DEFAULTS, FIELDS } from './fields.js';
import { readNames } from './hidden-parts.js';
import { readModelName } from './model-name.js';
import { listStepNames } from './step-order.js';
import { toNumber } from './values.js';

/** @import { Field, FieldName } from './types.js' */

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

/**
 * Returns the invalid parts of a value.
 * @param {string} name the name of the property
 * @param {string} value
 * @returns {{ part: string, names?: readonly string[] }[]} `names` lists the valid names; it is
 * missing if the property takes a number
 */
export function findMisspelt(name, value) {
  const { choices } = getField(name);
  const namesFor = Object.hasOwn(NAMES_FOR, name) ? NAMES_FOR[name] : () => choices;
  const isNumeric = isNumberProperty(name);
  if (!value || !(namesFor('') || isNumeric)) return [];
  const parts = LISTS.includes(name) ? (readNames(value) ?? []) : [value];
  return parts
    .map((part) => ({ part, names: namesFor(part) }))
    .filter(
      ({ part, names: all }) =>
        !all?.includes(part) && !(isNumeric && !Number.isNaN(toNumber(part))),
    );
}

/**
 * Returns the limit that a number exceeds for every source. Such a number is replaced by the
 * nearest valid one.
 * @param {string} name the name of a field of the state
 * @param {string} value
 * @returns {[which: 'at least' | 'at most', limit: number] | undefined}
 */
export function findBrokenLimit(name, value) {
  const [least, most] = getField(name).widest ?? [];
  const number = toNumber(value);
  if (least !== undefined && number < least) return ['at least', least];
  return most !== undefined && number > most ? ['at most', most] : undefined;
}

/** @param {string} name the name of a field of the state @param {unknown} value */
export function correctValue(name, value) {
  const [wrong] = typeof value === 'string' ? findMisspelt(name, value) : [];
  return (wrong?.names && findMeantName(wrong.part, wrong.names)) ?? value;
}

/**
 * The separators of these fields, '' for a single name, and an example.
 * @type {Readonly<Record<string, [separator: string, example: string]>>}
 */
const FORMS = {
  edits: [';', 'q.0.1:0.5;x.eat.0:2'],
  layerEdits: [';', '0.weights.1.2.0:0.5'],
  masked: [' ', '0.3 2.1'],
  silence: [' ', '1.2 0.3'],
  block: [' ', '1.2.3.0'],
  lineHeads: [' ', '0 2 5'],
  endpoint: ['', './models'],
  bug: ['', 'scale-none'],
  guide: ['', 'scoring-turn'],
};

/** Returns an example of a value that may be unparsable. @param {string} name the name of a field of the state */
export const getExample = (name) => FORMS[name][1];

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
