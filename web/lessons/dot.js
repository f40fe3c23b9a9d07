/** Scaled dot-product attention with heads, step by step: words, tables and formula of each step. */

import { html } from 'lit';
import { counted } from '../model/number.js';
import { isCrossing, maskOf } from '../model/state.js';
import { attend } from './attend.js';
import { decoder } from './decoder.js';
import * as formula from './formula.js';
import { mechanisms } from './mechanisms.js';
import { scaledScores } from './scale.js';
import { spreadStage, spreadStep } from './spread.js';
import { symbols } from './symbols.js';
import { chosenWord, table } from './tables.js';
import { word } from './text.js';

const { X, Z, Q, WQ, WK, WV, WO, S, H, Y } = symbols;

/**
 * @typedef {import('./tables.js').Context} Context
 *
 * @typedef {object} Step
 * @property {string} name on its button
 * @property {string | ((state: import('../model/state.js').State) => string)} title
 * @property {(context: Context) => unknown} text at most three sentences
 * @property {(context: Context) => unknown} formula
 * @property {(context: Context) => (import('./tables.js').Matrix | string)[]} stage matrices, and the
 *   signs between them
 * @property {(picture: import('../parts/picture.js').Picture) => unknown} [beside] what a step shows
 *   besides matrices
 */

/**
 * The embeddings of those that ask.
 * @param {Context} context
 */
export const asking = ({ lesson }) =>
  lesson.catalogue.queryEmbeddings ? 'queryEmbeddings' : 'embeddings';

/** @type {Record<string, Step>} */
export const dotSteps = {
  embeddings: {
    name: 'Embeddings',
    title: 'Every word becomes a row of numbers',
    text: ({ state }) => html`<p>A word enters as a list of ${counted(state.dModel, 'number')}, its
      embedding; one row a word, they make ${
        isCrossing(state)
          ? html`two matrices: ${Z} for the queries, ${X} for keys and values`
          : html`the matrix ${X}`
      }. The same word has the same row wherever it stands, with or without a capital or a comma:
      unlike in a Transformer, no encoding of position is added to it.</p>`,
    formula: embeddingFormula,
    stage: embeddingTables,
  },

  q: {
    name: 'Queries',
    title: 'What each word asks with',
    text: ({ state, lesson }) =>
      html`<p>Multiplied by the weight matrix ${WQ}, each row of ${
        isCrossing(state) ? Z : X
      } becomes a query: the row that is compared with the keys. ${
        state.heads > 1
          ? html`Head ${state.head + 1} has its own ${WQ}, and its queries are
            ${counted(lesson.results.q.shape[2], 'number')} long.`
          : ''
      }</p>`,
    formula: (context) => formula.projection('Q', 'q', { from: askingLetter(context) }),
    stage: (context) => projected(context, asking(context), 'wq', 'q'),
  },

  k: {
    name: 'Keys',
    title: 'What each word is found by',
    text: ({ state }) =>
      state.keys === 'queries'
        ? html`<p>Here ${WQ} makes the keys as well: the key of a word is its query. ${
            isCrossing(state)
              ? html`Still ${S} is not symmetric: its rows and columns are different words.`
              : html`So ${S} is symmetric: the scores are the same in both directions.`
          }</p>`
        : html`<p>Another matrix, ${WK}, makes a key of each row of ${X}. A key is as long as a query, so
            that the two have a dot product.</p>`,
    formula: ({ state }) =>
      formula.projection('K', 'k', { below: state.keys === 'queries' ? 'Q' : 'K' }),
    stage: (context) =>
      projected(context, 'embeddings', context.state.keys === 'queries' ? 'wq' : 'wk', 'k'),
  },

  v: {
    name: 'Values',
    title: 'What each word hands over',
    text: () => html`<p>A third matrix, ${WV}, makes the values: what a word gives to those that
      attend to it. Values take no part in deciding who attends to whom.</p>`,
    formula: () => formula.projection('V', 'v'),
    stage: (context) => projected(context, 'embeddings', 'wv', 'v'),
  },

  scores: {
    name: 'Scores',
    title: 'Each query meets each key',
    text: (context) => html`<p>Multiply a query and a key number by number and add up: this
      dot product is their score. It is large when the two point the same way and are long, and
      negative when they point opposite ways. The row of <b>${word(chosenWord(context))}</b> in ${S}
      holds its scores with every word that is asked.</p>`,
    formula: () => formula.scores,
    stage: (context) => [
      table(context, 'q'),
      '·',
      // Above it stands Kᵀ: what is a column there is a row here.
      table(context, 'k', { note: html`its rows meet those of ${Q}` }),
      '→',
      table(context, 'scores'),
    ],
  },

  scaledScores,

  spread: { ...spreadStep, stage: () => [], beside: spreadStage },

  ...attend(() => 'scaledScores'),

  heads: {
    name: 'Mix',
    title: 'The values are mixed',
    text: (context) => html`<p>The weights of <b>${word(chosenWord(context))}</b> say how much of
      each value to take. Weight times value, added up over all words, is the new row of
      <b>${word(chosenWord(context))}</b>. A value with weight 0 leaves no trace in it.</p>`,
    formula: (context) =>
      formula.headOutput(context.state.head + 1, mixingLetter(context), isPlain(context.state)),
    stage: (context) => [
      table(context, mixing(context)),
      '·',
      table(context, 'v'),
      '→',
      table(context, 'heads', { name: `head ${context.state.head + 1}` }),
    ],
  },

  concatenated: {
    name: 'Concatenate',
    title: ({ heads }) =>
      heads === 1 ? 'One head has no neighbour' : 'The heads stand side by side',
    text: ({ state }) =>
      state.heads === 1
        ? html`<p>With one head there is nothing to put side by side: ${H} is the head’s own table.
            Choose more heads above to see the columns shared out.</p>`
        : html`<p>Each head has made a row for every word, with weights of its own. The rows are put
            side by side, head 1 first; nothing is added or averaged. The result is as wide as
            ${X}.</p>`,
    formula: ({ state }) => formula.concatenation(state.heads),
    stage: (context) => {
      const { heads, head, dModel } = context.state;
      // Where there is room, all heads; else the one that is followed.
      const roomy = heads <= 2 || (dModel <= 4 && context.lesson.queryWords.length <= 6);
      const shown = roomy ? Array.from({ length: heads }, (_, i) => i) : [head];
      return [
        ...shown.map((one) => table(context, 'heads', { name: `head ${one + 1}`, head: one })),
        heads > shown.length ? '… →' : '→',
        concatenatedTable(context),
      ];
    },
  },

  output: {
    name: 'Project',
    title: ({ heads }) =>
      heads === 1 ? 'One last matrix mixes the columns' : 'One last matrix mixes the heads',
    text: ({ state }) =>
      html`<p>${
        state.heads === 1
          ? html`${WO} mixes the numbers of each row: each column of the output draws on all columns
            of ${H}.`
          : html`Until here no head knew of the others. ${WO} mixes their numbers: each column of the
            output draws on all heads.`
      } The output ${Y} has one row for each word that asks, as long as a row of ${X}.</p>`,
    formula: () => formula.outputProjection,
    stage: (context) => [
      concatenatedTable(context),
      '·',
      table(context, 'wo'),
      '→',
      table(context, 'output'),
    ],
  },

  headContributions: {
    name: 'Sum of heads',
    title: 'The same output, head by head',
    text: ({ state, lesson }) => html`<p>Each head meets only rows of its own in ${WO}: head
      ${state.head + 1} ${rowsOf(lesson, state)}. What
      ${state.heads === 1 ? 'the one head contributes' : `the ${state.heads} heads contribute`}, added
      up, is the output ${Y} once more. ${agreement(lesson)}</p>`,
    formula: ({ state }) => formula.contributions(state.heads),
    stage: (context) => {
      const { heads, head, dModel } = context.state;
      const shown = heads <= 2 && dModel <= 8 ? Array.from({ length: heads }, (_, i) => i) : [head];
      return [
        ...shown.flatMap((one, i) => [
          ...(i > 0 ? ['+'] : []),
          table(context, 'headContributions', { name: `from head ${one + 1}`, head: one }),
        ]),
        heads > shown.length ? '+ … →' : '→',
        table(context, 'contributionSum', { name: 'their sum' }),
        differing(context.lesson) === 0 ? '=' : '≈',
        table(context, 'output'),
      ];
    },
  },

  mechanisms,
  decoder,
};

/**
 * One table of embeddings, or one for each side.
 * @param {Context} context
 */
export function embeddingTables(context) {
  return [
    ...(context.lesson.catalogue.queryEmbeddings ? [table(context, 'queryEmbeddings')] : []),
    table(context, 'embeddings'),
  ];
}

/** @param {Context} context */
export function embeddingFormula({ lesson: { results } }) {
  const asked = formula.embeddings('X', results.embeddings.shape);
  return results.queryEmbeddings
    ? html`${formula.embeddings('Z', results.queryEmbeddings.shape)} ${asked}`
    : asked;
}

/**
 * The embeddings of those that ask, as a letter.
 * @param {Context} context
 */
export const askingLetter = (context) => context.lesson.catalogue[asking(context)].letter;

/**
 * The weights that values are mixed by.
 * @param {Context} context
 */
export const mixing = ({ state }) => (state.dropout > 0 ? 'dropped' : 'weights');

/**
 * Is nothing done but what softmax(QKᵀ/√d)V says?
 * @param {import('../model/state.js').State} state
 */
const isPlain = (state) =>
  `${state.scale} ${state.temperature} ${state.dropout} ${maskOf(state)}` === 'sqrt 1 0 none' &&
  // Scores that are set follow no formula.
  !/(^|;)s/.test(state.edits);

/** @param {Context} context */
export const mixingLetter = (context) => context.lesson.catalogue[mixing(context)].letter;

/**
 * @param {Context} context
 * @param {string} from
 * @param {string} weights
 * @param {string} to
 */
export function projected(context, from, weights, to) {
  return [table(context, from), '·', table(context, weights), '→', table(context, to)];
}

/**
 * @param {import('../model/lesson.js').Lesson} lesson
 * @param {import('../model/state.js').State} state
 */
function rowsOf({ results }, { head }) {
  const length = results.heads.shape[2];
  return length === 1 ? `row ${head + 1}` : `rows ${head * length + 1} to ${(head + 1) * length}`;
}

/**
 * Sums in another order may round otherwise.
 * @param {import('../model/lesson.js').Lesson} lesson
 */
function agreement(lesson) {
  const count = differing(lesson);
  return count === 0
    ? 'Here the two agree in every digit.'
    : `They agree in all but the last digits: ${counted(count, 'number')} of
        ${lesson.results.output.data.length} round otherwise, because a number is held in 32 bits and the
        terms are added in another order.`;
}

/** @param {import('../model/lesson.js').Lesson} lesson */
function differing({ results: { output, contributionSum } }) {
  return output.data.filter((value, i) => value !== contributionSum.data[i]).length;
}

/** @param {Context} context */
function concatenatedTable(context) {
  const { heads, dModel } = context.state;
  const names = Array.from({ length: heads }, (_, i) => `head ${i + 1}`);
  return { ...table(context, 'concatenated'), bands: { size: dModel / heads, names } };
}
