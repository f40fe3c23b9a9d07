/** Chapter 5: how a word knows its place, and what it may see. */

import { html } from 'lit';
import { pressable } from '../../figures/pressable.js';
import { maskedCells } from '../../session/mask.js';
import * as text from '../../text/en/course/order.js';
import { maskPainter } from '../../views/mask-painter.js';
import {
  asBefore,
  buttons,
  equation,
  rowOf,
  sentenceChoice,
  settingChoice,
  tableOf,
} from './figures.js';
import { choice, match, numbers, target } from './tasks.js';

/**
 * @typedef {import('./page.js').CourseContext} CourseContext
 * @typedef {import('../../session/state.js').State} State
 */

const ORDERS = ['the dog bites the man', 'the man bites the dog'];
const WRITTEN = 'They eat fried noodles';
const LONGER = `${WRITTEN} again`;

/** @param {CourseContext} context */
const orderChoice = (context) =>
  sentenceChoice(
    context,
    text.orders,
    ORDERS.map((one) => [one, one]),
  );

/** @param {CourseContext} context */
const positionChoice = (context) =>
  settingChoice(context, text.positions, [
    [text.none, { positions: 'none' }],
    [text.sinusoidal, { positions: 'sinusoidal' }],
  ]);

/** Cells of some rows. @param {readonly number[]} rows @param {number} columns */
const cellsOf = (rows, columns) =>
  rows.flatMap((row) => Array.from({ length: columns }, (_, column) => `${row}.${column}`));

/** Words of two whole numbers. */
const WORDS = {
  the: [1, 2],
  dog: [2, 0],
  bites: [-1, 1],
  man: [0, -1],
};

const LN = { 2: Math.fround(Math.log(2)), 5: Math.fround(Math.log(5)) };
/** Of three words, each from all three. */
const SCORES = [
  [0, LN[5], LN[2]],
  [0, LN[2], LN[5]],
  [LN[2], 0, LN[5]],
];

/** @param {CourseContext} context */
function appendFigure(context) {
  const { state, isOpen, comparison, apply } = context;
  const written = /** @type {const} */ ({ sentence: WRITTEN, mask: 'causal' });
  const before = asBefore({ ...state, ...written });
  const { changed, same } = comparison?.summary('weights') ?? { changed: 0, same: 0 };
  return html`${tableOf(context, 'weights')}
    ${
      isOpen
        ? buttons(text.append.choice, [
            {
              name: text.append.masked,
              isChosen: state.sentence === LONGER,
              press: () => apply({ ...written, sentence: LONGER, before }),
            },
            {
              name: text.append.unmasked,
              isChosen: state.mask === 'none',
              press: () => apply({ ...written, mask: 'none', before }),
            },
            {
              name: text.append.back,
              isChosen: false,
              press: () => apply({ ...written, before: '' }),
            },
          ])
        : ''
    }
    <div class="follows" role="status">${comparison ? text.append.changes(changed, same) : ''}</div>`;
}

const PADDED = 'they eat [pad] [pad]';
const VALID = 2;

/** What words give to padding, and cells that a word need not lose. @param {CourseContext} context */
function paddingNow(context) {
  const { state, computation } = context;
  const words = computation.queryWords;
  const cells = maskedCells(state, words.length, words.length);
  const [given] = [0, 1]
    .flatMap((row) => rowOf(context, 'weights', row).slice(VALID))
    .reduce(([sum], weight) => [sum + weight], [0]);
  return {
    given,
    tooMuch: cells.find(({ query, key }) => query < VALID && key < VALID),
    ofPadding: cells.some(({ query }) => query >= VALID),
  };
}

/** @param {CourseContext} context */
function paddingReply(context) {
  const { computation } = context;
  const { given, tooMuch, ofPadding } = paddingNow(context);
  if (tooMuch)
    return text.padding.tooMuch(
      computation.queryWords[tooMuch.query],
      computation.keyWords[tooMuch.key],
    );
  if (given === 0) return text.padding.right;
  return ofPadding ? text.padding.asQuery(given) : text.padding.open(given);
}

/** All later keys; and of the first word its own. */
const TRIANGLE = '0.1 0.2 0.3 1.2 1.3 2.3';
const EMPTY = `0.0 ${TRIANGLE}`;

/** @param {CourseContext} context */
function leakFigure(context) {
  const { computation, isOpen, given, answer } = context;
  const { queryWords, keyWords } = computation;
  if (!isOpen) {
    return pressable({
      ...{ rows: queryWords, columns: keyWords, label: text.leak.table },
      at: (row, column) => rowOf(context, 'weights', row)[column],
      labelOf: (row, column, weight) => text.leak.press(queryWords[row], keyWords[column], weight),
      picked: given ? Number(given.value) : undefined,
      onPick: (index) => answer(String(index)),
    });
  }
  return html`${equation(context, ['maskedScores', { sign: '→' }, 'weights'])}
    ${settingChoice(
      context,
      text.leak.fill,
      text.leak.fills.map(([fill, name]) => [name, { fill }]),
    )}
    ${settingChoice(context, text.leak.row, [
      [text.leak.causal, { masked: TRIANGLE }],
      [text.leak.empty, { masked: EMPTY }],
    ])}`;
}

/** @param {CourseContext} context @param {string} value */
function judgeLeak(context, value) {
  const { queryWords, keyWords } = context.computation;
  const columns = keyWords.length;
  const [row, column] = [Math.floor(Number(value) / columns), Number(value) % columns];
  const [query, key] = [queryWords[row] ?? '', keyWords[column] ?? ''];
  const isRight = column > row;
  if (isRight) return { isRight, reply: text.leak.right(query, key) };
  return { isRight, reply: column === row ? text.leak.self(query) : text.leak.earlier(query, key) };
}

/** @type {import('./page.js').Chapter} */
export const order = {
  id: 'order',
  ...text.chapter,
  pages: [
    {
      id: 'order-twins',
      title: text.twins.title,
      state: { sentence: ORDERS[0], heads: 1, query: 0, step: 'weights' },
      setup: () => text.twins.setup,
      figure: (context) => html`${tableOf(context, 'weights', {
        covered: context.isOpen ? [] : cellsOf([0, 3], 5),
      })}
      ${context.isOpen ? html`${orderChoice(context)} ${positionChoice(context)}` : ''}`,
      task: choice({
        question: text.twins.question,
        answers: [
          [text.twins.answers.neighbours, text.twins.neighbours],
          [text.twins.answers.itself, text.twins.itself],
          [text.twins.answers.same, text.twins.same],
          [text.twins.answers.trained, text.twins.trained],
        ],
        right: 2,
      }),
      after: () => text.twins.after,
    },
    {
      id: 'order-positions',
      title: text.places.title,
      state: {
        ...{ sentence: ORDERS[0], heads: 1, dModel: 2, positions: 'sinusoidal', query: 0 },
        step: 'embeddings',
        edits: Object.entries(WORDS)
          .flatMap(([word, row]) => row.map((number, i) => `x.${word}.${i}:${number}`))
          .join(';'),
      },
      setup: () => text.places.setup,
      figure: (context) => html`<div class="flow-row">${equation(
        context,
        ['wordEmbeddings', { sign: '+' }, 'positionEmbeddings', { sign: '=' }, 'embeddings'],
        context.isOpen ? {} : { positionEmbeddings: cellsOf([0], 2), embeddings: cellsOf([0], 2) },
      )}</div>
      ${context.isOpen ? html`${orderChoice(context)} ${tableOf(context, 'weights')}` : ''}`,
      task: numbers({
        question: text.places.question,
        labels: text.places.labels,
        help: () => text.places.help,
        expected: () => [1, WORDS.the[1] + 1],
        right: text.places.right,
        mistakes: [
          {
            of: () => [Math.cos(1), WORDS.the[1] + Math.cos(1)],
            reply: text.places.fromOne,
          },
          { of: () => [Number.NaN, 1], reply: text.places.alone },
          { of: () => [Number.NaN, WORDS.the[1]], reply: text.places.word },
          { of: () => [0, WORDS.the[1]], reply: text.places.swapped },
        ],
        wrong: text.places.wrong,
      }),
      after: () => text.places.after,
    },
    {
      id: 'order-causal',
      title: text.causal.title,
      state: {
        ...{ sentence: 'They eat noodles', heads: 1, dModel: 2, scale: 'none', query: 1 },
        ...{ mask: 'causal', step: 'weights' },
        edits: SCORES.flatMap((row, i) => row.map((score, j) => `s.0.${i}.${j}:${score}`)).join(
          ';',
        ),
      },
      setup: () => text.causal.setup,
      figure: (context) =>
        context.isOpen
          ? html`<div class="flow-row">${equation(context, ['scores', { sign: '→' }, 'maskedScores', { sign: '→' }, 'weights'])}</div>`
          : tableOf(context, 'scores'),
      task: numbers({
        question: text.causal.question,
        labels: ['eat to eat', 'eat to noodles'],
        help: () => text.causal.help,
        expected: (context) => rowOf(context, 'weights', 1).slice(1),
        right: text.causal.right,
        mistakes: [
          // The row that is masked too late is right in its last field.
          { of: () => [2 / 8, 0], reply: text.causal.late },
          { of: () => [2 / 8, 5 / 8], reply: text.causal.unmasked },
          { of: () => [1 / 2, 1 / 4], reply: text.causal.zero },
          { of: () => [1, 0], reply: text.causal.self },
          { of: () => [0, 0], reply: text.causal.self },
          { of: () => [2 / 7, 5 / 7], reply: text.causal.ahead },
        ],
        wrong: text.causal.wrong,
      }),
      after: () => text.causal.after,
    },
    {
      id: 'order-append',
      isExtra: true,
      title: text.append.title,
      state: { sentence: WRITTEN, heads: 1, seed: 2, mask: 'causal', query: 3, step: 'weights' },
      setup: () => text.append.setup,
      figure: appendFigure,
      task: match({
        question: text.append.question,
        items: text.append.items,
        options: text.append.options,
        right: () => [0, 2],
        mistake: (_, item, option) => text.append.mistakes[item][option] ?? text.append.open,
        done: text.append.done,
      }),
      after: () => text.append.after,
    },
    {
      id: 'order-padding',
      isExtra: true,
      title: text.padding.title,
      state: {
        sentence: PADDED,
        heads: 1,
        seed: 2,
        mask: 'custom',
        query: 0,
        step: 'maskedScores',
      },
      setup: () => text.padding.setup,
      figure: (context) =>
        html`<div class="matrices">${maskPainter(context)} ${tableOf(context, 'weights', { rows: [0, 1] })}</div>`,
      task: target({
        question: text.padding.question,
        isReached: (context) => {
          const { given, tooMuch } = paddingNow(context);
          return given === 0 && !tooMuch;
        },
        reply: paddingReply,
      }),
      after: () => text.padding.after,
    },
    {
      id: 'order-leak',
      title: text.leak.title,
      state: {
        ...{ sentence: WRITTEN, heads: 1, seed: 2, mask: 'custom', masked: TRIANGLE, fill: '0' },
        ...{ query: 0, step: 'weights' },
      },
      setup: () => text.leak.setup,
      figure: leakFigure,
      task: { kind: 'pick', question: text.leak.question, judge: judgeLeak },
      after: () => text.leak.after,
    },
  ],
};
