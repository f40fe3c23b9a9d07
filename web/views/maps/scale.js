/** What stands below a picture of weights: the number that is pointed at, and what colours mean. */

import { html } from 'lit';
import { legend } from '../legend.js';

export const readout = html`<p class="readout" aria-hidden="true"></p>`;

/**
 * @param {import('./shown.js').Shown} shown
 * @param {string} [end] what is said in place of the number where colours end
 */
export const scale = ({ matrix }, end) => {
  const view = { ...matrix.view, rows: 0, columns: 0 };
  return legend([{ ...matrix, view }], end);
};
