/**
 * Renders a map that fills its container, with words along its edges. If there is little space,
 * only every second or third word is shown.
 */

import { html, nothing } from 'lit';
import { numberedRadios } from '../figures/controls.js';
import { styled } from '../figures/dom.js';
import { isOfPairs } from '../figures/tables.js';
import { measureText } from '../figures/text-width.js';
import { sliceTensor } from '../graph/cell.js';
import { atRowAndColumn, keys, queries, reads } from '../text/en/tables.js';
import { directionOf, word } from '../text/inline.js';

/** @import { ShownLines, ShownWeights } from './types.js' */

/** Sizes in pixels. */
const LINE_HEIGHT = 17;

const LETTER = 7.5;

const WIDEST_LABEL = 112;

/** The most letters that are measured, because more are wider than the widest label in any case. */
const LONGEST_LABEL = 99;

const NARROWEST = 74;

const TALLEST = 720;

const THINNEST = 12;

const LARGEST_CELL = { width: 120, height: 48 };

/**
 * @typedef {object} Edges
 * @property {readonly string[]} rows the words of the rows
 * @property {readonly string[]} columns
 *
 * @typedef {ReturnType<typeof fitLabels>} Fitted
 */

/** @param {readonly string[]} words */
const measureLabels = (words) =>
  Math.min(
    WIDEST_LABEL,
    12 + Math.max(...words.map((label) => measureText(label.slice(0, LONGEST_LABEL), LETTER))),
  );

/** Fits the map and its labels. @param {Edges} edges @param {number} room the available width in pixels */
export function fitLabels({ rows, columns }, room) {
  const side = Math.max(NARROWEST, Math.min(measureLabels(rows), 0.3 * room));
  const width = Math.max(THINNEST, Math.min(room - side, LARGEST_CELL.width * columns.length));
  const cell = width / columns.length;
  const tall = Math.min(TALLEST, rows.length * Math.min(cell, LARGEST_CELL.height));
  const height = Math.max(THINNEST, tall);
  return {
    side,
    width,
    height,
    top: measureLabels(columns),
    everyRow: Math.ceil((LINE_HEIGHT * rows.length) / height),
    everyColumn: Math.ceil(LINE_HEIGHT / cell),
  };
}

/**
 * @param {unknown} sheet
 * @param {Edges} edges
 * @param {Fitted} fit
 * @param {boolean} areWeights whether rows are queries and columns are keys
 */
export function labelMap(sheet, { rows, columns }, fit, areWeights) {
  const { side, top, width, height, everyRow, everyColumn } = fit;
  const direction = directionOf(columns);
  return html`<div class="labelled" dir=${direction} ${styled('--side', `${side}px`)} ${styled('--top', `${top}px`)}
    ${styled('--wide', `${width}px`)} ${styled('--high', `${height}px`)}>
    ${
      areWeights
        ? html`<div class="ends note" aria-hidden="true"><span><bdi dir="ltr">${keys(direction)}</bdi></span><span><bdi dir="ltr">${queries}</bdi></span></div>`
        : nothing
    }
    <div class="edge columns" aria-hidden="true">${edgeLabels(columns, everyColumn)}</div>
    <div class="edge rows" aria-hidden="true">${edgeLabels(rows, everyRow)}</div>
    ${sheet}
    <div class="over"><i class="pointed" hidden></i></div>
  </div>`;
}

/** @param {readonly string[]} words @param {number} every */
const edgeLabels = (words, every) =>
  words.flatMap((label, i) =>
    i % every === 0
      ? [
          html`<span ${styled('--at', `${(100 * (i + 0.5)) / words.length}%`)}>${word(label)}</span>`,
        ]
      : [],
  );

/**
 * Outlines a number on a map.
 * @param {ParentNode} root
 * @param {readonly number[] | undefined} at row and column; undefined removes the outline
 * @param {{ rows: number, columns: number }} view
 */
export function outlineNumber(root, at, view) {
  const box = /** @type {HTMLElement | null} */ (root.querySelector('.pointed'));
  if (!box) return;
  const [row, column] = at ?? [-1, -1];
  const [high, wide] = [100 / view.rows, 100 / view.columns];
  box.hidden = !at;
  box.style.cssText = `top:${row * high}%;inset-inline-start:${column * wide}%;height:${high}%;width:${wide}%`;
}

/** @param {'weights' | 'signed'} colours @param {number} end */
export const makeColourEnds = (colours, end) =>
  colours === 'weights' ? { darkest: end } : { limit: end };

/** @param {readonly number[]} shape */
export const countHeadsOfShape = (shape) => (shape.length === 3 ? shape[0] : 1);

/** @param {Pick<ShownWeights, 'layers'>} shown @param {number} layer @param {number} head */
export const getHeadView = ({ layers }, layer, head) =>
  sliceTensor(layers[layer], { leadingIndex: layers[layer].shape.length === 3 ? [head] : [] });

/**
 * Describes a number for the readout.
 * @param {Pick<ShownLines, 'rows' | 'columns' | 'matrix'>} shown
 * @param {readonly number[]} at row and column
 * @param {number} value
 */
export const describeNumber = ({ rows, columns, matrix }, [row, column], value) =>
  (isOfPairs(matrix) ? reads : atRowAndColumn)(rows[row], columns[column], value);

/**
 * Renders the choice of one of several layers or heads by its number, or nothing if there is only
 * one.
 * @param {'layer' | 'head'} name
 * @param {string} legend
 * @param {number} chosen the chosen one, from 0
 * @param {number} count
 * @param {(change: object) => void} set
 */
export const numberChoice = (name, legend, chosen, count, set) =>
  count > 1
    ? html`<fieldset class="${name}s boxes" part="toolbar"><legend>${legend}</legend>
        ${numberedRadios(name, count, chosen, (index) => set({ [name]: index }))}</fieldset>`
    : nothing;
