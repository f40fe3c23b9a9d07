/** The settings as attributes and properties, and the search for misspelt names and values. */

import { findMeantName } from '../../src/js/nearest.js';
import { parted } from '../text/spelling.js';
import { DEFAULTS, FIELD_NAMES, FIELDS } from './fields.js';
import { LOADING, THEMES } from './limits.js';
import { listStepNames } from './step-order.js';
import { toNumber } from './values.js';

/** @import { Field, FieldName } from './types.js' */

// Lists in attributes: steps to show, groups of controls to hide.

/** All names for `hide`: the parts of the lab. */
export const PART_NAMES = ['course', 'sentence', 'settings', 'toolbar', 'text', 'export'];

const OUTSIDE_STEPS = ['course', 'sentence', 'settings', 'weights', 'programs'];

/** The presets of `show`, with what each hides: parts, `weights` and `programs`. */
const SHOW_PRESETS = {
  lab: /** @type {string[]} */ ([]),
  step: OUTSIDE_STEPS,
  table: [...OUTSIDE_STEPS, 'toolbar', 'text', 'export'],
};

/** All names for `show`. */
const SHOWN_NAMES = [...Object.keys(SHOW_PRESETS), ...PART_NAMES];

/** The parts that lead elsewhere or change what is shown. */
const LEADING = ['course', 'sentence', 'settings', 'toolbar', 'export', 'programs'];

/** The most names in a list, more than any lesson has steps or tables. */
const MOST_NAMES = 256;

const MAX_LIST_LETTERS = 2 ** 16;

/**
 * Reads a list of names without duplicates. Overlong lists are cut, because a link may contain
 * anything.
 * @param {Named} text names separated by commas or blanks
 * @returns {string[] | undefined} undefined for an empty list
 */
export function readNames(text) {
  const string = String(text ?? '');
  const parts = string.slice(0, MAX_LIST_LETTERS).split(/[\s,]+/);
  // The cut may have split a name.
  if (/[^\s,]/.test(string.charAt(MAX_LIST_LETTERS))) parts.pop();
  const names = [...new Set(parts.filter(Boolean))];
  return names.length > 0 ? names.slice(0, MOST_NAMES) : undefined;
}

/**
 * Reads a list of names and replaces misspelt names by the nearest valid ones.
 * @param {Named} text
 * @param {(name: string) => readonly string[]} namesFor returns the valid names for a name in the
 * list
 */
export const correctNames = (text, namesFor) =>
  readNames(text)?.map((name) => findMeantName(name, namesFor(name)) ?? name);

/** @param {Named} show */
const listShownNames = (show) => correctNames(show, () => SHOWN_NAMES) ?? [];

/**
 * Returns the preset that an author wrote, or that other attributes imply.
 * @param {AuthorAttributes} author
 * @returns {keyof typeof SHOW_PRESETS}
 *
 * @typedef {string | readonly string[] | null | undefined} Named
 * @typedef {{ hide?: Named, show?: Named, steps?: Named, table?: Named, locked?: boolean }} AuthorAttributes
 */
export function findShowPreset({ show, steps, table, locked = false }) {
  const usual = readNames(table) ? 'table' : locked || readNames(steps) ? 'step' : 'lab';
  return listShownNames(show).findLast(isPreset) ?? usual;
}

/**
 * Returns the hidden parts, and `weights` and `programs` if they are hidden.
 * @param {AuthorAttributes} author
 * @returns {readonly string[]}
 */
export function listHiddenNames(author) {
  const { hide, show, locked } = author;
  const shown = listShownNames(show);
  const hidden = [
    ...SHOW_PRESETS[findShowPreset(author)],
    ...(correctNames(hide, () => PART_NAMES) ?? []).filter((name) => PART_NAMES.includes(name)),
  ].filter((name) => !shown.includes(name));
  return [...new Set(locked ? [...hidden, ...LEADING] : hidden)];
}

/** @param {string} name @returns {name is keyof typeof SHOW_PRESETS} */
const isPreset = (name) => Object.hasOwn(SHOW_PRESETS, name);

/** Returns the hidden parts. @param {AuthorAttributes} author */
export function listHiddenParts(author) {
  const hidden = listHiddenNames(author);
  return PART_NAMES.filter((name) => hidden.includes(name));
}

// Attributes that are no fields of the state.

/**
 * Traits of an attribute: it is a `flag` or a `list` of names; a picture without a browser has it
 * (`drawn`); the `address` of the standalone page may set it; `<attention-map>` has it, too (`map`).
 * @typedef {'flag' | 'list' | 'drawn' | 'address' | 'map'} AttributeTrait
 */

/**
 * The attributes of `<attention-lab>` that are no fields of the state, by the names of properties.
 * `names` returns the valid names for a part of the value.
 * @type {Readonly<Record<string, { traits: readonly AttributeTrait[], names?: (part: string) => readonly string[] }>>}
 */
const LAB_ATTRIBUTES = {
  steps: { traits: ['list', 'drawn', 'address'], names: listStepNames },
  table: { traits: ['drawn', 'address'] },
  theme: { traits: ['drawn', 'address', 'map'], names: () => THEMES },
  hide: { traits: ['list', 'address'], names: () => PART_NAMES },
  show: { traits: ['list', 'address'], names: () => SHOWN_NAMES },
  readonly: { traits: ['flag', 'address'] },
  locked: { traits: ['flag', 'address', 'map'] },
  compact: { traits: ['flag', 'address'] },
  permalink: { traits: ['flag'] },
  caption: { traits: ['address', 'map'] },
  lang: { traits: ['address', 'map'] },
  headingLevel: { traits: [], names: () => ['0', '1', '2', '3', '4', '5', '6'] },
  src: { traits: ['map'] },
  load: { traits: [], names: () => ['eager'] },
  loading: { traits: ['map'], names: () => LOADING },
  state: { traits: [] },
};

export const LAB_ATTRIBUTE_NAMES = Object.keys(LAB_ATTRIBUTES);

/** @param {AttributeTrait} trait @returns {readonly string[]} names of properties */
export const listAttributesWith = (trait) =>
  LAB_ATTRIBUTE_NAMES.filter((name) => LAB_ATTRIBUTES[name].traits.includes(trait));

/** Names that no field lists. @type {Record<string, (part: string) => readonly string[]>} */
const NAMES_FOR = {
  step: listStepNames,
  // A Hub has any owner/name, and `files` may have a number.
  model: (name) =>
    /\/|^files@/.test(name) ? [name] : [DEFAULTS.model, 'files', 'owner/name on the Hub'],
  ...Object.fromEntries(
    Object.entries(LAB_ATTRIBUTES).flatMap(([name, { names }]) => (names ? [[name, names]] : [])),
  ),
};

/** @param {string} name @returns {Partial<Field<unknown>>} */
const getField = (name) =>
  Object.hasOwn(FIELDS, name) ? FIELDS[/** @type {FieldName} */ (name)] : {};

export const LISTS = listAttributesWith('list');

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

// Fields of the state as attributes and properties of an element.

/** `before` is left out, because every element has a method of that name. */
export const PROPERTIES = FIELD_NAMES.filter((name) => name !== 'before');

const isAttribute = (/** @type {FieldName} */ name) => FIELDS[name].attribute !== undefined;

/** Property declarations for Lit. */
export const declarations = Object.fromEntries(
  PROPERTIES.map((name) => [
    name,
    {
      attribute: isAttribute(name) && parted(name),
      reflect: FIELDS[name].attribute === 'reflected',
      noAccessor: true,
    },
  ]),
);

/** Fields without an attribute, by the name that their attribute would have. */
export const STATE_ONLY = Object.fromEntries(
  PROPERTIES.filter((name) => !isAttribute(name)).flatMap((name) => [
    [parted(name), name],
    [name.toLowerCase(), name],
  ]),
);

// Parts of texts in the state that cannot be parsed.

/** The separators of these fields; '' for a single name. @type {Readonly<Record<string, string>>} */
const SEPARATORS = { edits: ';', masked: ' ', silence: ' ', block: ' ', guide: '' };

/**
 * @param {string} name the name of a field of the state
 * @param {string} value
 * @returns {string[]} the parts that cannot be parsed; none if the field may have any text
 */
export function findUnparsableParts(name, value) {
  if (!Object.hasOwn(SEPARATORS, name)) return [];
  const separator = SEPARATORS[name];
  const read = /** @type {(part: string) => string} */ (getField(name).read);
  const parts = separator ? value.split(separator) : [value];
  return parts.filter((part) => {
    const readable = read(part);
    const isSplit = separator !== '' && readable.includes(separator);
    return part.trim() !== '' && (readable === '' || isSplit);
  });
}
