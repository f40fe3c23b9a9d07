/** The options of pictures without a browser. They have the names of attributes or properties, and nothing is guessed. */

import { describeValue, makeError } from '../../src/js/errors.js';
import { ArgumentError } from '../../src/js/index.js';
import { findNearest, sortByDistance } from '../../src/js/nearest.js';
import { LAB_ATTRIBUTE_NAMES, listAttributesWith, PROPERTIES } from '../state/attributes.js';
import { FIELD_NAMES, FIELDS, listFieldsWith } from '../state/fields.js';
import { THEMES } from '../state/limits.js';
import { findValueProblems } from '../state/problems.js';
import { isComputedHere, listSourceNames } from '../state/source-kinds.js';
import { PRINTED } from '../state/step-order.js';
import { PALETTES } from '../styles/colour.js';
import * as text from '../text/en/command.js';
import { refusals } from '../text/en/picture-refusals.js';
import { camel } from '../text/spelling.js';

/** @import { Palette } from '../styles/colour.js' */
/** @import { ValueProblem } from '../state/problems.js' */
/** @import { FieldName } from '../state/types.js' */

/** The most names that an error lists in full, and how many it lists of more. */
const FULL_LIST = 12;
const SHORT_LIST = 5;

/** The names of the options, as properties. @type {readonly string[]} */
export const NAMES = [
  ...FIELD_NAMES.filter((name) => !listFieldsWith('screenOnly').has(name)),
  ...listAttributesWith('drawn'),
];

/** Options of a picture that no attribute has. @type {readonly string[]} */
export const PICTURE_OPTIONS = ['width', 'paper'];

/** Attributes of `<attention-lab>` that a picture refuses. @type {readonly string[]} */
export const SCREEN_ONLY = [...FIELD_NAMES, ...LAB_ATTRIBUTE_NAMES].filter(
  (name) => !NAMES.includes(name),
);

/** Lists sources that need no reader, no training and no download. */
export const listReadySources = () =>
  listSourceNames().filter((source) => isComputedHere({ source }));

/** @param {string} argument @param {string} expected @param {string} received */
export const makeRefusal = (argument, expected, received) =>
  makeError(ArgumentError, { argument, expected, received });

/** Makes the error for an option that works only on screen. @param {string} argument @param {string} [expected] */
export const makeScreenRefusal = (argument, expected = refusals.anotherOption) =>
  makeRefusal(argument, expected, refusals.onlyOnScreen);

/**
 * Reads the part of the state that `state` gives, an object or its JSON.
 * @param {unknown} [given]
 * @returns {Record<string, any>}
 * @throws {ArgumentError} if it is neither, or has an entry that no state has
 */
export function readStatePart(given = {}) {
  let state = given;
  try {
    if (typeof given === 'string') state = JSON.parse(given);
  } catch {}
  if (typeof state !== 'object' || state === null || Array.isArray(state))
    throw makeRefusal('state', refusals.stateJson, refusals.notJson);
  for (const name of Object.keys(state))
    if (!PROPERTIES.some((known) => known === name))
      throw makeRefusal(name, listNearest(name, PROPERTIES), refusals.unknown);
  return state;
}

/**
 * @param {Record<string, unknown>} given
 * @param {readonly string[]} [others] further valid names
 * @returns {Record<string, unknown> & { steps?: string, table?: string, theme?: string }} the
 * options by the names of properties
 * @throws {ArgumentError}
 */
export function readDrawingOptions(given, others = []) {
  return Object.fromEntries(
    Object.entries(given).map(([attribute, value]) => {
      const name = camel(attribute);
      if ([...SCREEN_ONLY, 'tensors'].includes(name) && !others.includes(name))
        throw makeScreenRefusal(attribute);
      if (![...NAMES, ...others].includes(name))
        throw makeRefusal(
          attribute,
          listNearest(attribute, [...NAMES, ...others]),
          refusals.unknown,
        );
      if ((typeof value !== 'string' && typeof value !== 'number') || Number.isNaN(value))
        throw makeRefusal(attribute, refusals.textOrNumber, describeValue(value));
      const [problem] = findValueProblems(name, String(value));
      if (problem) throw refuseProblem(attribute, problem);
      return [name, String(value)];
    }),
  );
}

/** @param {string} attribute @param {ValueProblem} problem */
function refuseProblem(attribute, { part, names, example, limit }) {
  if (limit) return makeRefusal(attribute, refusals.aNumberWithin(...limit), part);
  const expected = names ? listNearest(part, names) : refusals.aNumber;
  return makeRefusal(
    attribute,
    example ? describeValues(camel(attribute)) : expected,
    JSON.stringify(part),
  );
}

/** The papers of a picture. An SVG paints a colour that it does not know black. */
const PAPER = /^(?:none|transparent|#(?:[\da-f]{3}){1,2})$/;

/**
 * Returns the colours of a picture on a given paper, with which its cells are mixed. Without a paper, they are mixed
 * with that of the theme. The ink is that of the theme.
 * @param {unknown} theme
 * @param {unknown} [paper] `#rgb`, `#rrggbb`, `none` or `transparent`
 * @returns {Palette}
 * @throws {ArgumentError}
 */
export function choosePalette(theme, paper) {
  const palette = PALETTES[theme === 'dark' ? 'dark' : 'light'];
  if (paper === undefined) return palette;
  const colour = typeof paper === 'string' ? paper.trim().toLowerCase() : '';
  if (!PAPER.test(colour)) throw makeRefusal('paper', text.kinds.paper, describeValue(paper));
  if (!colour.startsWith('#')) return { ...palette, background: 'none' };
  return { ...palette, paper: colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour };
}

/** Describes the values of an attribute. @param {string} name the name of the property */
export function describeValues(name) {
  const { choices, range, value } = FIELDS[/** @type {FieldName} */ (name)] ?? {};
  if (name === 'theme') return THEMES.join(' ');
  if (choices) return range ? text.orNumber([...choices]) : choices.join(' ');
  return range ? text.numberOf(Number(value), range) : (text.kinds[name] ?? text.aText);
}

/** @param {string} given @param {readonly string[]} names */
export function listNearest(given, names) {
  const some = names.length > FULL_LIST ? sortByDistance(given, names).slice(0, SHORT_LIST) : names;
  const printed = names.find((name) => name === PRINTED[given]);
  return printed ?? findNearest(given, names) ?? refusals.oneOf(some, names.length);
}
