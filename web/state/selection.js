/** Keeps words selected when they change places in the sentence. */

import { findWords } from './derived.js';
import { getSourceKind } from './source-kinds.js';
import { areSameWords } from './words.js';

/** @import { Settings, State } from './types.js' */

/** @typedef {Pick<State, 'query' | 'key' | 'pin'>} Selection */
/** @typedef {{ queryWords: string[], keyWords: string[] }} Words */

/**
 * Real models select tokens, which are known only when the model has read the sentence.
 * @param {State} state
 * @param {Settings} next
 * @returns {Partial<Selection>}
 */
export const moveSelection = (state, next) =>
  getSourceKind(next).hasTokens ? {} : moveIndices(state, findWords(state), findWords(next));

/**
 * @param {Selection} selection
 * @param {Words} from
 * @param {Words} to
 * @returns {Selection} the new indices, or the old index if a word is gone
 */
export const moveIndices = ({ query, key, pin }, from, to) => ({
  query: findMovedIndex(query, from.queryWords, to.queryWords),
  key: findMovedIndex(key, from.keyWords, to.keyWords),
  pin: findMovedIndex(pin, from.queryWords, to.queryWords),
});

/** @param {Settings} before @param {Settings} after */
export function hasSameWords(before, after) {
  const [from, to] = [findWords(before), findWords(after)];
  return areSameWords(from.queryWords, to.queryWords) && areSameWords(from.keyWords, to.keyWords);
}

/** @param {number} index @param {string[]} from @param {string[]} to */
function findMovedIndex(index, from, to) {
  // Nothing has changed before the word, or nothing after it.
  if (areSameWords(from.slice(0, index + 1), to.slice(0, index + 1))) return index;
  // Only words at the end are gone, such as those that a model has written.
  if (to.length > 0 && areSameWords(from.slice(0, to.length), to)) return to.length - 1;
  const place = index + to.length - from.length;
  if (place >= 0 && areSameWords(from.slice(index), to.slice(place))) return place;
  const word = from[index];
  const earlier = from.slice(0, index).filter((candidate) => candidate === word).length;
  const positions = to.flatMap((candidate, i) => (candidate === word ? [i] : []));
  return positions[earlier] ?? positions.at(-1) ?? index;
}
