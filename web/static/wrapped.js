/** Tables of a step in a row, or where it is narrower below each other; on one paper. */

import { drawMatrices } from '../export/drawing.js';
import { withLimit } from '../views/colour-ends.js';

/**
 * @typedef {import('../export/drawing.js').Drawing} Drawing
 * @typedef {import('../lessons/tables.js').Matrix} Matrix
 * @typedef {(Matrix | string)[]} Parts tables, and the signs between them
 */

/** Before a sign that begins a line. */
const INDENT = 24;

/**
 * @param {Parts} parts
 * @param {import('../styles/colour.js').Palette} palette
 * @param {number} width of the paper
 */
export function drawWrapped(parts, palette, width) {
  /** @param {Parts} some @param {boolean} hasLegend */
  const draw = (some, hasLegend) => drawMatrices(some, { palette, hasLegend, title: '' });
  const limited = withLimit(parts);
  const whole = draw(limited, true);
  if (whole.width <= width) return whole;
  /** @type {Parts[]} */
  const lines = [];
  for (const together of groups(limited)) {
    const longer = [...(lines.at(-1) ?? []), ...together];
    const room = width - (typeof longer[0] === 'string' ? INDENT : 0);
    if (lines.length > 0 && draw(longer, false).width <= room) lines[lines.length - 1] = longer;
    else lines.push(together);
  }
  return stacked(
    lines.map((line, i) => {
      const isLegendDue = tablesOf(line).some(
        ({ colours }) => !lines.slice(i + 1).some((later) => has(later, colours)),
      );
      const drawing = draw(line, isLegendDue);
      return typeof line[0] === 'string' ? moved(drawing, INDENT, 0) : drawing;
    }),
  );
}

/** @param {Parts} parts */
const tablesOf = (parts) => parts.filter((part) => typeof part !== 'string');

/** @param {Parts} parts @param {Matrix['colours']} wanted */
const has = (parts, wanted) => tablesOf(parts).some(({ colours }) => colours === wanted);

/** What stays in one line: a table, the sign before it and the column beside it. @param {Parts} parts */
function groups(parts) {
  /** @type {Parts[]} */
  const made = [];
  for (const part of parts) {
    const last = made.at(-1);
    const isNext = typeof last?.at(-1) === 'string' || (typeof part !== 'string' && part.beside);
    if (last && isNext) last.push(part);
    else made.push([part]);
  }
  return made;
}

/** @param {Drawing} drawing @param {number} dx @param {number} dy @returns {Drawing} its paper stays */
function moved({ rectangles: [paper, ...rectangles], lines, labels, ...rest }, dx, dy) {
  /** @template {{ x: number, y: number }} Part @param {Part[]} parts */
  const all = (parts) => parts.map((part) => ({ ...part, x: part.x + dx, y: part.y + dy }));
  return {
    ...rest,
    width: rest.width + dx,
    rectangles: [paper, ...all(rectangles)],
    lines: all(lines),
    labels: all(labels),
  };
}

/** Drawings below each other, on one paper. @param {Drawing[]} drawings @returns {Drawing} */
export function stacked(drawings) {
  const width = Math.max(...drawings.map((one) => one.width));
  let height = 0;
  const all = drawings.map((one) => {
    const top = height;
    height += one.height;
    return moved(one, 0, top);
  });
  const [{ title, rectangles }] = drawings;
  return {
    ...{ title, width, height },
    rectangles: [
      { ...rectangles[0], width, height },
      ...all.flatMap(({ rectangles: [, ...others] }) => others),
    ],
    lines: all.flatMap((one) => one.lines),
    labels: all.flatMap((one) => one.labels),
  };
}
