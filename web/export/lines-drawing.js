/** Two columns of words and the lines between them as a drawing: all that is drawn, or those of one word. */

import {
  colourOf,
  FAINTEST,
  linesOfWord,
  strengthOf,
  strongestLines,
} from '../views/maps/strongest.js';
import { cut, widest } from './drawing.js';

/** Pixels. */
const ROW = 22;
const BETWEEN = 260;
const MARGIN = 16;
const TOP = 56;

/**
 * @param {import('../views/maps/shown.js').Shown} shown
 * @param {import('../styles/colour.js').Palette} palette
 * @returns {import('./drawing.js').Drawing}
 */
export function drawLines(shown, palette) {
  const {
    rows,
    columns,
    matrix: { name },
    memory: { kept },
  } = shown;
  const [queries, keys] = [rows, columns].map((words) => words.map((one) => cut(one)));
  const left = MARGIN + widest(queries) + 8;
  const width = Math.max(left + BETWEEN + 8 + widest(keys), MARGIN + widest([name])) + MARGIN;
  const height = TOP + ROW * Math.max(rows.length, columns.length) + MARGIN;
  const middle = (/** @type {number} */ i) => TOP + ROW * (i + 0.5);
  const fill = palette.ink;
  const lines = (kept ? linesOfWord(shown, kept) : strongestLines(shown).lines).map(
    ({ row, column, value }) => {
      const strength = strengthOf(shown, value);
      return {
        ...{ x: left, y: middle(row), dx: BETWEEN, dy: middle(column) - middle(row) },
        stroke: colourOf(shown, value, palette),
        opacity: Number((kept ? Math.max(FAINTEST, strength) : strength).toFixed(4)),
        thickness: Number((1 + 3 * strength).toFixed(2)),
      };
    },
  );
  /** @type {import('./drawing.js').Label[]} */
  const labels = [
    { x: MARGIN, y: 24, text: name, anchor: 'start', fill },
    ...queries.map((text, i) => ({
      ...{ x: left - 8, y: middle(i) + 4, text, fill },
      anchor: /** @type {const} */ ('end'),
    })),
    ...keys.map((text, i) => ({
      ...{ x: left + BETWEEN + 8, y: middle(i) + 4, text, fill },
      anchor: /** @type {const} */ ('start'),
    })),
  ];
  const paper = { x: 0, y: 0, width, height, fill: palette.paper };
  return { width, height, title: name, rectangles: [paper], lines, labels };
}
