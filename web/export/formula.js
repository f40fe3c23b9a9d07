/** Draws the formula of a step below its matrices. */

import { measureScale } from '../figures/dom.js';
import { makeLabelMark, makeLineMark } from '../figures/marks.js';
import { MARGIN } from './drawing.js';

/** @import { Drawing } from '../figures/types.js' */

/** Draws each letter as on screen. @param {Drawing} drawing @param {Element} formula */
export function drawFormula(drawing, formula) {
  const scale = measureScale(formula);
  const { left, top, width, height } = formula.getBoundingClientRect();
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [
    (x - left) / scale + MARGIN,
    (y - top) / scale + drawing.height,
  ];
  const range = document.createRange();
  for (const leaf of formula.querySelectorAll('mi, mn, mo, mtext')) {
    const text = leaf.textContent?.trim() ?? '';
    range.selectNodeContents(leaf);
    const box = range.getBoundingClientRect();
    const { fontSize, fontStyle } = getComputedStyle(leaf);
    const size = Number.parseFloat(fontSize);
    // A fifth of the height of a line lies below its letters.
    const [x, y] = at((box.left + box.right) / 2, box.top + 0.8 * box.height);
    const isItalic = leaf.localName === 'mi' && (text.length === 1 || fontStyle === 'italic');
    const style = isItalic ? 'italic' : undefined;
    if (/[^\u2062\s]/.test(text)) {
      const font = { 'font-size': size, 'font-style': /** @type {'italic'} */ (style) };
      drawing.marks.push(makeLabelMark(text, x, y, 'middle', font));
    }
  }
  for (const fraction of formula.querySelectorAll('mfrac, msqrt')) {
    const box = fraction.getBoundingClientRect();
    const isRoot = fraction.localName === 'msqrt';
    const first = /** @type {Element} */ (fraction.firstElementChild).getBoundingClientRect();
    const start = isRoot ? first.left : box.left;
    const [x, y] = at(start, isRoot ? box.top : first.bottom + 2);
    drawing.marks.push(makeLineMark(x, y, (box.right - start) / scale, 0, 'ink'));
    const [left, base] = at(first.left, first.bottom);
    if (isRoot) drawing.marks.push(makeLabelMark('√', left, base, 'end'));
  }
  drawing.width = Math.max(drawing.width, width / scale + 2 * MARGIN);
  drawing.height += height / scale + MARGIN;
}
