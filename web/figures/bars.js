/** Numbers of a few words as bars, in columns that follow from each other. */

import { html, nothing } from 'lit';
import { exact, rounded } from '../text/number.js';
import { styled } from './styled.js';

/**
 * @typedef {object} Column
 * @property {unknown} title
 * @property {readonly number[]} values one for each word
 * @property {number} most the number whose bar fills the column
 * @property {(row: number) => string} [placeOf] the cells of the run
 * @property {(value: number) => string} [write] how its numbers are written
 * @property {(row: number) => boolean} [isCovered] whether neither bar nor number is shown yet
 *
 * @param {{ label: string, covered: string, words: readonly string[], columns: Column[] }} figure
 */
export const bars = ({
  label,
  covered,
  words,
  columns,
}) => html`<table class="bar-columns" aria-label=${label}>
  <thead><tr><td></td>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
  <tbody>${words.map(
    (name, row) => html`<tr>
      <th scope="row">${name}</th>
      ${columns.map((column) => cell(column, row, covered))}
    </tr>`,
  )}</tbody>
</table>`;

/** @param {Column} column @param {number} row @param {string} covered */
function cell({ values, most, placeOf, write = rounded, isCovered }, row, covered) {
  if (isCovered?.(row))
    return html`<td class="covered"><span class="hidden">${covered}</span></td>`;
  const value = values[row];
  const part = `${Math.min(100, Math.max(0, (100 * value) / most))}%`;
  return html`<td class="bar-cell" data-place=${placeOf?.(row) ?? nothing} data-value=${exact(value)}>
    <span class="measured"><i ${styled('--part', part)}></i>${write(value)}</span>
  </td>`;
}
