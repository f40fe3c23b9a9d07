/** The tokens of an author's own weights: strings, for rows and for columns. */

import { ArgumentError, AttentionError, ShapeError } from '../../src/js/index.js';
import * as text from '../text/en/messages.js';
import { parseNumbers } from './plain-numbers.js';

/** @import { Tokens } from './types.js' */

// How `<attention-map>` refuses what it cannot show: by errors that name its own properties.

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

/**
 * An error of the library, as one that names a property of the element.
 * @param {unknown} error
 * @param {string} property
 * @returns {never}
 */
export function refuseAs(error, property) {
  if (!(error instanceof AttentionError)) {
    return throwRefusal(ArgumentError, property, text.aTensor, text.unreadable(error), error);
  }
  if (error.operation === operation) throw error;
  const { argument, expected, received } = error;
  const Kind = /** @type {typeof ArgumentError} */ (error.constructor);
  const name = argument === 'nested' ? property : `${property}.${argument}`;
  return throwRefusal(Kind, name, expected, received, error);
}

/** @param {readonly number[]} shape */
export const formatSizes = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** @param {string} argument @param {string} given JSON */
export function parseJson(argument, given) {
  try {
    return parseNumbers(given);
  } catch (cause) {
    return throwRefusal(ArgumentError, argument, text.json, text.notJson(String(cause)), cause);
  }
}

/**
 * @param {string} argument
 * @param {Tokens} given
 * @param {number} count how many there have to be
 * @returns {string[] | undefined} undefined where there are none
 */
export function readGivenTokens(argument, given, count) {
  const list = typeof given === 'string' ? listed(argument, given) : (given ?? []);
  if (!Array.isArray(list)) {
    return throwRefusal(ArgumentError, argument, text.strings, text.ofType(typeof list));
  }
  const tokens = [...list].map((token, i) =>
    typeof token === 'string' || typeof token === 'number'
      ? String(token)
      : throwRefusal(ArgumentError, `${argument}[${i}]`, text.aString, text.ofType(typeof token)),
  );
  if (tokens.length > 0 && tokens.length !== count) {
    throwRefusal(ShapeError, argument, text.tokens(count), `(${tokens.length},)`);
  }
  return tokens.length > 0 ? tokens : undefined;
}

/**
 * A JSON array, or words between blanks. A word may begin with a bracket, as [CLS] does.
 * @param {string} argument
 * @param {string} given
 * @returns {unknown[]}
 */
function listed(argument, given) {
  try {
    const list = JSON.parse(given);
    if (Array.isArray(list)) return list;
  } catch (cause) {
    // An array of strings was meant, but a bracket is missing, or it is Python's.
    if (/^\s*\[\s*["']/.test(given)) {
      throwRefusal(ArgumentError, argument, text.json, text.otherText, cause);
    }
  }
  return given.split(/\s+/).filter(Boolean);
}

/**
 * @param {string[] | undefined} tokens
 * @param {string[] | undefined} others of the other side; in self-attention they are the same
 * @param {number} count
 */
export function chooseTokens(tokens, others, count) {
  if (tokens) return tokens;
  if (others?.length === count) return others;
  return Array.from({ length: count }, (_, i) => String(i + 1));
}
