/** The table of settings as attributes and properties, and what is misspelt in them. */

import { findMeantName } from '../../src/js/nearest.js';
import { parseCells } from '../graph/masks/custom.js';
import { parted } from '../text/spelling.js';
import { parseEdits } from './edits.js';
import { FIELD_NAMES, FIELDS } from './fields.js';
import { stepNames } from './step-order.js';
import { numberOf } from './values.js';

/** @import { Field, FieldName } from './types.js' */

// Lists in attributes: steps to show, groups of controls to hide.

/** All that `hide` and `show` can name. */
export const GROUPS = [
  ...['title', 'guide', 'words', 'sentence', 'settings', 'experiments', 'weights', 'steps'],
  ...['text', 'export', 'tools'],
];

/** What is hidden by default if an author lists steps or a table. */
export const BESIDE_STEPS = [
  ...['title', 'guide', 'sentence', 'settings', 'experiments', 'weights'],
];

/** More names than any lesson has steps or tables. */
const MOST_NAMES = 256;

const MOST_CHARACTERS = 2 ** 16;

/**
 * Each name once, in the order of the first; what is too much is left out, for a link may hold anything.
 * @param {Named} text separated by commas or blanks
 * @returns {string[] | undefined} undefined for an empty list
 */
export function readList(text) {
  const string = String(text ?? '');
  const parts = string.slice(0, MOST_CHARACTERS).split(/[\s,]+/);
  // The cut may be within a name.
  if (/[^\s,]/.test(string.charAt(MOST_CHARACTERS))) parts.pop();
  const names = [...new Set(parts.filter(Boolean))];
  return names.length > 0 ? names.slice(0, MOST_NAMES) : undefined;
}

/**
 * The names in a list; in place of a misspelt one the nearest.
 * @param {Named} text
 * @param {(name: string) => readonly string[]} namesFor those that there are, for one in the list
 */
export const correctNames = (text, namesFor) =>
  readList(text)?.map((one) => findMeantName(one, namesFor(one)) ?? one);

/**
 * The groups that are hidden: those that do not stand beside listed steps, and those that are named.
 * @param {{ hide?: Named, show?: Named, steps?: Named, table?: Named }} author
 * @returns {readonly string[]}
 *
 * @typedef {string | readonly string[] | null | undefined} Named
 */
export function hiddenGroups({ hide, show, steps, table }) {
  const shown = correctNames(show, () => [...GROUPS, 'all']) ?? [];
  const hidden = [
    ...((readList(steps) ?? readList(table)) ? BESIDE_STEPS : []),
    ...(correctNames(hide, () => GROUPS) ?? []),
  ];
  return shown.includes('all') ? [] : hidden.filter((group) => !shown.includes(group));
}

/** The names for a part of an attribute, where no entry of the state has them all. @type {Record<string, (part: string) => readonly string[]>} */
const NAMES_FOR = {
  step: stepNames,
  steps: stepNames,
  hide: () => GROUPS,
  show: () => [...GROUPS, 'all'],
  theme: () => ['light', 'dark'],
};

/** @param {string} name @returns {Partial<Field<unknown>>} */
const fieldOf = (name) =>
  Object.hasOwn(FIELDS, name) ? FIELDS[/** @type {FieldName} */ (name)] : {};

export const LISTS = ['steps', 'hide', 'show'];

/** @param {string} name of the property */
export const isNumberProperty = (name) => fieldOf(name).range !== undefined;

/** Whether an attribute takes listed names or numbers alone. @param {string} name of the property */
export const hasListedValues = (name) =>
  isNumberProperty(name) || Object.hasOwn(NAMES_FOR, name) || fieldOf(name).choices !== undefined;

/**
 * The parts of a value that mean nothing.
 * @param {string} name of the property
 * @param {string} value
 * @returns {{ part: string, names?: readonly string[] }[]} names: those that there are; without, it takes a
 *   number
 */
export function findMisspelt(name, value) {
  const { choices } = fieldOf(name);
  const namesFor = Object.hasOwn(NAMES_FOR, name) ? NAMES_FOR[name] : () => choices;
  const isNumeric = isNumberProperty(name);
  if (!value || !(namesFor('') || isNumeric)) return [];
  const parts = LISTS.includes(name) ? (readList(value) ?? []) : [value];
  return parts
    .map((part) => ({ part, names: namesFor(part) }))
    .filter(
      ({ part, names: all }) =>
        !all?.includes(part) && !(isNumeric && !Number.isNaN(numberOf(part))),
    );
}

/**
 * The value that was meant: in place of a misspelt one the nearest.
 * @param {string} name of an entry of the state
 * @param {unknown} value
 */
export function correctValue(name, value) {
  const [wrong] = typeof value === 'string' ? findMisspelt(name, value) : [];
  return (wrong?.names && findMeantName(wrong.part, wrong.names)) ?? value;
}

// Entries of the state as attributes and properties of an element.

/** `before` is left out: every element has a method of that name. */
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

/** Entries that are no attributes of their own, by the name that such an attribute would have. */
export const STATE_ONLY = Object.fromEntries(
  PROPERTIES.filter((name) => !isAttribute(name)).flatMap((name) => [
    [parted(name), name],
    [name.toLowerCase(), name],
  ]),
);

/**
 * A framework's server writes a property as an attribute of its name, and HTML has no capitals: from there
 * back to the property.
 */
export const ALIASES = Object.fromEntries(
  PROPERTIES.filter(isAttribute).flatMap((name) =>
    name === name.toLowerCase() ? [] : [[name.toLowerCase(), name]],
  ),
);

// Parts of texts that the state holds, where nobody could read them.

/** @type {Record<string, { between: string, count: (part: string) => number }>} */
const KINDS = {
  edits: { between: ';', count: (part) => parseEdits(part).size },
  masked: { between: ' ', count: (part) => parseCells(part).length },
};

/**
 * @param {string} name of an entry of the state
 * @param {string} value
 * @returns {string[]} none of an entry that is no such list
 */
export function unparsableParts(name, value) {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return kind
    ? value.split(kind.between).filter((part) => part.trim() !== '' && kind.count(part) !== 1)
    : [];
}
