/** The runs of a class: that on screen, and those of the seeds after it. */

import { compute } from '../../../session/computation.js';
import { settingsOf } from '../../../session/settings.js';
import { normalise } from '../../../session/state.js';
import { makeContext } from '../../../views/context.js';

/**
 * @typedef {import('../../../views/context.js').ViewContext} ViewContext
 * @typedef {import('../../../session/computation.js').Computation} Computation
 */

/** @type {WeakMap<Computation, Map<number, Computation>>} by the run on screen, then by seed */
const kept = new WeakMap();

/** Does another seed draw other numbers at all, without training? @param {ViewContext} context */
export const isDrawn = ({ state }) => state.source === 'seed';

/**
 * What a sheet is made of: nothing marked, all rows, and nothing that can be set.
 * @param {ViewContext} context of the page
 * @param {number} number of the sheet, from 0: it uses the seed so many after the page's
 * @returns {ViewContext}
 */
export function contextOfSheet(context, number) {
  const { attention, computation, update, apply, turn } = context;
  const wanted = context.state.seed + number;
  // No sheet has a mistake on purpose in it.
  const stateOf = (/** @type {number} */ seed) =>
    normalise({
      ...{ ...context.state, seed, bug: '', step: '' },
      ...{ cell: '', before: '', key: -1, pin: -1, rows: 'all' },
    });
  const next = stateOf(wanted);
  // Beyond the last seed it goes on from 0.
  const state = next.seed === wanted ? next : stateOf(number);
  const isShown = number === 0 && context.state.bug === '';
  const made = makeContext({
    ...{ state, attention, update, apply, turn, comparison: undefined, readonly: true },
    computation: isShown ? computation : computed(attention, computation, state),
  });
  // On paper no number is marked as set by somebody, and no word as selected.
  return { ...made, selected: -1, originalOf: () => undefined };
}

/**
 * @param {ViewContext['attention']} attention
 * @param {Computation} shown
 * @param {ViewContext['state']} state
 */
function computed(attention, shown, state) {
  const runs = kept.get(shown) ?? new Map();
  const run = runs.get(state.seed) ?? compute(attention, settingsOf(state));
  kept.set(shown, runs.set(state.seed, run));
  return run;
}
