/** Where the words that a reader follows stand once the words have changed places. */

import { wordsOf } from './settings.js';

/** @typedef {import('./state.js').State} State */

/**
 * @param {State} state
 * @param {Pick<State, 'sentence' | 'target' | 'layer'>} next
 * @returns {Pick<State, 'query' | 'key' | 'pin'>} a word that is no longer there leaves its place
 */
export function followed({ query, key, pin, ...state }, next) {
  const [from, to] = [wordsOf(state), wordsOf(next)];
  return {
    query: place(query, from.queryWords, to.queryWords),
    key: place(key, from.keyWords, to.keyWords),
    pin: place(pin, from.queryWords, to.queryWords),
  };
}

/**
 * @param {number} at
 * @param {string[]} from
 * @param {string[]} to
 */
function place(at, from, to) {
  const word = from[at];
  const earlier = from.slice(0, at).filter((one) => one === word).length;
  const places = to.flatMap((one, i) => (one === word ? [i] : []));
  return places[earlier] ?? places.at(-1) ?? at;
}
