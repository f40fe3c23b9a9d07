/** The words that a file has beside its numbers. */

import { wrongTokens } from '../../text/en/messages.js';
import { FileError } from './bytes.js';
import { findNames, listPossibleNames } from './choose.js';

/**
 * @import { Tensor } from '../../../src/js/index.js'
 * @import { Arrays, Check, Text as BytesText } from '../types.js'
 */

/** Ends the reading of null, which stands for no tokens. */
const NO_TOKENS = Symbol('no tokens');

/**
 * Tokens of the queries and of the keys: one list serves both where it is as long, and counts where there
 * is none.
 * @param {Arrays} arrays
 * @param {number} queries how many there are
 * @param {number} keys
 * @returns {Generator<any, { queryWords: string[], keyWords: string[] }>}
 * @throws {FileError}
 */
export function* readTokens(arrays, queries, keys) {
  const ofQueries = yield* listOf(arrays, 'queryTokens', [queries]);
  const ofKeys = yield* listOf(arrays, 'keyTokens', [keys]);
  const ofBoth = ofQueries && ofKeys ? undefined : yield* listOf(arrays, 'tokens', [queries, keys]);
  /** @param {number} count @param {(string[] | undefined)[]} lists */
  const firstOf = (count, ...lists) => [
    ...(lists.find((list) => list?.length === count) ??
      Array.from({ length: count }, (_, i) => `${i + 1}`)),
  ];
  return {
    queryWords: firstOf(queries, ofQueries, ofBoth, ofKeys),
    keyWords: firstOf(keys, ofKeys, ofBoth, ofQueries),
  };
}

/**
 * @param {Arrays} arrays
 * @param {'tokens' | 'queryTokens' | 'keyTokens'} role
 * @param {number[]} counts how many there may be
 * @returns {Generator<any, string[] | undefined>}
 */
function* listOf(arrays, role, counts) {
  const named = findNames(arrays.keys(), role);
  for (const name of [...named, ...listPossibleNames(arrays.keys(), role)]) {
    /** @type {Check} */
    const check = (shape, kind) => {
      if (kind === 'nothing' && shape.length === 0) throw NO_TOKENS;
      if (kind === 'text' && shape.length === 0) return;
      // As a tokenizer gives them, in a batch of one.
      const [count, ...others] = shape.length === 2 && shape[0] === 1 ? shape.slice(1) : shape;
      const isKind = kind === 'text' || (kind === 'numbers' && named.includes(name));
      if (others.length > 0 || !isKind || !counts.includes(count)) throw RangeError('tokens');
    };
    try {
      /** @type {Tensor | BytesText} */
      const { shape, data } = yield arrays.get(name)?.read(check);
      if (shape.length > 0) return Array.from(/** @type {string[]} */ (data), String);
      // One text may be a sentence of as many words, or a note.
      const words = `${data[0]}`.trim().split(/\s+/);
      if (counts.includes(words.length)) return words;
    } catch (error) {
      const { index, token } = /** @type {{ index?: number, token?: unknown }} */ (error);
      const wrong = index === undefined ? '' : `${name}[${index}] is ${JSON.stringify(token)}`;
      if (error !== NO_TOKENS && named.includes(name))
        throw new FileError(wrongTokens(name, counts, wrong), { cause: error });
    }
  }
  return undefined;
}
