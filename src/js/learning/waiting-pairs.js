// Collecting and encoding batches of pairs whose source sentences have the same length.

import { makeArgumentError } from '../errors.js';
import { readKeys } from '../option-reader.js';
import { readList, readSentence } from './model-arguments.js';
import { splitAtBlanks } from './split-at-blanks.js';
import { NO_TARGET } from './tape.js';

/** @import { Pair } from './translator.js' */

/** The id that marks both ends of a sentence; ids of words start at 1. */
export const END = 0;

/** @typedef {{ source: ReadonlyMap<string, number>, target: ReadonlyMap<string, number> }} Ids */

/**
 * Encodes a batch as ids: `sources` (N, S) with marks at both ends, `inputs` (T, N) with the word before each target
 * word, and `targets` (T, N).
 *
 * @param {Pair[]} batch @param {Ids} ids
 */
export function encodeBatch(batch, ids) {
  const N = batch.length;
  const pairs = batch.map(({ source, target }) => [splitAtBlanks(source), splitAtBlanks(target)]);
  const S = pairs[0][0].length + 2;
  const T = Math.max(...pairs.map(([, target]) => target.length)) + 1;
  const sources = new Uint32Array(N * S).fill(END);
  const inputs = new Uint32Array(T * N).fill(END);
  const targets = new Uint32Array(T * N).fill(NO_TARGET);
  pairs.forEach(([source, target], n) => {
    source.forEach((word, s) => {
      sources[n * S + s + 1] = ids.source.get(word) ?? END;
    });
    target.forEach((word, t) => {
      const id = ids.target.get(word) ?? END;
      targets[t * N + n] = id;
      inputs[(t + 1) * N + n] = id;
    });
    targets[target.length * N + n] = END;
  });
  return { N, S, T, sources, inputs, targets };
}

/** Pairs that wait until a batch of their length is complete. */
export class WaitingPairs {
  #size;
  /** The waiting pairs, by the number of source words. @type {Map<number, Pair[]>} */
  #pairs = new Map();

  /** @param {number} size the size of a batch */
  constructor(size) {
    this.#size = size;
  }

  /** All waiting pairs, in the format of a state. */
  get entries() {
    const pairs = [...this.#pairs.values()].flat();
    return pairs.map(({ source, target }) => ({ source, target }));
  }

  /** Adds a pair. @param {Pair} pair @returns {Pair[] | undefined} a batch, if this pair completes it */
  add(pair) {
    const { length } = splitAtBlanks(pair.source);
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
 * Reads the waiting pairs of a state.
 * @param {unknown} waiting @param {Ids} ids
 * @param {number} most the largest number of words of a sentence
 * @param {number} size the size of a batch; fewer pairs of each length may wait
 * @returns {Pair[]}
 */
export function readWaiting(waiting, ids, most, size) {
  const argument = 'state.waiting';
  const list = readList(argument, waiting, 'a list of pairs, as getState() gives it');
  const counts = new Array(most + 1).fill(0);
  return list.map((pair) => {
    if (pair === undefined) throw makeArgumentError(argument, 'pairs of sentences', 'undefined');
    const { source, target } = readKeys(argument, pair, ['source', 'target']);
    const { length } = readSentence(source, ids.source, most, `${argument}.source`).ids;
    readSentence(target, ids.target, most, `${argument}.target`);
    counts[length]++;
    if (counts[length] < size) return /** @type {Pair} */ ({ source, target });
    const expected = `fewer than ${size} pairs of one length`;
    throw makeArgumentError(argument, expected, `${size} pairs or more`);
  });
}
