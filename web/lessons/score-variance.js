/** The step about √d: a slider for the length of the rows, the measurements at this length, and the curve. */

import { html, nothing, svg } from 'lit';
import { drawChart } from '../figures/chart.js';
import { readField } from '../figures/controls.js';
import { getRow } from '../graph/cell.js';
import {
  LARGEST_WEIGHT,
  MEASURED_SCALES,
  measureScoreVariance,
  measureScoreVarianceCurve,
  RANDOM_SENTENCES,
  VECTOR_LENGTHS,
  WORDS,
} from '../sources/score-variance.js';
import { MAX_DIGITS } from '../state/limits.js';
import * as words from '../text/en/steps-attend.js';
import { paragraph } from '../text/inline.js';
import { mathLines } from '../text/math.js';
import { alignedColumn, exact, rounded } from '../text/number.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Tensor } from '../../src/js/index.js' */
/** @import { State } from '../state/types.js' */
/** @import { Step } from './types.js' */

/** The names of `MEASURED_SCALES`, in the same order. */
const SCALE_NAMES = words.scales(WORDS);

/** @type {Pick<Step, 'name' | 'title' | 'text' | 'formula'>} */
export const scoreVarianceStep = {
  ...words.scoreVariance,
  text: () =>
    paragraph(
      words.variance,
      words.dividedVariance,
      words.dividedByWords,
      words.scaledByWidth(MAX_DIGITS),
    ),
  formula: () => formula,
};

const formula = mathLines`
  Var(q:q · k:k) = d
  Var({q:q · k:k}/√d) = d/√d^2 = 1`;

/**
 * @param {object} context
 * @param {Operations} context.attention
 * @param {Pick<State, 'seed' | 'spread'>} context.state
 * @param {(change: { spread: number }) => void} context.dispatch
 * @param {{ scales?: readonly string[], isMeasured?: boolean, hasSlider?: boolean }} [options] the
 * lines of the chart, and whether to show the table and the slider
 */
export function scoreVarianceFigure(
  { attention, state, dispatch },
  { scales = MEASURED_SCALES, isMeasured = true, hasSlider = true } = {},
) {
  const { seed, spread: d } = state;
  const now = measureScoreVariance(attention, { seed, d });
  return html`<div class="score-variance">
    <div>${hasSlider ? lengthSlider(d, dispatch) : nothing} ${isMeasured ? measuredTable(now, state, scales) : nothing}</div>
    <figure>
      <figcaption class="note">${words.chartCaption}</figcaption>
      ${varianceChart(measureScoreVarianceCurve(attention, seed), now, d, scales)}
    </figure>
  </div>`;
}

/**
 * Renders the table of measured variances without the chart; with `dispatch`, also a slider above
 * it.
 * @param {object} context
 * @param {Operations} context.attention
 * @param {Pick<State, 'seed' | 'spread'>} context.state
 * @param {(change: { spread: number }) => void} [context.dispatch]
 * @param {readonly string[]} scales
 */
export const scoreVarianceTable = ({ attention, state, dispatch }, scales) =>
  html`<div class="score-variance">${dispatch && lengthSlider(state.spread, dispatch, 'table-length')} ${measuredTable(
    measureScoreVariance(attention, { seed: state.seed, d: state.spread }),
    state,
    scales,
  )}</div>`;

/**
 * Renders a slider over the powers of two. Another length is shown at the nearest power.
 * @param {number} d
 * @param {(change: { spread: number }) => void} update
 * @param {string} [id] the id of the input
 */
export function lengthSlider(d, update, id = 'spread-length') {
  return html`<p class="length">
    <span><label for=${id}>${words.lengthLabel}</label> = <b>${d}</b></span>
    <input id=${id} type="range" min="0" max=${VECTOR_LENGTHS.length - 1} step="1"
      aria-valuetext=${d} .value=${String(Math.round(Math.log2(d)))}
      @input=${readField(({ value }) => update({ spread: VECTOR_LENGTHS[Number(value)] }))}>
  </p>`;
}

/**
 * @param {Tensor} now
 * @param {Pick<State, 'seed' | 'spread'>} state
 * @param {readonly string[]} scales
 */
function measuredTable(now, { seed, spread }, scales) {
  const columns = words.columns.map((_, column) =>
    alignedColumn(MEASURED_SCALES.map((_, row) => getRow(now, row)[column])),
  );
  return html`<div class="matrix" part="matrix">
    <table data-tensor="spread">
      <caption>${words.measuredAt(spread)}
        <span class="note">${words.measuredOn(RANDOM_SENTENCES, WORDS, seed)}</span></caption>
      <thead>
        <tr>
          <th scope="col">${words.scaleColumn}</th>
          ${words.columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${SCALE_NAMES.map(({ name }, row) =>
          !scales.includes(MEASURED_SCALES[row])
            ? nothing
            : html`<tr>
            <th scope="row">${name}</th>
            ${columns.map((texts, column) => {
              const value = exact(getRow(now, row)[column]);
              return html`<td part="cell" data-row=${row} data-col=${column} data-value=${value}
                title=${value}>${texts[row]}</td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const LABEL_GAP = 15;

/**
 * Returns the positions nearest to the given ones at which labels do not overlap.
 * @param {number[]} places
 * @param {number} gap
 * @param {number} last the largest position
 * @returns {number[]} the positions in the order of `places`
 */
export function keepApart(places, gap, last) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  const apart = [...places];
  for (let i = 1; i < order.length; i++) {
    apart[order[i]] = Math.max(apart[order[i]], apart[order[i - 1]] + gap);
  }
  let most = last;
  for (const i of order.reverse()) {
    apart[i] = Math.min(apart[i], most);
    most = apart[i] - gap;
  }
  return apart;
}

/**
 * @param {Tensor[]} curve
 * @param {Tensor} now
 * @param {number} d
 * @param {readonly string[]} scales
 */
function varianceChart(curve, now, d, scales) {
  const rows = MEASURED_SCALES.map((_, row) => row).filter((row) =>
    scales.includes(MEASURED_SCALES[row]),
  );
  const readWeight = (/** @type {Tensor} */ measured, /** @type {number} */ row) =>
    getRow(measured, row)[LARGEST_WEIGHT];
  const aloud = rows.map((row) => ({
    spoken: SCALE_NAMES[row].spoken,
    value: rounded(readWeight(now, row)),
  }));
  // Keep the text within the axis.
  const anchor = d < 4 ? 'start' : d > 128 ? 'end' : 'middle';
  return drawChart(
    words.chartAloud(d, aloud),
    {
      size: [320, 200],
      x: { ends: [28, 252], range: [0, 9], ticks: [0, 3, 6, 9], write: (power) => 2 ** power },
      y: { ends: [176, 24], range: [0, 1], ticks: [0, 0.5, 1] },
    },
    (x, y, line) => {
      const ends = SCALE_NAMES.map((_, row) => y(readWeight(curve[curve.length - 1], row)));
      const labels = keepApart(ends, LABEL_GAP, y(0));
      const at = x(Math.log2(d));
      return svg`<line class="now" x1=${at} x2=${at} y1=${y(1) - 6} y2=${y(0)} />
        <text x=${at} y=${y(1) - 10} text-anchor=${anchor}><tspan class="d">d</tspan> = ${d}</text>
        ${rows.map(
          (row) =>
            svg`<polyline class="line ${MEASURED_SCALES[row]}" points=${line(curve.map((measured, i) => [i, readWeight(measured, row)]))} />
            <circle cx=${at} cy=${y(readWeight(now, row))} r="3" />
            <text x="260" y=${labels[row] + 4}>${SCALE_NAMES[row].label}</text>`,
        )}`;
    },
  );
}
