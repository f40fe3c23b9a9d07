/** Paints a matrix on a canvas, with one pixel per number or per group of numbers. */

import { makeView } from '../graph/cell.js';
import { computeLevel, computeTone, mixColour } from '../styles/colour.js';
import { createObserver } from './dom.js';

/** @import { View } from '../graph/types.js' */
/** @import { Palette } from '../styles/colour.js' */
/** @import { Cells } from './types.js' */

/**
 * @param {HTMLCanvasElement} canvas the canvas, which is resized to the matrix
 * @param {Cells} cells
 * @param {Palette} palette
 * @param {readonly number[]} [shared] the numbers of rows and columns that share a pixel
 */
export function paintCells(canvas, cells, palette, shared) {
  const { view, colours, limit = 1, darkest = 1, tones = colours } = cells;
  const { rows, columns, numbers } = poolNumbers(view, shared);
  // Setting a size, even the same one, causes a new layout.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  // There are many numbers but few levels, so the colours of levels −100 to 100 are computed once,
  // each as four bytes in one integer.
  const known = Uint32Array.from({ length: 201 }, (_, i) =>
    packColour(mixColour(palette, computeTone(tones, i / 100 - 1, 1))),
  );
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = known[computeLevel(tones, numbers[i] / darkest, limit) + 100];
  }
  context.putImageData(image, 0, 0);
}

/** @param {[red: number, green: number, blue: number]} colour */
const packColour = (colour) => new Uint32Array(Uint8Array.of(...colour, 255).buffer)[0];

/** @param {View} view @param {{ width: number, height: number }} size the size in CSS pixels */
export const countPerPixel = ({ rows, columns }, { width, height }) =>
  [rows / height, columns / width].map((share) =>
    Math.ceil(share / (globalThis.devicePixelRatio ?? 1)),
  );

/**
 * Repaints a canvas when it is shown, resized, or moved to another screen.
 * @param {Element} canvas
 * @param {() => void} repaint
 */
export const watchSize = (canvas, repaint) =>
  createObserver('ResizeObserver', repaint).observe(canvas, {
    box:
      'devicePixelContentBoxSize' in (globalThis.ResizeObserverEntry?.prototype ?? {})
        ? 'device-pixel-content-box'
        : undefined,
  });

/**
 * Returns the painted numbers. Of the numbers that share a pixel, the one with the largest absolute
 * value is painted, so that no strong weight is lost. Numbers that are not finite become 0.
 * @param {View} view
 * @param {readonly number[]} [shared] the numbers of rows and columns that share a pixel
 */
export function poolNumbers({ rows, columns, numbers }, [down, right] = [1, 1]) {
  const wide = Math.ceil(columns / right);
  const largest = new Float32Array(Math.ceil(rows / down) * wide);
  for (let row = 0, i = 0; row < rows; row++) {
    let place = Math.floor(row / down) * wide;
    for (let column = 1; column <= columns; column++, i++) {
      const size = Math.abs(numbers[i]);
      if (size > Math.abs(largest[place]) && size < Infinity) largest[place] = numbers[i];
      if (column % right === 0) place++;
    }
  }
  return makeView(largest.length / wide, wide, largest);
}

/** @template {Cells} Given @param {Given} cells @returns {Given} */
export function mirrorColumns(cells) {
  const { rows, columns, numbers } = cells.view;
  const mirrored = new Float32Array(rows * columns);
  for (let row = 0, i = 0; row < rows; row++)
    for (let column = columns - 1; column >= 0; column--, i++)
      mirrored[row * columns + column] = numbers[i];
  return { ...cells, view: makeView(rows, columns, mirrored) };
}

/**
 * Returns the row and column of the number under a pointer.
 * @param {{ clientX: number, clientY: number }} event
 * @param {Element} canvas
 * @param {{ rows: number, columns: number }} view
 * @returns {[row: number, column: number]}
 */
export function findPlaceUnder({ clientX, clientY }, canvas, { rows, columns }) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const share = (/** @type {number} */ x, /** @type {number} */ count) =>
    Math.min(count - 1, Math.max(0, Math.floor(x * count)));
  const x = (clientX - left) / width;
  const isRtl = getComputedStyle(canvas).direction === 'rtl';
  return [share((clientY - top) / height, rows), share(isRtl ? 1 - x : x, columns)];
}
