/** A histogram of random scores. It widens with √d unless they are divided by √d. */

import { html, nothing, svg } from 'lit';
import { drawScores } from '../sources/score-variance.js';
import * as words from '../text/en/steps-attend.js';
import { exact, withMinus } from '../text/number.js';

/** @import { Operations } from '../../src/js/attention.js' */

/** The middle of the outermost bins, on either side of 0. */
const LARGEST_BIN_SCORE = 48;

const BIN_WIDTH = 2;

/** The outermost bins count all scores beyond this one. */
export const OUTERMOST_SCORE = LARGEST_BIN_SCORE - BIN_WIDTH / 2;
const BINS = LARGEST_BIN_SCORE + 1;

/** The largest share that fits into the drawing. */
const TALLEST_SHARE = 0.7;

// The drawing is 400 by 146 pixels; its bars stand within these margins.
const [LEFT, RIGHT, TOP, BOTTOM] = [12, 388, 6, 104];

/** @param {number} score */
const placeScore = (score) =>
  (LEFT + RIGHT) / 2 + ((RIGHT - LEFT) / 2) * (score / (LARGEST_BIN_SCORE + BIN_WIDTH / 2));

/** The share of each bin; the middle bin is centred on 0. @param {ArrayLike<number>} scores */
export function countShares(scores) {
  const shares = new Array(BINS).fill(0);
  for (let i = 0; i < scores.length; i++) {
    const bin = Math.round(scores[i] / BIN_WIDTH) + (BINS - 1) / 2;
    shares[Math.min(BINS - 1, Math.max(0, bin))] += 1 / scores.length;
  }
  return shares;
}

/**
 * @param {Operations} attention
 * @param {{ seed: number, d: number }} drawn
 * @param {'none' | 'sqrt'} scale
 * @param {boolean} [hasSpread] whether to mark the expected standard deviation
 */
export function scoreHistogram(attention, drawn, scale, hasSpread = true) {
  const scores = drawScores(attention, drawn, scale);
  const shares = countShares(scores);
  const spread = scale === 'none' ? Math.sqrt(drawn.d) : 1;
  const shareWithinSpread =
    scores.filter((score) => Math.abs(score) <= spread).length / scores.length;
  const name = words.histogram.names[scale];
  return html`<figure class="histogram">
    <svg viewBox="0 0 400 146" role="img" aria-label=${hasSpread ? words.histogram.text(name, shareWithinSpread, spread) : words.histogram.named(name)}>
      ${shares.map((share, i) => {
        const score = BIN_WIDTH * (i - (BINS - 1) / 2);
        const height = ((BOTTOM - TOP) * Math.min(share, TALLEST_SHARE)) / TALLEST_SHARE;
        const [from, to] = [placeScore(score - BIN_WIDTH / 2), placeScore(score + BIN_WIDTH / 2)];
        return svg`<rect x=${from + 0.5} y=${BOTTOM - height} width=${to - from - 1} height=${height}
          data-score=${score} data-share=${exact(share)}></rect>`;
      })}
      <line x1=${LEFT} x2=${RIGHT} y1=${BOTTOM} y2=${BOTTOM}></line>
      ${[-40, -20, 0, 20, 40].map(
        (score) =>
          svg`<text x=${placeScore(score)} y=${BOTTOM + 20} text-anchor="middle">${withMinus(String(score))}</text>`,
      )}
      ${
        hasSpread
          ? svg`<line class="spread" x1=${placeScore(-spread)} x2=${placeScore(spread)} y1=${BOTTOM + 5} y2=${BOTTOM + 5}></line>
            <line class="spread" x1=${LEFT} x2=${LEFT + 16} y1=${BOTTOM + 30} y2=${BOTTOM + 30}></line>
            <text x=${LEFT + 22} y=${BOTTOM + 34}>${words.histogram.ranges[scale](shareWithinSpread, spread)}</text>`
          : nothing
      }
      <text x=${RIGHT} y=${BOTTOM + 34} text-anchor="end">${name}</text>
    </svg>
  </figure>`;
}
