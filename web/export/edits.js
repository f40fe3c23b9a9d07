/** Marks the numbers of a picture that are set by hand, with dots as on screen. */

import { nameCell } from '../figures/tables.js';
import { measureWidest } from '../figures/text-width.js';

/** @import { Mark, Matrix } from '../figures/types.js' */

/**
 * Adds `isEdited` to a table.
 * @param {Matrix} matrix
 * @param {(cell: string) => number | undefined} originalOf returns the original of a number
 * set by hand, or undefined
 * @returns {Matrix}
 */
export const withEdits = (matrix, originalOf) => ({
  ...matrix,
  isEdited: (row, column) => originalOf(nameCell(matrix, row, column)) !== undefined,
});

/** Draws dots below centred digits. @param {Mark} digits @returns {Mark} */
export function makeDots({ text = '', x = 0, y = 0, fill }) {
  const width = measureWidest([text]);
  const d = `M${x - width / 2} ${y + 5}l${width} 0`;
  return { kind: 'path', d, stroke: fill, 'stroke-width': 2, 'stroke-dasharray': '2 2' };
}
