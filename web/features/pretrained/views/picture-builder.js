/** Puts the parts of a model below each other, along the residual stream, as marks. */

import { makeLabelMark } from '../../../figures/marks.js';
import * as text from '../text/en/block.js';

/**
 * @import { Mark, Paint } from '../../../figures/types.js'
 * @import { State } from '../../../state/types.js'
 */

/** A part of the picture that opens something. @typedef {{ id: string, opens: Partial<State>, label: string }} Target */

/** Pixels: it fits a narrow screen. */
export const WIDTH = 336;

export const STREAM = 40;

export const LEFT = 84;

export const RIGHT = WIDTH - 12;

export const GAP = 12;

/** Heights: of a box with two lines, of one with one, of a closed layer with its name, of one without. */
export const [TALL, LOW, NAMED_HEIGHT, THIN] = [46, 26, 24, 8];

export const RADIUS = 12;

/** The sides of an arrow's tip. */
const ARROW = 5;

export class PictureBuilder {
  y = 28;
  /** @type {Mark[]} */
  marks = [];
  /** @type {Map<string, Target>} */
  targets = new Map();

  /**
   * A box with a name and its sizes.
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
      // The blank parts it from the sizes for readers of its text.
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

  /** A sum on the stream. @param {number} y of its middle @param {Target} target */
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

  /** Where boxes read the encoder, after the one of its rows. @type {number[]} */
  #readers = [];

  /** A box reads the rows of the encoder, or is that of its rows. @param {number} y of its middle */
  readEncoder(y) {
    this.#readers.push(y);
  }

  /**
   * Draws lines from the encoder's rows to all that read them, beside the boxes.
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
