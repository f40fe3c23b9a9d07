/** Draws rows of two numbers as arrows or points in a plane. */

import { html, nothing, svg } from 'lit';
import { exact } from '../text/number.js';
import { measureText } from './text-width.js';

/** @import { Frame, More, Point } from './types.js' */

/**
 * @typedef {object} Vector
 * @property {string} name
 * @property {Point} at
 * @property {'q' | 'k' | 'v' | 'plain'} role the role that determines the colour
 * @property {boolean} [isArrow] whether to draw an arrow from the origin, not a point
 * @property {number} [weight] the size of a point, 0 to 1
 * @property {boolean} [isHandle] whether a ring to drag surrounds the tip, which its name avoids
 */

const PLANE_SIDE = 340;
const HALF = PLANE_SIDE / 2;
/** The distance from the centre to the largest number. The edges leave space for names. */
const INNER_HALF = HALF - 24;
const LINE_HEIGHT = 13;
/** The distance from the middle of a line of text to its baseline. */
const BASE = 4.5;
/** The approximate width of a letter. */
const LETTER = 7;
/** The gap between a point and its name. */
const GAP = 4;
/** The radius of the ring around a handle. */
export const HANDLE_RADIUS = 9;
/** The gaps between a point and a name above or below it: near, or pushed away. */
const APART = [1, 6];
/** The gap above or below the tip of an arrow, if no nearer name fits: a line further. */
const FAR_APART = 19;

/** The strips that hold the numbers of the axes. @type {Box[]} */
const AXIS_NUMBERS = [
  { left: 0, right: PLANE_SIDE, top: HALF + 3, bottom: HALF + 14 },
  { left: HALF - 20, right: HALF - 4, top: 0, bottom: PLANE_SIDE },
];

/**
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {{ x: number, y: number, anchor: 'start' | 'middle' | 'end', box: Box }} Label
 * @typedef {{ vector: Vector, x: number, y: number, radius: number }} Place
 */

/** Returns the largest coordinate of points, above 0. @param {readonly Point[]} points */
export const computeLimit = (points) =>
  Math.max(1e-6, ...points.flat().map(Math.abs).filter(Number.isFinite));

/**
 * @param {Vector[]} vectors vectors in order of importance; names that would cover others are left
 * out
 * @param {{ title: unknown, text: string }} words the caption, and the description for screen
 * readers
 * @param {More} [more]
 */
export function planeFigure(
  vectors,
  { title, text },
  { under = [], over = [], isControl, limit = computeLimit(vectors.map(({ at }) => at)) } = {},
) {
  /** @type {Frame['place']} */
  const place = ([x, y]) => ({
    x: HALF + (x / limit) * INNER_HALF,
    y: HALF - (y / limit) * INNER_HALF,
  });
  const places = vectors.filter(isFinitePoint).map((vector) => ({
    vector,
    ...place(vector.at),
    radius: vector.isArrow ? 3 : 3 + 7 * (vector.weight ?? 0),
  }));
  const labels = placeLabels(places);
  /** @type {Frame} */
  const frame = {
    place,
    limit,
    unit: INNER_HALF / limit,
    read: makePointReader(limit),
    findNameBox: (name) => [...labels].find(([vector]) => vector.name === name)?.[1].box,
  };
  return html`<figure class="plane">
    <svg viewBox="0 0 ${PLANE_SIDE} ${PLANE_SIDE}" role=${isControl ? 'group' : 'img'} aria-label=${text}>
      ${under.map((layer) => layer(frame))}
      ${svg`<line class="axis" x1="0" x2=${PLANE_SIDE} y1=${HALF} y2=${HALF}></line>
        <line class="axis" x1=${HALF} x2=${HALF} y1="0" y2=${PLANE_SIDE}></line>`}
      ${places.toReversed().map((placed) => drawPoint(placed, labels.get(placed.vector)))}
      ${over.map((layer) => layer(frame))}
    </svg>
    <figcaption class="note">${title}</figcaption>
  </figure>`;
}

/** @param {{ at: Point }} mark */
export const isFinitePoint = ({ at }) => at.every(Number.isFinite);

/** @param {number} limit @returns {Frame['read']} */
const makePointReader = (limit) => (event) => {
  const drawing = /** @type {SVGElement} */ (event.currentTarget).ownerSVGElement;
  const { left, top, width, height } = /** @type {SVGElement} */ (drawing).getBoundingClientRect();
  const x = ((event.clientX - left) / width) * PLANE_SIDE - HALF;
  const y = HALF - ((event.clientY - top) / height) * PLANE_SIDE;
  return [(x / INNER_HALF) * limit, (y / INNER_HALF) * limit];
};

/** @param {Place} place @param {Label | undefined} label */
function drawPoint({ vector: { name, at, role, isArrow }, x, y, radius }, label) {
  return svg`<g class=${role} data-name=${name} data-x=${exact(at[0])} data-y=${exact(at[1])}>
    ${isArrow ? svg`<line x1=${HALF} y1=${HALF} x2=${x} y2=${y}></line>` : nothing}
    <circle cx=${x} cy=${y} r=${radius}></circle>
    ${label ? svg`<text x=${label.x} y=${label.y} text-anchor=${label.anchor}>${name}</text>` : nothing}
  </g>`;
}

/**
 * Places names beside, above or below their points, so that they cover no other name or point and
 * as few arrows and numbers of the axes as possible, and are nearest to their own points. Names of
 * equal points stand below each other. Names without space are left out, except those of arrows.
 * @param {Place[]} places
 * @returns {Map<Vector, Label>}
 */
function placeLabels(places) {
  /** @type {Map<Vector, Label>} */
  const labels = new Map();
  const arrows = places.filter(({ vector }) => vector.isArrow);
  for (const place of places) {
    const equal = places.filter(({ x, y }) => x === place.x && y === place.y);
    if (equal[0] !== place) continue;
    const others = places.filter((other) => !equal.includes(other));
    const taken = [
      ...[...labels.values()].map(({ box }) => box),
      ...others.map(({ x, y, radius }) => boxAround(x, y, radius + 1)),
    ];
    const names = equal.map(({ vector }) => vector.name);
    const blocks = listBlocks(place, names).map((block) => ({
      ...block,
      covered: Number(!isInside(block.box)) + taken.filter((box) => overlap(block.box, box)).length,
      flaws:
        arrows.filter((arrow) => crosses(arrow, block.box)).length +
        AXIS_NUMBERS.filter((numbers) => overlap(numbers, block.box)).length +
        others.filter((other) => measureGap(block.box, other) < measureGap(block.box, place))
          .length,
    }));
    const [{ covered, x, anchor, box }] = blocks.toSorted(
      (first, second) => first.covered - second.covered || first.flaws - second.flaws,
    );
    // The first name is shown even if points lie close together.
    if (covered > 0 && place !== places[0] && !place.vector.isArrow) continue;
    for (const [line, { vector }] of equal.entries()) {
      const top = box.top + line * LINE_HEIGHT;
      const y = top + LINE_HEIGHT / 2 + BASE;
      labels.set(vector, { x, y, anchor, box: { ...box, top, bottom: top + LINE_HEIGHT } });
    }
  }
  return labels;
}

/**
 * Lists places for the names of equal points, the best first: away from the middle.
 * @param {Place} place
 * @param {string[]} names
 * @returns {Omit<Label, 'y'>[]}
 */
function listBlocks({ vector: { isHandle, isArrow }, x, y, radius: drawn }, names) {
  // The line of the ring is 3 pixels thick.
  const radius = isHandle ? HANDLE_RADIUS + 2 : drawn;
  const width = Math.max(...names.map((name) => measureText(name, LETTER)));
  const half = (names.length * LINE_HEIGHT) / 2;
  const distance = radius + GAP;
  const [near, far] = x < HALF ? [-1, 1] : [1, -1];
  const listHeights = (/** @type {number[]} */ gaps) =>
    gaps.flatMap((gap) => [-1, 1].map((sign) => y + sign * (radius + half + gap)));
  const heights = listHeights(APART);
  const farHeights = listHeights(isArrow ? [FAR_APART] : []);
  return [
    ...[y, ...heights].map((middle) => blockBeside(near, middle)),
    ...heights.map((middle) => block(x - width / 2, middle, 'middle')),
    ...[y, ...heights].map((middle) => blockBeside(far, middle)),
    ...farHeights.map((middle) => block(x - width / 2, middle, 'middle')),
    ...[near, far].flatMap((side) => farHeights.map((middle) => blockBeside(side, middle))),
  ];

  /** @param {number} side @param {number} middle */
  function blockBeside(side, middle) {
    // A name above or below a point may stand nearer.
    const from = x + side * (middle === y || isHandle ? distance : GAP);
    return side > 0 ? block(from, middle, 'start') : block(from - width, middle, 'end');
  }

  /** @param {number} left @param {number} middle @param {Label['anchor']} anchor */
  function block(left, middle, anchor) {
    const right = left + width;
    return {
      x: { start: left, middle: x, end: right }[anchor],
      anchor,
      box: { left, right, top: middle - half, bottom: middle + half },
    };
  }
}

/** @param {number} x @param {number} y @param {number} reach @returns {Box} */
const boxAround = (x, y, reach) => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
});

/** @param {Box} box @param {{ x: number, y: number }} point */
const measureGap = ({ left, right, top, bottom }, { x, y }) =>
  Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));

/** @param {Box} box */
const isInside = ({ left, right, top, bottom }) =>
  left >= 0 && right <= PLANE_SIDE && top >= 0 && bottom <= PLANE_SIDE;

/** @param {Box} first @param {Box} second */
const overlap = (first, second) =>
  first.left < second.right &&
  first.right > second.left &&
  first.top < second.bottom &&
  first.bottom > second.top;

/** Whether an arrow crosses a box. @param {Place} arrow @param {Box} box */
function crosses({ x, y }, { left, right, top, bottom }) {
  // Clip the arrow, from 0 to 1, to the part between left and right, then to the part between top
  // and bottom.
  let [from, to] = [0, 1];
  for (const [end, low, high] of [
    [x, left, right],
    [y, top, bottom],
  ]) {
    const along = end - HALF;
    if (along === 0 && (HALF < low || HALF > high)) return false;
    const [enters, leaves] = [(low - HALF) / along, (high - HALF) / along].toSorted(
      (a, b) => a - b,
    );
    if (along !== 0) [from, to] = [Math.max(from, enters), Math.min(to, leaves)];
  }
  return from < to;
}
