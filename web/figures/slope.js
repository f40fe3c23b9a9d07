/** A weight over its score: an S that is steep in the middle and flat at both ends. */

import { html, svg } from 'lit';
import { exact, rounded } from '../text/number.js';

const [LEFT, RIGHT, TOP, BOTTOM] = [34, 372, 16, 196];
/** Half the length of the tangent, in units of the score. */
const REACH = 1.5;

/**
 * @param {readonly (readonly [score: number, weight: number])[]} curve
 * @param {{ score: number, weight: number, slope?: number, place: string }} now slope: its tangent is drawn
 * @param {{ text: string, score: string, weight: string }} words what is seen, and the names of the axes
 */
export function slopeChart(curve, now, words) {
  const [least, most] = [curve[0][0], curve[curve.length - 1][0]];
  const x = (/** @type {number} */ score) =>
    LEFT + ((RIGHT - LEFT) * (score - least)) / (most - least);
  const y = (/** @type {number} */ weight) => BOTTOM - (BOTTOM - TOP) * weight;
  const { score, weight, slope, place } = now;
  return html`<figure class="slope">
    <svg viewBox="0 0 390 232" role="img" aria-label=${words.text}>
      ${[0, 0.5, 1].map(
        (one) => svg`<line class="hair" x1=${LEFT} x2=${RIGHT} y1=${y(one)} y2=${y(one)}></line>
          <text x=${LEFT - 6} y=${y(one) + 4} text-anchor="end">${one}</text>`,
      )}
      ${[least, 0, most].map(
        (one) =>
          svg`<text x=${x(one)} y=${BOTTOM + 17} text-anchor="middle">${rounded(one)}</text>`,
      )}
      <text x=${RIGHT} y=${BOTTOM + 33} text-anchor="end">${words.score}</text>
      <text x=${LEFT} y=${TOP - 4}>${words.weight}</text>
      <polyline points=${curve.map(([s, a]) => `${x(s).toFixed(1)},${y(a).toFixed(1)}`).join(' ')}></polyline>
      ${
        slope === undefined
          ? ''
          : svg`<line class="tangent" x1=${x(score - REACH)} x2=${x(score + REACH)}
              y1=${y(weight - REACH * slope)} y2=${y(weight + REACH * slope)}></line>`
      }
      <circle cx=${x(score)} cy=${y(weight)} r="5" data-place=${place} data-value=${exact(weight)}></circle>
    </svg>
  </figure>`;
}
