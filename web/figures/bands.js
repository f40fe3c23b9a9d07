/** The rows of several heads: each head for itself, or side by side as one long row. */

import { html, nothing } from 'lit';
import { exact, rounded } from '../text/number.js';

/**
 * @typedef {object} Bands
 * @property {readonly (readonly (readonly number[])[])[]} heads of each head its rows
 * @property {boolean} isJoined whether they stand side by side
 * @property {readonly string[]} names of the heads
 * @property {string} whole what all of them together are called
 * @property {string} label
 * @property {(head: number, row: number, column: number) => string} placeOf the cell of a number,
 *   `column` counted within its head
 */

/** @param {Bands} figure */
export const bands = ({ heads, isJoined, names, whole, label, placeOf }) => html`<figure
  class="head-bands ${isJoined ? 'joined' : ''}" aria-label=${label}>
  <div class="side-by-side">
    ${heads.map(
      (rows, head) => html`<table role="grid" aria-label=${names[head]}>
        <caption>${names[head]}</caption>
        <tbody>${rows.map(
          (row, i) =>
            html`<tr>${row.map((value, column) => {
              const place = placeOf(head, i, column);
              return html`<td role="gridcell" tabindex="-1" data-row=${i} data-col=${column}
              data-place=${place} data-value=${exact(value)}>${rounded(value)}</td>`;
            })}</tr>`,
        )}</tbody>
      </table>`,
    )}
  </div>
  <figcaption class="note">${isJoined ? whole : nothing}</figcaption>
</figure>`;
