// Pairs of sentences that wait until there is a batch of them whose sources are as long as each other.

import { argumentError } from '../errors.js';
import { readKeys } from '../keys.js';
import { readList, readSentence } from './options.js';

/** @typedef {import('./translator.js').Pair} Pair */

/** @param {string} sentence */
export const wordsOf = (sentence) => sentence.split(' ').filter(Boolean);

export class WaitingPairs {
  #size;
  /** By the number of words. @type {Map<number, Pair[]>} */
  #pairs = new Map();

  /** @param {number} size of a batch */
  constructor(size) {
    this.#size = size;
  }

  /** All of them, as a state has them. */
  get entries() {
    const pairs = [...this.#pairs.values()].flat();
    return pairs.map(({ source, target }) => ({ source, target }));
  }

  /** @param {Pair} pair @returns {Pair[] | undefined} a batch, where this pair makes it full */
  add(pair) {
    const { length } = wordsOf(pair.source);
    const same = this.#pairs.get(length) ?? [];
    same.push(pair);
    if (same.length < this.#size) {
      this.#pairs.set(length, same);
      return undefined;
    }
    this.#pairs.delete(length);
    return same;
  }
}

/**
 * Pairs that wait, as a caller gives them back.
 *
 * @param {unknown} waiting
 * @param {{ source: ReadonlyMap<string, number>, target: ReadonlyMap<string, number> }} ids
 * @param {number} most words of a sentence
 * @param {number} size of a batch, for which too few of a length are there
 * @returns {Pair[]}
 */
export function readWaiting(waiting, ids, most, size) {
  const argument = 'state.waiting';
  const list = readList(argument, waiting, 'a list of pairs, as getState() gives it');
  const counts = new Array(most + 1).fill(0);
  return list.map((pair) => {
    if (pair === undefined) throw argumentError(argument, 'pairs of sentences', 'undefined');
    const { source, target } = readKeys(argument, pair, ['source', 'target']);
    const { length } = readSentence(source, ids.source, most, `${argument}.source`).ids;
    readSentence(target, ids.target, most, `${argument}.target`);
    counts[length]++;
    if (counts[length] < size) return /** @type {Pair} */ ({ source, target });
    const expected = `fewer than ${size} pairs of one length`;
    throw argumentError(argument, expected, `${size} pairs or more`);
  });
}
