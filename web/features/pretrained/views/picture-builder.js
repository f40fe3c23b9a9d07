/** Builds a picture of a model as marks: parts from top to bottom, along the residual stream. */

import { makeLabelMark } from '../../../figures/marks.js';
import * as text from '../text/en/model-picture.js';

/**
 * @import { Mark, Paint } from '../../../figures/types.js'
 * @import { State } from '../../../state/types.js'
 */

/**
 * A part that opens a step.
 * @typedef {{ id: string, opens: Partial<State>, label: string }} Target
 */

/** Sizes in pixels, which fit a narrow screen. */
export const WIDTH = 336;
export const STREAM = 40;
export const LEFT = 84;
export const RIGHT = WIDTH - 12;
export const GAP = 12;
export const RADIUS = 12;

/**
 * The heights of a box with two lines, of a box with one line, of a closed layer with its name, and
 * of one without.
 */
export const [TALL, LOW, NAMED_HEIGHT, THIN] = [46, 26, 24, 8];

/** The size of an arrow's tip. */
const ARROW = 5;

export class PictureBuilder {
  y = 28;
  /** @type {Mark[]} */
  marks = [];
  /** @type {Map<string, Target>} */
  targets = new Map();

  /**
   * @param {[name: string, sizes: string]} words
   * @param {{ x: number, y: number, width: number, height: number }} place
   * @param {{ target?: Target, fill?: Paint, children?: Mark[] }} [more]
   */
  box([name, sizes], { x, y, width, height }, { target, fill, children = [] } = {}) {
    const middle = x + width / 2;
    const first = sizes === '' ? y + height / 2 + 4 : y + 19;
    this.add(target, [
      {
        kind: 'rect',
        x,
        y,
        width,
        height,
        stroke: 'ink',
        'stroke-opacity': 0.5,
        ...(fill ? { fill, 'fill-opacity': 0.18 } : { fill: 'paper' }),
      },
      // The blank separates the name from the sizes when the text is read aloud.
      makeLabelMark(`${name} `, middle, first, 'middle'),
      ...(sizes === ''
        ? []
        : [makeLabelMark(sizes, middle, first + 17, 'middle', { fill: 'faint', 'font-size': 12 })]),
      ...children,
    ]);
  }

  /** @param {Target | undefined} target @param {Mark[]} children */
  add(target, children) {
    if (!target) {
      this.marks.push(...children);
      return;
    }
    const { id, label: name } = target;
    this.targets.set(id, target);
    this.marks.push({
      kind: 'g',
      data: { part: id },
      children,
      access: { class: 'part', role: 'button', tabindex: -1, 'aria-label': name },
    });
  }

  /** @param {string} d */
  line(d) {
    this.marks.push({ kind: 'path', d, stroke: 'ink', 'stroke-opacity': 0.6, 'stroke-width': 1.5 });
  }

  /** Draws a sum on the stream. @param {number} y the middle @param {Target} target */
  sum(y, target) {
    this.add(target, [
      {
        kind: 'rect',
        x: STREAM - RADIUS,
        y: y - RADIUS,
        width: 2 * RADIUS,
        height: 2 * RADIUS,
        fill: 'paper',
        stroke: 'ink',
      },
      makeLabelMark(text.sum, STREAM, y + 5, 'middle'),
    ]);
  }

  /** The middles of the encoder's rows and of the boxes that read them. @type {number[]} */
  #readers = [];

  /**
   * Notes a box that reads the encoder's rows, or first the box of these rows.
   * @param {number} y the middle of the box
   */
  readEncoder(y) {
    this.#readers.push(y);
  }

  /**
   * Draws lines next to the boxes, from the encoder's rows to all boxes that read them.
   * @returns {number} the width of the picture
   */
  drawEncoderLines() {
    const [first, ...readers] = this.#readers;
    if (readers.length === 0) return WIDTH;
    const x = WIDTH + GAP / 2;
    const arrows = readers.map(
      (y) =>
        `M${x} ${y}H${RIGHT}M${RIGHT + ARROW} ${y - ARROW}L${RIGHT} ${y}L${RIGHT + ARROW} ${y + ARROW}`,
    );
    this.line(`M${RIGHT} ${first}H${x}V${readers.at(-1)}${arrows.join('')}`);
    return WIDTH + GAP;
  }
}
