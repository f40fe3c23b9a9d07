/** The runs of a class: that on screen, and those of the seeds after it. */

import { selectedRow } from '../../lessons/tables.js';
import { compute } from '../../session/computation.js';
import { maskedPairs } from '../../session/mask.js';
import { settingsOf } from '../../session/settings.js';
import { normalise } from '../../session/state.js';
import { makeContext } from '../../views/context.js';

/**
 * @typedef {import('../../views/context.js').ViewContext} ViewContext
 * @typedef {import('../../session/computation.js').Computation} Computation
 */

/** @typedef {Pick<import('./options.js').Options, 'kind' | 'sheets'>} SheetOptions */

/** @type {WeakMap<Computation, Map<number, Computation>>} by the run on screen, then by seed */
const kept = new WeakMap();

/** Does another seed draw other numbers at all, without training? @param {ViewContext} context */
export const isDrawn = ({ state }) => state.source === 'seed';

/**
 * What a sheet is made of: nothing marked, all rows, and nothing that can be set.
 * @param {ViewContext} context of the page
 * @param {number} number of the sheet, from 0: it uses the seed so many after the page's
 * @param {SheetOptions} [options] without: as the page has it
 * @returns {ViewContext}
 */
export function contextOfSheet(context, number, { kind, sheets } = { kind: 'same', sheets: 1 }) {
  const { attention, computation, update, apply, turn } = context;
  const later = kind === 'each' ? number : 0;
  const wanted = context.state.seed + later;
  // No sheet has a mistake on purpose in it.
  const stateOf = (/** @type {number} */ seed) =>
    normalise({
      ...{ ...context.state, seed, bug: '', step: '' },
      ...{ cell: '', before: '', key: -1, pin: -1, rows: 'all' },
    });
  const next = stateOf(wanted);
  // Beyond the last seed it goes on from 0.
  const state = next.seed === wanted ? next : stateOf(later);
  const rows = rowsWithChoice(context);
  const first = rows.indexOf(selectedRow(context));
  const drawn = rows[(kind === 'each' ? state.seed : Math.max(0, first) + number) % rows.length];
  const own = keysOf(context, selectedRow(context)) === 1 ? rows[0] : state.query;
  const query = kind === 'same' || sheets === 1 ? own : (drawn ?? own);
  const isShown = later === 0 && context.state.bug === '';
  const made = makeContext({
    ...{
      state: { ...state, query },
      attention,
      update,
      apply,
      turn,
      comparison: undefined,
      readonly: true,
    },
    computation: isShown ? computation : computed(attention, computation, state),
  });
  // On paper no number is marked as set by somebody, and no word as selected.
  return { ...made, selected: -1, originalOf: () => undefined };
}

/**
 * The queries that attend to more than one key, whose weights are worth computing; or all.
 * @param {ViewContext} context
 */
function rowsWithChoice(context) {
  const rows = [...context.computation.queryWords.keys()];
  const some = rows.filter((row) => keysOf(context, row) > 1);
  return some.length > 0 ? some : rows;
}

/** How many keys a query attends to. @param {ViewContext} context @param {number} row */
function keysOf({ state, computation: { keyWords } }, row) {
  const masked = maskedPairs(state, keyWords.length);
  return keyWords.filter((_, key) => !masked(row, key)).length;
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
