/** Chooses the table of the screen to export, and draws the screen as a picture. */

import { needSlot } from '../features.js';
import {
  chooseTableFormat,
  isTooWide,
  listMatrices,
  listShownRows,
  makeTable,
  mapMatrices,
  nameCell,
  shareColourLimit,
  withOwnerName,
} from '../figures/tables.js';
import { listIndices, selectRows } from '../graph/cell.js';
import { readCell } from '../graph/trace.js';
import { MAX_GIVEN_SIZE } from '../state/limits.js';
import { addLineColours, readPalette } from '../styles/colour.js';
import * as text from '../text/en/export.js';
import { ExportError } from '../text/error.js';
import { withEdits } from './edits.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Request } from './types.js'
 */

/** The most numbers in the tables of a picture: those of a map of 2,048 words. */
const MOST_DRAWN = MAX_GIVEN_SIZE ** 2;

/** The largest width of a picture's tables in pixels, for a page of a document. */
const PAPER_WIDTH = 700;

/** Pictures are laid out for the width on screen. @param {Element} host */
const measureFigure = (host) =>
  host.shadowRoot?.querySelector('.figure')?.clientWidth || host.clientWidth || Infinity;

/**
 * Returns the table to export: the one with the traced number, or the one that the step makes. The
 * whole picture has no step, and its number may be in any table.
 * @param {ViewContext} context
 * @returns {Request}
 */
export function makeRequest(context) {
  const { state, computation, step } = context;
  const cell = readCell(state.cell, computation.run);
  const isWhole = state.view === 'whole';
  const matrices = isWhole
    ? [makeTable(context, cell?.id ?? context.overview)]
    : listMatrices(context.parts);
  const matrix =
    matrices.find(({ tensor }) => tensor === cell?.id) ??
    matrices.find(({ tensor }) => tensor === state.step) ??
    matrices.at(-1);
  const listCells = isWhole ? undefined : step.listCells;
  const { tensor, leadingIndex } = listCells
    ? { tensor: state.step, leadingIndex: undefined }
    : (matrix ?? makeTable(context, context.overview));
  // Files have the tokens with the marks of the tokenizer.
  const withTokens = computation.tokens ? { ...computation, ...computation.tokens } : computation;
  return {
    ...{ state, computation: withTokens, tensor, leadingIndex },
    listCells: listCells && (() => listCells(context)),
  };
}

/**
 * Draws the whole picture or the step.
 * @param {ViewContext} context
 * @param {Element} host the element whose colours are used
 * @param {string[]} [tables] the only tables of the step to draw
 */
export async function drawScreen(context, host, tables) {
  const isWhole = context.state.view === 'whole';
  const { draw } = isWhole ? await needSlot('picture') : { draw: undefined };
  const drawing = draw
    ? draw(context, host, measureFigure(host))
    : await drawStep(context, host, tables);
  const { noteEdits } = await needSlot('stepPicture');
  return noteEdits(drawing, context.computation);
}

/** @param {ViewContext} context @param {Element} host @param {string[]} [tables] */
async function drawStep(context, host, tables) {
  const { state, computation, step } = context;
  if (step.draw && !tables) return step.draw(context, addLineColours(readPalette(host)));
  const alone = tables?.filter((name) => Object.hasOwn(computation.nodes, name));
  const parts = alone?.map((name) => makeTable(context, name)) ?? context.parts;
  const matrices = listMatrices(parts);
  const { drawWrapped } = await needSlot('stepPicture');
  if (matrices.reduce((sum, { view }) => sum + view.rows * view.columns, 0) > MOST_DRAWN)
    throw new ExportError(text.tooManyToDraw);
  const shown = matrices.length > 0 ? parts : [makeTable(context, context.overview)];
  const seen = mapMatrices(shareColourLimit(shown), (matrix) =>
    selectShownRows(withEdits(withOwnerName(matrix, computation), context.originalOf), context),
  );
  return drawWrapped(seen, {
    width: Math.min(PAPER_WIDTH, measureFigure(host)),
    formula: host.shadowRoot?.querySelector('.formula'),
    trace: host.shadowRoot?.querySelector('.trace'),
    title: [text.drawing(state.step, computation.queryWords), computation.words?.changes]
      .filter(Boolean)
      .join('. '),
    palette: readPalette(host),
  });
}

/** @param {Matrix} matrix @param {ViewContext} context @returns {Matrix} */
function selectShownRows(matrix, context) {
  const { view, rowWords, masked, isEdited } = matrix;
  if (isTooWide(matrix)) return matrix;
  const rows = listShownRows(matrix, context);
  const frames = findFrames(matrix, context, rows);
  if (rows.length === view.rows) return { ...matrix, frames };
  return {
    ...matrix,
    frames,
    allRows: view.rows,
    // All rows decide how numbers are written, as on screen.
    write: chooseTableFormat(matrix),
    view: selectRows(view, rows),
    rowWords: rows.map((row) => rowWords?.[row] ?? String(row + 1)),
    masked: (row, column) => masked(rows[row], column),
    isEdited: (row, column) => isEdited?.(rows[row], column) ?? false,
  };
}

/**
 * Finds the rows, the column and the numbers that the page frames.
 * @param {Matrix} matrix
 * @param {ViewContext} context
 * @param {number[]} rows the shown rows
 * @returns {Matrix['frames']}
 */
function findFrames(matrix, { state, selected, marks, isQueryUnmarked }, rows) {
  const { axes, selects, view } = matrix;
  const isOfQueries = selects === 'query';
  const row = isOfQueries ? (isQueryUnmarked ? -1 : selected) : selects === 'key' ? state.key : -1;
  const columns = listIndices(marks.size > 0 ? view.columns : 0);
  const cells = rows.flatMap((at, i) =>
    columns.flatMap((column) => {
      const kind = marks.get(nameCell(matrix, at, column));
      return kind ? { row: i, column, kind } : [];
    }),
  );
  return {
    row: rows.indexOf(row),
    pinned: isOfQueries && state.pin !== row ? rows.indexOf(state.pin) : -1,
    key: axes.endsWith('qk') ? state.key : -1,
    cells,
  };
}
