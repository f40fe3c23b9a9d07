/** A matrix painted on a canvas, one pixel a number. */

import { levelOf, mixed, toneAt } from '../styles/colour.js';

/** Numbers that are painted at once. */
const AT_A_TIME = 2 ** 14;

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
  const { rows, columns, numbers } = view;
  // One that is given its size, even the same, is laid out anew.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  // Numbers are many, and levels few: a colour of each, as four bytes in one, from -100 to 100.
  const known = Uint32Array.from({ length: 201 }, (_, i) =>
    inOne(mixed(palette, toneAt(tones, i - 100))),
  );
  // To touch new memory takes longer than to paint it: some rows at a time, in the same.
  const some = Math.min(rows, Math.ceil(AT_A_TIME / columns));
  const image = context.createImageData(columns, some);
  const pixels = new Uint32Array(image.data.buffer);
  for (let top = 0; top < rows; top += some) {
    const from = top * columns;
    for (let i = 0; i < pixels.length; i++) {
      pixels[i] = known[levelOf(tones, numbers[from + i] / darkest, limit) + 100];
    }
    for (let row = 0, i = 0; row < some; row++) {
      for (let column = 0; column < columns; column++, i++) {
        if (masked(top + row, column)) pixels[i] = known[100];
      }
    }
    context.putImageData(image, 0, top);
  }
}

/** @param {[red: number, green: number, blue: number]} colour */
const inOne = (colour) => new Uint32Array(Uint8Array.of(...colour, 255).buffer)[0];
