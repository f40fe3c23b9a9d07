/** Arranges the tables of a step in a row, or below each other on narrower paper. */

import { FONT_SIZE, makeLabelMark } from '../figures/marks.js';
import { listMatrices } from '../figures/tables.js';
import { measureWidest } from '../figures/text-width.js';
import { setNumbers } from '../text/en/controls.js';
import { drawArithmetic } from './arithmetic.js';
import { drawMatrices, MARGIN } from './drawing.js';
import { drawFormula } from './formula.js';

/** @import { Drawing, Matrix } from '../figures/types.js' */
/** @import { Computation } from '../sources/types.js' */
/** @import { Palette } from '../styles/colour.js' */

/** Tables, and the signs between them. @typedef {(Matrix | string)[]} Parts */

/** The indentation of a line that begins with a sign, in pixels. */
const INDENT = 24;

/**
 * @param {Parts} parts
 * @param {{ palette: Palette, width: number, title?: string, formula?: Element | null,
 *   trace?: Element | null }} options
 * `width` is that of the paper, `formula` is MathML on screen, `trace` the panel of a number there
 */
export function drawWrapped(parts, { palette, width, title = '', formula, trace }) {
  const drawing = { ...arrangeTables(parts, palette, width), title };
  if (formula) drawFormula(drawing, formula);
  if (trace) drawArithmetic(drawing, trace, width);
  return drawing;
}

/** @param {Parts} parts @param {Palette} palette @param {number} width */
function arrangeTables(parts, palette, width) {
  /** @param {Parts} some @param {boolean} hasLegend */
  const draw = (some, hasLegend) => drawMatrices(some, { palette, hasLegend, title: '' });
  const drawing = draw(parts, true);
  if (drawing.width <= width) return drawing;
  /** @type {Parts[]} */
  const lines = [];
  const groups = groupParts(parts).flatMap((group) =>
    draw(group, false).width > width ? groupParts(group, false) : [group],
  );
  for (const together of groups) {
    const longer = [...(lines.at(-1) ?? []), ...together];
    const room = width - (typeof longer[0] === 'string' ? INDENT : 0);
    if (lines.length > 0 && draw(longer, false).width <= room) lines[lines.length - 1] = longer;
    else lines.push(together);
  }
  return stackDrawings(
    lines.map((line, i) => {
      const isLegendDue = listMatrices(line).some(
        ({ colours }) => !lines.slice(i + 1).some((later) => hasColours(later, colours)),
      );
      const drawing = draw(line, isLegendDue);
      return typeof line[0] === 'string' ? indentDrawing(drawing) : drawing;
    }),
  );
}

/** @param {Parts} parts @param {Matrix['colours']} wanted */
const hasColours = (parts, wanted) => listMatrices(parts).some(({ colours }) => colours === wanted);

/**
 * Groups parts that stay in one line: a table, the sign before it and, if it fits, the column beside
 * it.
 * @param {Parts} parts
 */
function groupParts(parts, keepsColumns = true) {
  /** @type {Parts[]} */
  const lines = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const isNext =
      typeof last?.at(-1) === 'string' ||
      (keepsColumns && typeof part !== 'string' && part.joinsPrevious);
    if (last && isNext) last.push(part);
    else lines.push([part]);
  }
  return lines;
}

/** @param {Drawing} drawing @returns {Drawing} */
const indentDrawing = ({ width, marks, ...rest }) => ({
  ...rest,
  width: width + INDENT,
  marks: [{ kind: 'g', x: INDENT, y: 0, children: marks }],
});

/** Stacks drawings vertically. @param {Drawing[]} drawings @returns {Drawing} */
export function stackDrawings(drawings) {
  let height = 0;
  const marks = drawings.map((drawing) => {
    const y = height;
    height += drawing.height;
    return { kind: /** @type {const} */ ('g'), x: 0, y, children: drawing.marks };
  });
  return { ...drawings[0], width: Math.max(...drawings.map(({ width }) => width)), height, marks };
}

/**
 * Says below a drawing, and at the end of its description, how many numbers are set by hand.
 * @param {Drawing} drawing
 * @param {Computation} computation
 * @returns {Drawing}
 */
export function noteEdits(drawing, { originals }) {
  if (originals.size === 0) return drawing;
  const { width, height, marks, description } = drawing;
  const note = setNumbers(originals.size);
  return {
    ...drawing,
    description: [description, note].filter(Boolean).join(' '),
    width: Math.max(width, measureWidest([note]) + 2 * MARGIN),
    height: height + FONT_SIZE + MARGIN,
    marks: [...marks, makeLabelMark(note, MARGIN, height + FONT_SIZE, 'start')],
  };
}
