/** Chapter 8: to build it, to find what is wrong, to go on. */

import { html } from 'lit';
import { parseAnswers } from '../../session/guide.js';
import * as text from '../../text/en/course/own.js';
import { programView, reachedTable } from '../../views/course/end.js';
import { practiceLinks } from '../../views/course/practice-links.js';
import { wholePicture } from '../../views/whole-picture.js';
import { byHand } from './by-hand.js';
import { tableOf, tablesOf } from './figures.js';
import { choice, match, numbers } from './tasks.js';

/** @typedef {import('./page.js').CourseContext} CourseContext */

const LN3 = Math.fround(Math.log(3));

const FIRST = { rows: [0] };

const ROW = byHand(
  'tea time',
  {
    q: [
      [1, 0],
      [0, 1],
    ],
    k: [
      [0, 2],
      [LN3, 1],
    ],
    v: [
      [4, 0],
      [0, 2],
    ],
  },
  { step: 'heads', query: 0 },
);

const BUG = byHand(
  'tea or milk',
  {
    q: [
      [2, 1],
      [1, 0],
      [0, 2],
    ],
    k: [
      [1, 2],
      [2, 0],
      [0, 1],
    ],
    v: [
      [1, 0],
      [0, 1],
      [2, 2],
    ],
  },
  { scale: 'words', step: 'weights', query: 0 },
);

/** What is computed for the first word. */
const OF_FIRST = { q: FIRST, scores: FIRST, scaledScores: FIRST, weights: FIRST, heads: FIRST };

/** @param {CourseContext} context @param {string} id @param {number} [i] */
const cell = ({ computation }, id, i = 0) => computation.results[id].data[i];

/** The two numbers of the first row, with other weights. @param {(exponentials: number[]) => number[]} weigh */
const mixedBy = (weigh) => (/** @type {CourseContext} */ context) => {
  const scores = [cell(context, 'scaledScores'), cell(context, 'scaledScores', 1)];
  const [a, b] = weigh(scores);
  return [0, 1].map((j) => a * cell(context, 'v', j) + b * cell(context, 'v', 2 + j));
};

/** @param {number[]} parts */
const shares = (parts) => parts.map((one) => one / (parts[0] + parts[1]));

/** @type {import('./page.js').Chapter} */
export const own = {
  id: 'own',
  ...text.chapter,
  pages: [
    {
      id: 'own-picture',
      title: text.picture.title,
      state: { step: 'weights' },
      setup: () => text.picture.setup,
      figure: (context) => wholePicture(context),
      task: choice({
        question: text.picture.question,
        answers: [
          [text.picture.answers.all, text.picture.all],
          [text.picture.answers.weights, text.picture.weights],
          [text.picture.answers.values, text.picture.values],
        ],
        right: 2,
      }),
      after: () => text.picture.after,
    },
    {
      id: 'own-formula',
      isExtra: true,
      title: text.formula.title,
      state: { step: 'heads', sentence: 'They eat' },
      setup: () => text.formula.setup,
      figure: (context) => tablesOf(context, ['weights', 'v', 'heads']),
      task: match({
        ...text.formula,
        right: () => [2, 0, 3, 1],
        mistake: (_, item) => text.formula.mistakes[item],
      }),
      after: () => text.formula.after,
    },
    {
      id: 'own-row',
      title: text.row.title,
      state: ROW,
      setup: () => text.row.setup,
      figure: (context) =>
        tablesOf(
          context,
          context.isOpen ? ['q', 'k', 'scores', 'weights', 'v', 'heads'] : ['q', 'k', 'v'],
          OF_FIRST,
        ),
      task: numbers({
        question: text.row.question,
        labels: text.row.labels,
        expected: (context) => [cell(context, 'heads'), cell(context, 'heads', 1)],
        right: text.row.right,
        mistakes: [
          { of: mixedBy(() => [0.5, 0.5]), reply: text.row.even },
          {
            of: mixedBy((scores) => shares(scores.map(Math.exp).toReversed())),
            reply: text.row.swapped,
          },
          { of: mixedBy(shares), reply: text.row.linear },
          { of: mixedBy((scores) => scores.map(Math.exp)), reply: text.row.unshared },
        ],
      }),
      after: () => text.row.after,
    },
    {
      id: 'own-cost',
      isExtra: true,
      title: text.cost.title,
      state: { step: 'scores' },
      setup: () => text.cost.setup,
      figure: (context) => tablesOf(context, ['scores']),
      task: numbers({
        question: text.cost.question,
        labels: [text.cost.label],
        expected: () => [100],
        right: text.cost.right,
        mistakes: [
          { of: () => [10], reply: text.cost.ten },
          { of: () => [20], reply: text.cost.twenty },
        ],
        tolerance: 0,
      }),
      after: () => text.cost.after,
    },
    {
      id: 'own-sets',
      isExtra: true,
      title: text.sets.title,
      state: { sentence: 'Oslo Rome Lima Perth', step: 'embeddings', query: 0 },
      setup: () => text.sets.setup,
      figure: (context) => tableOf(context, 'embeddings'),
      task: choice({
        question: text.sets.question,
        answers: [
          [text.sets.answers.same, text.sets.same],
          [text.sets.answers.changes, text.sets.changes],
          [text.sets.answers.always, text.sets.always],
        ],
        right: 1,
      }),
      after: () => text.sets.after,
    },
    {
      id: 'own-bug',
      title: text.bug.title,
      state: BUG,
      setup: () => text.bug.setup,
      figure: (context) =>
        tablesOf(context, ['q', 'k', 'scores', 'scaledScores', 'weights'], OF_FIRST),
      task: choice({
        question: text.bug.question,
        answers: text.bug.lines.map((line, i) => [line, text.bug.replies[i]]),
        right: 1,
        isCode: true,
      }),
      after: () => text.bug.after,
    },
    {
      id: 'own-repair',
      isExtra: true,
      title: text.repair.title,
      state: BUG,
      setup: () => text.repair.setup,
      figure: (context) => tablesOf(context, ['scores', 'scaledScores'], OF_FIRST),
      task: numbers({
        question: text.repair.question,
        labels: [text.repair.label],
        // The page shows the wrong number: the right one is the score of the run, divided.
        expected: (context) => [cell(context, 'scores') / Math.SQRT2],
        right: text.repair.right,
        mistakes: [
          { of: (context) => [cell(context, 'scaledScores')], reply: text.repair.same },
          { of: (context) => [cell(context, 'scores') / 2], reply: text.repair.half },
          { of: (context) => [cell(context, 'scores')], reply: text.repair.none },
        ],
      }),
      after: () => text.repair.after,
    },
    {
      id: 'own-end',
      title: text.end.title,
      state: { step: 'heads' },
      origin: '',
      setup: () => text.end.setup,
      figure: (context) =>
        html`<div class="abreast">
            <div>${reachedTable(context.chapters, parseAnswers(context.state.answers))}</div>
            <div class="prose">${text.end.nextIs}<ul>${text.end.next.map((one) => html`<li>${one}</li>`)}</ul></div>
          </div>
          ${practiceLinks(context)} ${programView(context)}`,
    },
  ],
};
