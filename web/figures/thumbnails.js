/** Several small maps of weights side by side; one that is pressed can be shown large elsewhere. */

import { html, svg } from 'lit';
import { exact } from '../text/number.js';

/**
 * @typedef {object} Thumbnail
 * @property {string} name
 * @property {string} label what is seen on it
 * @property {readonly (readonly number[])[]} weights
 * @property {boolean} [isFaint] whether it counts for nothing now
 *
 * @typedef {object} Thumbnails
 * @property {Thumbnail[]} maps
 * @property {string} label of all of them
 * @property {number} [chosen] index of the one that is shown large
 * @property {(index: number) => void} [onChoose] without, there is nothing to press
 * @property {number} [row] that is looked at
 */

/** Smaller weights are as good as paper. */
const LEAST = 0.02;

/** @param {Thumbnails} figure */
export const thumbnails = ({ maps, label, chosen, onChoose, row }) => html`<div class="thumbnails"
  role="group" aria-label=${label}>
  ${maps.map(({ name, label: seen, weights, isFaint }, i) => {
    const content = html`<span>${name}</span> ${map(weights, seen, row)}`;
    return onChoose
      ? html`<button type="button" aria-pressed=${i === chosen} @click=${() => onChoose(i)}>${content}</button>`
      : html`<div class=${isFaint ? 'faint' : ''}>${content}</div>`;
  })}
</div>`;

/**
 * @param {readonly (readonly number[])[]} weights
 * @param {string} label
 * @param {number} [marked] row
 */
function map(weights, label, marked) {
  const [rows, columns] = [weights.length, weights[0]?.length ?? 0];
  return html`<svg viewBox="0 0 ${columns} ${rows}" role="img" aria-label=${label}>
    ${weights.flatMap((row, y) =>
      row.flatMap((weight, x) =>
        weight < LEAST
          ? []
          : svg`<rect x=${x} y=${y} width="1" height="1" fill-opacity=${weight.toFixed(3)}
              data-row=${y} data-column=${x} data-value=${exact(weight)}></rect>`,
      ),
    )}
    ${
      marked === undefined
        ? svg``
        : svg`<rect class="row" x="0" y=${marked} width=${columns} height="1"></rect>`
    }
  </svg>`;
}
