/** What stands below a picture of weights: the number that is pointed at, and what colours mean. */

import { html } from 'lit';
import { legend } from '../legend.js';

export const readout = html`<p class="readout" aria-hidden="true"></p>`;

/** @param {import('./shown.js').Shown} shown */
export const scale = ({ matrix }) => {
  const view = { ...matrix.view, rows: 0, columns: 0 };
  return legend([{ ...matrix, view }]);
};
