/** What goals measure: numbers of a run, and how far they are from each other. */

import { numberAt } from '../../graph/trace.js';
import { compute } from '../../session/computation.js';
import { settingsOf } from '../../session/settings.js';
import { normalise } from '../../session/state.js';

/**
 * @typedef {import('./goal.js').Measured} Measured
 * @typedef {import('../../session/computation.js').Computation} Computation
 */

/** The weight of the first head that one word gives another. @param {number} query @param {number} key */
export const weight =
  (query, key) =>
  /** @param {Measured} context */
  (context) =>
    weightAt(context, query, key);

/** @param {Measured} context @param {number} query @param {number} key */
export const weightAt = ({ computation: { run, nodes } }, query, key) =>
  numberAt(run, {
    id: 'weights',
    index: nodes.weights.axes.startsWith('h') ? [0, query, key] : [query, key],
  });

/**
 * The weights of some pairs, together.
 * @param {Measured} context
 * @param {(query: number, key: number) => boolean} isMeant
 */
export function together(context, isMeant) {
  const { queryWords, keyWords } = context.computation;
  return queryWords
    .flatMap((_, query) =>
      keyWords.map((__, key) => (isMeant(query, key) ? weightAt(context, query, key) : 0)),
    )
    .reduce((sum, one) => sum + one, 0);
}

/** @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
export const farthest = (one, other) =>
  Array.from(one).reduce((most, number, i) => Math.max(most, Math.abs(number - other[i])), 0);

/** A row of a tensor (1, rows, columns). @param {Computation} computation @param {string} id @param {number} row */
export function rowAt({ results }, id, row) {
  const { data, shape } = results[id];
  const width = shape[shape.length - 1];
  return data.subarray(row * width, (row + 1) * width);
}

/**
 * A tensor of another run, which stays the same.
 * @param {Partial<import('../../session/state.js').State>} state
 * @param {(computation: Computation) => ArrayLike<number>} read
 */
export function reference(state, read) {
  /** @type {WeakMap<object, ArrayLike<number>>} */
  const known = new WeakMap();
  return (/** @type {Measured} */ { attention }) => {
    const numbers = known.get(attention) ?? read(compute(attention, settingsOf(normalise(state))));
    known.set(attention, numbers);
    return numbers;
  };
}
