// What the methods of models are called with: options, seeds, counts, sentences.

import { readKeys } from '../arguments.js';
import { argumentError, describe, unreadable } from '../errors.js';

/** Of a list; none that is of use is so long. */
const MOST_ENTRIES = 10_000;
/** Steps, batches or words of one call, during which nothing else runs. */
const MOST_ROUNDS = 1_000_000;

/**
 * The only argument of a call. The core is none: what learns has a module of its own.
 *
 * @param {readonly unknown[]} given
 * @param {string} call as it should be, such as `createMini({ seed })`
 */
export function readFirst([options, ...rest], call) {
  if (isCore(options)) throw argumentError('options', call, 'an attention, which is not needed');
  if (rest.every((value) => value === undefined)) return options;
  throw argumentError('options', call, `one of ${rest.length + 1} arguments`);
}

/** @param {unknown} value */
function isCore(value) {
  try {
    return typeof (/** @type {any} */ (value)?.scaledDotProductAttention) === 'function';
  } catch {
    return false;
  }
}

/**
 * The options of a call, and what stands for those that are left out.
 *
 * @template {Record<string, any>} Options
 * @param {unknown} options
 * @param {Options} defaults with every name there is
 * @returns {Options} of the names of `defaults`; what the values are is still to be checked
 */
export function readOptions(options, defaults) {
  const read = readKeys('options', options, Object.keys(defaults));
  const given = Object.entries(read).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** @param {unknown} seed */
export function readSeed(seed) {
  // Random numbers are drawn from 32 bits: 2^32 would be seed 0 once more.
  if (typeof seed === 'number' && seed >>> 0 === seed) return seed;
  throw argumentError('options.seed', 'an integer from 0 to 2^32 - 1', describe(seed));
}

/** @param {string} argument @param {unknown} count */
export function checkCount(argument, count) {
  if (Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MOST_ROUNDS) return;
  throw argumentError(argument, `an integer, 1 to ${MOST_ROUNDS}`, describe(count));
}

/** @param {string} argument @param {unknown} number @param {number} most */
export function checkNumber(argument, number, most) {
  if (typeof number === 'number' && number >= 0 && number <= most) return;
  throw argumentError(argument, `a number, 0 to ${most}`, describe(number));
}

/**
 * A copy of a list of pairs, such as layer and head.
 *
 * @param {string} argument
 * @param {unknown} list
 * @param {[number, number]} sizes what both are less than
 * @returns {[number, number][]}
 */
export function readPairs(argument, list, sizes) {
  const expected = `a list of pairs, 0 to ${sizes[0] - 1} and 0 to ${sizes[1] - 1}`;
  const isPair = (/** @type {unknown[]} */ pair) =>
    pair.length === 2 &&
    sizes.every((size, i) => {
      const index = pair[i];
      return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < size;
    });
  const pairs = readList(argument, list, expected).map((pair) =>
    Array.isArray(pair) ? readList(argument, pair, expected) : [],
  );
  if (!pairs.every(isPair)) throw argumentError(argument, expected, 'with others');
  return /** @type {[number, number][]} */ (pairs);
}

/**
 * A copy of an array, whose getters or proxy may throw.
 *
 * @param {string} argument
 * @param {unknown} list
 * @param {string} expected
 * @returns {unknown[]}
 */
export function readList(argument, list, expected) {
  try {
    if (Array.isArray(list) && list.length <= MOST_ENTRIES) return Array.from(list);
  } catch (cause) {
    throw unreadable(argument, expected, cause);
  }
  throw argumentError(argument, expected, describe(list));
}

/**
 * The ids of the words of a sentence.
 *
 * @param {unknown} sentence words separated by blanks
 * @param {ReadonlyMap<string, number>} ids
 * @param {number} most words
 * @param {string} [argument]
 */
export function readSentence(sentence, ids, most, argument = 'sentence') {
  if (typeof sentence !== 'string') {
    throw argumentError(argument, 'words separated by blanks', describe(sentence));
  }
  const words = sentence.split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.length > most) {
    throw argumentError(argument, `of 1 to ${most} words`, `of ${words.length}`);
  }
  return { words, ids: readWords(argument, words, ids) };
}

/**
 * The ids of words, all of which have to be known.
 *
 * @param {string} argument
 * @param {readonly unknown[]} words
 * @param {ReadonlyMap<string, number>} ids
 */
export function readWords(argument, words, ids) {
  return words.map((word) => {
    const id = ids.get(/** @type {string} */ (word));
    if (id !== undefined) return id;
    const received = typeof word === 'string' && word.length <= 80 ? `"${word}"` : describe(word);
    throw argumentError(argument, 'of words in model.vocabulary', received);
  });
}
