/** Chapter 4: the figures and tasks that its JSON cannot express. */

import { html, nothing, svg } from 'lit';
import { drawChart } from '../../figures/chart.js';
import { choiceButtons, readField } from '../../figures/controls.js';
import { getRow } from '../../graph/cell.js';
import { OUTERMOST_SCORE, scoreHistogram } from '../../lessons/score-histogram.js';
import {
  lengthSlider,
  scoreVarianceFigure,
  scoreVarianceTable,
} from '../../lessons/score-variance.js';
import { makeChapter } from '../../pages/chapter.js';
import { makeState } from '../../pages/chapters.js';
import { drawTable, drawTableLegend } from '../../pages/figures.js';
import { rememberState } from '../../session/experiments.js';
import {
  drawScores,
  LARGEST_WEIGHT,
  MEASURED_SCALES,
  measureScoreVariance,
  VARIANCE,
} from '../../sources/score-variance.js';
import { withEdit } from '../../state/edit-cells.js';
import { parseEdits } from '../../state/edits.js';
import * as symbols from '../../text/inline.js';
import { exact } from '../../text/number.js';
import * as text from './text/en/course.js';
import json from './text/en/projections.json' with { type: 'json' };
import { wordMap } from './word-map.js';

/**
 * @import { CourseContext } from '../../pages/types.js'
 */

/** The numbers that the first page of the chapter edits. */
const EDITS = String(makeState(/** @type {any} */ (json.pages[0])).edits);

/** The tensors computed from X, and their symbols. */
const FLOW = /** @type {const} */ ([
  ['embeddings', symbols.X],
  ['q', symbols.Q],
  ['k', symbols.K],
  ['v', symbols.V],
  ['scores', symbols.S],
  ['weights', symbols.A],
  ['output', symbols.Y],
]);

/** Each matrix, and its product with X. */
const PRODUCTS = ['wq', 'q', 'wk', 'k', 'wv', 'v'];

/** @param {CourseContext} context */
const threeFigure = (context) => html`<div class="flow">
    <div class="x">${drawTable(context, 'embeddings')}</div>
    ${PRODUCTS.map((id) => html`<div>${drawTable(context, id)}</div>`)}
  </div>
  ${drawTableLegend(context, ['embeddings', ...PRODUCTS])}`;

const FOLLOWING = ['scores', 'weights', 'output'];

/**
 * Draws the tensors that are computed from queries, keys and values.
 * @param {CourseContext} context
 */
function changesFigure(context) {
  const { comparison } = context;
  const isChanged = (/** @type {typeof FLOW[number]} */ [id]) =>
    (comparison?.summary(id).changed ?? 0) > 0;
  const changed = FLOW.filter(isChanged).map(([, symbol]) => symbol);
  const same = FLOW.filter((part) => !isChanged(part)).map(([, symbol]) => symbol);
  return html`${addButtons(context)}
    <div class="follows" role="status">${comparison && text.three.changes(changed, same)}</div>
    ${FOLLOWING.map((id) => html`<div class="matrices">${drawTable(context, id)} ${id === 'output' ? drawTableLegend(context, FOLLOWING) : nothing}</div>`)}`;
}

/** @param {CourseContext} context */
function addButtons({ state, dispatch }) {
  const before = rememberState({ ...state, edits: EDITS });
  const numbers = parseEdits(EDITS);
  const added = (/** @type {string} */ cell) =>
    withEdit(EDITS, cell, Number(numbers.get(cell)) + 1);
  return choiceButtons(text.three.add, [
    ...[
      { name: symbols.WQ, edited: added('q.0.0') },
      { name: symbols.WK, edited: added('k.0.0') },
      { name: symbols.WV, edited: added('v.0.0') },
    ].map(({ name, edited }) => ({
      name,
      isChosen: state.edits === edited,
      press: () => dispatch({ edits: edited, before }, { by: 'page' }),
    })),
    {
      name: text.three.none,
      isChosen: state.edits === EDITS,
      press: () => dispatch({ edits: EDITS, before: '' }, { by: 'page' }),
    },
  ]);
}

/** @param {CourseContext} context */
function rootFigure(context) {
  const { attention, state } = context;
  const { seed, spread: d } = state;
  const variance = measureScoreVariance(attention, { seed, d }).data[VARIANCE];
  const scores = drawScores(attention, { seed, d }, 'none');
  const hasOutermost = scores.some((score) => Math.abs(score) > OUTERMOST_SCORE);
  return html`<div class="score-variance"><div>${lengthSlider(d, context.dispatch)}</div></div>
    ${scoreHistogram(attention, { seed, d }, 'none', context.isOpen)}
    ${hasOutermost ? html`<p class="note">${text.root.outermost(OUTERMOST_SCORE)}</p>` : nothing}
    <p class="follows" role="status">${text.root.measured(d, variance)}</p><p>${text.root.score}</p>
    <p>${text.root.cancel}</p>`;
}

/** @param {CourseContext} context */
function dividedFigure(context) {
  const { attention, state } = context;
  const { seed, spread: d } = state;
  const scales = ['none', 'sqrt', 'width'];
  return html`${scoreHistogram(attention, { seed, d }, 'sqrt')} ${scoreVarianceTable(context, scales)}
    ${scoreVarianceFigure(context, { scales, isMeasured: false, hasSlider: false })}`;
}

const [LOWEST_SCORE, HIGHEST_SCORE, SCORE_STEP] = [-8, 8, 0.1];

const SCORE = 's.0.0.1';

/**
 * Computes the weight of the second of two words for each score, with the core.
 * @param {CourseContext} context
 */
function computeWeightCurve({ attention }) {
  const count = Math.round((HIGHEST_SCORE - LOWEST_SCORE) / (2 * SCORE_STEP)) + 1;
  return Array.from({ length: count }, (_, i) => {
    const score = Math.round(10 * (LOWEST_SCORE + 2 * SCORE_STEP * i)) / 10;
    const { output } = attention.scaledDotProductAttention([[1]], [[0], [score]], [[0], [1]], {
      scale: 1,
    });
    return /** @type {const} */ ([score, output.data[0]]);
  });
}

/**
 * Returns the score and the weight of the second word, and the slope of the curve there.
 * @param {CourseContext} context
 */
function measureSlope({ computation, attention }) {
  const [score, weight] = ['scores', 'weights'].map((id) => computation.results[id].data[1]);
  const [slope] = attention.linear([[weight]], [[1 - weight]]).data;
  return { score, weight, slope };
}

/** Half the length of the tangent, in units of the score. */
const TANGENT_REACH = 1.5;

/**
 * Draws the weight against its score. The tangent appears once the task is done.
 * @param {CourseContext} context
 */
function slopeChart(context) {
  const { score, weight, slope } = measureSlope(context);
  return html`<figure class="slope">${drawChart(
    text.flat.chart(score, weight),
    {
      size: [390, 232],
      x: {
        ends: [34, 372],
        range: [LOWEST_SCORE, HIGHEST_SCORE],
        ticks: [LOWEST_SCORE, 0, HIGHEST_SCORE],
      },
      y: { ends: [196, 16], range: [0, 1], ticks: [0, 0.5, 1] },
    },
    (x, y, line) => svg`<text x="372" y="229" text-anchor="end">${text.flat.axes.score}</text>
      <text x="34" y="12">${text.flat.axes.weight}</text>
      <polyline points=${line(computeWeightCurve(context))}></polyline>
      ${
        context.isOpen
          ? svg`<polyline class="tangent" points=${line(
              [-TANGENT_REACH, TANGENT_REACH].map((by) => [score + by, weight + by * slope]),
            )}></polyline>`
          : ''
      }
      <circle cx=${x(score)} cy=${y(weight)} r="5" data-place="weights.0.0.1" data-value=${exact(weight)}></circle>`,
  )}</figure>`;
}

/** @param {CourseContext} context */
function flatFigure(context) {
  const { state, computation, dispatch } = context;
  const { score } = measureSlope(context);
  const label = text.flat.slider(computation.keyWords[1]);
  const slide = readField(({ value }) =>
    dispatch({ edits: withEdit(state.edits, SCORE, Number(value)) }, { by: 'page' }),
  );
  return html`${slopeChart(context)}
    <label class="note sliding">${label}
      <input class="along" type="range" min=${LOWEST_SCORE} max=${HIGHEST_SCORE} step=${SCORE_STEP} aria-valuetext=${exact(score)}
        .value=${exact(score)} @input=${slide}></label>`;
}

/** @param {CourseContext} context */
function slopeNow(context) {
  const { score, weight, slope } = measureSlope(context);
  return html`<p>${text.flat.now(score, weight, slope)}</p>`;
}

/**
 * @param {CourseContext} context
 * @param {number} d
 * @param {typeof MEASURED_SCALES[number]} scale
 */
function quoteLargestWeight({ attention, state: { seed } }, d, scale) {
  const measured = measureScoreVariance(attention, { seed, d });
  return symbols.quoted(getRow(measured, MEASURED_SCALES.indexOf(scale))[LARGEST_WEIGHT], 2);
}

export const projections = makeChapter('projections', json, {
  figures: {
    wordMap,
    three: threeFigure,
    threeChanges: changesFigure,
    root: rootFigure,
    rootDivided: dividedFigure,
    slope: flatFigure,
    slopeNow,
    spread: (context) => scoreVarianceFigure(context, { scales: ['none'], isMeasured: false }),
    spreadMeasured: ({ attention, state }) => scoreVarianceTable({ attention, state }, ['none']),
  },
  setters: ['threeChanges', 'slope'],
  words: {
    far: (context) => quoteLargestWeight(context, 8, 'none'),
    near: (context) => quoteLargestWeight(context, 64, 'width'),
  },
});
