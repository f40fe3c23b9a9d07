/**
 * Animates a weighted sum of arrows: each arrow shrinks by its weight, then moves to the end of the
 * sum so far. With reduced motion there is only the slider.
 */

import { html, nothing, svg } from 'lit';
import { directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { readField } from '../../figures/controls.js';
import { makeGridLayer } from '../../figures/on-plane.js';
import { planeFigure } from '../../figures/plane.js';
import { roundUpLimit } from '../../styles/colour.js';
import { exact } from '../../text/number.js';
import { PagePart } from '../../views/page-part.js';
import * as text from './text/en/course.js';

/**
 * @import { Layer, Point } from '../../figures/types.js'
 * @import { ViewContext } from '../../lessons/context.js'
 */

/** @typedef {{ name: string, at: Point, weight: number }} Term */

/**
 * @typedef {object} Sum
 * @property {readonly Term[]} terms
 * @property {readonly Point[]} sums the partial sums: of no term, of the first term, and so on; the
 *   core computes them
 *
 * @typedef {object} Moment
 * @property {{ name: string, from: Point, to: Point }[]} arrows the arrows that have started; the
 *   last one may still be moving
 * @property {Point} sum the sum of the terms that have arrived
 * @property {number} moving index of the moving term; the number of terms if none moves
 */

/** Milliseconds for each value, and the longest duration of the whole animation. */
const [PACE, LONGEST] = [1200, 9000];

/** Grid lines on each side of the middle. */
const LINES = 5;

/** Steps of the slider for each value. */
const TICKS = 100;

/** Values nearer than this to each other, as a part of half the plane, form a heap. */
const HEAP = 0.1;

/** The arrow shrinks during the first half of its time, and moves during the second. */
const HALF = 0.5;

/**
 * @param {Sum} weightedSum
 * @param {number} time 0 to the number of terms: each term takes 1
 * @returns {Moment}
 */
export function computeSumAt({ terms, sums }, time) {
  // The time may be negative, because a frame may have started before the press that starts the
  // motion.
  const moving = Math.max(0, Math.min(terms.length, Math.floor(time)));
  const sum = sums[moving];
  /** @type {Moment['arrows']} */
  const arrows = terms
    .slice(0, moving)
    .map(({ name }, i) => ({ name, from: sums[i], to: sums[i + 1] }));
  const part = time - moving;
  if (moving < terms.length && part > 0) {
    const { name, at, weight } = terms[moving];
    const shortened = Math.min(1, part / HALF);
    const moved = Math.max(0, (part - HALF) / HALF);
    const from = findPointOn([0, 0], sum, moved);
    arrows.push({ name, from, to: findPointOn(from, at, 1 - shortened * (1 - weight)) });
  }
  return { arrows, sum, moving };
}

/**
 * Returns the point at a fraction of an arrow that starts at `from`.
 * @param {Point} from
 * @param {Point} arrow
 * @param {number} share the fraction
 * @returns {Point}
 */
const findPointOn = ([x, y], [a, b], share) => [x + share * a, y + share * b];

/**
 * Computes the partial sums, from no term to all terms.
 * @param {ViewContext['attention']} attention
 * @param {Sum['terms']} terms
 * @param {Sum['sums'][number]} output the run's output, used as the last sum
 * @returns {Sum}
 */
export function sumTerms(attention, terms, output) {
  const sums = terms.map((_, count) => {
    if (count === 0) return /** @type {Sum['sums'][number]} */ ([0, 0]);
    const some = terms.slice(0, count);
    const columns = [0, 1].map((axis) => some.map(({ at }) => at[axis]));
    const [x, y] = attention.linear([some.map(({ weight }) => weight)], columns).data;
    return /** @type {Sum['sums'][number]} */ ([x, y]);
  });
  return { terms, sums: [...sums, output] };
}

class MixingMotion extends PagePart {
  /**
   * The argument of `computeSumAt`; undefined at the end, so that another sum is shown to its end.
   * @type {number | undefined}
   */
  #time;
  /** The number of terms. */
  #length = 0;
  #isPlaying = false;
  #frame = 0;

  /** The picture is kept while the model reads another sentence. Then it shows that sum to its end. @override */
  removed() {
    this.#pause();
    this.#time = undefined;
  }

  #pause() {
    cancelAnimationFrame(this.#frame);
    this.#isPlaying = false;
  }

  /** @param {number} time */
  #setTime(time) {
    this.#time = time < this.#length ? time : undefined;
  }

  #play() {
    // The first frame may have started before the press.
    /** @type {number | undefined} */
    let before;
    if (this.#time === undefined || this.#time >= this.#length) this.#time = 0;
    this.#isPlaying = true;
    const step = (/** @type {number} */ now) => {
      const pace = Math.min(PACE, LONGEST / this.#length);
      this.#setTime((this.#time ?? 0) + (now - (before ?? now)) / pace);
      before = now;
      if (this.#time === undefined) this.#pause();
      else this.#frame = requestAnimationFrame(step);
      this.requestUpdate();
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** @param {Sum} weightedSum @override */
  render(weightedSum) {
    const { length } = weightedSum.terms;
    this.#length = length;
    const time = Math.min(this.#time ?? length, length);
    const moment = computeSumAt(weightedSum, time);
    const title = text.motion.sum(weightedSum.terms.slice(0, moment.moving), moment.sum);
    const press = () => {
      if (this.#isPlaying) this.#pause();
      else this.#play();
      this.requestUpdate();
    };
    const slide = readField(({ value }) => {
      this.#pause();
      this.#setTime(Number(value) / TICKS);
      this.requestUpdate();
    });
    return html`<div class="in-motion">
        ${drawMoment(weightedSum, moment, title)}
        <div class="buttons">
          <button type="button" class="plain" @click=${press}>${this.#isPlaying ? text.motion.pause : text.motion.play}</button>
          <input type="range" min="0" max=${TICKS * length} step="1" aria-label=${text.motion.time}
            aria-valuetext=${title} .value=${live(String(Math.round(TICKS * time)))} @input=${slide}>
        </div>
      </div>`;
  }
}

/** @param {Point} from @param {Point} to */
const measureDistance = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]);

/**
 * Draws the values and a moment of their sum. Three or more values that lie close together share a
 * name.
 * @param {Sum} weightedSum
 * @param {Moment} moment
 * @param {string} title
 */
function drawMoment({ terms }, moment, title) {
  const limit = Math.max(...terms.flatMap(({ at }) => at.map(Math.abs)));
  const role = /** @type {const} */ ('v');
  const values = terms.map((term) => {
    const heap = terms.filter(({ at }) => measureDistance(at, term.at) < limit * HEAP);
    const name = heap.length < 3 ? term.name : term === heap[0] ? text.otherWords : '';
    return { name, at: term.at, role };
  });
  return planeFigure(
    values,
    { title, text: title },
    { limit, under: [makeGridLayer(roundUpLimit([limit]) / LINES), makeChainLayer(moment)] },
  );
}

/** @param {Moment} moment @returns {Layer} */
const makeChainLayer =
  ({ arrows, sum, moving }) =>
  ({ place }) =>
    svg`<g class="chain">${arrows.map(({ from, to }, i) => {
      const [start, end] = [place(from), place(to)];
      return svg`<line class=${i === moving ? 'moving' : nothing} x1=${start.x} y1=${start.y} x2=${end.x} y2=${end.y}
        data-x=${exact(to[0])} data-y=${exact(to[1])}></line>`;
    })}${svg`<circle cx=${place(sum).x} cy=${place(sum).y} r="5"></circle>`}</g>`;

export const mixingMotion = directive(MixingMotion);
