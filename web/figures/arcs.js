/** Draws weights as arcs between words, and words as buttons. */

import { html, nothing, svg } from 'lit';
import { WIDTH_STEP } from '../styles/arcs.js';
import { words as wordsLabel } from '../text/en/pages.js';
import { exact, roundedWeight } from '../text/number.js';
import { styled } from './dom.js';
import { measureText } from './text-width.js';

/**
 * @typedef {object} Arcs
 * @property {readonly string[]} words
 * @property {number} from the index of the word that attends; −1 for none
 * @property {readonly number[]} weights the weight of each word; without weights, the space of the
 * arcs stays empty
 * @property {(index: number) => string} cellOf returns the name of the cell of a weight
 * @property {string} label the description for screen readers
 * @property {(index: number) => string} [labelOf] describes for screen readers what a press on a
 * word does
 * @property {((index: number) => void) | undefined} [onPick]
 * @property {boolean} [wasPressed] whether the words were buttons before, so that a column keeps
 * that height
 * @property {number} [picked] the word that was pressed last
 * @property {ReadonlySet<number>} [blocked] words to which there is no link; a press on a word
 * opens or blocks its link
 */

/** The approximate width of a letter, in units of the font size. */
const LETTER = 0.53;

const OTHER_LETTERS = /** @type {const} */ ([
  [/[iljftrI.,’'!]/, 0.3],
  [/[mwMW]/, 0.84],
]);

// Sizes in pixels.
const FONT = 19;
const GAP = 4;
const ROW = 24;
const THICK = 9;
const TALLEST = 110;

/** The height of a row of buttons. */
const TALL_ROW = 32;

/** The distances of the other arcs from the loop of a word's weight to itself. */
const BESIDE_LOOP = 16;
const BELOW_LOOP = 8;

/** The smallest weight that has an arc. */
const LEAST_DRAWN_WEIGHT = 0.005;

/** The smallest weight that has a number beside its arc. */
const LEAST_NUMBERED_WEIGHT = 0.1;

/** The space that such a number needs. */
const [NUMBER_WIDTH, NUMBER_HEIGHT] = [38, 16];

/** The least width of a word, which a finger may press. */
const LEAST_WIDTH = 24;

/** @param {string} word */
const measureWord = (word) =>
  Math.max(LEAST_WIDTH, Math.ceil(measureText(word, LETTER, OTHER_LETTERS) * FONT) + 8);

/** @param {readonly string[]} words */
export function layOut(words) {
  let end = 0;
  const widths = words.map(measureWord);
  const centres = widths.map((width) => {
    const centre = end + width / 2;
    end += width + GAP;
    return centre;
  });
  return { widths, centres, end };
}

/**
 * Returns the words to which a line is drawn, and whether the selected word has a loop.
 * @param {Arcs} figure
 */
const selectDrawn = ({ weights, from }) => ({
  targets: weights.flatMap((weight, to) =>
    weight >= LEAST_DRAWN_WEIGHT && to !== from ? [to] : [],
  ),
  hasLoop: (weights[from] ?? 0) >= LEAST_NUMBERED_WEIGHT,
});

/** @param {Arcs} figure @param {number} to @param {Place} place @returns {Line} */
const makeLine = ({ cellOf, weights }, to, place) => ({
  cell: cellOf(to),
  weight: weights[to],
  ...place,
});

/**
 * Lays out arcs above a row of words.
 * @param {Arcs} figure
 * @param {ReturnType<typeof layOut>} row
 */
function layOutAbove(figure, { centres, end }) {
  const { from } = figure;
  const { targets, hasLoop } = selectDrawn(figure);
  const start = centres[from] ?? 0;
  const span = Math.max(1, ...targets.map((to) => Math.abs(centres[to] - start)));
  const top = Math.min(TALLEST, span / 2.2);
  const longest = Math.max(start, end - start);
  // The height does not depend on the weights, because the words would move when weights change.
  const height = Math.min(TALLEST, longest / 2.2) + 26;
  const lines = targets.map((to) => {
    const a = hasLoop ? start + Math.sign(to - from) * BESIDE_LOOP : start;
    const b = centres[to];
    const rise = height - 8 - top * (Math.abs(b - a) / span);
    return makeLine(figure, to, {
      d: `M${a} ${height}C${a} ${rise} ${b} ${rise} ${b} ${height}`,
      anchor: 'middle',
      x: (a + b) / 2,
      y: height - 0.75 * (height - rise) - 8,
    });
  });
  const loop = makeLine(figure, from, {
    d: `M${start - 6} ${height}C${start - 14} ${height - 26} ${start + 14} ${height - 26} ${start + 6} ${height}`,
    anchor: 'middle',
    x: start,
    y: height - 26,
  });
  return { height, lines: hasLoop ? [...lines, loop] : lines };
}

/**
 * Lays out arcs beside a column of words.
 * @param {Arcs} figure
 * @param {number} row the height of a word
 * @returns {Line[]}
 */
function layOutBeside(figure, row) {
  const { from, words } = figure;
  const { targets, hasLoop } = selectDrawn(figure);
  const start = row * (from + 0.5);
  const lines = targets.map((to) => {
    const a = hasLoop ? start + Math.sign(to - from) * BELOW_LOOP : start;
    const b = row * (to + 0.5);
    const reach = 20 + 75 * (Math.abs(b - a) / (row * words.length));
    return makeLine(figure, to, {
      d: `M4 ${a}C${reach} ${a} ${reach} ${b} 4 ${b}`,
      x: 0.75 * reach + 8,
      y: (a + b) / 2 + 4,
    });
  });
  const loop = makeLine(figure, from, {
    d: `M4 ${start - 4}C30 ${start - 10} 30 ${start + 10} 4 ${start + 4}`,
    x: 30,
    y: start + 4,
  });
  return hasLoop ? [...lines, loop] : lines;
}

/** @param {Arcs} figure */
export function arcFigure(figure) {
  const rowOfWords = layOut(figure.words);
  const { widths, end: x } = rowOfWords;
  const { height, lines } = layOutAbove(figure, rowOfWords);
  const isTall = Boolean(figure.onPick ?? figure.wasPressed);
  const row = isTall ? TALL_ROW : ROW;
  return html`<div class="arcs"><div class="needs-${Math.ceil(x / WIDTH_STEP)}">
    <div class="in-row" ${styled('--width', `${x}px`)}>
      <svg viewBox="0 0 ${x} ${height}" width=${x} height=${height} role="img" aria-label=${figure.label}>
        ${numberedLines(lines, THICK)}
      </svg>
      ${sentenceWords(figure, widths)}
    </div>
    <div class=${isTall ? 'in-column tall' : 'in-column'}>
      ${sentenceWords(figure)}
      <svg viewBox="0 0 120 ${row * figure.words.length}" width="120" height=${row * figure.words.length} role="img" aria-label=${figure.label}>
        ${numberedLines(layOutBeside(figure, row), THICK)}
      </svg>
    </div>
  </div></div>`;
}

/**
 * @typedef {{ d: string, x: number, y: number, anchor?: string }} Place the path of a line, and the
 *   place of its number
 * @typedef {{ cell: string, weight: number } & Place} Line a line from one word to another
 */

/** @param {Line} line @param {Line} other */
const isClose = (line, other) =>
  Math.abs(line.x - other.x) < NUMBER_WIDTH && Math.abs(line.y - other.y) < NUMBER_HEIGHT;

/**
 * Draws lines with their weights. Where two numbers would touch, only the larger one is drawn.
 * Numbers come last, because later lines would cross them.
 * @param {readonly Line[]} lines
 * @param {number} thickness the thickness of a line of weight 1
 */
export function numberedLines(lines, thickness) {
  /** @type {Line[]} */
  const numbered = [];
  for (const line of lines.toSorted((left, right) => right.weight - left.weight)) {
    if (line.weight < LEAST_NUMBERED_WEIGHT) break;
    if (!numbered.some((other) => isClose(line, other))) numbered.push(line);
  }
  return svg`${lines.map(
    ({ cell, weight, d }) => svg`<path class="arc" d=${d}
      data-place=${cell} data-value=${exact(weight)} stroke-width=${Math.max(1, thickness * weight)}></path>`,
  )}${numbered.map(
    ({ cell, weight, x, y, anchor = 'start' }) => svg`<text class="arc-number" x=${x} y=${y}
      data-place=${cell} data-value=${exact(weight)} text-anchor=${anchor}>${roundedWeight(weight, 2)}</text>`,
  )}`;
}

/**
 * Renders the words of a sentence, as a toolbar of buttons if `onPick` is given.
 * @param {Sentence} sentence
 * @param {readonly number[]} [widths] the widths of the words in a row; without them, the words are
 * a column
 * @param {string} [lang]
 */
export const sentenceWords = (sentence, widths, lang) =>
  html`<div class="words" lang=${lang ?? nothing} role=${sentence.onPick ? 'toolbar' : nothing}
    aria-label=${sentence.onPick ? wordsLabel : nothing}
    aria-orientation=${sentence.onPick && !widths ? 'vertical' : nothing}>${tokenButtons(sentence, widths)}</div>`;

/**
 * @typedef {Pick<Arcs, 'words' | 'from' | 'weights' | 'onPick' | 'labelOf' | 'picked' | 'blocked'>} Sentence
 */

/** @param {Sentence} sentence @param {readonly number[]} [widths] */
const tokenButtons = ({ words, from, weights, onPick, labelOf, picked, blocked }, widths) =>
  words.map((word, i) => {
    const isStrong = (weights[i] ?? 0) > 0.5;
    const classes = [
      'token',
      i === from && 'from',
      i === picked && 'picked',
      isStrong && 'strong',
      blocked?.has(i) && 'blocked',
    ];
    const names = classes.filter(Boolean).join(' ');
    const size = widths ? styled('--width', `${widths[i]}px`) : nothing;
    return onPick
      ? html`<button type="button" class=${names} aria-label=${labelOf?.(i) ?? nothing}
          aria-pressed=${blocked ? blocked.has(i) : i === picked} @click=${() => onPick(i)} ${size}>${word}</button>`
      : html`<span class=${names} ${size}>${word}</span>`;
  });
