/**
 * Figures that several pages of the course share, such as rows of heads, small maps, and the curve
 * of a weight.
 */

import { html, nothing, svg } from 'lit';
import { layOut, numberedLines, tokenButtons } from '../../figures/arcs.js';
import { styled } from '../../figures/dom.js';
import { signedCells, signedLegend } from '../../figures/tiles.js';
import { WIDTH_STEP } from '../../styles/arcs.js';
import { roundUpLimit } from '../../styles/colour.js';
import { exact, rounded } from '../../text/number.js';

/** @import { Pairs } from './types.js' */

const HEIGHT = 96;

/** Sizes in pixels for narrow screens, where the two sentences stand side by side. */
const ROW = 34;

const LINK_WIDTH = 110;

const THICK = 8;

/** Lines of smaller weights are not drawn. */
const LEAST_DRAWN_WEIGHT = 0.02;

/** @param {Pairs} figure */
export function pairedSentences(figure) {
  const { from, weights, label } = figure;
  const keys = { ...figure.keys, from: -1, weights };
  const queries = { picked: from, ...figure.queries, from, weights: [] };
  const [above, below] = [layOut(keys.words), layOut(queries.words)];
  const width = Math.max(above.end, below.end);
  const height = ROW * Math.max(keys.words.length, queries.words.length);
  const shown =
    from < 0 ? [] : weights.flatMap((weight, to) => (weight >= LEAST_DRAWN_WEIGHT ? [to] : []));
  const side = (/** @type {number} */ index) => ROW * (index + 0.5);
  return html`<div class="arcs pairs"><div class="needs-${Math.ceil(width / WIDTH_STEP)}">
    <div class="in-row" ${styled('--width', `${width}px`)}>
      <div class="words" lang=${keys.language}>${tokenButtons(keys, above.widths)}</div>
      <svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} role="img" aria-label=${label}>
        ${numberedLines(
          shown.map((to) =>
            placeLink(figure, to, {
              from: [below.centres[from], HEIGHT],
              to: [above.centres[to], 0],
            }),
          ),
          THICK,
        )}
      </svg>
      <div class="words" lang=${queries.language}>${tokenButtons(queries, below.widths)}</div>
    </div>
    <div class="in-column">
      <div class="words" lang=${keys.language}>${tokenButtons(keys)}</div>
      <svg viewBox="0 0 ${LINK_WIDTH} ${height}" width=${LINK_WIDTH} height=${height} role="img" aria-label=${label}>
        ${numberedLines(
          shown.map((to) =>
            placeLink(figure, to, { from: [LINK_WIDTH, side(from)], to: [0, side(to)] }),
          ),
          THICK,
        )}
      </svg>
      <div class="words" lang=${queries.language}>${tokenButtons(queries)}</div>
    </div>
  </div></div>`;
}

/**
 * @param {Pairs} figure
 * @param {number} to
 * @param {{ from: [x: number, y: number], to: [x: number, y: number] }} ends
 */
function placeLink({ weights, cellOf }, to, { from: [x1, y1], to: [x2, y2] }) {
  const weight = weights[to];
  // Put the label closer to the key, where the lines are farther apart.
  const at = (/** @type {number} */ a, /** @type {number} */ b) => a + 0.72 * (b - a);
  return {
    cell: cellOf(to),
    weight,
    d: `M${x1} ${y1}L${x2} ${y2}`,
    x: at(x1, x2) + (THICK * weight) / 2 + 5,
    y: at(y1, y2) + 5,
  };
}

// Draws the rows of several heads, either as separate tables or joined into one long row.

/**
 * @typedef {object} Bands
 * @property {readonly (readonly (readonly number[])[])[]} heads the rows of each head
 * @property {boolean} isJoined whether the heads are joined side by side
 * @property {readonly string[]} names names of the heads
 * @property {string} joinedCaption the caption of the joined heads
 * @property {string} label
 * @property {(head: number, row: number, column: number) => string} placeOf returns the cell of a
 *   number; `column` is counted within its head
 */

/** @param {Bands} figure */
export const headBands = ({ heads, isJoined, names, joinedCaption, label, placeOf }) => html`<figure
  class="head-bands ${isJoined ? 'joined' : ''}" aria-label=${label}>
  <div class="side-by-side">
    ${heads.map(
      (rows, head) => html`<table role="grid" aria-label=${names[head]}>
        <caption>${names[head]}</caption>
        <tbody>${rows.map(
          (row, i) =>
            html`<tr>${row.map((value, column) => {
              const place = placeOf(head, i, column);
              return html`<td role="gridcell" tabindex="-1" data-row=${i} data-col=${column}
              data-place=${place} data-value=${exact(value)}>${rounded(value)}</td>`;
            })}</tr>`,
        )}</tbody>
      </table>`,
    )}
  </div>
  <figcaption class="note">${isJoined ? joinedCaption : nothing}</figcaption>
</figure>`;

// Draws a small map of attention weights, with the queries on the left and the keys below.

/**
 * @typedef {object} Thumbnail
 * @property {string} label describes the map to screen readers
 * @property {readonly (readonly number[])[]} weights
 * @property {readonly string[]} words the labels of rows and columns
 * @property {number} row the marked row
 */

const CELL = 14;

/** Pixels for the row labels on the left, and for the upright column labels below. */
const [ROOM_BEFORE, ROOM_BELOW] = [42, 42];

/** @param {Thumbnail} figure */
export function headThumbnail({ label, weights, words, row }) {
  const width = CELL * words.length;
  const height = CELL * weights.length;
  return html`<svg class="thumbnail" viewBox="${-ROOM_BEFORE} 0 ${ROOM_BEFORE + width} ${height + ROOM_BELOW}" role="img" aria-label=${label}>
    <rect class="edge" width=${width} height=${height}></rect>
    ${weights.flatMap((weightRow, y) =>
      weightRow.flatMap((weight, x) =>
        weight < LEAST_DRAWN_WEIGHT
          ? []
          : svg`<rect x=${CELL * x} y=${CELL * y} width=${CELL} height=${CELL} fill-opacity=${weight.toFixed(3)}
              data-row=${y} data-column=${x} data-value=${exact(weight)}></rect>`,
      ),
    )}
    <rect class="row" y=${CELL * row} width=${width} height=${CELL}></rect>
    ${words.map((word, i) => {
      const [x, y] = [CELL * (i + 0.5) + 4, height + 5];
      return svg`<text x="-4" y=${x}>${word}</text>
        <text x=${x} y=${y} transform="rotate(-90 ${x} ${y})">${word}</text>`;
    })}
  </svg>`;
}

// Draws a table of numbers that can be pressed as answers. The table does not show which numbers
// are masked.

/**
 * @param {object} table
 * @param {readonly string[]} table.rows words of the rows
 * @param {readonly string[]} table.columns words of the columns
 * @param {string} table.label
 * @param {(row: number, column: number) => number} table.at
 * @param {(row: number, column: number, value: number) => string} table.labelOf describes a number
 *   to screen readers
 * @param {number} [table.picked] index of the pressed number: row · columns + column
 * @param {(index: number) => void} table.onPick
 */
export const pressableTable = ({
  rows,
  columns,
  label,
  at,
  labelOf,
  picked,
  onPick,
}) => html`<div class="matrix">
  <table class="press">
    <caption>${label}</caption>
    <thead><tr><td class="corner"></td>${columns.map((word) => html`<th scope="col">${word}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (word, row) =>
        html`<tr><th scope="row">${word}</th>${columns.map((_, column) => {
          const value = at(row, column);
          const index = row * columns.length + column;
          return html`<td class=${index === picked ? 'picked' : ''}><button type="button" class="may" data-value=${exact(value)}
          aria-pressed=${index === picked} aria-label=${labelOf(row, column, value)}
          @click=${() => onPick(index)}>${rounded(value)}</button></td>`;
        })}</tr>`,
    )}</tbody>
  </table>
</div>`;

/**
 * Draws a slider of a word with its number.
 * @param {object} slider
 * @param {string} slider.word
 * @param {string} slider.label describes the slider to screen readers
 * @param {{ min: number, max: number, step: number, value: number }} slider.range
 * @param {string} slider.place the cell of the number
 * @param {number} slider.number
 * @param {string} slider.digits the number as shown
 * @param {(value: number) => void} slider.onSlide
 */
export const wordSlider = ({ word, label, range, place, number, digits, onSlide }) =>
  html`<div class="slide">
    <label><span>${word}</span>
      <input type="range" min=${range.min} max=${range.max} step=${range.step} aria-label=${label}
        aria-valuetext=${rounded(number, 2)} .value=${String(range.value)}
        @input=${(/** @type {Event} */ { target }) =>
          onSlide(Number(/** @type {HTMLInputElement} */ (target).value))}></label>
    <data data-place=${place} data-value=${exact(number)} value=${exact(number)}>${digits}</data>
  </div>`;

// Bounds of the chart in pixels. Its curve shows a weight against its score.

const [LEFT, RIGHT, TOP, BOTTOM] = [34, 372, 16, 196];

/** Half the length of the tangent, in units of the score. */
const TANGENT_REACH = 1.5;

/**
 * @param {readonly (readonly [score: number, weight: number])[]} curve
 * @param {{ score: number, weight: number, slope?: number, place: string }} now the marked point;
 *   with a slope, its tangent is drawn
 * @param {{ text: string, score: string, weight: string }} words a description of the chart, and
 *   the names of its axes
 */
export function slopeChart(curve, now, words) {
  const [least, most] = [curve[0][0], curve[curve.length - 1][0]];
  const x = (/** @type {number} */ score) =>
    LEFT + ((RIGHT - LEFT) * (score - least)) / (most - least);
  const y = (/** @type {number} */ weight) => BOTTOM - (BOTTOM - TOP) * weight;
  const { score, weight, slope, place } = now;
  return html`<figure class="slope">
    <svg viewBox="0 0 390 232" role="img" aria-label=${words.text}>
      ${[0, 0.5, 1].map(
        (
          level,
        ) => svg`<line class="hair" x1=${LEFT} x2=${RIGHT} y1=${y(level)} y2=${y(level)}></line>
          <text x=${LEFT - 6} y=${y(level) + 4} text-anchor="end">${level}</text>`,
      )}
      ${[least, 0, most].map(
        (bound) =>
          svg`<text x=${x(bound)} y=${BOTTOM + 17} text-anchor="middle">${rounded(bound)}</text>`,
      )}
      <text x=${RIGHT} y=${BOTTOM + 33} text-anchor="end">${words.score}</text>
      <text x=${LEFT} y=${TOP - 4}>${words.weight}</text>
      <polyline points=${curve.map(([s, a]) => `${x(s).toFixed(1)},${y(a).toFixed(1)}`).join(' ')}></polyline>
      ${
        slope === undefined
          ? ''
          : svg`<line class="tangent" x1=${x(score - TANGENT_REACH)} x2=${x(score + TANGENT_REACH)}
              y1=${y(weight - TANGENT_REACH * slope)} y2=${y(weight + TANGENT_REACH * slope)}></line>`
      }
      <circle cx=${x(score)} cy=${y(weight)} r="5" data-place=${place} data-value=${exact(weight)}></circle>
    </svg>
  </figure>`;
}

// Draws rows of numbers as coloured cells on a common scale, for rows too long for digits.

/**
 * @typedef {object} Strip
 * @property {string} title
 * @property {string} label describes the strip to screen readers
 * @property {readonly number[]} values
 * @property {(column: number) => string} placeOf
 *
 * @param {readonly Strip[]} strips
 */
export function signedStrips(strips) {
  const limit = roundUpLimit(strips.flatMap(({ values }) => values));
  return html`<div class="strips">${strips.map(
    ({ title, label, values, placeOf }) => html`<p class="note">${title}</p>
      <div class="signed-strip signed-cells" role="img" aria-label=${label}>${signedCells({ values, placeOf, limit })}</div>`,
  )}
    ${signedLegend(limit)}</div>`;
}

// Draws each pair of sine and cosine as the hand of a clock.

/**
 * @param {{ word: string, at: readonly [sin: number, cos: number], placeOf: (column: number) => string }[]} hands
 * @param {{ caption: unknown, text: (word: string, place: number) => string }} words
 */
export const clockFaces = (hands, words) => html`<figure class="clocks">
  ${hands.map(
    ({ word, at: [sin, cos], placeOf }, place) => html`<div>
      <svg viewBox="-1.2 -1.2 2.4 2.4" role="img" aria-label=${words.text(word, place)}>
        <circle r="1"></circle>
        <line x1="0" y1="0" x2=${sin} y2=${-cos} data-sin=${exact(sin)} data-cos=${exact(cos)}></line>
      </svg>
      <span>${word}</span>
      <span class="note" data-place=${placeOf(0)} data-value=${exact(sin)}>${rounded(sin, 2)}</span>
      <span class="note" data-place=${placeOf(1)} data-value=${exact(cos)}>${rounded(cos, 2)}</span>
    </div>`,
  )}
  <figcaption class="note">${words.caption}</figcaption>
</figure>`;
