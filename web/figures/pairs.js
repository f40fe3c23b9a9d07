/**
 * Two sentences, one above the other, and lines from a word of the lower to the words of the upper that
 * it attends to; where it is narrow, one beside the other.
 */

import { html, nothing, svg } from 'lit';
import { WIDTH_STEP } from '../styles/arcs.js';
import { exact } from '../text/number.js';
import { widthOf } from './arcs.js';
import { styled } from './styled.js';

/**
 * @typedef {object} Side
 * @property {readonly string[]} words
 * @property {string} language
 * @property {((index: number) => void) | undefined} [onPress]
 * @property {(index: number) => string} [labelOf] what a press does, for those who do not see it
 * @property {number} [picked] the word that was pressed last
 *
 * @typedef {object} Pairs
 * @property {Side} keys
 * @property {Side} queries
 * @property {number} from the query whose lines are drawn; −1 for none
 * @property {readonly number[]} weights one for each key; none: no lines are drawn yet
 * @property {(key: number) => string} cellOf the cell of a weight
 * @property {string} label what is seen
 */

const GAP = 4;
const HEIGHT = 96;
/** Where the two are columns, in pixels. */
const ROW = 34;
const BETWEEN = 110;
const THICK = 8;
/** Smaller weights have no line. */
const LEAST = 0.02;
/** Smaller weights have no number beside their line. */
const NAMED = 0.1;

/** @param {readonly string[]} words */
function laidOut(words) {
  let x = 0;
  const widths = words.map(widthOf);
  const centres = widths.map((width) => {
    const centre = x + width / 2;
    x += width + GAP;
    return centre;
  });
  return { widths, centres, end: x };
}

/** @param {Pairs} figure */
export function pairs(figure) {
  const { keys, queries, from, weights, label } = figure;
  const [above, below] = [laidOut(keys.words), laidOut(queries.words)];
  const width = Math.max(above.end, below.end);
  const height = ROW * Math.max(keys.words.length, queries.words.length);
  const shown = from < 0 ? [] : weights.flatMap((weight, to) => (weight >= LEAST ? [to] : []));
  const side = (/** @type {number} */ index) => ROW * (index + 0.5);
  return html`<div class="arcs pairs"><div class="needs-${Math.ceil(width / WIDTH_STEP)}">
    <div class="in-row" ${styled('--width', `${width}px`)}>
      <div class="words" lang=${keys.language}>${tokens(figure, 'keys', above.widths)}</div>
      <svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} role="img" aria-label=${label}>
        ${shown.map((to) =>
          line(figure, to, {
            from: [below.centres[from], HEIGHT],
            to: [above.centres[to], 0],
          }),
        )}
      </svg>
      <div class="words" lang=${queries.language}>${tokens(figure, 'queries', below.widths)}</div>
    </div>
    <div class="in-column">
      <div class="words" lang=${keys.language}>${tokens(figure, 'keys')}</div>
      <svg viewBox="0 0 ${BETWEEN} ${height}" width=${BETWEEN} height=${height} role="img" aria-label=${label}>
        ${shown.map((to) => line(figure, to, { from: [BETWEEN, side(from)], to: [0, side(to)] }))}
      </svg>
      <div class="words" lang=${queries.language}>${tokens(figure, 'queries')}</div>
    </div>
  </div></div>`;
}

/**
 * @param {Pairs} figure
 * @param {number} to
 * @param {{ from: [x: number, y: number], to: [x: number, y: number] }} ends
 */
function line({ weights, cellOf }, to, { from: [x1, y1], to: [x2, y2] }) {
  const weight = weights[to];
  // Nearer to the key, where the lines stand apart.
  const at = (/** @type {number} */ a, /** @type {number} */ b) => a + 0.72 * (b - a);
  return svg`<g class="arc" data-place=${cellOf(to)} data-value=${exact(weight)}>
    <path d="M${x1} ${y1}L${x2} ${y2}" stroke-width=${Math.max(1, THICK * weight)}></path>
    ${weight >= NAMED ? svg`<text x=${at(x1, x2) + (THICK * weight) / 2 + 5} y=${at(y1, y2) + 5}>${weight.toFixed(2)}</text>` : nothing}
  </g>`;
}

/** @param {Pairs} figure @param {'keys' | 'queries'} name @param {number[]} [widths] */
function tokens(figure, name, widths) {
  const { words, onPress, labelOf, picked } = figure[name];
  const isQuery = name === 'queries';
  return words.map((word, i) => {
    const weight = isQuery || figure.from < 0 ? 0 : (figure.weights[i] ?? 0);
    const classes = ['token', isQuery && i === figure.from && 'from', i === picked && 'picked'];
    const size = widths ? styled('--width', `${widths[i]}px`) : nothing;
    const names = [...classes, weight > 0.5 && 'strong'].filter(Boolean).join(' ');
    return onPress
      ? html`<button type="button" class=${names} aria-label=${labelOf?.(i) ?? nothing}
          aria-pressed=${i === picked || (isQuery && i === figure.from)} @click=${() => onPress(i)} ${size}>${word}</button>`
      : html`<span class=${names} ${size}>${word}</span>`;
  });
}
