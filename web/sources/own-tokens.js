/** Reads the tokens of an author's own weights: strings for rows and for columns. */

import { ArgumentError, AttentionError, ShapeError } from '../../src/js/index.js';
import * as text from '../text/en/messages.js';
import { parseNumbers } from './plain-numbers.js';

/** @import { Tokens } from './types.js' */

// Errors of `<attention-map>`, which name its own properties.

const operation = 'attention-map';

/**
 * @param {typeof ArgumentError} Kind
 * @param {string | undefined} argument
 * @param {string | undefined} expected
 * @param {string | undefined} received
 * @param {unknown} [cause]
 * @returns {never}
 */
export function throwRefusal(Kind, argument, expected, received, cause) {
  throw new Kind({ operation, argument, expected, received, cause });
}

/** @param {unknown} error @param {string} property @returns {never} */
export function refuseAs(error, property) {
  if (!(error instanceof AttentionError)) {
    return throwRefusal(ArgumentError, property, text.aTensor, text.unreadable(error), error);
  }
  if (error.operation === operation) throw error;
  const { argument, expected, received } = error;
  const Kind = /** @type {typeof ArgumentError} */ (error.constructor);
  // The library names nested arrays, and elements in them, as in `nested[0][1]`.
  const name = argument?.startsWith('nested')
    ? argument.replace('nested', property)
    : `${property}.${argument}`;
  return throwRefusal(Kind, name, expected, received, error);
}

/** @param {string} argument @param {string} given JSON */
export function parseJson(argument, given) {
  try {
    return parseNumbers(given);
  } catch (cause) {
    return throwRefusal(
      ArgumentError,
      argument,
      text.json,
      text.notJson(/** @type {Error} */ (cause).message),
      cause,
    );
  }
}

/**
 * @param {string} argument
 * @param {Tokens} given
 * @param {number} count the required number
 * @returns {string[] | undefined} the tokens, or undefined if there are none
 */
export function readGivenTokens(argument, given, count) {
  const list = typeof given === 'string' ? splitTokenText(argument, given) : (given ?? []);
  if (!Array.isArray(list)) {
    return throwRefusal(ArgumentError, argument, text.strings, text.ofType(typeof list));
  }
  const tokens = [...list].map((token, i) =>
    typeof token === 'string' || typeof token === 'number'
      ? String(token)
      : throwRefusal(ArgumentError, `${argument}[${i}]`, text.aString, text.ofType(typeof token)),
  );
  if (tokens.length > 0 && tokens.length !== count) {
    const hasCommas = typeof given === 'string' && given.split(',').length === count;
    const expected = hasCommas ? text.tokensByBlanks(count) : text.tokens(count);
    throwRefusal(ShapeError, argument, expected, `(${tokens.length},)`);
  }
  return tokens.length > 0 ? tokens : undefined;
}

/**
 * Reads a JSON array, or words separated by blanks. A word may begin with a bracket, such as [CLS].
 * @param {string} argument
 * @param {string} given
 * @returns {unknown[]}
 */
function splitTokenText(argument, given) {
  try {
    const list = JSON.parse(given);
    if (Array.isArray(list)) return list;
  } catch (cause) {
    // The text was meant as an array of strings, but a bracket or quotes are missing, or the
    // notation is Python's.
    const list = given.trim();
    const comma = list.indexOf(',');
    const isUnquoted = list.startsWith('[') && list.endsWith(']') && list.indexOf(']') > comma;
    if (/^\[\s*["']/.test(list) || (isUnquoted && comma >= 0)) {
      throwRefusal(ArgumentError, argument, text.jsonTokens, text.notReadAsJson, cause);
    }
  }
  return given.split(/\s+/).filter(Boolean);
}

/**
 * Returns the first list with so many tokens. The last one has those of the other side, which are the
 * same in self-attention. If no list fits, the tokens are numbers from 1.
 * @param {number} count
 * @param {(string[] | undefined)[]} lists
 */
export const chooseTokens = (count, ...lists) => [
  ...(lists.find((list) => list?.length === count) ??
    Array.from({ length: count }, (_, i) => String(i + 1))),
];
