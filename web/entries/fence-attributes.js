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
 * @typedef {object} FenceKind
 * @property {string} first the attribute of the first line, unless the line names one
 * @property {readonly string[]} drawn the properties on which the picture depends
 * @property {readonly string[]} flags the properties without a value
 * @property {readonly string[]} names all properties
 */

/** Fields that belong into `state`. @type {readonly string[]} */
const STATE_FIELDS = Object.values(STATE_ONLY);

/** Fields without an attribute, or without a use in a fence. Its first line may begin with such a word. */
const NOT_IN_FENCES = [...STATE_FIELDS, 'before', 'answers'];

/** Attributes whose names are usual words: a first line that begins with one is the sentence. */
const WORDS = ['bug', 'state'];

/** @type {FenceKind} */
export const LAB_FENCE = {
  first: 'sentence',
  drawn: [...NAMES, 'width'],
  flags: listAttributesWith('flag'),
  // A script or a link needs the id.
  names: ['id', ...SCREEN_ONLY, ...NAMES, 'width'].filter((name) => !NOT_IN_FENCES.includes(name)),
};

/** @type {FenceKind} */
export const MAP_FENCE = {
  first: 'row-tokens',
  drawn: MAP_NAMES,
  flags: ['locked'],
  names: [...new Set(['id', ...listAttributesWith('map'), ...MAP_NAMES])],
};

/** Attributes as written. @typedef {Record<string, string | true>} Given */

/**
 * @param {string} content the content of a fence
 * @param {FenceKind} kind
 * @returns {{ given: Given, options: Record<string, string> }} the attributes, and the options of
 * the picture
 */
export function readAttributes(content, kind) {
  const lines = Object.entries(readLines(content, kind));
  const isDrawn = (/** @type {string} */ name) => kind.drawn.includes(camel(name));
  const others = lines.filter(([name, value]) => value !== true && !isDrawn(name));
  readDrawingOptions(Object.fromEntries(others), kind.names);
  return {
    given: Object.fromEntries(lines.filter(([name]) => name !== 'width')),
    options: /** @type {Record<string, string>} */ (
      Object.fromEntries(lines.filter(([name]) => isDrawn(name)))
    ),
  };
}

const SETTING_LINE = /^([A-Za-z][\w-]*)(?:\s*[:=]\s*(.*))?$/s;

/** Returns the property that a name means, which Python spells with underscores. @param {string} name */
const toProperty = (name) => camel(name.replaceAll('_', '-'));

/** @param {string} content @param {FenceKind} kind @returns {Given} */
function readLines(content, kind) {
  /** @type {Given} */
  const given = {};
  const lines = joinBrackets(content.split('\n').map((line) => line.trim())).filter(Boolean);
  for (const [i, line] of lines.entries()) {
    const [name, value] =
      i === 0 && isFirst(line, kind) ? [kind.first, line] : readAttribute(line, kind);
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
    if (depth > 0 || /^[\w-]+\s*[:=]\s*\[/.test(line))
      depth += line.split('[').length - line.split(']').length;
  }
  return joined;
}

/**
 * Whether a line is the first line, not an attribute. A first line may begin with a word and a
 * colon. The word is an attribute if an attribute has this name, or a similar name and accepts the
 * value.
 * @param {string} line
 * @param {FenceKind} kind
 */
function isFirst(line, { names }) {
  const [, name, value] = SETTING_LINE.exec(line) ?? [];
  if (name === undefined) return true;
  if (STATE_FIELDS.includes(camel(name)) && value && !/\s/.test(value)) return false;
  const known = findMeantName(toProperty(name), names);
  if (known === undefined) return true;
  if (WORDS.includes(known)) return !(known === 'state' && value?.startsWith('{'));
  // A single word that is similar to an attribute is a word.
  if (!value) return known !== toProperty(name);
  const fits = hasListedValues(known) && findMisspelt(known, value).length === 0;
  if (known !== toProperty(name)) return !fits;
  // In `query: what is attention`, the phrase is not a valid query.
  const isPhrase = !LISTS.includes(known) && /\S\s+\S/.test(value);
  return hasListedValues(known) && isPhrase && !fits;
}

/** @param {string} line @param {FenceKind} kind @returns {[name: string, value: string | true]} */
function readAttribute(line, { names, flags }) {
  const [, name = '', value] = SETTING_LINE.exec(line) ?? [];
  const field = names === LAB_FENCE.names ? STATE_FIELDS.find((each) => each === camel(name)) : '';
  if (field) throw makeRefusal(name, refusals.inState(field), refusals.noAttribute);
  const near = findMeantName(toProperty(name), names);
  if (!near && !(name && value)) throw makeRefusal(line, refusals.attributeLine, refusals.unknown);
  if (!near)
    throw makeRefusal(
      name,
      listNearest(
        name,
        names.map((each) => parted(each)),
      ),
      refusals.unknown,
    );
  if (near !== camel(name)) throw makeRefusal(name, parted(near), refusals.unknown);
  if (!flags.includes(near)) {
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
