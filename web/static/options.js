/** What is drawn without a browser, by the names of attributes or of properties. Nothing is guessed. */

import { ArgumentError } from '../../src/js/index.js';
import { byDistance, nearest } from '../../src/js/nearest.js';
import { misspeltIn } from '../elements/attribute-values.js';
import { camel } from '../session/spelling.js';
import { DEFAULTS } from '../session/state.js';
import { unreadIn } from '../session/unread.js';
import { kinds } from '../text/en/command.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {Partial<Record<keyof State, string | number>> & {
 *   steps?: string, table?: string, theme?: 'light' | 'dark', width?: string | number }} SvgOptions
 */

/** What is marked on screen, and in no picture. */
export const MARKS = ['key', 'pin', 'rows', 'cell', 'spread'];

/** Of the state what a picture has no part in. */
const OTHERS = ['v', 'view', 'before', 'guide', 'answers', 'bug', ...MARKS];

/** More names are not all said. */
const FEW = 12;
const SOME = 5;

/** As properties. */
export const NAMES = [
  ...Object.keys(DEFAULTS).filter((name) => !OTHERS.includes(name)),
  ...['steps', 'table', 'theme'],
];

/** @param {string} argument @param {string} expected @param {string} received */
export const refused = (argument, expected, received) =>
  new ArgumentError({ operation: 'attributes', argument, expected, received });

/**
 * @param {Record<string, unknown>} given
 * @param {readonly string[]} [others] names that may stand there as well
 * @returns {Record<string, unknown> & { steps?: string, table?: string, theme?: string }} as properties
 * @throws {ArgumentError}
 */
export function readOptions(given, others = []) {
  return Object.fromEntries(
    Object.entries(given).map(([attribute, value]) => {
      const name = camel(attribute);
      if (![...NAMES, ...others].includes(name))
        throw refused(attribute, oneOf(attribute, NAMES), 'unknown');
      if (typeof value !== 'string' && typeof value !== 'number')
        throw refused(attribute, 'a string or a number', typeof value);
      const [wrong] = misspeltIn(name, String(value));
      if (wrong) {
        const expected = wrong.names ? oneOf(wrong.part, wrong.names) : 'a number';
        throw refused(attribute, expected, JSON.stringify(wrong.part));
      }
      const [unread] = unreadIn(name, String(value));
      if (unread) throw refused(attribute, kinds[name], JSON.stringify(unread));
      return [name, value];
    }),
  );
}

/**
 * The nearest name, or where none is near all that there are; of dozens some.
 * @param {string} given
 * @param {readonly string[]} names
 */
export function oneOf(given, names) {
  const some = names.length > FEW ? byDistance(given, names).slice(0, SOME) : names;
  const said = some.length < names.length ? `one of ${names.length} names, such as` : 'one of';
  return nearest(given, names) ?? `${said} ${some.join(', ')}`;
}
