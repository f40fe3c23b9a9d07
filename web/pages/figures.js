/** Figures that several chapters share. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { arcFigure } from '../figures/arcs.js';
import { choiceButtons, readField } from '../figures/controls.js';
import {
  isTooWide,
  listMatrices,
  makeTable,
  mapMatrices,
  nameCell,
  shareColourLimit,
} from '../figures/tables.js';
import { computeOffset } from '../graph/cell.js';
import { normaliseState } from '../state/normalise.js';
import { roundUpLimit } from '../styles/colour.js';
import * as text from '../text/en/pages.js';
import { exact, rounded } from '../text/number.js';
import { drawTerms } from '../views/figure.js';
import { colourLegend, matrixTable } from '../views/matrix.js';
import { numberTable } from '../views/number-table.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { State } from '../state/types.js'
 * @import { CourseContext } from './types.js'
 */

/**
 * Draws the weights of the selected word as arcs over the sentence.
 * @param {CourseContext} context
 * @param {{ tensor?: string, head?: number, hidden?: boolean, wasPressed?: boolean }} [options]
 * `head` is by default the one on screen; `hidden` leaves out the arcs
 */
export function drawArcs(context, options = {}) {
  const { tensor = 'weights', head = context.state.head, hidden = false, wasPressed } = options;
  const { computation, selected } = context;
  const words = computation.keyWords;
  const matrix = makeTable(context, tensor, { head });
  const word = computation.queryWords[selected];
  const weights = words.map((_, key) => matrix.view.at(selected, key));
  const label = hidden ? text.sentence(word) : text.arcs(word, words, weights);
  const figure = arcFigure({
    words,
    from: selected,
    weights: hidden ? [] : weights,
    wasPressed,
    cellOf: (key) => nameCell(matrix, selected, key),
    label,
  });
  // Screen readers announce another word's arcs, but not each step of a training.
  const isStill = context.state.training < 0;
  return html`${figure}${isStill && !hidden ? html`<span class="hidden" role="status">${label}</span>` : nothing}`;
}

/** The tensor whose symbol, S″, no page introduces. */
const UNNAMED = 'maskedScores';

/**
 * @typedef {object} ShownNumbers the visible numbers of a table
 * @property {readonly string[]} [covered] hidden numbers as 'row.column'
 * @property {number[]} [rows] the only rows to show
 * @property {number} [head]
 * @property {string} [name] a name for beginners; the table then has no symbol and does not mention
 * queries
 */

/**
 * @param {CourseContext} context
 * @param {string} id
 * @param {ShownNumbers} [part]
 * @returns {Matrix}
 */
export const makeMatrix = (context, id, { covered = [], rows, head, name } = {}) => ({
  ...makeTable(context, id, {
    ...(head !== undefined && { head }),
    ...(name && { name }),
    ...((name || id === UNNAMED) && { symbol: '' }),
  }),
  hidesShape: true,
  isPlain: name !== undefined,
  label: name,
  someRows: rows,
  isCovered: (row, column) => covered.includes(`${row}.${column}`),
  keepsRoom: true,
});

/**
 * Gives all signed tables of a page one colour scale, which ends at the largest number on screen: a
 * hidden number would be told by it. A map has its own scale.
 * @template {Matrix | string} T
 * @param {CourseContext} context
 * @param {T[]} parts tables and signs
 */
function shareScale({ computation: { results }, tablesOnOneScale, hiddenCells = [] }, parts) {
  if (!tablesOnOneScale) return /** @type {T[]} */ (shareColourLimit(parts));
  // A figure may draw a table that its page does not list.
  const shown = listMatrices(parts).flatMap(({ colours, tensor }) =>
    colours === 'signed' ? tensor : [],
  );
  /** @param {string} id */
  const listSeenNumbers = (id) => {
    const { shape, data } = results[id] ?? { shape: [], data: [] };
    const hidden = hiddenCells.flatMap((cell) =>
      cell.id === id ? computeOffset(shape, cell.index) : [],
    );
    return [...data].filter((_, offset) => !hidden.includes(offset));
  };
  const limit = roundUpLimit([...tablesOnOneScale, ...shown].flatMap(listSeenNumbers));
  return /** @type {T[]} */ (
    mapMatrices(shareColourLimit(parts), (matrix) =>
      isTooWide(matrix) ? matrix : { ...matrix, limit },
    )
  );
}

/**
 * Draws a table of the run.
 * @param {CourseContext} context
 * @param {string} id
 * @param {ShownNumbers} [part]
 * @returns {unknown}
 */
export const drawTable = (context, id, part) =>
  drawMatrix(context, shareScale(context, [makeMatrix(context, id, part)])[0]);

/**
 * Draws the legend of tables that are drawn one by one.
 * @param {CourseContext} context
 * @param {readonly string[]} ids
 */
export const drawTableLegend = (context, ids) =>
  colourLegend(
    shareScale(
      context,
      ids.map((id) => makeMatrix(context, id)),
    ),
  );

/** @param {CourseContext} context @param {Matrix} matrix */
const drawMatrix = (context, matrix) =>
  matrix.someRows
    ? numberTable(matrix, context, { rows: matrix.someRows })
    : matrixTable(matrix, context);

/**
 * Draws tables of the run side by side, on one colour scale.
 * @param {CourseContext} context
 * @param {readonly string[]} ids ids of tables, and signs between them
 * @param {Record<string, ShownNumbers>} [parts] options by id
 */
export const drawTables = (context, ids, parts = {}) =>
  drawEquation(
    context,
    ids.map((id) => (/\w/.test(id) ? makeMatrix(context, id, parts[id]) : id)),
  );

/**
 * Renders buttons that show other settings.
 * @param {CourseContext} context
 * @param {string} label
 * @param {[name: unknown, change: Partial<State>][]} choices
 */
export const settingChoice = ({ state, dispatch }, label, choices) =>
  choiceButtons(
    label,
    choices.map(([name, change]) => {
      const changed = normaliseState({ ...state, ...change });
      const entries = /** @type {(keyof State)[]} */ (Object.keys(change));
      const isChosen = entries.every((entry) => state[entry] === changed[entry]);
      return { name, isChosen, press: () => dispatch(change, { by: 'page' }) };
    }),
  );

/**
 * Draws a slider with its name and its number.
 * @param {object} slider
 * @param {string} slider.name
 * @param {string} [slider.label] describes the slider to screen readers
 * @param {{ min: number, max: number, step: number, value: number }} slider.range
 * @param {string} [slider.place] the cell of the number, if it is one
 * @param {number} slider.number
 * @param {string} slider.digits the number as shown
 * @param {(value: number) => void} slider.onSlide
 */
export const numberSlider = ({ name, label, range, place, number, digits, onSlide }) =>
  html`<div class="slide">
    <label><span>${name}</span>
      <input type="range" min=${range.min} max=${range.max} step=${range.step} aria-label=${label ?? nothing}
        aria-valuetext=${rounded(number, 2)} .value=${live(String(range.value))}
        @input=${readField(({ value }) => onSlide(Number(value)))}></label>
    <data data-place=${place ?? nothing} data-value=${exact(number)} value=${exact(number)}>${digits}</data>
  </div>`;

/**
 * Returns two numbers of a row as a point of the plane.
 * @param {Pick<CourseContext, 'computation'>} context
 * @param {string} id the id of a tensor (1, words, 2)
 * @param {number} row
 * @returns {[x: number, y: number]}
 */
export function readPoint({ computation }, id, row) {
  const { data } = computation.results[id];
  return [data[2 * row], data[2 * row + 1]];
}

/** Returns a row of the first head. @param {Pick<CourseContext, 'computation'>} context @param {string} id @param {number} row */
export function readFirstHeadRow({ computation }, id, row) {
  const { data, shape } = computation.results[id];
  const width = shape[shape.length - 1];
  return Array.from(data.subarray(row * width, (row + 1) * width));
}

/** @param {CourseContext} context @param {(Matrix | string)[]} parts tables and signs */
export function drawEquation(context, parts) {
  const scaled = shareScale(context, parts);
  const terms = drawTerms(scaled, (matrix) => drawMatrix(context, matrix));
  return html`<div class="matrices">${terms}</div>${colourLegend(listMatrices(scaled))}`;
}
