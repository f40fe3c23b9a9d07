/** Chapter 4: where queries, keys and values come from, and why scores are divided. */

import { html } from 'lit';
import { slopeChart } from '../../figures/slope.js';
import { withEdit } from '../../session/edited.js';
import { LARGEST, measureScoreVariance, VARIANCE } from '../../sources/score-variance.js';
import * as text from '../../text/en/course/projections.js';
import { exact } from '../../text/number.js';
import { scoreVarianceFigure } from '../score-variance.js';
import * as symbols from '../symbols.js';
import { largestDividedBy } from './divided.js';
import { asBefore, buttons, equation, settingChoice } from './figures.js';
import { choice, match, numbers } from './tasks.js';

/**
 * @typedef {import('./page.js').CourseContext} CourseContext
 * @typedef {import('../../session/state.js').State} State
 */

/** Embeddings of two numbers. */
const WORDS = { the: [1, 0], tired: [2, 1], animal: [1, 3] };
const IDENTITY = [
  [1, 0],
  [0, 1],
];
/** Not the matrix of the page before, where the numbers of Q can be read. */
const ROW = [
  [1, 2],
  [3, 2],
];
/** Scores of two words that are not those of each for itself. */
const DOUBLED = [
  [2, 0],
  [0, 1],
];
const MIXED = [
  [1, 3],
  [2, 0],
];
const KEYS = [
  [1, 0],
  [1, -1],
];
/** Keys by which, with those queries, tired looks for animal, and animal not for tired. */
const ONE_WAY = [
  [1, -1],
  [1, 0],
];
const VALUES = [
  [2, 0],
  [1, 1],
];

/** @param {string} name @param {readonly (readonly number[])[]} rows */
const matrix = (name, rows) =>
  rows.flatMap((row, i) => row.map((number, j) => `${name}.${i}.${j}:${number}`));

/**
 * One head on the same three words, all numbers by hand.
 * @param {{ q: number[][], k?: number[][] }} projections
 * @returns {Partial<State>}
 */
const byHand = ({ q, k = KEYS }) => ({
  ...{ sentence: 'the tired animal', dModel: 2, heads: 1, query: 1, scale: 'none' },
  edits: [
    ...Object.entries(WORDS).flatMap(([word, row]) => row.map((one, i) => `x.${word}.${i}:${one}`)),
    ...matrix('q', q),
    ...matrix('k', k),
    ...matrix('v', VALUES),
    ...matrix('o', IDENTITY),
  ].join(';'),
});

const THREE = byHand({ q: MIXED });

/** What follows from X, with the symbols that name it. */
const FLOW = /** @type {const} */ ([
  ['embeddings', symbols.X],
  ['q', symbols.Q],
  ['k', symbols.K],
  ['v', symbols.V],
  ['scores', symbols.S],
  ['weights', symbols.A],
  ['output', symbols.Y],
]);

/** How the tables stand: matrices, what they make of X, and what follows. */
const ROWS = [
  ['wq', 'q', 'scores'],
  ['wk', 'k', 'weights'],
  ['wv', 'v', 'output'],
];

/** @param {CourseContext} context */
function threeFigure(context) {
  const { isOpen, comparison } = context;
  return html`<div class="flow">
      <div class="x">${equation(context, ['embeddings'])}</div>
      ${ROWS.map(
        ([matrix, made, after]) => html`${equation(context, [matrix])} ${equation(context, [made])}
          <div>${isOpen ? equation(context, [after]) : ''}</div>`,
      )}
    </div>
    ${isOpen ? addButtons(context) : ''}
    <div class="follows" role="status">${
      comparison &&
      text.three.changes(
        ...both(
          FLOW,
          ([id]) => comparison.summary(id).changed > 0,
          ([, symbol]) => symbol,
        ),
      )
    }</div>`;
}

/**
 * The items that pass a test and the others, each as it is named.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => boolean} passes
 * @param {(item: T) => unknown} name
 * @returns {[unknown[], unknown[]]}
 */
const both = (items, passes, name) => [
  items.filter(passes).map(name),
  items.filter((item) => !passes(item)).map(name),
];

/** @param {CourseContext} context */
function addButtons({ state, apply }) {
  const edits = String(THREE.edits);
  const before = asBefore({ ...state, edits });
  const added = (/** @type {string} */ cell, /** @type {number} */ number) =>
    withEdit(edits, cell, number + 1);
  return buttons(text.three.add, [
    ...[
      { name: symbols.WQ, edited: added('q.0.0', MIXED[0][0]) },
      { name: symbols.WK, edited: added('k.0.0', KEYS[0][0]) },
      { name: symbols.WV, edited: added('v.0.0', VALUES[0][0]) },
    ].map(({ name, edited }) => ({
      name,
      isChosen: state.edits === edited,
      press: () => apply({ edits: edited, before }),
    })),
    { name: text.three.back, isChosen: false, press: () => apply({ edits, before: '' }) },
  ]);
}

/** @param {CourseContext} context @param {string} id @param {number} row */
const vectorOf = ({ computation }, id, row) => {
  const { shape, data } = computation.results[id];
  const [width] = shape.slice(-1);
  return Array.from(data.slice(row * width, (row + 1) * width));
};

/** A column of a matrix. @param {CourseContext} context @param {string} id @param {number} column */
const columnOf = (context, id, column) => [0, 1].map((row) => vectorOf(context, id, row)[column]);

/** @param {number[]} one @param {number[]} other */
const dot = (one, other) => one.reduce((sum, number, i) => sum + number * other[i], 0);

/**
 * The scores of two words for each other, were the queries the keys.
 * @param {CourseContext} context @param {number} one @param {number} other
 */
function scoresOf(context, one, other) {
  const score = dot(vectorOf(context, 'q', one), vectorOf(context, 'q', other));
  return [score, score];
}

/** The two numbers of Q that are asked for: row, column. */
const ASKED = [
  [1, 0],
  [2, 1],
];

/** What each asked number is, by some way of computing it. @param {(row: number, column: number) => number} compute */
const asked = (compute) => ASKED.map(([row, column]) => compute(row, column));

/** @param {CourseContext} context */
function rootFigure(context) {
  const { attention, state, isOpen } = context;
  const undivided = { scales: ['none'], isMeasured: false };
  const { seed, spread: d } = state;
  if (!isOpen) {
    const variance = measureScoreVariance(attention, { seed, d }).data[VARIANCE];
    return html`${scoreVarianceFigure(context, undivided)}
      <p class="follows" role="status">${text.root.measured(d, variance)}</p><p>${text.root.score}</p>`;
  }
  return html`${scoreVarianceFigure(context, { scales: ['none', 'sqrt'] })}
    <p class="follows" role="status">${text.root.divided(
      d,
      largestDividedBy(attention, { seed, d }, d),
    )}</p>`;
}

/** Scores of 64 numbers that are divided by √64 twice. @param {CourseContext} context */
const eighthLargest = ({ attention, state: { seed } }) =>
  /** @type {const} */ ([
    measureScoreVariance(attention, { seed, d: 16 }).data[LARGEST],
    largestDividedBy(attention, { seed, d: 64 }, 64),
  ]);

const [LEAST, MOST, STEP] = [-8, 8, 0.1];
const SCORE = 's.0.0.1';

/** The weight of the second of two words, by the core. @param {CourseContext} context */
function curveOf({ attention }) {
  const count = Math.round((MOST - LEAST) / (2 * STEP)) + 1;
  return Array.from({ length: count }, (_, i) => {
    const score = Math.round(10 * (LEAST + 2 * STEP * i)) / 10;
    const { output } = attention.scaledDotProductAttention([[1]], [[0], [score]], [[0], [1]], {
      scale: 1,
    });
    return /** @type {const} */ ([score, output.data[0]]);
  });
}

/** @param {CourseContext} context */
function flatFigure(context) {
  const { state, computation, attention, isOpen, apply } = context;
  const [score, weight] = ['scores', 'weights'].map((id) => computation.results[id].data[1]);
  const [slope] = attention.linear([[weight]], [[1 - weight]]).data;
  const label = text.flat.slider(computation.keyWords[1]);
  return html`${slopeChart(
    curveOf(context),
    { score, weight, place: 'weights.0.0.1', ...(isOpen && { slope }) },
    { ...text.flat.axes, text: text.flat.chart(score, weight) },
  )}
    <label class="note sliding">${label}
      <input class="along" type="range" min=${LEAST} max=${MOST} step=${STEP} aria-valuetext=${exact(score)}
        .value=${exact(score)} @input=${(/** @type {InputEvent} */ event) =>
          apply({
            edits: withEdit(
              state.edits,
              SCORE,
              Number(/** @type {HTMLInputElement} */ (event.target).value),
            ),
          })}></label>
    ${isOpen ? html`<p>${text.flat.now(score, weight, slope)}</p>` : ''}`;
}

/** What rows of weights look like with a variance of 1, 16 and 1/64: one of `eighth.options` for each item. */
const RIGHT = [1, 0, 2];

/** @type {import('./page.js').Chapter} */
export const projections = {
  id: 'projections',
  ...text.chapter,
  pages: [
    {
      id: 'projections-three',
      title: text.three.title,
      state: { ...THREE, step: 'q' },
      setup: () => text.three.setup,
      figure: threeFigure,
      task: choice({
        question: text.three.question,
        answers: [
          [text.three.answers.alone, text.three.alone],
          [text.three.answers.three, text.three.three],
          [text.three.answers.forward, text.three.forward],
        ],
        right: 2,
      }),
      after: () => text.three.after,
    },
    {
      id: 'projections-row',
      isExtra: true,
      title: text.row.title,
      state: { ...byHand({ q: ROW }), step: 'q' },
      setup: () => text.row.setup,
      figure: (context) =>
        equation(
          context,
          ['embeddings', { sign: '·' }, 'wq', { sign: '→' }, 'q'],
          context.isOpen ? {} : { q: ['1.0', '1.1', '2.0', '2.1'] },
        ),
      task: numbers({
        question: text.row.question,
        labels: text.row.labels,
        help: () => text.row.help,
        expected: (context) => asked((row, column) => vectorOf(context, 'q', row)[column]),
        right: text.row.right,
        mistakes: [
          {
            of: (context) => asked((row, column) => vectorOf(context, 'q', row)[1 - column]),
            reply: text.row.column,
          },
          {
            of: (context) =>
              asked((row, column) =>
                dot(vectorOf(context, 'embeddings', row), vectorOf(context, 'wq', column)),
              ),
            reply: text.row.rows,
          },
          {
            of: (context) =>
              asked(
                (row, column) =>
                  vectorOf(context, 'embeddings', row)[column] *
                  vectorOf(context, 'wq', column)[column],
              ),
            reply: text.row.elementwise,
          },
          {
            of: (context) =>
              asked(
                (row, column) =>
                  vectorOf(context, 'embeddings', row)[1 - column] *
                  columnOf(context, 'wq', column)[1 - column],
              ),
            reply: text.row.elementwise,
          },
        ],
        wrong: text.row.wrong,
      }),
      after: () => text.row.after,
    },
    {
      id: 'projections-why',
      title: text.why.title,
      state: {
        ...byHand({ q: DOUBLED, k: ONE_WAY }),
        ...{ keys: 'queries', step: 'scores' },
      },
      setup: () => text.why.setup,
      figure: (context) => html`${equation(
        context,
        ['q', 'k', { sign: '→' }, 'scores'],
        context.isOpen ? {} : { scores: ['0.1', '0.2', '1.0', '1.2', '2.0', '2.1'] },
      )}
      ${
        context.isOpen
          ? settingChoice(context, text.why.choice, [
              [text.why.shared, { keys: 'queries' }],
              [text.why.separate, { keys: 'own' }],
            ])
          : ''
      }`,
      task: numbers({
        question: text.why.question,
        labels: text.why.labels,
        help: () => text.why.help,
        expected: (context) => scoresOf(context, 1, 2),
        right: text.why.right,
        mistakes: [
          { of: (context) => [scoresOf(context, 1, 2)[0], 0], reply: text.why.zero },
          {
            of: (context) => scoresOf(context, 1, 2).map((score) => -score),
            reply: text.why.negative,
          },
          {
            of: (context) => [scoresOf(context, 1, 1)[0], scoresOf(context, 2, 2)[0]],
            reply: text.why.own,
          },
          ...[0, 1].map((column) => ({
            of: (/** @type {CourseContext} */ context) => {
              const [tired, animal] = [1, 2].map((row) => vectorOf(context, 'q', row)[column]);
              return [tired * animal, animal * tired];
            },
            reply: text.why.elementwise,
          })),
        ],
        wrong: text.why.wrong,
      }),
      after: () => text.why.after,
    },
    {
      id: 'projections-root',
      title: text.root.title,
      state: { step: 'spread', spread: 4 },
      setup: () => text.root.setup,
      figure: rootFigure,
      task: numbers({
        question: text.root.question,
        labels: text.root.labels,
        help: () => text.root.help,
        expected: () => [1 / 2, 1 / 32],
        right: text.root.right,
        mistakes: [
          { of: () => [1 / 4, 1 / 1024], reply: text.root.byVariance },
          { of: () => [2, 32], reply: text.root.times },
          { of: () => [4, 1024], reply: text.root.times },
        ],
        wrong: text.root.wrong,
        tolerance: 0.0005,
      }),
      after: () => text.root.after,
    },
    {
      id: 'projections-flat',
      isExtra: true,
      title: text.flat.title,
      state: {
        ...{ sentence: 'tired animal', dModel: 2, heads: 1, query: 0, scale: 'none' },
        ...{ step: 'weights', edits: `s.0.0.0:0;${SCORE}:0` },
      },
      setup: () => text.flat.setup,
      figure: flatFigure,
      task: numbers({
        question: text.flat.question,
        labels: text.flat.labels,
        help: () => text.flat.help,
        expected: () => [0.25, 0.0099],
        right: text.flat.right,
        mistakes: [
          { of: () => [0.5, 0.99], reply: text.flat.weight },
          { of: () => [0.25, 0.9801], reply: text.flat.square },
          { of: () => [0.5, 0.01], reply: text.flat.rest },
        ],
        wrong: text.flat.wrong,
        tolerance: 0.00005,
      }),
      after: () => text.flat.after,
    },
    {
      id: 'projections-eighth',
      isExtra: true,
      title: text.eighth.title,
      state: { step: 'spread', spread: 16 },
      setup: () => text.eighth.setup,
      figure: (context) =>
        scoreVarianceFigure(context, { scales: ['none'], isMeasured: context.isOpen }),
      task: match({
        question: text.eighth.question,
        items: text.eighth.items,
        options: text.eighth.options,
        right: () => RIGHT,
        mistake: (_, item, option) => text.eighth.mistakes[item][option] ?? text.eighth.open,
        done: text.eighth.done,
      }),
      after: (context) => text.eighth.after(...eighthLargest(context)),
    },
  ],
};
