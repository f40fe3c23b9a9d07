/** Draws numbers of a few words as bars, in columns that depend on each other. */

import { html, nothing } from 'lit';
import { covered } from '../text/en/tables.js';
import { exact, rounded } from '../text/number.js';
import { styled } from './dom.js';

/**
 * @typedef {object} Column
 * @property {unknown} title
 * @property {readonly number[]} values the number of each word
 * @property {number} most the number whose bar fills the column
 * @property {(row: number) => string} [placeOf] returns the name of a cell of the run
 * @property {(value: number) => string} [write] formats a number
 * @property {(row: number) => boolean} [isCovered] whether bar and number are hidden
 *
 * @param {{ label: string, words: readonly string[], columns: Column[] }} figure
 */
export const barColumns = ({
  label,
  words,
  columns,
}) => html`<table class="bar-columns" aria-label=${label}>
  <thead><tr><td></td>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
  <tbody>${words.map(
    (name, row) => html`<tr>
      <th scope="row">${name}</th>
      ${columns.map((column) => drawBarCell(column, row))}
    </tr>`,
  )}</tbody>
</table>`;

/** @param {Column} column @param {number} row */
function drawBarCell({ values, most, placeOf, write = rounded, isCovered }, row) {
  if (isCovered?.(row))
    return html`<td class="covered"><span class="hidden">${covered}</span></td>`;
  const value = values[row];
  const part = `${Math.min(100, Math.max(0, (100 * value) / most))}%`;
  return html`<td class="bar-cell" data-place=${placeOf?.(row) ?? nothing} data-value=${exact(value)}>
    <span class="measured"><i class="share" ${styled('--part', part)}></i>${write(value)}</span>
  </td>`;
}
