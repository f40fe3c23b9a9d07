/** Writes and reads the state as the hash of the page: `v=1&s=They+eat&m=dot&h=2`. */

import { findMeantName } from '../../src/js/nearest.js';
import { exact, parseDecimal } from '../text/number.js';
import { parted } from '../text/spelling.js';
import { shortenEdits } from './edits.js';
import { DEFAULTS, FIELD_NAMES, FIELDS, listFieldsWith } from './fields.js';
import { isLearningModel, isOwn } from './source-kinds.js';

/** @import { FieldName, State } from './types.js' */

const VERSION = 'v';

const KEYS = new Map(FIELD_NAMES.map((name) => [FIELDS[name].key, name]));

/** Names of attributes, which authors may write in an address by hand. */
const ATTRIBUTES = new Map(
  FIELD_NAMES.filter((name) => FIELDS[name].attribute).map((name) => [parted(name), name]),
);

/** Returns the field of a key in an address. @param {string} key @returns {FieldName | undefined} */
export const findAddressField = (key) => KEYS.get(key) ?? ATTRIBUTES.get(key);

/** The names that authors may write in an address. */
export const ADDRESS_NAMES = [...ATTRIBUTES.keys()];

const PAGE_FIELDS = listFieldsWith('namesPage');

/** Whether values only name a page, which then opens with its own settings. @param {object} values */
export const namesOnlyPage = (values) =>
  Object.keys(values).every((name) => name === VERSION || PAGE_FIELDS.has(name));

/**
 * @param {Partial<State>} state a normalised state, or some of its fields
 * @param {string} [unknown] the unknown part that `readAddress` returned
 * @returns {string} the hash without `#`
 */
export function writeAddress(state, unknown = '') {
  const address = new URLSearchParams([[VERSION, '1']]);
  // A model that learns has a sentence of its own, which an address without a sentence shows.
  const ownSentence = isLearningModel({ source: state.source ?? '' }) && 'sentence';
  for (const name of FIELD_NAMES) {
    const value = state[name];
    if (value === undefined || (value === DEFAULTS[name] && name !== ownSentence)) continue;
    const text = name === 'edits' ? shortenEdits(String(value)) : value;
    address.append(FIELDS[name].key, typeof text === 'number' ? exact(text) : text);
  }
  return unknown === '' ? address.toString() : `${address}&${unknown}`;
}

/**
 * Reads the fields of a state from a hash. It never throws. Values have the right type, but the
 * caller must still normalise them.
 * @param {string} hash with or without `#`
 * @returns {{ state: Partial<State>, unknown: string }} the valid fields, and all unknown keys in
 * their order
 */
export function readAddress(hash) {
  /** @type {Partial<Record<FieldName, string | number>>} */
  const state = {};
  const unknown = new URLSearchParams();
  const met = new Set();
  for (const [key, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const name = findAddressField(key);
    const value = name && readFieldValue(name, text);
    // A key with an invalid value may belong to the surrounding page.
    if (!name || (value === undefined && !KEYS.has(key))) {
      unknown.append(key, text);
      continue;
    }
    // The first of several equal keys counts, even if its value is invalid.
    if (met.has(name)) continue;
    met.add(name);
    if (value !== undefined) state[name] = value;
  }
  unknown.delete(VERSION);
  return { state: /** @type {Partial<State>} */ (state), unknown: unknown.toString() };
}

/** Undefined if the text is no value of the field. @param {FieldName} name @param {string} text */
function readFieldValue(name, text) {
  // An address never contains the reader's own tensors.
  if (name === 'source' && isOwn({ source: /** @type {any} */ (text) })) return undefined;
  const { choices, isOpen, range, read, value } = FIELDS[name];
  if (choices && !isOpen) {
    const choice = read(text, 'seed');
    if (choice !== value || text === choice) return choice;
    // A word near to a name is no number.
    return range ? undefined : findMeantName(text, choices);
  }
  if (!range) return text;
  const number = parseDecimal(text);
  return Number.isFinite(number) ? number : undefined;
}
