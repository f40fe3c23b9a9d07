/** Draws a French sentence above its translation, with lines between their words. */

import { html } from 'lit';
import { layOut, numberedLines, sentenceWords } from '../../figures/arcs.js';
import { styled } from '../../figures/dom.js';
import { WIDTH_STEP } from '../../styles/arcs.js';

const HEIGHT = 96;

/** Sizes in pixels for narrow screens, where the two sentences stand side by side. */
const ROW = 34;

const LINK_WIDTH = 110;

const THICK = 8;

/** Lines and cells of smaller weights are not drawn. */
export const LEAST_DRAWN_WEIGHT = 0.02;

/**
 * @typedef {Omit<Parameters<typeof sentenceWords>[0], 'from' | 'weights' | 'blocked'>} Sentence
 *
 * @param {object} figure
 * @param {Sentence} figure.french
 * @param {Sentence} figure.english
 * @param {string} figure.label describes the figure to screen readers
 * @param {number} [figure.from] the English word whose lines are drawn
 * @param {readonly number[]} [figure.weights] the weight of each French word
 */
export function pairedSentences({ french, english, label, from = -1, weights = [] }) {
  const above = { ...french, from: -1, weights, ...layOut(french.words) };
  const below = { picked: from, ...english, from, weights: [], ...layOut(english.words) };
  const width = Math.max(above.end, below.end);
  const height = ROW * Math.max(french.words.length, english.words.length);
  const side = (/** @type {number} */ index) => ROW * (index + 0.5);
  /** @param {(to: number) => [x: number, y: number][]} endsOf the ends of the line to a word */
  const lines = (endsOf) =>
    numberedLines(
      weights.flatMap((weight, to) => {
        if (weight < LEAST_DRAWN_WEIGHT) return [];
        const [[x1, y1], [x2, y2]] = endsOf(to);
        return {
          cell: `weights.${from}.${to}`,
          weight,
          d: `M${x1} ${y1}L${x2} ${y2}`,
          // Put the number closer to the French word, where the lines are farther apart.
          x: x1 + 0.72 * (x2 - x1) + (THICK * weight) / 2 + 5,
          y: y1 + 0.72 * (y2 - y1) + 5,
        };
      }),
      THICK,
    );
  return html`<div class="arcs pairs"><div class="needs-${Math.ceil(width / WIDTH_STEP)}">
    <div class="in-row" ${styled('--width', `${width}px`)}>
      ${sentenceWords(above, above.widths, 'fr')}
      <svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} role="img" aria-label=${label}>
        ${lines((to) => [
          [below.centres[from], HEIGHT],
          [above.centres[to], 0],
        ])}
      </svg>
      ${sentenceWords(below, below.widths, 'en')}
    </div>
    <div class="in-column">
      ${sentenceWords(above, undefined, 'fr')}
      <svg viewBox="0 0 ${LINK_WIDTH} ${height}" width=${LINK_WIDTH} height=${height} role="img" aria-label=${label}>
        ${lines((to) => [
          [LINK_WIDTH, side(from)],
          [0, side(to)],
        ])}
      </svg>
      ${sentenceWords(below, undefined, 'en')}
    </div>
  </div></div>`;
}
