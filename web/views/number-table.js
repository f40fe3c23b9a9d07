/** Renders a matrix as a table of digits with a caption. */

import { html, nothing } from 'lit';
import { styled } from '../figures/dom.js';
import { findPiece, namePieceClass } from '../figures/pieces.js';
import { chooseTableFormat, findTableDirection, isOfPairs, nameCell } from '../figures/tables.js';
import { listIndices } from '../graph/cell.js';
import { computeTone, PALETTES } from '../styles/colour.js';
import * as text from '../text/en/tables.js';
import { chapterText, directionOf, word } from '../text/inline.js';
import { alignedColumn, exact } from '../text/number.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { View } from '../graph/types.js'
 * @import { TableContext } from './types.js'
 */

/** The most columns with wide gaps. */
const CLOSE = 12;

/** The most blanks that align a decimal point: with more, a number would leave the word above it. */
const MOST_BLANKS = 2;

/**
 * Renders some rows of a matrix in digits.
 * @param {Matrix} matrix
 * @param {TableContext} context
 * @param {{ rows: number[], columns?: number[], lens?: boolean }} part all columns by default
 */
export function numberTable(
  matrix,
  context,
  { rows, columns = listIndices(matrix.view.columns), lens = false },
) {
  const { tensor, view, leadingIndex, axes, role, colours, bands, name } = matrix;
  const write = chooseTableFormat(matrix);
  const texts = columns.map((column) =>
    alignedColumn(
      rows.map((row) => view.at(row, column)),
      write,
      MOST_BLANKS,
    ),
  );
  const head = axes.startsWith('h') ? leadingIndex[0] : nothing;
  const query = tensor === 'features' ? leadingIndex[0] : nothing;
  const many = `${rows.length > 6 ? 'many' : ''} ${columns.length > 6 ? 'wide' : ''} ${columns.length > CLOSE ? 'close' : ''}`;
  return html`<div class="matrix ${many} ${matrix.joinsPrevious ? 'beside' : ''}" part="matrix" dir=${findTableDirection(matrix)}
    ${styled('--columns', `${columns.length}`)} ${styled('--letters', `${countLetters(texts)}`)}>
    <table role=${context.isLocked ? nothing : 'grid'} class="${colours} ${role ? `of-${role}` : ''}" data-tensor=${tensor} data-head=${head}
        data-query=${query} ?data-lens=${lens}
        ?data-part=${rows.length < view.rows} aria-label=${matrix.hidesShape ? name : text.table(name, view.rows, view.columns, lens ? view.rows : rows.length)}>
      ${lens ? nothing : html`<caption>${captionText(matrix, rows.length)}</caption>`}
      <thead>
        ${bands && !lens ? bandRow(bands) : nothing}
        <tr>
          ${isOfPairs(matrix) ? pairsCorner(matrix.columnWords) : html`<td class="corner"></td>`}
          ${columns.map((column) => columnHeader(matrix, context, column))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, i) => html`<tr class=${rowClass(matrix, context, row)}>
            ${rowHeader(matrix, context, row)}
            ${columns.map((column, j) => drawCell(matrix, context, row, column, texts[j][i]))}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Returns the number of letters of a row. @param {readonly string[][]} columns */
const countLetters = (columns) =>
  columns.reduce((sum, texts) => sum + Math.max(...texts.map(({ length }) => length)), 0);

/** @param {string} name @param {string} [label] the author's text with which the name begins */
export const nameView = (name, label = '') =>
  label && name.startsWith(label) ? html`${chapterText(label)}${name.slice(label.length)}` : name;

/** @param {Matrix} matrix @param {number} [shown] the number of rows on screen */
export function captionText(
  { name, label, colouredSymbol, view, note, hidesShape },
  shown = view.rows,
) {
  return html`${nameView(name, label)} ${colouredSymbol} ${hidesShape ? nothing : html`<span class="shape">${view.rows} × ${view.columns}${text.someRows(shown, view.rows)}</span>`}${
    note ? html` <span class="note">${note}</span>` : nothing
  }`;
}

/** The corner of a table of pairs. */
export const pairsCorner = (words = /** @type {string[]} */ ([])) =>
  html`<td class="corner"><span>${text.keys(directionOf(words))}</span><span>${text.queries}</span></td>`;

/** @param {{ size: number, names: string[] }} bands */
function bandRow({ size, names }) {
  return html`<tr class="bands">
    <td class="corner"></td>
    ${names.map(
      (name, i) =>
        html`<th scope="colgroup" colspan=${size} class=${i > 0 ? 'band' : ''}>${name}</th>`,
    )}
  </tr>`;
}

/** @param {Matrix} matrix @param {TableContext} context @param {number} column */
function columnHeader(matrix, context, column) {
  const { axes, columnWords, columnPieces, bands, upright } = matrix;
  const { state, dispatch, isLocked } = context;
  const band = startsBand(bands, column) ? 'band' : '';
  // A single column needs no header.
  if (upright) return html`<td></td>`;
  if (!columnWords) return html`<th scope="col" class="index ${band}">${column + 1}</th>`;
  const piece = findPiece(columnPieces, columnWords, column);
  const spoken = piece ? text.piece(piece) : nothing;
  const isKey = axes.endsWith('qk');
  const selected = isKey && state.key === column;
  const name = word(columnWords[column]);
  const press = () => dispatch({ key: selected ? -1 : column });
  return html`<th scope="col" class="${selected ? 'selected' : ''} ${band} ${namePieceClass(piece)}"
    aria-description=${spoken}>${isKey && !isLocked ? wordButton(name, selected, press) : name}</th>`;
}

/** @param {Matrix} matrix @param {TableContext} context @param {number} row */
function rowClass({ selects }, { state, selected, isQueryUnmarked }, row) {
  if (selects === 'query')
    return row === selected && !isQueryUnmarked ? 'selected' : row === state.pin ? 'pinned' : '';
  return selects === 'key' && row === state.key ? 'selected' : '';
}

/** @param {Matrix} matrix @param {TableContext} context @param {number} row */
function rowHeader({ rowWords, rowPieces, selects, joinsPrevious }, context, row) {
  const { state, selected, dispatch, isLocked } = context;
  if (!rowWords) return html`<th scope="row" class="index">${row + 1}</th>`;
  const piece = findPiece(rowPieces, rowWords, row);
  const spoken = piece ? text.piece(piece) : nothing;
  const name = word(rowWords[row]);
  const isPressed = selects === 'query' ? row === selected : row === state.key;
  const press = () =>
    dispatch(selects === 'query' ? { query: row } : { key: isPressed ? -1 : row });
  const isFixed = !selects || joinsPrevious || isLocked;
  return html`<th scope="row" class=${namePieceClass(piece)} aria-description=${spoken}
    >${isFixed ? name : wordButton(name, isPressed, press)}</th>`;
}

/** @param {unknown} name @param {boolean} isPressed @param {() => void} press */
const wordButton = (name, isPressed, press) =>
  html`<button class="word" type="button" tabindex="-1" aria-pressed=${isPressed} @click=${press}>${name}</button>`;

/**
 * @param {Matrix} matrix
 * @param {TableContext} context
 * @param {number} row
 * @param {number} column
 * @param {string} digits
 */
function drawCell(matrix, context, row, column, digits) {
  const { view, colours, limit = 1, darkest = 1, masked, bands } = matrix;
  const band = startsBand(bands, column) && 'band';
  if (matrix.isCovered?.(row, column)) {
    const mark = html`<span class="hidden">${text.covered}</span>`;
    // Zeros of the same width give away neither digits nor sign.
    return matrix.keepsRoom
      ? html`<td class="covered ${band || ''}" data-room=${digits.replace('≈0', '0.000').replace(/[\d−]/g, '0')}>${mark}</td>`
      : html`<td class="covered ${band || ''}">${mark}</td>`;
  }
  const value = view.at(row, column);
  const full = exact(value);
  const place = nameCell(matrix, row, column);
  const isMasked = masked(row, column);
  const { end, level } = computeTone(colours, value / darkest, limit);
  const original = context.originalOf(place);
  const changed = context.compared(place);
  const before = changed?.kind === 'changed' ? changed.was : undefined;
  const isNew = changed?.kind === 'new';
  const spoken = { isMasked, original, before, isNew };
  const marks = text.cellMarks(spoken);
  const classes = [
    isMasked && 'masked',
    end !== 'weight' && end,
    end === 'weight' && chooseDigitColours(level),
    band,
    context.state.key === column && matrix.axes.endsWith('qk') && 'keyed',
    original !== undefined && 'edited',
    changed?.kind,
    context.marks.get(place),
  ];
  const { isLocked } = context;
  return html`<td part="cell" role=${isLocked ? nothing : 'gridcell'} tabindex=${isLocked ? nothing : '-1'} class=${classes.filter(Boolean).join(' ')}
    data-row=${row} data-col=${column} data-place=${isLocked ? nothing : place} data-value=${full}
    title=${full}${marks && ` · ${text.cellMarks(spoken, exact)}`} aria-description=${marks || nothing}
    aria-selected=${(!isLocked && context.state.cell === place) || nothing} ${styled('--level', `${level}%`)}>${digits}</td>`;
}

/** Returns the classes of digits that have the colour of the paper, on a dark background. @param {number} level */
const chooseDigitColours = (level) =>
  [level >= PALETTES.light.flip && 'flips-light', level >= PALETTES.dark.flip && 'flips-dark']
    .filter(Boolean)
    .join(' ');

/** Returns the background of a weight, and the class of the digits on it. @param {number} weight */
export function chooseInk(weight) {
  const { level } = computeTone('weights', weight, 1);
  return { kind: chooseDigitColours(level), level };
}

/** @param {Matrix['bands']} bands @param {number} column */
function startsBand(bands, column) {
  return bands !== undefined && column > 0 && column % bands.size === 0;
}
