/** Reads the lines of a Markdown fence as attributes of an element. */

import { findMeantName } from '../../src/js/nearest.js';
import { MAP_NAMES } from '../elements/map-svg.js';
import {
  describeValues,
  listNearest,
  makeRefusal,
  NAMES,
  readDrawingOptions,
  SCREEN_ONLY,
} from '../export/drawing-options.js';
import { LISTS, listAttributesWith, STATE_ONLY } from '../state/attributes.js';
import { findMisspelt, hasListedValues } from '../state/problems.js';
import { refusals } from '../text/en/picture-refusals.js';
import { camel, parted } from '../text/spelling.js';

/**
 * The kind of an attribute: an option of the picture, also of the picture only, an attribute of the
 * element only, or a flag without a value.
 * @typedef {'picture' | 'pictureOnly' | 'element' | 'flag'} Kind
 *
 * @typedef {object} Attributes the attributes of a kind of fence
 * @property {string} first the attribute of the first line, unless the line names one
 * @property {Readonly<Record<string, Kind>>} kinds the kinds by the names of properties
 */

/** @param {Kind} kind @param {readonly string[]} names */
const listKind = (kind, names) => Object.fromEntries(names.map((name) => [name, kind]));

// Fields that belong into `state`.
/** @type {readonly string[]} */
const STATE_FIELDS = Object.values(STATE_ONLY);

/** Fields that have no use in a fence. Its first line may begin with such a word. */
const NOT_IN_FENCES = ['before', 'answers'];

/** Attributes whose names are usual words: a first line that begins with one is the sentence. */
const WORDS = ['bug', 'state'];

/** Attributes of HTML that a script or a link needs. */
const OF_HTML = ['id'];

/** @type {Attributes} */
export const LAB_FENCE = {
  first: 'sentence',
  kinds: {
    ...listKind(
      'element',
      [...OF_HTML, ...SCREEN_ONLY].filter(
        (name) => ![...NOT_IN_FENCES, ...STATE_FIELDS].includes(name),
      ),
    ),
    ...listKind('flag', listAttributesWith('flag')),
    ...listKind('pictureOnly', ['width']),
    ...listKind(
      'picture',
      NAMES.filter((name) => !STATE_FIELDS.includes(name)),
    ),
  },
};

/** @type {Attributes} */
export const MAP_FENCE = {
  first: 'row-tokens',
  kinds: {
    ...listKind('element', [...OF_HTML, ...listAttributesWith('map')]),
    ...listKind('flag', ['locked']),
    ...listKind('picture', MAP_NAMES),
  },
};

/** Attributes as written. @typedef {Record<string, string | true>} Given */

/**
 * @param {string} content the content of a fence
 * @param {Attributes} attributes
 * @returns {{ given: Given, options: Record<string, string> }} the attributes, and the options of
 * the picture
 */
export function readAttributes(content, attributes) {
  const lines = Object.entries(readLines(content, attributes));
  const select = (/** @type {Kind[]} */ ...kinds) =>
    Object.fromEntries(lines.filter(([name]) => kinds.includes(attributes.kinds[camel(name)])));
  readDrawingOptions(select('element'), Object.keys(attributes.kinds));
  return {
    given: select('picture', 'element', 'flag'),
    options: /** @type {Record<string, string>} */ (select('picture', 'pictureOnly')),
  };
}

const SETTING_LINE = /^([A-Za-z-]+)(?:\s*[:=]\s*(.*))?$/s;

/** @param {string} content @param {Attributes} attributes @returns {Given} */
function readLines(content, attributes) {
  /** @type {Given} */
  const given = {};
  const lines = joinBrackets(content.split('\n').map((line) => line.trim())).filter(Boolean);
  for (const [i, line] of lines.entries()) {
    const [name, value] =
      i === 0 && isFirst(line, attributes)
        ? [attributes.first, line]
        : readAttribute(line, attributes);
    if (Object.hasOwn(given, name)) throw makeRefusal(name, refusals.oneValue, refusals.twice);
    given[name] = value;
  }
  return given;
}

/** Joins lines of numbers in brackets. @param {string[]} lines */
function joinBrackets(lines) {
  /** @type {string[]} */
  const joined = [];
  let depth = 0;
  for (const line of lines) {
    if (depth > 0) joined.push(`${joined.pop()} ${line}`);
    else joined.push(line);
    if (depth > 0 || /^[A-Za-z-]+\s*[:=]\s*\[/.test(line))
      depth += line.split('[').length - line.split(']').length;
  }
  return joined;
}

/**
 * Whether a line is the first line, not an attribute. A first line may begin with a word and a
 * colon. The word is an attribute if an attribute has this name, or a similar name and accepts the
 * value.
 * @param {string} line
 * @param {Attributes} attributes
 */
function isFirst(line, { kinds }) {
  const [, name, value] = SETTING_LINE.exec(line) ?? [];
  if (name === undefined) return true;
  if (STATE_FIELDS.includes(camel(name)) && value && !/\s/.test(value)) return false;
  const known = findMeantName(camel(name), Object.keys(kinds));
  if (known === undefined) return true;
  if (WORDS.includes(known)) return !(known === 'state' && value?.startsWith('{'));
  // A single word that is similar to an attribute is a word.
  if (!value) return known !== camel(name);
  const fits = hasListedValues(known) && findMisspelt(known, value).length === 0;
  if (known !== camel(name)) return !fits;
  // In `query: what is attention`, the phrase is not a valid query.
  const isPhrase = !LISTS.includes(known) && /\S\s+\S/.test(value);
  return hasListedValues(known) && isPhrase && !fits;
}

/** @param {string} line @param {Attributes} attributes @returns {[name: string, value: string | true]} */
function readAttribute(line, { kinds }) {
  const [, name = '', value] = SETTING_LINE.exec(line) ?? [];
  const field = kinds === LAB_FENCE.kinds ? STATE_FIELDS.find((each) => each === camel(name)) : '';
  if (field) throw makeRefusal(name, refusals.inState(field), refusals.noAttribute);
  const near = findMeantName(camel(name), Object.keys(kinds));
  if (!near)
    throw name && value
      ? makeRefusal(
          name,
          listNearest(
            name,
            Object.keys(kinds).map((kind) => parted(kind)),
          ),
          refusals.unknown,
        )
      : makeRefusal(line, refusals.attributeLine, refusals.unknown);
  if (near !== camel(name)) throw makeRefusal(name, parted(near), refusals.unknown);
  if (kinds[near] !== 'flag') {
    if (!value)
      throw makeRefusal(name, refusals.nameThenValue(name, describeValues(near)), refusals.noValue);
    if (near === 'id' && /\s/.test(value))
      throw makeRefusal(name, refusals.withoutBlanks, JSON.stringify(value));
    return [parted(near), value];
  }
  if (!['', 'true', undefined].includes(value))
    throw makeRefusal(name, refusals.flagAlone(name), JSON.stringify(value));
  return [near, true];
}
