/** Draws weights as arcs between words, words as buttons, and numbers as bars in columns. The words form a column on narrow screens. */

import { html, nothing, svg } from 'lit';
import { WIDTH_STEP } from '../styles/arcs.js';
import { exact, rounded } from '../text/number.js';
import { styled } from './dom.js';
import { measureText } from './text-width.js';

/**
 * @typedef {object} Arcs
 * @property {readonly string[]} words
 * @property {number} from index of the word that attends
 * @property {readonly number[]} weights one for each word; none: no arcs are drawn yet, and their room stays empty
 * @property {(index: number) => string} cellOf the cell of a weight
 * @property {string} label what is seen
 * @property {(index: number) => string} [labelOf] what a press on a word does, for those who do not see it
 * @property {((index: number) => void) | undefined} [onPick]
 * @property {boolean} [wasPressed] whether its words could be pressed before, and a column is as high as it was then
 * @property {number} [picked] the word that was pressed last
 * @property {ReadonlySet<number>} [blocked] words to which there is no link; a press on one opens or blocks it
 */

/** About the width of a letter in units of the font size, by which words are laid out. */
const LETTER = 0.53;

const OTHER_LETTERS = /** @type {const} */ ([
  [/[iljftrI.,’'!]/, 0.3],
  [/[mwMW]/, 0.84],
]);

/** In pixels. */
const FONT = 19;

const GAP = 4;

const ROW = 24;

/** The height of a row of words that can be pressed. */
const TALL_ROW = 34;

const THICK = 9;

const TALLEST = 110;

/** Smaller weights have no arc. */
const LEAST_DRAWN_WEIGHT = 0.005;

/** Smaller weights have no number beside their arc. */
const LEAST_NUMBERED_WEIGHT = 0.1;

/** @param {string} word */
const measureWord = (word) => Math.ceil(measureText(word, LETTER, OTHER_LETTERS) * FONT) + 8;

/** Words in a row: how wide each is, where its middle is, and where the last ends. @param {readonly string[]} words */
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

/** @param {Arcs} figure */
export function arcFigure(figure) {
  const { widths, centres, end: x } = layOut(figure.words);
  const shown = figure.weights.flatMap((weight, to) =>
    weight >= LEAST_DRAWN_WEIGHT && to !== figure.from ? [{ to, weight }] : [],
  );
  const span = Math.max(1, ...shown.map(({ to }) => Math.abs(centres[to] - centres[figure.from])));
  const top = Math.min(TALLEST, span / 2.2);
  const longest = Math.max(centres[figure.from], x - centres[figure.from]);
  // The same for all weights, or the words would move when they change.
  const height = Math.min(TALLEST, longest / 2.2) + 26;
  const isTall = Boolean(figure.onPick ?? figure.wasPressed);
  const row = isTall ? TALL_ROW : ROW;
  return html`<div class="arcs"><div class="needs-${Math.ceil(x / WIDTH_STEP)}">
    <div class="in-row" ${styled('--width', `${x}px`)}>
      <svg viewBox="0 0 ${x} ${height}" width=${x} height=${height} role="img" aria-label=${figure.label}>
        ${shown.map(({ to, weight }) => {
          const [a, b] = [centres[figure.from], centres[to]];
          const rise = height - 8 - top * (Math.abs(b - a) / span);
          return weightLine(figure.cellOf(to), weight, THICK, {
            d: `M${a} ${height}C${a} ${rise} ${b} ${rise} ${b} ${height}`,
            anchor: 'middle',
            x: (a + b) / 2,
            y: height - 0.75 * (height - rise) - 8,
          });
        })}
      </svg>
      <div class="words">${tokenButtons(figure, widths)}</div>
    </div>
    <div class=${isTall ? 'in-column tall' : 'in-column'}>
      <div class="words">${tokenButtons(figure)}</div>
      <svg viewBox="0 0 120 ${row * figure.words.length}" width="120" height=${row * figure.words.length} role="img" aria-label=${figure.label}>
        ${shown.map(({ to, weight }) => {
          const [a, b] = [figure.from, to].map((index) => row * (index + 0.5));
          const reach = 20 + 75 * (Math.abs(b - a) / (row * figure.words.length));
          return weightLine(figure.cellOf(to), weight, THICK, {
            d: `M4 ${a}C${reach} ${a} ${reach} ${b} 4 ${b}`,
            x: 0.75 * reach + 8,
            y: (a + b) / 2 + 4,
          });
        })}
      </svg>
    </div>
  </div></div>`;
}

/**
 * A line from one word to another, and its weight.
 * @param {string} cell
 * @param {number} weight
 * @param {number} thickness of the weight 1
 * @param {{ d: string, x: number, y: number, anchor?: string }} place
 */
export const weightLine = (
  cell,
  weight,
  thickness,
  { d, x, y, anchor = 'start' },
) => svg`<g class="arc"
  data-place=${cell} data-value=${exact(weight)}>
  <path d=${d} stroke-width=${Math.max(1, thickness * weight)}></path>
  ${weight >= LEAST_NUMBERED_WEIGHT ? svg`<text x=${x} y=${y} text-anchor=${anchor}>${weight.toFixed(2)}</text>` : nothing}
</g>`;

/**
 * The words of a sentence, which can be pressed where something is to happen then.
 * @param {Pick<Arcs, 'words' | 'from' | 'weights' | 'onPick' | 'labelOf' | 'picked' | 'blocked'>} sentence
 * @param {readonly number[]} [widths] where they stand in a row
 */
export const tokenButtons = ({ words, from, weights, onPick, labelOf, picked, blocked }, widths) =>
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

// Numbers of a few words as bars, in columns that follow from each other.

/**
 * @typedef {object} Column
 * @property {unknown} title
 * @property {readonly number[]} values one for each word
 * @property {number} most the number whose bar fills the column
 * @property {(row: number) => string} [placeOf] the cells of the run
 * @property {(value: number) => string} [write] how its numbers are written
 * @property {(row: number) => boolean} [isCovered] whether neither bar nor number is shown yet
 *
 * @param {{ label: string, covered: string, words: readonly string[], columns: Column[] }} figure
 */
export const barColumns = ({
  label,
  covered,
  words,
  columns,
}) => html`<table class="bar-columns" aria-label=${label}>
  <thead><tr><td></td>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
  <tbody>${words.map(
    (name, row) => html`<tr>
      <th scope="row">${name}</th>
      ${columns.map((column) => drawBarCell(column, row, covered))}
    </tr>`,
  )}</tbody>
</table>`;

/** @param {Column} column @param {number} row @param {string} covered */
function drawBarCell({ values, most, placeOf, write = rounded, isCovered }, row, covered) {
  if (isCovered?.(row))
    return html`<td class="covered"><span class="hidden">${covered}</span></td>`;
  const value = values[row];
  const part = `${Math.min(100, Math.max(0, (100 * value) / most))}%`;
  return html`<td class="bar-cell" data-place=${placeOf?.(row) ?? nothing} data-value=${exact(value)}>
    <span class="measured"><i ${styled('--part', part)}></i>${write(value)}</span>
  </td>`;
}
