/** Draws numbers along two axes. */

import { html, svg } from 'lit';
import { withMinus } from '../text/number.js';

/** @import { Point } from './types.js' */

/**
 * @typedef {object} Axis
 * @property {Point} ends where the axis begins and ends in the drawing
 * @property {Point} range the numbers at its ends
 * @property {readonly number[]} [ticks]
 * @property {(tick: number) => unknown} [write] formats a tick
 *
 * @typedef {(number: number) => number} Scale returns where a number lies in the drawing
 */

/** @param {Axis} axis @returns {Scale} */
const makeScale =
  ({ ends: [start, end], range: [from, to] }) =>
  (number) =>
    start + ((end - start) * (number - from)) / (to - from);

const writeNumber = (/** @type {number} */ tick) => withMinus(String(tick));

/**
 * @param {string} label the text for screen readers
 * @param {{ size: Point, x: Axis, y: Axis }} axes
 * @param {(x: Scale, y: Scale, line: (points: readonly Point[]) => string) => unknown} draw draws
 * what lies on the axes; `line` writes the points of a polyline
 */
export function drawChart(label, { size: [width, height], x: across, y: up }, draw) {
  const [x, y] = [across, up].map(makeScale);
  const [[left, right], [bottom]] = [across.ends, up.ends];
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${up.ticks?.map(
      (tick) => svg`<line class="hair" x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)} />
        <text x=${left - 6} y=${y(tick) + 4} text-anchor="end">${(up.write ?? writeNumber)(tick)}</text>`,
    )}
    ${across.ticks?.map(
      (tick) => svg`<line class="hair" x1=${x(tick)} x2=${x(tick)} y1=${bottom} y2=${bottom + 4} />
        <text x=${x(tick)} y=${bottom + 17} text-anchor="middle">${(across.write ?? writeNumber)(tick)}</text>`,
    )}
    ${draw(x, y, (points) => points.map(([at, to]) => `${x(at)},${y(to)}`).join(' '))}
  </svg>`;
}
