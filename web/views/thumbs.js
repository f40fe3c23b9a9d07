/** The small maps of all heads, which are one tab stop together. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { findPlaceUnder } from '../figures/pixels.js';
import { directionOf } from '../text/inline.js';
import { WAYS, walkGroup } from './grid.js';
import { writeReadoutNear } from './matrix.js';
import { paintedCells } from './painted-canvas.js';

/** @import { Cells } from '../figures/types.js' */

/**
 * A small map, which a press opens, unless it is locked. `columns` are the words that decide its
 * direction. The readout near it says what is under the pointer.
 * @typedef {object} SmallMap
 * @property {string} name
 * @property {readonly string[]} columns
 * @property {() => Cells} read
 * @property {(row: number, column: number, value: number) => string} describe describes a weight
 * @property {string} [spoken] what a focused map says
 * @property {boolean} isStop
 * @property {(() => void) | false} open
 * @property {boolean} [isCurrent]
 * @property {string} [kind] a class
 */

/** @param {number} layer @param {number} head @param {SmallMap} map */
export function smallMap(layer, head, map) {
  const { name, columns, read, spoken, isStop, open, isCurrent = nothing, kind = '' } = map;
  /** @param {PointerEvent} event */
  const point = (event) => {
    const { view } = read();
    const at = findPlaceUnder(event, /** @type {Element} */ (event.currentTarget), view);
    writeReadoutNear(event, map.describe(...at, view.at(...at)));
  };
  const direction = directionOf(columns);
  const picture = html`<canvas @pointermove=${point}
    @pointerleave=${(/** @type {Event} */ event) => writeReadoutNear(event, '')} ${paintedCells(read, { isQueued: true })}></canvas>`;
  if (!open)
    return html`<div class="thumb" role="img" dir=${direction} aria-label=${name}>${picture}</div>`;
  return html`<button type="button" class="thumb ${kind}" dir=${direction} aria-label=${name}
    aria-current=${isCurrent} data-layer=${layer} data-head=${head} tabindex=${live(isStop ? 0 : -1)} @click=${open}
    @focus=${(/** @type {Event} */ event) => spoken && writeReadoutNear(event, spoken)}>${picture}</button>`;
}

/** Moves the focus between small maps by arrows, Home and End. @param {KeyboardEvent} event */
export function walkThumbs(event) {
  // Slides around the element would react to arrow keys, also at the edge of the maps.
  if (walkGroup(event, '.thumb') || event.key in WAYS) event.stopPropagation();
}
