/** The runs of a class: that on screen, and those of the seeds after it. */

import { getSelectedRow } from '../../../figures/tables.js';
import { makeContext } from '../../../lessons/context.js';
import { makeComputation } from '../../../session/computation.js';
import { getSettings } from '../../../state/fields.js';
import { makeMaskedTest } from '../../../state/mask.js';
import { normaliseState } from '../../../state/normalise.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Computation } from '../../../sources/types.js'
 * @import { Blank, SheetKind, WorksheetOptions } from '../types.js'
 */

/** @typedef {Pick<WorksheetOptions, 'kind' | 'sheets'>} SheetOptions */

/** @type {WeakMap<Computation, Map<number, Computation>>} by the run on screen, then by seed */
const keptRuns = new WeakMap();

/** Does another seed draw other numbers at all, without training? @param {ViewContext} context */
export const isDrawn = ({ state }) => state.source === 'seed';

/**
 * The context of a sheet: all rows, no marks and no controls.
 * @param {ViewContext} context of the page
 * @param {number} number of the sheet, from 0: it uses the seed so many after the page's
 * @param {SheetOptions} [options] without: as the page has it
 * @returns {ViewContext}
 */
export function makeSheetContext(context, number, { kind, sheets } = { kind: 'same', sheets: 1 }) {
  const { attention, computation, dispatch, navigateTo } = context;
  const later = kind === 'each' ? number : 0;
  const wanted = context.state.seed + later;
  // No sheet has a mistake on purpose in it.
  const stateOf = (/** @type {number} */ seed) =>
    normaliseState({
      ...context.state,
      seed,
      bug: '',
      step: '',
      cell: '',
      before: '',
      key: -1,
      pin: -1,
      rows: 'all',
    });
  const next = stateOf(wanted);
  // Beyond the last seed it goes on from 0.
  const state = next.seed === wanted ? next : stateOf(later);
  const rows = rowsWithChoice(context);
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
    computation: isShown ? computation : computed(attention, computation, state),
  });
  // On paper no number is marked as set by somebody, and no word as selected.
  return { ...sheetContext, selected: -1, originalOf: () => undefined };
}

/**
 * The queries that attend to more than one key, whose weights are worth computing; or all.
 * @param {ViewContext} context
 */
function rowsWithChoice(context) {
  const rows = [...context.computation.queryWords.keys()];
  const some = rows.filter((row) => countKeys(context, row) > 1);
  return some.length > 0 ? some : rows;
}

/** How many keys a query attends to. @param {ViewContext} context @param {number} row */
function countKeys({ state, computation: { keyWords } }, row) {
  const isMasked = makeMaskedTest(state, keyWords.length);
  return keyWords.filter((_, key) => !isMasked(row, key)).length;
}

/**
 * @param {ViewContext['attention']} attention
 * @param {Computation} shown
 * @param {ViewContext['state']} state
 */
function computed(attention, shown, state) {
  const runs = keptRuns.get(shown) ?? new Map();
  const run = runs.get(state.seed) ?? makeComputation(attention, getSettings(state));
  keptRuns.set(shown, runs.set(state.seed, run));
  return run;
}

// The options of a worksheet, as one text in the address: `weights-heads.row.30.each.key`.

/** @type {readonly Blank[]} */
export const BLANK_CHOICES = ['row', 'half', 'all'];

/** @type {readonly SheetKind[]} */
export const SHEET_KINDS = ['same', 'blanks', 'each'];

export const MOST_SHEETS = 40;

/** Tables to be filled in: more neither fit a sheet nor the address. */
export const MOST_TABLES = 3;

/** @param {WorksheetOptions} options */
export const formatOptions = ({ tables, blank, sheets, kind, hasKey }) =>
  [
    tables.map((id) => id.replaceAll('/', '_')).join('-'),
    blank,
    sheets,
    kind,
    hasKey ? 'key' : 'none',
  ].join('.');

/**
 * Never throws: what cannot be read is as it is without a choice.
 * @param {string} text
 * @param {readonly string[]} known the tables that there are, in their order
 * @param {string} usual the one that is to be filled in unless others are chosen
 * @returns {WorksheetOptions}
 */
export function readWorksheetOptions(text, known, usual) {
  const [ids = '', blank, sheets, kind, key] = text.split('.');
  const named = ids.replaceAll('_', '/').split('-');
  const tables = known.filter((id) => named.includes(id)).slice(0, MOST_TABLES);
  return {
    tables: tables.length > 0 ? tables : known.filter((id) => id === usual),
    blank: BLANK_CHOICES.find((known) => known === blank) ?? 'row',
    sheets: Math.min(MOST_SHEETS, Math.max(1, Math.floor(Number(sheets)) || 1)),
    kind: SHEET_KINDS.find((known) => known === kind) ?? 'same',
    hasKey: key !== 'none',
  };
}

/** How many sheets an address asks for that are not made. @param {string} text */
export function findRefusedCount(text) {
  const [, , count] = text.split('.');
  const isMade = /^\d+$/.test(count) && Number(count) >= 1 && Number(count) <= MOST_SHEETS;
  return count === undefined || isMade ? undefined : count;
}

/**
 * With a table more, or less; one at least, and at most as many as fit.
 * @param {readonly string[]} tables
 * @param {string} id
 */
export function toggleTable(tables, id) {
  const others = tables.filter((table) => table !== id);
  if (others.length === tables.length)
    return tables.length < MOST_TABLES ? [...tables, id] : [...tables];
  return others.length > 0 ? others : [...tables];
}
