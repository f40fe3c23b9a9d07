/** A matrix painted on a canvas, one pixel a number. */

import { levelOf, mixed } from '../styles/colour.js';

/**
 * @param {HTMLCanvasElement} canvas which takes the matrix's size
 * @param {Pick<import('../lessons/tables.js').Matrix, 'view' | 'colours' | 'limit' | 'darkest' | 'tones' | 'masked'>} matrix
 * @param {import('../styles/colour.js').Palette} palette
 */
export function paint(
  canvas,
  { view, colours, limit = 1, darkest = 1, tones = colours, masked },
  palette,
) {
  const { rows, columns, at } = view;
  // One that is given its size, even the same, is laid out anew.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  // Numbers are many, and levels few: a colour of each, as four bytes in one, from -100 to 100.
  const known = new Uint32Array(201);
  const above = tones === 'weights' ? 'weight' : 'positive';
  /** @param {number} level */
  const colourOf = (level) => {
    /** @type {Parameters<typeof mixed>[1]} */
    const tone = { end: level < 0 ? 'negative' : above, level: Math.abs(level) };
    return new Uint32Array(Uint8Array.of(...mixed(palette, tone), 255).buffer)[0];
  };
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  let i = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let level = levelOf(tones, at(row, column) / darkest, limit);
      if (level !== 0 && masked(row, column)) level = 0;
      known[level + 100] ||= colourOf(level);
      pixels[i++] = known[level + 100];
    }
  }
  context.putImageData(image, 0, 0);
}
