/** Keeps the selected words selected when words change places. */

import { wordsOf } from './settings.js';

/** @typedef {import('./state.js').State} State */

/**
 * @param {State} state
 * @param {Pick<State, 'sentence' | 'target' | 'layer'>} next
 * @returns {Pick<State, 'query' | 'key' | 'pin'>} the old index if the word is gone
 */
export function movedSelection({ query, key, pin, ...state }, next) {
  const [from, to] = [wordsOf(state), wordsOf(next)];
  return {
    query: moved(query, from.queryWords, to.queryWords),
    key: moved(key, from.keyWords, to.keyWords),
    pin: moved(pin, from.queryWords, to.queryWords),
  };
}

/**
 * @param {number} index
 * @param {string[]} from
 * @param {string[]} to
 */
function moved(index, from, to) {
  const word = from[index];
  const earlier = from.slice(0, index).filter((one) => one === word).length;
  const positions = to.flatMap((one, i) => (one === word ? [i] : []));
  return positions[earlier] ?? positions.at(-1) ?? index;
}
