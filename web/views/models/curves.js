/** The curves of a training run: its loss, and how often it is right on sentences it has never seen. */

import { html, svg } from 'lit';
import * as text from '../../text/en/models/training.js';

const [WIDTH, HEIGHT] = [300, 80];

/**
 * @param {import('../../learning/trainer.js').Progress} progress
 * @param {number} step that is shown
 */
export function curves({ total, losses, measures }, step) {
  const largest = Math.max(1e-6, ...losses.map(([, loss]) => loss).filter(Number.isFinite));
  const x = (/** @type {number} */ at) => ((at / total) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ share) => ((1 - share) * HEIGHT).toFixed(1);
  const loss = losses.filter(([, value]) => Number.isFinite(value));
  const lossLine = loss.map(([at, value]) => `${x(at)},${y(value / largest)}`).join(' ');
  const shares = measures.map(
    ([at, { accuracy, exactMatch }]) => /** @type {const} */ ([at, accuracy ?? exactMatch]),
  );
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
