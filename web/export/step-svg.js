/** Draws steps and tables as SVG. The core computes the numbers, as in the element. */

import { describeValue, makeError } from '../../src/js/errors.js';
import { ArgumentError } from '../../src/js/index.js';
import { toSvg } from '../figures/marks.js';
import {
  listMatrices,
  makeTable,
  mapMatrices,
  shareColourLimit,
  withOwnerName,
} from '../figures/tables.js';
import { findHeadAndQuery, formatCell, parseCell } from '../graph/cell.js';
import { readCell } from '../graph/trace.js';
import { makeContext, makeOriginalLookup } from '../lessons/context.js';
import { findStep } from '../lessons/steps.js';
import { makeComputation, openSource } from '../session/computation.js';
import { makeTrainedDescriber } from '../sources/trained-describer.js';
import { listMissingEdits } from '../state/edit-cells.js';
import { DEFAULTS, FIELDS, SETTINGS, usesSetting } from '../state/fields.js';
import { readNames } from '../state/hidden-parts.js';
import { listMissingPairs } from '../state/mask.js';
import { normaliseState } from '../state/normalise.js';
import { explainUnused, findReplacement } from '../state/problems.js';
import { getSourceSlot, isTrainedDescriber } from '../state/source-kinds.js';
import { toNumber } from '../state/values.js';
import { drawing as writeTitle } from '../text/en/export.js';
import { refusals } from '../text/en/picture-refusals.js';
import { parted } from '../text/spelling.js';
import { MOST_RECTANGLES } from './drawing.js';
import {
  choosePalette,
  listNearest,
  listReadySources,
  makeRefusal,
  PICTURE_OPTIONS,
  readDrawingOptions,
  readStatePart,
} from './drawing-options.js';
import { withEdits } from './edits.js';
import { drawWrapped, noteEdits, stackDrawings } from './wrapped.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Matrix } from '../figures/types.js' */
/** @import { Computation } from '../sources/types.js' */
/** @import { FieldName, State } from '../state/types.js' */

/** The largest width in pixels. */
export const MAX_PICTURE_WIDTH = 100_000;

/**
 * Draws `steps` below each other, by default the weights, or only the tables of `table`. The
 * drawing is at most `width` pixels wide.
 * @param {Operations} attention
 * @param {Record<string, unknown>} options
 * @param {Record<string, unknown>} [onScreen] what only the element shows, to check it: a table alone marks no
 * row by itself if the element is `locked`, and an open `cell` shows its head and row by itself
 */
export function drawSteps(attention, options, onScreen = {}) {
  const { width, paper, state: part, ...others } = options;
  const { steps, table: tables, theme, ...given } = readDrawingOptions(others, PICTURE_OPTIONS);
  const requested = { ...given, ...readDrawingOptions(readStatePart(part)) };
  const widest = readWidth(width);
  const wanted = normaliseState(requested);
  const computation = computeRequested(attention, wanted, requested);
  const { cell, locked } = onScreen;
  if (cell) refuseMissingCell(computation, String(cell));
  const state = normaliseState({ ...wanted, ...selectCell(cell, computation), ...requested });
  refuseUnfit(normaliseState({ ...requested, ...onScreen }), onScreen);
  refuseMissingPlaces(state, computation);
  const alone = readNames(tables);
  const below = readNames(steps) ?? [String(requested.step ?? 'weights')];
  const shown = alone
    ? [makeTableParts(state, computation, alone)]
    : below.map((step) => makeStepParts(attention, selectStep(state, step), computation));
  refuseLargeTables(
    computation,
    alone ? 'table' : 'steps',
    shown.flatMap(({ parts }) => listMatrices(parts)),
  );
  const palette = choosePalette(theme, paper);
  const isQueryUnmarked = locked && alone && requested.query === undefined;
  const row = isQueryUnmarked ? -1 : state.query;
  const originalOf = makeOriginalLookup({ state, computation });
  const mark = (/** @type {Matrix} */ matrix) => ({
    ...withEdits(matrix, originalOf),
    ...(matrix.selects === 'query' && { frames: { row } }),
  });
  const drawings = shown.map(({ parts }) =>
    drawWrapped(mapMatrices(shareColourLimit(parts), mark), { palette, width: widest }),
  );
  const drawing = noteEdits(stackDrawings(drawings), computation);
  const title = writeTitle(shown.map(({ step }) => step).join(', '), computation.queryWords);
  const svg = toSvg({ ...drawing, title });
  const { width: drawnWidth, height } = drawing;
  // A wider table is scaled down, and its view box stays.
  return drawnWidth <= widest
    ? svg
    : svg.replace(
        / width="\d+(\.\d+)?" height="\d+(\.\d+)?"/,
        ` width="${widest}" height="${Math.round((height * widest) / drawnWidth)}"`,
      );
}

/** Returns the head and the query of a cell, if it exists. @param {unknown} cell @param {Computation} computation */
function selectCell(cell, { run, nodes }) {
  const at = readCell(String(cell ?? ''), run);
  return at && findHeadAndQuery(nodes[at.id].axes, at.index);
}

/** @param {unknown} width the width in pixels */
function readWidth(width) {
  const widest = toNumber(width ?? Infinity);
  if (widest === Infinity || (widest >= 1 && widest <= MAX_PICTURE_WIDTH)) return widest;
  throw makeRefusal('width', refusals.pixels(MAX_PICTURE_WIDTH), describeValue(width));
}

/** @param {Operations} attention @param {State} state @param {Record<string, unknown>} requested */
function computeRequested(attention, state, requested) {
  refuseUnfit(state, requested);
  const source = openReadySource(attention, state);
  if (state.source !== 'seed' && !source)
    throw makeRefusal('source', refusals.readySource(listReadySources()), state.source);
  for (const [name, value] of Object.entries(requested))
    refuseLost(state, /** @type {FieldName} */ (name), value);
  const computation = makeComputation(attention, state, source);
  if (computation.queryWords.length === 0)
    throw makeRefusal('sentence', refusals.someWords, refusals.empty);
  return computation;
}

/** Refuses numbers that the other options do not allow. @param {State} state @param {Record<string, unknown>} requested */
function refuseUnfit(state, requested) {
  for (const [name, value] of Object.entries(requested)) {
    const found = findReplacement(state, name, value);
    if (found) throw makeRefusal(parted(name), describeFit(state, found), String(value));
  }
}

/** @param {State} state @param {NonNullable<ReturnType<typeof findReplacement>>} found */
function describeFit({ dModel }, { taken, divisors, limit }) {
  if (limit) return refusals.aNumberWithin(...limit);
  return divisors ? refusals.divisors(divisors, dModel) : refusals.nearestFit(taken);
}

/** Opens a source that needs no feature. @param {Operations} attention @param {State} state */
function openReadySource(attention, state) {
  if (isTrainedDescriber(state)) return makeTrainedDescriber(state.sentence);
  return getSourceSlot(state) === undefined ? openSource(attention, state) : undefined;
}

/** Refuses masked pairs and edits outside of the tables. @param {State} state @param {Computation} computation */
function refuseMissingPlaces(state, computation) {
  const { queryWords, keyWords } = computation;
  const [pair] = listMissingPairs(state, computation);
  if (pair) {
    const expected = refusals.pairsUpTo(queryWords.length - 1, keyWords.length - 1);
    throw makeRefusal('masked', expected, pair);
  }
  const [missing] = listMissingEdits(state, computation);
  if (missing) throw makeRefusal('edits', refusals.computedNumbers(missing.near), missing.edit);
}

/** Refuses a cell outside of its table. @param {Computation} computation @param {string} cell */
function refuseMissingCell({ nodes, results }, cell) {
  const { id, index } = parseCell(cell) ?? { id: cell.split('.')[0], index: [] };
  const tables = Object.keys(nodes);
  if (!tables.includes(id)) throw makeRefusal('cell', listNearest(id, tables), cell);
  const { shape } = results[id];
  const [first, last] = [shape.map(() => 0), shape.map((size) => size - 1)].map((at) =>
    formatCell({ id, index: at }),
  );
  const isThere = index.length === shape.length && shape.every((size, axis) => index[axis] < size);
  if (!isThere) throw makeRefusal('cell', refusals.cellBetween(first, last), cell);
}

/** The error for a table with too many numbers for a picture. */
export class LargeTableError extends ArgumentError {}

/**
 * @param {Computation} computation
 * @param {string} option the option that names the tables
 * @param {Matrix[]} tables
 */
function refuseLargeTables({ queryWords, keyWords }, option, tables) {
  const longer = queryWords.length > keyWords.length ? 'target' : 'sentence';
  for (const { view, tensor } of tables) {
    const { rows, columns } = view;
    if (rows * columns <= MOST_RECTANGLES) continue;
    const isByWords = rows === queryWords.length && columns === keyWords.length;
    throw makeError(LargeTableError, {
      argument: isByWords ? longer : option,
      expected: refusals.smallTables(MOST_RECTANGLES),
      received: isByWords ? refusals.tooLong(tensor, view) : `${tensor}, ${rows} × ${columns}`,
    });
  }
}

/** Options that are checked against the computation instead. */
const CHECKED_LATER = ['step', 'edits', 'source'];

/**
 * Refuses an option that other options make useless, such as a mask for numbers that an article
 * printed.
 * @param {State} state
 * @param {FieldName} name
 * @param {unknown} value
 */
function refuseLost(state, name, value) {
  if (CHECKED_LATER.includes(name)) return;
  const { source } = state;
  const wanted = FIELDS[name].read(value, source);
  const setting = SETTINGS.find((known) => known === name);
  if (setting && !usesSetting(state, setting) && wanted !== DEFAULTS[name])
    throw makeRefusal(parted(name), refusals.unusedBy(source), String(value));
  if (wanted !== state[name])
    throw makeRefusal(parted(name), refusals.onlyFit(state[name]), String(value));
  const reason = explainUnused(state, name, value);
  if (reason) throw makeRefusal(parted(name), refusals.noEffect(reason), String(value));
}

/** Throws if these settings lack the step. @param {State} state @param {string} step */
function selectStep(state, step) {
  const valid = normaliseState({ ...state, step });
  if (valid.step === step) return valid;
  throw makeRefusal('steps', refusals.stepLike(valid.step), step);
}

/** @param {State} state @param {Computation} computation @param {string[]} names */
function makeTableParts(state, computation, names) {
  for (const name of names) {
    const there = Object.keys(computation.nodes);
    if (!there.includes(name)) throw makeRefusal('table', listNearest(name, there), name);
  }
  return {
    step: findStep(state, names[0]),
    parts: names.map((name) => withOwnerName(makeTable({ state, computation }, name), computation)),
  };
}

/** @param {Operations} attention @param {State} state @param {Computation} computation */
function makeStepParts(attention, state, computation) {
  const nothing = () => {};
  const context = makeContext({
    state,
    computation,
    attention,
    comparison: undefined,
    readonly: true,
    dispatch: nothing,
    navigateTo: nothing,
  });
  const { parts, overview } = context;
  const shown = parts.length > 0 ? parts : [makeTable(context, overview)];
  return {
    step: state.step,
    parts: mapMatrices(shown, (matrix) => withOwnerName(matrix, computation)),
  };
}
