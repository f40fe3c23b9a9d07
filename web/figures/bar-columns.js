/** Draws numbers of a few words as bars, in columns that depend on each other. */

import { html, nothing } from 'lit';
import { covered } from '../text/en/tables.js';
import { exact, rounded } from '../text/number.js';
import { styled } from './dom.js';

/**
 * @typedef {object} Column
 * @property {unknown} title
 * @property {readonly number[]} values the number of each word
 * @property {number} most the number at the end of the column
 * @property {number} [least] the number at its start, 0 by default
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
function drawBarCell({ values, most, least = 0, placeOf, write = rounded, isCovered }, row) {
  if (isCovered?.(row))
    return html`<td class="covered"><span class="hidden">${covered}</span></td>`;
  const value = values[row];
  const place = (/** @type {number} */ number) =>
    Math.min(1, Math.max(0, (number - least) / (most - least)));
  // A bar begins or ends at zero.
  const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))];
  return html`<td class="bar-cell" data-place=${placeOf?.(row) ?? nothing} data-value=${exact(value)}>
    <span class="measured" ${styled('--from', `${100 * from}%`)}><i class="share" ${styled('--part', `${100 * (to - from)}%`)}></i>${write(value)}</span>
  </td>`;
}
