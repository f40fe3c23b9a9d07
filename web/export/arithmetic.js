/** Draws the arithmetic of the opened number below the matrices of a step. */

import { FONT_SIZE, makeLabelMark } from '../figures/marks.js';
import { measureWidest } from '../figures/text-width.js';
import { MARGIN } from './drawing.js';

/** @import { Drawing, Mark } from '../figures/types.js' */

/** The height of a line in pixels. */
const LINE = 24;

/** The name of the number in its panel, and its lines of arithmetic. */
const PARAGRAPHS = "header [data-level='3'], .sum, .computed";

/**
 * @param {Drawing} drawing
 * @param {Element} panel the panel of the number, on screen
 * @param {number} width the width of the paper
 */
export function drawArithmetic(drawing, panel, width) {
  for (const paragraph of panel.querySelectorAll(PARAGRAPHS)) {
    for (const line of wrapWords(readWords(paragraph), width - 2 * MARGIN)) {
      const y = drawing.height + FONT_SIZE;
      drawing.marks.push(makeLabelMark('', MARGIN, y, 'start', { children: makeSpans(line) }));
      drawing.width = Math.max(drawing.width, measureLine(line) + 2 * MARGIN);
      drawing.height += LINE;
    }
  }
  drawing.height += MARGIN;
}

/**
 * @typedef {object} Word a part of a text on screen, up to a space
 * @property {string} text
 * @property {boolean} isItalic
 * @property {boolean} isBold
 * @property {number} shift how far the part lies above or below its line, in letters
 */

/** Reads the words of a paragraph, each with its style. @param {Element} paragraph @returns {Word[]} */
function readWords(paragraph) {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  /** @type {Word[]} */
  const words = [];
  while (walker.nextNode()) {
    const parent = /** @type {Element} */ (walker.currentNode.parentElement);
    const find = (/** @type {string} */ tags) => parent.closest(tags) !== null;
    if (find('.hidden, .whole')) continue;
    const shift = find('sup') ? -0.4 : find('sub') ? 0.2 : 0;
    const style = { isItalic: find('i'), isBold: find('b'), shift };
    const text = (walker.currentNode.textContent ?? '').replace(/\s+/g, ' ');
    const unbroken = text.replaceAll(' ', '\u00a0');
    // No line ends within a word of the reader or a term of a sum. A word keeps its own direction.
    const pieces = find('bdi')
      ? [`\u2068${unbroken}\u2069`]
      : find('.factor')
        ? [unbroken]
        : text.split(/(?<= )/);
    for (const piece of pieces) {
      const isDouble = piece === ' ' && (words.at(-1)?.text.endsWith(' ') ?? true);
      if (piece && !isDouble) words.push({ text: piece, ...style });
    }
  }
  return words;
}

/** @param {Word[]} line */
const measureLine = (line) =>
  measureWidest([
    line
      .map(({ text }) => text)
      .join('')
      .trim(),
  ]);

/** Breaks a text into lines after spaces. @param {Word[]} words @param {number} width */
function wrapWords(words, width) {
  /** @type {Word[][]} */
  const lines = [];
  /** The words since the last space. @type {Word[]} */
  let together = [];
  for (const [i, word] of words.entries()) {
    together.push(word);
    if (!word.text.endsWith(' ') && i < words.length - 1) continue;
    const last = lines.at(-1);
    if (last && measureLine([...last, ...together]) <= width) last.push(...together);
    else lines.push(together);
    together = [];
  }
  return lines;
}

/** @param {Word[]} line @returns {Mark[]} the children of a text */
const makeSpans = (line) =>
  line.map(({ text, isItalic, isBold, shift }, i) => ({
    kind: 'tspan',
    text: i === line.length - 1 ? text.trimEnd() : text,
    'font-style': isItalic ? 'italic' : undefined,
    'font-weight': isBold ? 700 : undefined,
    'font-size': shift ? 0.75 * FONT_SIZE : undefined,
    dy: FONT_SIZE * (shift - (line[i - 1]?.shift ?? 0)) || undefined,
  }));
