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
 * @param {Mark[]} marks the most important first: names that would cover others are left out
 * @param {{ title: unknown, text: string }} words what is seen; the title is the caption
 */
export function plane(marks, { title, text }) {
  const limit = Math.max(
    1e-6,
    ...marks.flatMap(({ at }) => at.map(Math.abs)).filter(Number.isFinite),
  );
  const shown = marks.filter(({ at }) => at.every(Number.isFinite));
  const place = (/** @type {Mark} */ { at: [x, y] }) => ({
    x: HALF + (x / limit) * REACH,
    y: HALF - (y / limit) * REACH,
  });
  const labels = labelled(shown.map((mark) => ({ mark, ...place(mark) })));
  return html`<figure class="plane">
    <svg viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label=${text}>
      ${svg`<line class="axis" x1="0" x2=${SIZE} y1=${HALF} y2=${HALF}></line>
        <line class="axis" x1=${HALF} x2=${HALF} y1="0" y2=${SIZE}></line>`}
      ${shown.toReversed().map((mark) => drawn(mark, place(mark), labels.get(mark)))}
    </svg>
    <figcaption class="note">${title}</figcaption>
  </figure>`;
}

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
