/** The curves of a training run: its loss, and how often it is right on sentences it has never seen. */

import { html, svg } from 'lit';
import * as text from '../../text/en/models/training.js';

const [WIDTH, HEIGHT] = [300, 80];

/**
 * In the course they grow: what is still to come is not shown.
 * @param {import('../../learning/trainer.js').Progress} progress
 * @param {number} step that is shown
 * @param {boolean} [grows]
 */
export function curves({ total, losses, measures }, step, grows = false) {
  const largest = Math.max(1e-6, ...losses.map(([, loss]) => loss).filter(Number.isFinite));
  const x = (/** @type {number} */ at) => ((at / total) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ share) => ((1 - share) * HEIGHT).toFixed(1);
  const isShown = (/** @type {readonly [number, unknown]} */ [at]) => !grows || at <= step;
  const loss = losses.filter((one) => isShown(one) && Number.isFinite(one[1]));
  const lossLine = loss.map(([at, value]) => `${x(at)},${y(value / largest)}`).join(' ');
  const shares = measures
    .filter(isShown)
    .map(([at, { accuracy, exactMatch }]) => /** @type {const} */ ([at, accuracy ?? exactMatch]));
  const shareLine = shares.map(([at, share]) => `${x(at)},${y(share)}`).join(' ');
  return html`<figure class="curves">
    <svg viewBox="-2 -4 ${WIDTH + 4} ${HEIGHT + 8}" role="img" aria-label=${text.curves}>
      ${svg`<line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT} y2=${HEIGHT}></line>
        <line class="now" x1=${x(step)} x2=${x(step)} y1="0" y2=${HEIGHT}></line>
        <polyline class="loss" points=${lossLine}></polyline>
        <polyline class="right" points=${shareLine}></polyline>`}
    </svg>
    <figcaption class="note"><span class="loss">${text.loss}</span> <span class="right">${text.right}</span></figcaption>
  </figure>`;
}
