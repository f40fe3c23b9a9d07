/** A small map of weights, with the words that are looked at below it. */

import { html, svg } from 'lit';
import { exact } from '../text/number.js';

/**
 * @typedef {object} Thumbnail
 * @property {string} label what is seen
 * @property {readonly (readonly number[])[]} weights
 * @property {readonly string[]} words of the columns
 * @property {number} row that is looked at
 */

/** Smaller weights are as good as paper. */
const LEAST = 0.02;

const CELL = 14;
/** Room for words that stand upright. */
const BELOW = 42;

/** @param {Thumbnail} figure */
export function thumbnail({ label, weights, words, row }) {
  const width = CELL * words.length;
  const height = CELL * weights.length;
  return html`<svg class="thumbnail" viewBox="0 0 ${width} ${height + BELOW}" role="img" aria-label=${label}>
    <rect class="edge" width=${width} height=${height}></rect>
    ${weights.flatMap((one, y) =>
      one.flatMap((weight, x) =>
        weight < LEAST
          ? []
          : svg`<rect x=${CELL * x} y=${CELL * y} width=${CELL} height=${CELL} fill-opacity=${weight.toFixed(3)}
              data-row=${y} data-column=${x} data-value=${exact(weight)}></rect>`,
      ),
    )}
    <rect class="row" y=${CELL * row} width=${width} height=${CELL}></rect>
    ${words.map((word, i) => {
      const [x, y] = [CELL * (i + 0.5) + 4, height + 5];
      return svg`<text x=${x} y=${y} transform="rotate(-90 ${x} ${y})">${word}</text>`;
    })}
  </svg>`;
}
