/** Layers of a plane besides its marks: a grid, a ring, links between points, handles. */

import { nothing, svg } from 'lit';
import { roundUpLimit } from '../styles/colour.js';
import { exact, rounded } from '../text/number.js';
import { HANDLE_RADIUS, isFinitePoint, planeFigure } from './plane.js';

/** @import { Layer, More, Point } from './types.js' */

/** Half of the width that a finger needs at the smallest size of the drawing. */
const FINGER = 26;

/** The most lines on each side of an axis at integers, and at numbers with more digits. */
const MOST_LINES = 8;
const MOST_WIDE_LINES = 3;

/**
 * Lines at multiples of `step`, with numbers. By default, they are at integers, or at rounder numbers
 * if there would be many lines or none.
 * @param {number} [step]
 * @returns {Layer}
 */
export const makeGridLayer =
  (step) =>
  ({ place, limit }) => {
    const isFew = limit >= 1 && limit <= MOST_LINES;
    const distance = step ?? (isFew ? 1 : roundUpLimit([limit / MOST_WIDE_LINES]));
    const most = Math.floor(limit / distance);
    const counts = Array.from({ length: 2 * most + 1 }, (_, i) => distance * (i - most)).filter(
      Boolean,
    );
    const [from, to] = [place([-limit, -limit]), place([limit, limit])];
    return svg`<g class="grid" aria-hidden="true">${counts.map((count) => {
      const { x, y } = place([count, count]);
      const [below, left] = [place([count, 0]), place([0, count])];
      return svg`<line x1=${x} x2=${x} y1=${from.y} y2=${to.y}></line>
        <line x1=${from.x} x2=${to.x} y1=${y} y2=${y}></line>
        <text x=${below.x} y=${below.y + 12} text-anchor="middle">${writeRounded(count)}</text>
        <text x=${left.x - 4} y=${left.y + 4} text-anchor="end">${writeRounded(count)}</text>`;
    })}</g>`;
  };

/** @param {number} count */
const writeRounded = (count) => rounded(count, 2);

/** The radius of a spot. */
const SPOT_RADIUS = 6;

/**
 * Draws a ring around the whole spot of each point that is at most `radius` away.
 * @param {Point} at
 * @param {number} radius in units of the plane
 * @returns {Layer}
 */
export const makeRingLayer =
  (at, radius) =>
  ({ place, unit }) => {
    const { x, y } = place(at);
    return svg`<circle class="ring" cx=${x} cy=${y} r=${radius * unit + SPOT_RADIUS}></circle>`;
  };

/** @param {Point} at @param {string} name @returns {Layer} */
const drawSpot =
  (at, name) =>
  ({ place }) => {
    const { x, y } = place(at);
    const side = at[0] < 0 ? 1 : -1;
    // Names of points stand beside them, so that of the spot stands lower.
    return svg`<g class="spot" data-name=${name} data-x=${exact(at[0])} data-y=${exact(at[1])}>
      <circle cx=${x} cy=${y} r=${SPOT_RADIUS}></circle>
      <text x=${x + 8 * side} y=${y + 18} text-anchor=${side > 0 ? 'start' : 'end'}>${name}</text>
    </g>`;
  };

/** @param {Point} at @returns {Layer} */
export const makeCrossLayer =
  (at) =>
  ({ place }) => {
    const { x, y } = place(at);
    return svg`<path class="cross" d="M${x - 6} ${y - 6}l12 12m0 -12l-12 12"></path>`;
  };

/** Returns the area between points. @param {readonly Point[]} points @returns {Layer} */
const drawArea =
  (points) =>
  ({ place }) => {
    const corners = points.map(place).map(({ x, y }) => `${x},${y}`);
    return svg`<polygon class="area" points=${corners.join(' ')}></polygon>`;
  };

/** @param {readonly { at: Point, weight: number }[]} points @param {Point} to @returns {Layer} */
const drawPulls =
  (points, to) =>
  ({ place }) => {
    const end = place(to);
    return points.map(({ at, weight }) => {
      const { x, y } = place(at);
      return svg`<line class="pull" x1=${x} y1=${y} x2=${end.x} y2=${end.y} stroke-width=${8 * weight}></line>`;
    });
  };

/** @param {Point} along @param {readonly Point[]} arrows @returns {Layer} */
export const makeProjectionLayer =
  (along, arrows) =>
  ({ place, limit }) => {
    const [x, y] = along;
    const square = x * x + y * y;
    if (square === 0) return nothing;
    const far = (1.1 * limit) / Math.max(Math.abs(x), Math.abs(y));
    const [from, to] = [place([-far * x, -far * y]), place([far * x, far * y])];
    return svg`<g class="projections">
      <line x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y}></line>
      ${arrows.map(([a, b]) => {
        const share = (a * x + b * y) / square;
        const [tip, foot] = [place([a, b]), place([share * x, share * y])];
        return svg`<line class="foot" x1=${tip.x} y1=${tip.y} x2=${foot.x} y2=${foot.y}></line>
          <circle cx=${foot.x} cy=${foot.y} r="2.5"></circle>`;
      })}
    </g>`;
  };

/**
 * Returns points with their names as buttons.
 * @param {readonly { name: string, at: Point, label: string, isPressed: boolean, press: () => void }[]} points
 * @returns {Layer}
 */
export const makeButtonLayer =
  (points) =>
  ({ place, findNameBox }) =>
    points.map(({ name, at, label, isPressed, press }) => {
      const { x, y } = place(at);
      const box = findNameBox(name);
      const onKey = (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        press();
      };
      return svg`<g class="press" role="button" tabindex="0" aria-label=${label} aria-pressed=${isPressed}
        @click=${press} @keydown=${onKey}>
        <circle class="finger" cx=${x} cy=${y} r=${FINGER}></circle>
        ${box ? svg`<rect class="finger" x=${box.left} y=${box.top} width=${box.right - box.left} height=${box.bottom - box.top}></rect>` : nothing}
        <circle class="around" cx=${x} cy=${y} r="12"></circle>
      </g>`;
    });

/** The directions of the arrow keys. @type {Record<string, Point>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The step of an arrow key. */
const HANDLE_STEP = 0.25;

/** The precision of a dragged handle. */
const ROUND = 0.05;

/**
 * Returns a point that the reader can move.
 * @param {Point} at
 * @param {{ name: string, value: string, how: string }} words the name, the position and the
 * instructions of the handle
 * @param {(to: [number, number]) => void} move
 * @returns {Layer}
 */
export const handleLayer =
  (at, { name, value, how }, move) =>
  ({ place, limit, read }) => {
    const { x, y } = place(at);
    /** @param {Point} to @param {number} step */
    const moveTo = (to, step) => {
      const [x, y] = to.map((part) => {
        const clamped = Math.min(limit, Math.max(-limit, part));
        return Number((Math.round(clamped / step) * step).toFixed(2));
      });
      move([x, y]);
    };
    // Parts of a drawing cannot prevent scrolling by `touch-action`.
    const stay = (/** @type {TouchEvent} */ event) => event.preventDefault();
    /** @param {PointerEvent} event */
    const grab = (event) =>
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    /** @param {PointerEvent} event */
    const drag = (event) => {
      const isHeld = /** @type {Element} */ (event.currentTarget).hasPointerCapture(
        event.pointerId,
      );
      if (isHeld) moveTo(read(event), ROUND);
    };
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const by = KEYS[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      moveTo([at[0] + HANDLE_STEP * by[0], at[1] + HANDLE_STEP * by[1]], ROUND);
    };
    return svg`<g class="handle" role="slider" tabindex="0" aria-label=${name} aria-roledescription=${how}
      aria-valuemin=${-limit} aria-valuemax=${limit} aria-valuenow=${at[0]} aria-valuetext=${value}
      @touchstart=${stay} @pointerdown=${grab} @pointermove=${drag} @keydown=${onKey}>
      <circle class="finger" cx=${x} cy=${y} r=${FINGER}></circle>
      <circle class="around" cx=${x} cy=${y} r=${HANDLE_RADIUS}></circle>
    </g>`;
  };

// Values as points of the plane, and their centre of mass.

/** The weight with which points are drawn while the output is hidden. */
const DEFAULT_WEIGHT = 0.2;

/**
 * @param {object} figure
 * @param {{ name: string, at: Point, weight: number }[]} figure.values
 * @param {{ name: string, at: Point } | undefined} figure.output undefined while it is hidden; like
 * values, it is left out if it is not finite
 * @param {boolean} [figure.isSmall] whether the points are few and far apart
 * @param {{ title: unknown, text: string }} words
 * @param {More} [more]
 */
export function massFigure(
  { values: given, output: found, isSmall },
  words,
  { under = [], over = [], ...more } = {},
) {
  const values = given.filter(isFinitePoint);
  const output = found && isFinitePoint(found) ? found : undefined;
  const marks = values.map(({ name, at, weight }) => ({
    name,
    at,
    role: /** @type {const} */ ('v'),
    weight: output ? weight : DEFAULT_WEIGHT,
  }));
  return planeFigure(marks, words, {
    ...more,
    under: [
      ...(isSmall ? [makeGridLayer(), drawArea(values.map(({ at }) => at))] : []),
      ...(output ? [drawPulls(values, output.at)] : []),
      ...under,
    ],
    over: [...(output ? [drawSpot(output.at, output.name)] : []), ...over],
  });
}
