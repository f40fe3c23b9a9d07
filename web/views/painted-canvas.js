/**
 * A canvas with a pixel for each number. It is repainted when the numbers, its size or the colours
 * of the page change.
 */

import { Directive, directive } from 'lit/directive.js';
import { callInFrame } from '../figures/dom.js';
import { countPerPixel, paintCells, watchSize } from '../figures/pixels.js';
import { readPalette } from '../styles/colour.js';
import { setPlaces } from './places.js';

/**
 * @import { Cells } from '../figures/types.js'
 * @import { ElementPart } from 'lit'
 */

/** The event that makes a canvas repaint immediately, for example before printing. */
export const REPAINT = 'attention-repaint';

/** The milliseconds of painting per frame. */
const SLICE = 8;

/** Canvases that wait to be painted. @type {Set<() => void>} */
const queue = new Set();

function paintSome() {
  const end = performance.now() + SLICE;
  try {
    for (const paintNext of queue) {
      queue.delete(paintNext);
      paintNext();
      if (performance.now() > end) break;
    }
  } finally {
    // Continue with the others even if one has failed.
    if (queue.size > 0) callInFrame(paintSome);
  }
}

/** @param {() => void} paintNext */
function enqueue(paintNext) {
  if (queue.size === 0) callInFrame(paintSome);
  queue.add(paintNext);
}

/**
 * @typedef {object} CanvasOptions
 * @property {boolean} [isQueued] whether the canvas waits for others, so that each frame paints few
 * @property {(event: MouseEvent, canvas: Element) => string} [findPlace] returns the number under a
 * pointer
 * @property {(canvas: Element, shared: readonly number[]) => void} [afterPaint]
 */

class PaintedCells extends Directive {
  /** @type {HTMLCanvasElement | undefined} */
  #canvas;
  /** @type {() => Cells} */
  #read = () => {
    throw new Error('painted before its first update');
  };
  /** @type {CanvasOptions} */
  #options = {};
  #last = '';
  /** @type {unknown} */
  #buffer;

  /** @param {() => Cells} _read @param {CanvasOptions} [_options] */
  render(_read, _options) {
    return '';
  }

  /** @param {ElementPart} part @param {[read: () => Cells, options?: CanvasOptions]} given @override */
  update({ element }, [read, options = {}]) {
    this.#read = read;
    this.#options = options;
    const { findPlace } = options;
    if (findPlace) setPlaces(element, (event) => findPlace(event, element));
    if (this.#canvas) this.#request();
    else this.#listen(/** @type {HTMLCanvasElement} */ (element));
    return '';
  }

  /** @param {HTMLCanvasElement} canvas */
  #listen(canvas) {
    this.#canvas = canvas;
    // A canvas is not repainted when its style changes; a transition reports the change.
    canvas.addEventListener('transitionrun', this.#request);
    canvas.addEventListener(REPAINT, this.#paint);
    watchSize(canvas, this.#request);
    this.#request();
  }

  #request = () => {
    // The colours are computed when the element is in the page.
    if (this.#options.isQueued) enqueue(this.#paint);
    else queueMicrotask(this.#paint);
  };

  #paint = () => {
    const canvas = /** @type {HTMLCanvasElement} */ (this.#canvas);
    const size = canvas.getBoundingClientRect();
    // A hidden canvas has no size.
    if (!canvas.isConnected || !(size.width * size.height > 0)) return;
    const cells = this.#read();
    const { view } = cells;
    const shared = countPerPixel(view, size);
    const palette = readPalette(canvas);
    const { rows, columns, numbers } = view;
    const { limit, darkest, colours, tones } = cells;
    const last = JSON.stringify([
      palette,
      limit,
      darkest,
      colours,
      tones,
      rows,
      columns,
      shared,
      numbers.byteOffset,
    ]);
    if (last === this.#last && numbers.buffer === this.#buffer) return;
    this.#last = last;
    this.#buffer = numbers.buffer;
    paintCells(canvas, cells, palette, shared);
    this.#options.afterPaint?.(canvas, shared);
  };
}

/** A directive for a canvas in a template: `<canvas ${paintedCells(() => cells)}>`. */
export const paintedCells = directive(PaintedCells);
