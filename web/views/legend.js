/** What the colours of some matrices mean, ends and all. */

import { html, nothing } from 'lit';
import { isMap } from '../lessons/tables.js';
import * as text from '../text/en/tables.js';
import { rounded } from '../text/number.js';

/** @param {import('../lessons/tables.js').Matrix[]} matrices */
export function legend(matrices) {
  const maps = matrices.some(isMap);
  const signed = maps ? undefined : matrices.find(({ colours }) => colours === 'signed');
  const limit = signed?.limit ?? 1;
  const weights = !maps && matrices.some(({ colours }) => colours === 'weights');
  const masked =
    !maps &&
    matrices.some(({ view: { rows, columns }, masked: hides }) =>
      Array.from({ length: rows * columns }).some((_, i) =>
        hides(Math.floor(i / columns), i % columns),
      ),
    );
  return html`<p class="legend">
    ${
      signed
        ? html`<span>${rounded(-limit)} <i class="ramp signed"></i> ${rounded(limit)}</span>`
        : nothing
    }
    ${weights ? html`<span>0 <i class="ramp weights"></i> 1</span>` : nothing}
    ${masked ? html`<span><i class="ramp masked"></i> ${text.masked}</span>` : nothing}
  </p>`;
}
