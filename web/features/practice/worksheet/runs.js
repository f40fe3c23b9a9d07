/** The runs of a class: the run on the screen, and the runs of the next seeds. */

import { getSelectedRow } from '../../../figures/tables.js';
import { memoizeByOwner } from '../../../graph/memoize.js';
import { makeContext } from '../../../lessons/context.js';
import { makeComputation } from '../../../session/computation.js';
import { getSettings } from '../../../state/fields.js';
import { MAX_SEED } from '../../../state/limits.js';
import { makeMaskedTest } from '../../../state/mask.js';
import { normaliseState } from '../../../state/normalise.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Computation } from '../../../sources/types.js'
 * @import { WorksheetOptions } from '../types.js'
 */

/** @typedef {Pick<WorksheetOptions, 'kind' | 'sheets'>} SheetOptions */

/** Tells whether another seed gives other numbers without training. @param {ViewContext} context */
export const isDrawn = ({ state }) => state.source === 'seed';

/**
 * Makes the context of a sheet, with all rows and without marks and controls.
 * @param {ViewContext} context the context of the page
 * @param {number} number the number of the sheet, counted from 0 and added to the page's seed
 * @param {SheetOptions} [options] by default, the sheet is as the page
 * @returns {ViewContext}
 */
export function makeSheetContext(context, number, { kind, sheets } = { kind: 'same', sheets: 1 }) {
  const { attention, computation, dispatch, navigateTo } = context;
  const later = kind === 'each' ? number : 0;
  const wanted = context.state.seed + later;
  const state = normaliseState({
    ...context.state,
    // A seed above the largest one is replaced by the number of the sheet.
    seed: wanted <= MAX_SEED ? wanted : later,
    // Sheets never contain a bug.
    bug: '',
    step: '',
    cell: '',
    before: '',
    key: -1,
    pin: -1,
    rows: 'all',
  });
  const rows = listRowsWithChoice(context);
  const first = rows.indexOf(getSelectedRow(context));
  const drawn = rows[(kind === 'each' ? state.seed : Math.max(0, first) + number) % rows.length];
  const selected = countKeys(context, getSelectedRow(context)) === 1 ? rows[0] : state.query;
  const query = kind === 'same' || sheets === 1 ? selected : (drawn ?? selected);
  const isShown = later === 0 && context.state.bug === '';
  const sheetContext = makeContext({
    state: { ...state, query },
    attention,
    dispatch,
    navigateTo,
    comparison: undefined,
    readonly: true,
    computation: isShown ? computation : computeRun(context, state.seed),
  });
  // On paper, no number is marked as edited, and no word as selected.
  return { ...sheetContext, selected: -1, originalOf: () => undefined };
}

/**
 * Lists the queries that attend to more than one key, because only their weights are worth
 * computing. If there are none, lists all queries.
 * @param {ViewContext} context
 */
function listRowsWithChoice(context) {
  const rows = [...context.computation.queryWords.keys()];
  const some = rows.filter((row) => countKeys(context, row) > 1);
  return some.length > 0 ? some : rows;
}

/** Counts the keys that a query attends to. @param {ViewContext} context @param {number} row */
function countKeys({ state, computation: { keyWords } }, row) {
  const isMasked = makeMaskedTest(state, keyWords.length);
  return keyWords.filter((_, key) => !isMasked(row, key)).length;
}

/** Computes a run of another seed, without a bug. */
const computeRun = memoizeByOwner(
  (/** @type {ViewContext} */ { attention, state }, /** @type {number} */ seed) =>
    makeComputation(attention, getSettings(normaliseState({ ...state, seed, bug: '' }))),
  ({ computation }) => computation,
);
