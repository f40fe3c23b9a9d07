/** What the colours of some matrices mean, ends and all. */

import { html, nothing } from 'lit';
import { isMap } from '../lessons/tables.js';
import * as text from '../text/en/tables.js';
import { rounded } from '../text/number.js';

/**
 * Of tables in digits: a map says below itself where its colours end.
 * @param {import('../lessons/tables.js').Matrix[]} matrices
 * @param {string} [end] what is said in place of the number where colours end
 */
export function legend(matrices, end) {
  const tables = matrices.filter((matrix) => !isMap(matrix));
  const signed = tables.find(({ colours }) => colours === 'signed');
  const limit = signed?.limit ?? 1;
  const weights = tables.find(({ colours }) => colours === 'weights');
  const masked = tables.some(({ view: { rows, columns }, masked: hides }) =>
    Array.from({ length: rows * columns }).some((_, i) =>
      hides(Math.floor(i / columns), i % columns),
    ),
  );
  return html`<p class="legend">
    ${
      signed
        ? html`<span>${end ? '−' : rounded(-limit)} <i class="ramp signed"></i> ${end ?? rounded(limit)}</span>`
        : nothing
    }
    ${weights ? html`<span>0 <i class="ramp weights"></i> ${end ?? rounded(weights.darkest ?? 1)}</span>` : nothing}
    ${masked ? html`<span><i class="ramp masked"></i> ${text.masked}</span>` : nothing}
  </p>`;
}
