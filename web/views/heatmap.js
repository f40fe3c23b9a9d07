/** Renders a matrix too large for digits: one pixel per number, and a lens that shows some numbers in digits. */

import { html, nothing } from 'lit';
import { findLargestIndex } from '../../src/js/largest.js';
import { styled } from '../figures/dom.js';
import { findPlaceUnder } from '../figures/pixels.js';
import { findTableDirection, nameCell } from '../figures/tables.js';
import { listIndices, parseCell } from '../graph/cell.js';
import * as text from '../text/en/tables.js';
import { captionText, numberTable } from './number-table.js';
import { paintedCells } from './painted-canvas.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { TableContext } from './types.js'
 */

/** The rows and columns of the lens. */
const LENS = { rows: 4, columns: 4 };

/** The rows and the most columns of the lens of a map that has a column of the page to itself. */
export const LARGE_LENS = { rows: 6, columns: 8 };

/** The sides of a map and of a number, in pixels. */
const LARGEST = { map: 256, number: 8 };

/** The sides of a map with a column to itself, whose lens is beside it, and the least of a number. */
const ALONE = { beside: 288, largest: 720, number: 2 };

const THINNEST = 12;

/** The most numbers of a map that is painted together with the tables beside it. */
const AT_ONCE = 100_000;

/** @param {Matrix} matrix @param {TableContext} context */
export function heatmapFigure(matrix, context) {
  const { view, name } = matrix;
  const { rows, columns } = placeLens(matrix, context);
  const [width, height] = measureMap(view, context.lens !== undefined);
  const sheet = html`<div class="sheet" dir=${findTableDirection(matrix)}>
    <canvas role="img" aria-label=${text.colourMap(name, view.rows, view.columns)}
      ${styled('width', `${width}px`)} ${styled('aspect-ratio', `${width} / ${height}`)} ${mapPixels(matrix)}></canvas>
    <i class="frame" aria-hidden="true" ${styled('top', percent(rows[0], view.rows))}
      ${styled('height', percent(rows.length, view.rows))} ${styled('inset-inline-start', percent(columns[0], view.columns))}
      ${styled('width', percent(columns.length, view.columns))}></i>
  </div>`;
  return html`<figure class="map">
    <figcaption class="caption">${captionText(matrix)}</figcaption>
    <div>${context.around?.(sheet) ?? sheet}
    <p class="note">${
      (matrix.tones ?? matrix.colours) === 'signed'
        ? text.colourEnd('signed', matrix.limit ?? 1)
        : matrix.darkest && text.colourEnd('weights', matrix.darkest)
    } <span class="shared"></span> ${text.lens(rows, columns)}
      ${context.isLocked ? nothing : html`<span class="gesture">${text.moveLens}</span>`}</p></div>
    ${numberTable(matrix, context, { rows, columns, lens: true })}
  </figure>`;
}

/** @param {number} part @param {number} all */
const percent = (part, all) => `${(100 * part) / all}%`;

/**
 * Returns the column of the largest number of a row of queries and keys, for a lens without a key.
 * @param {Pick<Matrix, 'axes' | 'view'>} matrix
 * @param {number} row
 */
function findLargestColumn({ axes, view }, row) {
  if (!axes.endsWith('qk') || row >= view.rows) return 0;
  return findLargestIndex(listIndices(view.columns).map((column) => view.at(row, column)));
}

/**
 * Places the lens around the traced number, otherwise around the selected row and column. If no key
 * is selected, the lens shows the largest number of the query.
 * @param {Matrix} matrix
 * @param {TableContext} context
 */
function placeLens(matrix, { traced, state, selected, marks, lens = LENS }) {
  const { tensor, view, leadingIndex, upright, selects, column: usual } = matrix;
  const at = traced?.id === tensor ? traced.index.slice(leadingIndex.length) : firstMark();
  const row = at?.[0] ?? (selects === 'query' ? selected : Math.max(0, state.key));
  const column = upright
    ? 0
    : (at?.[1] ??
      usual ??
      (selects !== 'query' ? 0 : state.key >= 0 ? state.key : findLargestColumn(matrix, row)));
  return {
    rows: findLens(row, view.rows, lens.rows),
    columns: findLens(column, view.columns, lens.columns),
  };

  /** Returns the first marked cell of this matrix. */
  function firstMark() {
    for (const cell of marks.keys()) {
      const { id, index: indices } = parseCell(cell) ?? { id: '', index: [] };
      if (id === tensor && leadingIndex.every((index, axis) => indices[axis] === index)) {
        return indices.slice(leadingIndex.length);
      }
    }
    return undefined;
  }
}

/** @param {number} centre @param {number} count @param {number} most */
function findLens(centre, count, most) {
  const size = Math.min(most, count);
  const first = Math.min(count - size, Math.max(0, centre - Math.floor(size / 2) + 1));
  return Array.from({ length: size }, (_, i) => first + i);
}

/** Renders the pixels of a matrix. The reader can press each number. @param {Matrix} matrix */
const mapPixels = (matrix) =>
  paintedCells(() => matrix, {
    // The tables come first.
    isQueued: matrix.view.numbers.length > AT_ONCE,
    findPlace(event, canvas) {
      const [row, column] = findPlaceUnder(event, canvas, matrix.view);
      return nameCell(matrix, row, column);
    },
    afterPaint(canvas, shared) {
      const note = canvas.closest('.map')?.querySelector('.shared');
      const message = shared.some((count) => count > 1) ? text.ofSeveral(shared) : '';
      // Setting even the same text would cause a new layout.
      if (note && note.textContent !== message) note.textContent = message;
    },
  });

/**
 * Returns a size in proportion to the matrix, with no side too thin to be seen.
 * @param {Matrix['view']} view
 * @param {boolean} isAlone whether the map has a column of the page to itself
 * @returns {number[]} width and height
 */
function measureMap({ rows, columns }, isAlone) {
  const count = Math.max(rows, columns);
  const side = Math.max(ALONE.beside, Math.min(ALONE.largest, ALONE.number * count));
  const scale = isAlone ? side / count : Math.min(LARGEST.number, LARGEST.map / count);
  return [columns, rows].map((count) => Math.max(THINNEST, count * scale));
}
