/** A matrix painted on a canvas, one pixel a number. */

import { mixed, toneOf } from '../styles/colour.js';

/**
 * @param {HTMLCanvasElement} canvas which takes the matrix's size
 * @param {Pick<import('../lessons/tables.js').Matrix, 'view' | 'colours' | 'limit' | 'masked'>} matrix
 * @param {import('../styles/colour.js').Palette} palette
 */
export function paint(canvas, { view, colours, limit = 1, masked }, palette) {
  const { rows, columns, at } = view;
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  // Colours are cached by tone, since most numbers share theirs with many others: as four bytes in one.
  /** @type {Map<number, number>} */
  const known = new Map();
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const hidden = masked(row, column);
      const tone = toneOf(hidden ? 'plain' : colours, at(row, column), limit);
      const name = tone.end === 'negative' ? -tone.level : tone.level;
      let colour = known.get(name);
      if (colour === undefined) {
        [colour] = new Uint32Array(Uint8Array.of(...mixed(palette, tone), 255).buffer);
        known.set(name, colour);
      }
      pixels[row * columns + column] = colour;
    }
  }
  context.putImageData(image, 0, 0);
}
