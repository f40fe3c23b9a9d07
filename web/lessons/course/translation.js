/** Chapter 7: translation, where attention began. */

import { html } from 'lit';
import { pairs } from '../../figures/pairs.js';
import { numberAt } from '../../graph/trace.js';
import * as text from '../../text/en/course/translation.js';
import { numberTable } from '../../views/number-table.js';
import { table } from '../tables.js';
import { buttons, tableOf } from './figures.js';
import { choice, match, numbers, pick, target } from './tasks.js';

/**
 * @typedef {import('./page.js').CourseContext} CourseContext
 * @typedef {import('../../session/computation.js').Computation} Computation
 */

const FATHER = "il n'est pas aussi grand que son père";
/** @type {Partial<import('./page.js').State>} */
const TRANSLATOR = {
  ...{ source: 'translator', mechanism: 'additive', seed: 0 },
  ...{ sentence: FATHER, query: 4, step: 'alignment' },
};
const FRENCH = ['■', 'il', 'n’', 'est', 'pas', 'aussi', 'grand', 'que', 'son', 'père', '■'];
const [IN_PLACE, GRAND] = [5, 6];

/** @param {Computation} computation @param {number} query */
function weightsOf({ run, keyWords }, query) {
  return keyWords.map((_, key) => numberAt(run, { id: 'weights', index: [query, key] }));
}

/**
 * Both sentences, and lines from the selected English word to the French ones.
 * @param {CourseContext} context
 * @param {Partial<import('../../figures/pairs.js').Pairs>} [more]
 */
function alignment(context, more) {
  const { computation, selected, update } = context;
  const { keyWords, queryWords } = computation;
  const weights = weightsOf(computation, selected);
  return pairs({
    keys: { words: keyWords, language: 'fr' },
    queries: {
      words: queryWords,
      language: 'en',
      onPress: (query) => update({ query }),
      labelOf: (query) => text.look(queryWords[query]),
    },
    from: selected,
    weights,
    cellOf: (key) => `weights.${selected}.${key}`,
    label: text.lines(queryWords[selected], keyWords, weights),
    ...more,
  });
}

/** Both sentences, without what joins them. @param {Pick<Computation, 'keyWords' | 'queryWords'>} words */
const apart = ({ keyWords, queryWords }) => ({
  ...{ from: -1, weights: [], cellOf: () => '' },
  queries: { words: queryWords, language: 'en' },
  label: text.sentences(keyWords, queryWords),
});

/**
 * French words to be pressed, before there are lines.
 * @param {CourseContext} context
 * @param {Pick<Computation, 'keyWords' | 'queryWords'>} words
 */
const pressed = ({ given, answer }, { keyWords, queryWords }) =>
  html`${pairs({
    ...apart({ keyWords, queryWords }),
    keys: {
      ...{ words: keyWords, language: 'fr' },
      onPress: (key) => answer(String(key)),
      labelOf: (key) => text.press(keyWords[key]),
      picked: given ? Number(given.value) : undefined,
    },
  })}
    <p class="note">${text.ends}</p>`;

/** A French word is to be pressed, until the task is done. @param {CourseContext} context */
const askedOfFrench = (context) =>
  context.isOpen
    ? html`${alignment(context)} ${tableOf(context, 'weights')}`
    : pressed(context, context.computation);

/** The translation, for as long as no model has written it. */
const ENGLISH = ['he', 'is', 'not', 'as', 'tall', 'as', 'his', 'father', '■'];
const waiting = html`<p class="note">${text.training}</p>`;

/** While the translator is still being trained, the question can be answered. @param {CourseContext} context */
const askedMeanwhile = (context) =>
  html`${pressed(context, { keyWords: FRENCH, queryWords: ENGLISH })} ${waiting}`;

const meanwhile = () => waiting;

/** "not" and "pas". */
const LINK = '2.4';

/** @param {CourseContext} context */
const blocking = (context) => html`${alignment(context)}
  ${
    context.isOpen
      ? buttons(
          text.block.link,
          ['', LINK].map((masked, i) => ({
            name: i ? text.block.no : text.block.yes,
            isChosen: context.state.masked === masked,
            press: () => context.apply({ masked }),
          })),
        )
      : ''
  }
  ${tableOf(context, 'weights', { rows: [context.selected] })}`;

/** The weight of "grand" where "tall" is written. @param {Computation} computation @returns {number | undefined} */
export function tallToGrand(computation) {
  const query = computation.queryWords.indexOf('tall');
  const key = computation.keyWords.indexOf('grand');
  return query < 0 || key < 0 ? undefined : weightsOf(computation, query)[key];
}

const ENOUGH = 0.8;

/** @param {CourseContext} context */
const learning = (context) => html`${alignment(context)}
  ${buttons(
    text.learn.scoring,
    /** @type {const} */ (['additive', 'dot']).map((mechanism) => ({
      name: text.learn.ways[mechanism],
      isChosen: context.state.mechanism === mechanism,
      press: () => context.apply({ mechanism, training: 0 }),
    })),
  )}
  ${context.training}`;

const HOUSE = "la petite maison blanche n'est pas vieille";
/** The row that is covered, and what stands in the place of its French word. */
const [WHITE, HOUSES_PLACE] = [2, 3];

/** @param {CourseContext} context */
function covered(context) {
  const { computation, isOpen, given, answer } = context;
  const { keyWords, queryWords } = computation;
  if (isOpen) return html`${alignment(context)} ${tableOf(context, 'weights')}`;
  const weights = table(context, 'weights');
  const columns = keyWords.map((_, i) => i);
  return html`${numberTable(
    { ...weights, selects: undefined, rowWords: queryWords.map(() => '?') },
    context,
    { rows: [WHITE], columns },
  )}
  ${alignment(context, {
    ...apart(computation),
    queries: {
      words: queryWords,
      language: 'en',
      onPress: (query) => answer(String(query)),
      labelOf: (query) => text.press(queryWords[query]),
      picked: given ? Number(given.value) : undefined,
    },
  })}`;
}

// A score by hand

/**
 * Of the numbers in each row of queries and keys, those that make the sums 0, 12 and −11 for "grand".
 * The decoder's rows have two numbers, the encoder's three.
 */
const BY_HAND = [
  ...[
    'x.tall.0:1',
    'x.tall.1:2',
    'y.grand.0:1',
    'y.grand.1:1',
    'y.grand.2:2',
    'y.père.0:3',
    'y.père.1:0',
    'y.père.2:1',
  ],
  ...matrix('aq', [
    [1, 4, -4],
    [2, 3, -1],
  ]),
  ...matrix('ak', [
    [-1, 0, 1],
    [0, 2, -2],
    [-2, 0, -2],
  ]),
  ...['av.0:4', 'av.1:3', 'av.2:2'],
];

/** @param {string} name @param {number[][]} rows */
function matrix(name, rows) {
  return rows.flatMap((row, i) => row.map((value, j) => `${name}.${i}.${j}:${value}`));
}

/** Of "grand" the sums before tanh, and the numbers after it. @param {Computation} computation */
export function additiveParts({
  results: { projectedQueries, projectedKeys, features, wv, scores },
}) {
  const width = wv.data.length;
  return {
    sums: [...wv.data].map((_, i) => projectedQueries.data[i] + projectedKeys.data[i]),
    features: [...features.data.subarray(0, width)],
    weights: [...wv.data],
    score: scores.data[0],
  };
}

/** @param {CourseContext} context */
const scoring = (context) => {
  const step = (/** @type {string} */ sign, /** @type {unknown} */ shown) =>
    html`<div class="term">${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}${shown}</div>`;
  return html`<div class="matrices">
    ${step('', tableOf(context, 'projectedQueries'))}
    ${step('+', tableOf(context, 'projectedKeys'))}
    ${step('', tableOf(context, 'wv'))}
    ${context.isOpen ? [step('→', tableOf(context, 'features')), step('→', tableOf(context, 'scores'))] : ''}
  </div>`;
};

/** @type {import('./page.js').Chapter} */
export const translation = {
  id: 'translation',
  ...text.chapter,
  pages: [
    {
      id: 'translation-align',
      title: text.align.title,
      state: TRANSLATOR,
      setup: () => text.align.setup,
      meanwhile: askedMeanwhile,
      figure: askedOfFrench,
      task: pick({
        question: text.align.question,
        right: () => GRAND,
        reply: ({ computation }, index) => {
          if (index === GRAND) return text.align.right;
          const word = computation.keyWords[index] ?? '';
          return index === IN_PLACE ? text.align.place(word) : text.align.wrong(word);
        },
      }),
      after: () => text.align.after,
    },
    {
      id: 'translation-roles',
      title: text.roles.title,
      state: TRANSLATOR,
      setup: () => text.roles.setup,
      meanwhile,
      figure: (context) => alignment(context),
      task: match({
        question: text.roles.question,
        items: text.roles.items,
        options: text.roles.options,
        right: () => [0, 1, 2, 3],
        mistake: (_, item) => text.roles.mistake(item),
        done: text.roles.done,
      }),
      after: () => text.roles.after,
    },
    {
      id: 'translation-lengths',
      title: text.lengths.title,
      state: TRANSLATOR,
      setup: () => text.lengths.setup,
      meanwhile,
      figure: (context) => alignment(context),
      task: numbers({
        question: text.lengths.question,
        labels: text.lengths.labels,
        expected: () => [7, 8, 56, 8],
        right: text.lengths.right,
        mistakes: [
          { of: () => [8, 7, 56, 7], reply: text.lengths.turned },
          { of: () => [7, 7, 49, 7], reply: text.lengths.square },
          { of: () => [8, 8, 64, 8], reply: text.lengths.square },
          { of: () => [NaN, NaN, NaN, 1], reply: text.lengths.one },
        ],
        tolerance: 0.4,
      }),
      after: () => text.lengths.after,
    },
    {
      id: 'translation-block',
      title: text.block.title,
      state: { ...TRANSLATOR, query: 2 },
      setup: () => text.block.setup,
      meanwhile,
      figure: blocking,
      task: choice({
        question: text.block.question,
        answers: [
          [text.block.answers.same, text.block.same],
          [text.block.answers.lost, text.block.lost],
          [text.block.answers.broken, text.block.broken],
        ],
        right: 1,
      }),
      after: () => text.block.after,
    },
    {
      id: 'translation-additive',
      title: text.additive.title,
      state: {
        ...{ mechanism: 'additive', dModel: 2, keyWidth: 3, heads: 1, query: 0 },
        ...{ sentence: 'grand père', target: 'tall', step: 'scores' },
        edits: BY_HAND.join(';'),
      },
      setup: () => text.additive.setup,
      figure: scoring,
      task: numbers({
        question: text.additive.question,
        labels: text.additive.labels,
        expected: ({ computation }) => {
          const { features, score } = additiveParts(computation);
          return [...features, score];
        },
        right: text.additive.right,
        mistakes: [
          {
            of: ({ computation }) => {
              const { sums, weights } = additiveParts(computation);
              return [...sums, sums.reduce((all, sum, i) => all + sum * weights[i], 0)];
            },
            reply: text.additive.bare,
          },
          {
            of: ({ computation }) => {
              const { features } = additiveParts(computation);
              return [...features, features.reduce((all, one) => all + one, 0)];
            },
            reply: text.additive.unweighed,
          },
          { of: () => [0, 1, 1, 5], reply: text.additive.sign },
        ],
      }),
      after: () => text.additive.after,
    },
    {
      id: 'translation-learn',
      title: text.learn.title,
      state: { ...TRANSLATOR, training: 0 },
      setup: () => text.learn.setup,
      meanwhile,
      figure: learning,
      task: target({
        question: text.learn.question,
        isReached: ({ computation }) => (tallToGrand(computation) ?? 0) >= ENOUGH,
        reply: ({ computation }) => {
          const weight = tallToGrand(computation);
          if (weight === undefined) return text.learn.noTall;
          return weight >= ENOUGH ? text.learn.reached(weight) : text.learn.below(weight);
        },
      }),
      after: () => text.learn.after,
    },
    {
      id: 'translation-read',
      title: text.read.title,
      state: { ...TRANSLATOR, sentence: HOUSE, query: WHITE },
      setup: () => text.read.setup,
      meanwhile: () => '',
      figure: covered,
      task: pick({
        question: text.read.question,
        right: () => WHITE,
        reply: ({ computation }, index) => {
          if (index === WHITE) return text.read.right;
          const word = computation.queryWords[index] ?? '';
          return index === HOUSES_PLACE ? text.read.place(word) : text.read.wrong(word);
        },
      }),
      after: () => text.read.after,
    },
  ],
};
