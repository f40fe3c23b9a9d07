/** Rows of two numbers as arrows or points in a plane. */

import { html, nothing, svg } from 'lit';
import { exact } from '../text/number.js';

/**
 * @typedef {object} Mark
 * @property {string} name
 * @property {[x: number, y: number]} at
 * @property {'q' | 'k' | 'v' | 'plain'} role whose colour it has
 * @property {boolean} [isArrow] from the origin; else a point
 * @property {number} [weight] 0 to 1: how large a point is
 */

const SIZE = 340;
const HALF = SIZE / 2;
/** Room for names at the edges. */
const REACH = HALF - 24;
const LINE = 15;
/** About the width of a letter. */
const LETTER = 7.2;
/** Where a name may stand, below its point's height. */
const HEIGHTS = [4, -9, 17];

/**
 * @typedef {object} Frame where things are in the drawing
 * @property {(at: readonly [number, number]) => { x: number, y: number }} place
 * @property {number} unit length of 1
 * @property {number} limit largest coordinate that has room
 * @property {(event: PointerEvent) => [number, number]} read the point of the plane under a pointer
 *
 * @typedef {(frame: Frame) => unknown} Layer
 *
 * @typedef {object} More
 * @property {number} [limit] that of the marks otherwise
 * @property {Layer[]} [under] drawn below the marks
 * @property {Layer[]} [over] drawn above them
 * @property {boolean} [isControl] whether something in it can be pressed or moved
 */

/**
 * @param {Mark[]} marks the most important first: names that would cover others are left out
 * @param {{ title: unknown, text: string }} words what is seen; the title is the caption
 * @param {More} [more]
 */
export function plane(marks, { title, text }, { under = [], over = [], isControl, ...more } = {}) {
  const limit =
    more.limit ??
    Math.max(1e-6, ...marks.flatMap(({ at }) => at.map(Math.abs)).filter(Number.isFinite));
  const shown = marks.filter(({ at }) => at.every(Number.isFinite));
  /** @type {Frame['place']} */
  const place = ([x, y]) => ({ x: HALF + (x / limit) * REACH, y: HALF - (y / limit) * REACH });
  const frame = { place, limit, unit: REACH / limit, read: reader(limit) };
  const labels = labelled(shown.map((mark) => ({ mark, ...place(mark.at) })));
  return html`<figure class="plane">
    <svg viewBox="0 0 ${SIZE} ${SIZE}" role=${isControl ? 'group' : 'img'} aria-label=${text}>
      ${under.map((layer) => layer(frame))}
      ${svg`<line class="axis" x1="0" x2=${SIZE} y1=${HALF} y2=${HALF}></line>
        <line class="axis" x1=${HALF} x2=${HALF} y1="0" y2=${SIZE}></line>`}
      ${shown.toReversed().map((mark) => drawn(mark, place(mark.at), labels.get(mark)))}
      ${over.map((layer) => layer(frame))}
    </svg>
    <figcaption class="note">${title}</figcaption>
  </figure>`;
}

/** @param {number} limit @returns {Frame['read']} */
const reader = (limit) => (event) => {
  const drawing = /** @type {SVGElement} */ (event.currentTarget).ownerSVGElement;
  const { left, top, width, height } = /** @type {SVGElement} */ (drawing).getBoundingClientRect();
  const x = ((event.clientX - left) / width) * SIZE - HALF;
  const y = HALF - ((event.clientY - top) / height) * SIZE;
  return [(x / REACH) * limit, (y / REACH) * limit];
};

/** @param {Mark} mark @param {{ x: number, y: number }} place @param {number | undefined} height of its name */
function drawn({ name, at, role, isArrow, weight = 0 }, { x, y }, height) {
  const anchor = x < HALF ? 'end' : 'start';
  return svg`<g class=${role} data-name=${name} data-x=${exact(at[0])} data-y=${exact(at[1])}>
    ${isArrow ? svg`<line x1=${HALF} y1=${HALF} x2=${x} y2=${y}></line>` : nothing}
    <circle cx=${x} cy=${y} r=${isArrow ? 3 : 3 + 7 * weight}></circle>
    ${height === undefined ? nothing : svg`<text x=${x + (x < HALF ? -7 : 7)} y=${y + height} text-anchor=${anchor}>${name}</text>`}
  </g>`;
}

/**
 * The marks whose names have room, and at which height.
 * @param {{ mark: Mark, x: number, y: number }[]} places
 */
function labelled(places) {
  /** @type {{ left: number, right: number, y: number }[]} */
  const taken = [];
  /** @type {Map<Mark, number>} */
  const named = new Map();
  for (const { mark, x, y } of places) {
    const width = mark.name.length * LETTER + 7;
    const [left, right] = x < HALF ? [x - width, x] : [x, x + width];
    const height = HEIGHTS.find(
      (one) =>
        !taken.some(
          (other) => left < other.right && right > other.left && Math.abs(y + one - other.y) < LINE,
        ),
    );
    if (height === undefined) continue;
    taken.push({ left, right, y: y + height });
    named.set(mark, height);
  }
  return named;
}
