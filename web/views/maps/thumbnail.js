/** A small map of one head, painted when it is first in sight. */

import { Directive, directive } from 'lit/directive.js';
import { onResize, paint, sharing } from '../../figures/pixels.js';
import { paletteOf } from '../../styles/colour.js';
import { colourEnds, viewOfHead } from './shown.js';

/** @typedef {import('./shown.js').Shown} Shown */

/** Milliseconds of painting in one frame. */
const SLICE = 8;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {[shown: Shown, layer: number, head: number]} of
 * @param {import('../../styles/colour.js').Palette} palette
 * @param {{ width: number, height: number }} size at which it is shown
 */
export function paintSmall(canvas, [shown, layer, head], palette, size) {
  const { colours, endOf } = shown;
  const view = viewOfHead(shown, layer, head);
  const ends = colourEnds(colours, endOf(layer, head));
  paint(canvas, { view, colours, ...ends }, palette, sharing(view, size));
}

/** Waiting to be painted. @type {Set<() => void>} */
const waiting = new Set();

function paintSome() {
  const end = performance.now() + SLICE;
  try {
    for (const one of waiting) {
      waiting.delete(one);
      one();
      if (performance.now() > end) break;
    }
  } finally {
    // The others come, even if one has failed.
    if (waiting.size > 0) requestAnimationFrame(paintSome);
  }
}

/** @param {() => void} one */
function enqueue(one) {
  if (waiting.size === 0) requestAnimationFrame(paintSome);
  waiting.add(one);
}

class ThumbnailDirective extends Directive {
  /** @type {HTMLCanvasElement | undefined} */
  #canvas;
  /** @type {[shown: Shown, layer: number, head: number] | undefined} */
  #of;
  #isSeen = false;
  #last = '';
  /** @type {unknown} */
  #data;

  /** @param {Shown} _shown @param {number} _layer @param {number} _head */
  render(_shown, _layer, _head) {
    return '';
  }

  /**
   * @param {import('lit').ElementPart} part
   * @param {[Shown, number, number]} of
   * @override
   */
  update({ element }, of) {
    this.#of = of;
    if (this.#canvas) {
      if (this.#isSeen) enqueue(this.#paint);
      return '';
    }
    this.#canvas = /** @type {HTMLCanvasElement} */ (element);
    this.#canvas.addEventListener('transitionrun', ({ isTrusted }) => {
      if (!isTrusted) this.#paint();
      else if (this.#isSeen) enqueue(this.#paint);
    });
    onResize(element, () => this.#isSeen && enqueue(this.#paint));
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      this.#isSeen = true;
      enqueue(this.#paint);
    }).observe(element);
    return '';
  }

  #paint = () => {
    const canvas = /** @type {HTMLCanvasElement} */ (this.#canvas);
    if (!canvas.isConnected || !this.#of) return;
    const [shown, layer, head] = this.#of;
    const palette = paletteOf(canvas);
    const { width, height } = canvas.getBoundingClientRect();
    // It has no size where it is hidden.
    if (!(width * height > 0)) return;
    const size = [width, height, devicePixelRatio];
    const last = JSON.stringify([layer, head, palette, shown.endOf(layer, head), size]);
    if (last === this.#last && shown.layers[layer].data === this.#data) return;
    this.#last = last;
    this.#data = shown.layers[layer].data;
    paintSmall(canvas, this.#of, palette, { width, height });
  };
}

export const thumbnail = directive(ThumbnailDirective);
