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
const [IN_PLACE, GRAND] = [5, 6];
/** A shorter one. */
const SHORT = { ...TRANSLATOR, sentence: "elle n'est pas grande", query: 3 };

/** @param {Computation} computation @param {number} query */
function weightsOf({ run, keyWords }, query) {
  return keyWords.map((_, key) => numberAt(run, { id: 'weights', index: [query, key] }));
}

/**
 * Both sentences, and lines from the selected English word to the French ones.
 * @param {CourseContext} context
 * @param {Partial<import('../../figures/pairs.js').Pairs>} [more]
 * @param {number} [most] English words
 */
function alignment(context, more, most) {
  const { computation, selected, update } = context;
  const { keyWords } = computation;
  const queryWords = computation.queryWords.slice(0, most);
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

/** @param {string} french @param {string} english */
const said = (french, english) => ({
  keyWords: ['■', ...french.split(' '), '■'],
  queryWords: [...english.split(' '), '■'],
});
/** The sentences, for as long as no model has translated them. */
export const expected = {
  father: said("il n' est pas aussi grand que son père", 'he is not as tall as his father'),
  short: said("elle n' est pas grande", 'she is not tall'),
  house: said("la petite maison blanche n' est pas vieille", 'the small white house is not old'),
};
const waiting = html`<p class="note">${text.training}</p>`;

/** While the translator is still being trained, the question can be answered. @param {CourseContext} context */
const askedMeanwhile = (context) => html`${pressed(context, expected.father)} ${waiting}`;

/** Both sentences, and nothing to press. @param {Pick<Computation, 'keyWords' | 'queryWords'>} words */
const sentences = (words) =>
  pairs({ ...apart(words), keys: { words: words.keyWords, language: 'fr' } });

/** @param {keyof typeof expected} name */
const meanwhile = (name) => () => html`${sentences(expected[name])} ${waiting}`;

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
  ${
    context.isOpen
      ? html`${tableOf(context, 'weights', { rows: [context.selected] })} <p>${text.block.shorter} ${text.block.around}</p>`
      : ''
  }`;

/** The weight of "grand" where "tall" is written. @param {Computation} computation @returns {number | undefined} */
export function tallToGrand(computation) {
  const query = computation.queryWords.indexOf('tall');
  const key = computation.keyWords.indexOf('grand');
  return query < 0 || key < 0 ? undefined : weightsOf(computation, query)[key];
}

const ENOUGH = 0.8;

/**
 * An untrained translator does not stop: more words than it has read are not shown, so that nothing moves.
 * @param {CourseContext} context
 */
const learning = (context) => html`${alignment(context, {}, context.computation.keyWords.length)}
  <div class="watched">${context.training}</div>
  ${
    context.isOpen || context.given?.isRight
      ? buttons(
          text.learn.scoring,
          /** @type {const} */ (['additive', 'dot']).map((mechanism) => ({
            name: text.learn.ways[mechanism],
            isChosen: context.state.mechanism === mechanism,
            press: () => context.apply({ mechanism, training: 0 }),
          })),
        )
      : ''
  }`;

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
    { ...weights, hidesShape: true, selects: undefined, rowWords: queryWords.map(() => '?') },
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

/** What makes the sums 0, 12 and −11. */
const BY_HAND = [
  ...rowOf('x.tall', [1, 2]),
  ...rowOf('y.grand', [1, 1, 2]),
  ...matrix('aq', [
    [1, 4, -4],
    [2, 3, -1],
  ]),
  ...matrix('ak', [
    [-1, 0, 1],
    [0, 2, -2],
    [-2, 0, -2],
  ]),
  ...rowOf('av', [4, 3, 2]),
];

/** @param {string} name @param {number[]} row */
function rowOf(name, row) {
  return row.map((value, i) => `${name}.${i}:${value}`);
}

/** @param {string} name @param {number[][]} rows */
function matrix(name, rows) {
  return rows.flatMap((row, i) => rowOf(`${name}.${i}`, row));
}

/**
 * Of each French word the sums before tanh, the numbers after it, and the score.
 * @param {Computation} computation
 */
export function additiveParts({ results }) {
  const { projectedQueries, projectedKeys, features, wv, scores } = results;
  const weights = [...wv.data];
  return [...scores.data].map((score, key) => {
    const at = (/** @type {number} */ i) => key * weights.length + i;
    return {
      score,
      weights,
      sums: weights.map((_, i) => projectedQueries.data[i] + projectedKeys.data[at(i)]),
      features: weights.map((_, i) => features.data[at(i)]),
    };
  });
}

/**
 * What the fields of the task would hold.
 * @param {CourseContext} context
 * @param {(part: ReturnType<typeof additiveParts>[number]) => number[]} numbersOf the three of a word
 * @param {(numbers: number[], weights: number[]) => number} scoreOf
 */
function scored({ computation }, numbersOf, scoreOf) {
  const [part] = additiveParts(computation);
  const three = numbersOf(part);
  return [...three.slice(1), scoreOf(three, part.weights)];
}
const weighed = (/** @type {number[]} */ of, /** @type {number[]} */ weights) =>
  of.reduce((all, one, i) => all + one * weights[i], 0);

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
      state: SHORT,
      setup: () => text.roles.setup,
      meanwhile: meanwhile('short'),
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
      id: 'translation-block',
      isExtra: true,
      title: text.block.title,
      state: { ...TRANSLATOR, query: 2 },
      setup: () => text.block.setup,
      meanwhile: meanwhile('father'),
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
      id: 'translation-lengths',
      title: text.lengths.title,
      state: SHORT,
      setup: () => text.lengths.setup,
      meanwhile: meanwhile('short'),
      figure: ({ computation }) => sentences(computation),
      task: numbers({
        question: text.lengths.question,
        labels: text.lengths.labels,
        expected: ({ computation: { keyWords, queryWords } }) => [
          keyWords.length,
          queryWords.length,
        ],
        right: text.lengths.right,
        mistakes: [
          { of: () => [5, 5], reply: text.lengths.marks },
          { of: () => [5, 4], reply: text.lengths.marks },
          { of: () => [7, 7], reply: text.lengths.square },
          { of: () => [5, 7], reply: text.lengths.turned },
          // Without the marks.
          { of: () => [4, 5], reply: text.lengths.turned },
        ],
        wrong: text.lengths.wrong,
        tolerance: 0,
      }),
      after: () => text.lengths.after,
    },
    {
      id: 'translation-additive',
      isExtra: true,
      title: text.additive.title,
      state: {
        ...{ mechanism: 'additive', dModel: 2, keyWidth: 3, heads: 1, query: 0 },
        ...{ sentence: 'grand', target: 'tall', step: 'scores' },
        edits: BY_HAND.join(';'),
      },
      setup: () => text.additive.setup,
      figure: scoring,
      task: numbers({
        question: text.additive.question,
        labels: text.additive.labels,
        help: () => text.additive.help('tanh(5 − 5) = 0'),
        expected: ({ computation }) => {
          const [grand] = additiveParts(computation);
          return [...grand.features.slice(1), grand.score];
        },
        right: text.additive.right,
        mistakes: [
          {
            of: (context) => scored(context, ({ sums }) => sums, weighed),
            reply: text.additive.bare,
          },
          {
            of: (context) =>
              scored(
                context,
                ({ features }) => features,
                (three) => three.reduce((all, one) => all + one, 0),
              ),
            reply: text.additive.unweighed,
          },
          {
            of: (context) => scored(context, ({ features }) => features.map(Math.abs), weighed),
            reply: text.additive.sign,
          },
        ],
      }),
      after: () => text.additive.after,
    },
    {
      id: 'translation-learn',
      title: text.learn.title,
      state: { ...TRANSLATOR, training: 0 },
      setup: () => text.learn.setup,
      meanwhile: meanwhile('father'),
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
      meanwhile: meanwhile('house'),
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
