/** A table whose numbers can be pressed as answers: nothing in it says which are masked. */

import { html } from 'lit';
import { exact, rounded } from '../text/number.js';

/**
 * @param {object} table
 * @param {readonly string[]} table.rows words
 * @param {readonly string[]} table.columns words
 * @param {string} table.label
 * @param {(row: number, column: number) => number} table.at
 * @param {(row: number, column: number, value: number) => string} table.labelOf what is pressed, for those who do not see it
 * @param {number} [table.picked] row · columns + column
 * @param {(index: number) => void} table.onPick
 */
export const pressable = ({
  rows,
  columns,
  label,
  at,
  labelOf,
  picked,
  onPick,
}) => html`<div class="matrix">
  <table class="press">
    <caption>${label}</caption>
    <thead><tr><td class="corner"></td>${columns.map((word) => html`<th scope="col">${word}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (word, row) =>
        html`<tr><th scope="row">${word}</th>${columns.map((_, column) => {
          const value = at(row, column);
          const index = row * columns.length + column;
          return html`<td class=${index === picked ? 'picked' : ''}><button type="button" class="may" data-value=${exact(value)}
          aria-pressed=${index === picked} aria-label=${labelOf(row, column, value)}
          @click=${() => onPick(index)}>${rounded(value)}</button></td>`;
        })}</tr>`,
    )}</tbody>
  </table>
</div>`;
