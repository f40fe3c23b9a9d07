/** Where a word stands, as numbers: those of the first Transformer. */

import { tensor } from '../../src/js/index.js';

/** The longest wave is that many times as long as the shortest. */
const LONGEST = 10000;

/**
 * Columns 2i and 2i + 1 are sine and cosine of place / 10000^(2i / width), places counted from 0.
 * @param {number} count of words
 * @param {number} width
 * @returns {import('../../src/js/index.js').Tensor} (count, width)
 */
export function sinusoidalPositions(count, width) {
  const numbers = Float32Array.from({ length: count * width }, (_, i) => {
    const [place, column] = [Math.floor(i / width), i % width];
    const angle = place / LONGEST ** ((column - (column % 2)) / width);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
  return tensor([count, width], numbers);
}
