/** The one table that every matrix on the page is. */

import { html, nothing } from 'lit';
import { alignedColumn, exact, rounded } from '../model/number.js';
import { FLIP, signedLevel, weightLevel } from './colour.js';
import { paint } from './paint.js';

/** Beyond this, weights are written with two digits. */
export const MANY_WORDS = 10;

/**
 * @typedef {object} Matrix
 * @property {string} tensor its name in `results`
 * @property {import('./view.js').View} view
 * @property {number} [head] which head of the tensor, where it has heads
 * @property {number} [query] which query's matrix, where there is one for each
 * @property {string} name
 * @property {unknown} symbol
 * @property {unknown} [note] a few words more in the caption
 * @property {'q' | 'k' | 'v'} [role] whose colour it wears
 * @property {'weights' | 'signed' | 'plain'} colours
 * @property {number} [limit] where the signed colours end
 * @property {string[] | undefined} [rowWords] words of the rows; numbers without
 * @property {string[] | undefined} [columnWords]
 * @property {(row: number, column: number) => boolean} [masked]
 * @property {{ size: number, names: string[] }} [bands] columns that belong together
 * @property {number} [chosen] the row that is followed
 * @property {((row: number) => void)} [choose] makes the words on the left choose a row
 */

/**
 * @param {Matrix} matrix
 * @returns {import('lit').TemplateResult}
 */
export function matrixTable(matrix) {
  const { tensor, view, head, query, name, symbol, note, role, colours, bands, chosen, choose } =
    matrix;
  const digits = colours === 'weights' && view.columns > MANY_WORDS ? 2 : 3;
  const columns = Array.from({ length: view.columns }, (_, column) =>
    alignedColumn(
      Array.from({ length: view.rows }, (_, row) => view.at(row, column)),
      digits,
    ),
  );
  // What may have to be scrolled needs a stop of the Tab key; a chosen word is one already.
  const stop = view.columns > 2 && !(choose && chosen !== undefined);
  const many = view.rows > 6;
  return html`<div class="matrix ${many ? 'many' : ''}" part="matrix" tabindex=${stop ? 0 : nothing}
      role=${stop ? 'group' : nothing} aria-label=${stop ? name : nothing}>
    <table class="${colours} ${role ? `of-${role}` : ''}" data-tensor=${tensor} data-head=${head ?? nothing}
        data-query=${query ?? nothing}>
      <caption>${name} ${symbol} <span class="shape">${view.rows} × ${view.columns}</span>${
        note ? html` <span class="note">${note}</span>` : nothing
      }</caption>
      <thead>
        ${bands && bandRow(bands)}
        <tr>
          ${corner(matrix)}
          ${columns.map((_, column) => columnHeader(matrix, column))}
        </tr>
      </thead>
      <tbody @keydown=${walkRows}>
        ${Array.from(
          { length: view.rows },
          (_, row) => html`<tr class=${row === chosen ? 'chosen' : ''}>
            ${rowHeader(matrix, row)}
            ${columns.map((texts, column) => cell(matrix, row, column, texts[row]))}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {Matrix} matrix */
function corner({ rowWords, columnWords }) {
  return rowWords && columnWords
    ? html`<td class="corner"><span>is asked →</span><span>asks ↓</span></td>`
    : html`<td class="corner"></td>`;
}

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

/**
 * @param {Matrix} matrix
 * @param {number} column
 */
function columnHeader({ columnWords, bands }, column) {
  const band = startsBand(bands, column) ? 'band' : '';
  return columnWords
    ? html`<th scope="col" class=${band}>${word(columnWords[column])}</th>`
    : html`<th scope="col" class="index ${band}">${column + 1}</th>`;
}

/**
 * @param {Matrix} matrix
 * @param {number} row
 */
function rowHeader({ rowWords, chosen, choose }, row) {
  if (!rowWords) return html`<th scope="row" class="index">${row + 1}</th>`;
  if (!choose) return html`<th scope="row">${word(rowWords[row])}</th>`;
  // One stop of the Tab key in each table: the chosen row. Arrow keys lead to the others.
  return html`<th scope="row">
    <button class="word" type="button" tabindex=${row === chosen ? 0 : -1}
      aria-pressed=${row === chosen} @click=${() => choose(row)} @focus=${() => choose(row)}
      >${word(rowWords[row])}</button>
  </th>`;
}

/**
 * @param {Matrix} matrix
 * @param {number} row
 * @param {number} column
 * @param {string} text
 */
function cell({ view, colours, limit = 1, masked, bands }, row, column, text) {
  const value = view.at(row, column);
  const hidden = masked?.(row, column) ?? false;
  const level = colours === 'weights' ? weightLevel(value) : signedLevel(value, limit);
  const weight = colours === 'weights';
  const classes = [
    hidden && 'masked',
    colours === 'signed' && value < 0 && 'negative',
    colours === 'signed' && value > 0 && 'positive',
    weight && level >= FLIP.light && 'flips-light',
    weight && level >= FLIP.dark && 'flips-dark',
    startsBand(bands, column) && 'band',
  ];
  return html`<td part="cell" class=${classes.filter(Boolean).join(' ')} data-row=${row}
    data-col=${column} data-value=${exact(value)} title=${exact(value)} ${paint(hidden ? 0 : level)}>${text}</td>`;
}

/**
 * @param {Matrix['bands']} bands
 * @param {number} column
 */
function startsBand(bands, column) {
  return bands !== undefined && column > 0 && column % bands.size === 0;
}

/**
 * A reader's word: isolated, so that its direction stays its own, and cut by the style sheet where
 * it is too long.
 * @param {string} text
 */
export function word(text) {
  return html`<bdi class="cut" dir="auto" title=${text}>${text}</bdi>`;
}

/**
 * A number of the core within running text.
 * @param {number} value
 * @param {number} [digits]
 */
export function quoted(value, digits) {
  return html`<data value=${exact(value)}>${rounded(value, digits)}</data>`;
}

/** @param {KeyboardEvent} event */
function walkRows(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const button = /** @type {Element} */ (event.target).closest('button.word');
  if (!step || !button) return;
  const all = [.../** @type {Element} */ (event.currentTarget).querySelectorAll('button.word')];
  const next = /** @type {HTMLElement | undefined} */ (all[all.indexOf(button) + step]);
  event.preventDefault();
  next?.focus();
}
