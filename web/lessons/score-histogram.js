/** A histogram of random scores. It widens with √d unless they are divided by √d. */

import { html, nothing, svg } from 'lit';
import { drawChart } from '../figures/chart.js';
import { drawScores } from '../sources/score-variance.js';
import * as words from '../text/en/steps-attend.js';
import { exact } from '../text/number.js';

/** @import { Operations } from '../../src/js/attention.js' */

/** The middle of the outermost bins, on either side of 0. */
const LARGEST_BIN_SCORE = 48;

const BIN_WIDTH = 2;

/** The outermost bins count all scores beyond this one. */
export const OUTERMOST_SCORE = LARGEST_BIN_SCORE - BIN_WIDTH / 2;
const BINS = LARGEST_BIN_SCORE + 1;

/** The largest share that fits into the drawing. */
const TALLEST_SHARE = 0.7;

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
  const end = LARGEST_BIN_SCORE + BIN_WIDTH / 2;
  return html`<figure class="histogram">${drawChart(
    hasSpread ? words.histogram.text(name, shareWithinSpread, spread) : words.histogram.named(name),
    {
      size: [400, 146],
      x: { ends: [12, 388], range: [-end, end], ticks: [-40, -20, 0, 20, 40] },
      y: { ends: [104, 6], range: [0, TALLEST_SHARE], ticks: [0], write: () => '' },
    },
    (x, y) => svg`${shares.map((share, i) => {
      const score = BIN_WIDTH * (i - (BINS - 1) / 2);
      const top = y(Math.min(share, TALLEST_SHARE));
      return svg`<rect x=${x(score - BIN_WIDTH / 2) + 0.5} y=${top} width=${x(BIN_WIDTH) - x(0) - 1} height=${y(0) - top}
          data-score=${score} data-share=${exact(share)}></rect>`;
    })}
      ${
        hasSpread
          ? svg`<line class="spread" x1=${x(-spread)} x2=${x(spread)} y1=${y(0) + 5} y2=${y(0) + 5}></line>
            <line class="spread" x1="12" x2="28" y1="134" y2="134"></line>
            <text x="34" y="138">${words.histogram.ranges[scale](shareWithinSpread, spread)}</text>`
          : nothing
      }
      <text x="388" y="138" text-anchor="end">${name}</text>`,
  )}</figure>`;
}
