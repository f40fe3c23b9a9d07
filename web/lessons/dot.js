/** Scaled dot-product attention with heads, step by step: words, tables and formula of each step. */

import { html } from 'lit';
import { counted, rounded } from '../model/number.js';
import { word } from '../parts/matrix.js';
import { attend } from './attend.js';
import * as formula from './formula.js';
import { pairs, rows, symbols, weight } from './tables.js';

const { X, Q, K, V, WQ, WK, WV, WO, S, S1, A, H, Y } = symbols;

/**
 * @typedef {import('./tables.js').Context} Context
 *
 * @typedef {object} Step
 * @property {string} name on its button
 * @property {string | ((state: import('../model/state.js').State) => string)} title
 * @property {(context: Context) => unknown} text at most three sentences
 * @property {(context: Context) => unknown} formula
 * @property {(context: Context) => (import('../parts/matrix.js').Matrix | string)[]} stage matrices, and the
 *   signs between them
 */

/** @param {Context} context */
export const embeddingsTable = (context) => rows(context, 'embeddings', 'embeddings', X);

/** @type {Record<string, Step>} */
export const dotSteps = {
  embeddings: {
    name: 'Embeddings',
    title: 'Every word becomes a row of numbers',
    text: ({ state }) => html`<p>A word enters as a list of ${counted(state.dModel, 'number')}, its
      embedding; one row a word, they make the matrix ${X}. The same word has the same row wherever
      it stands, with a capital or not, beside a comma or not. So ${X} knows nothing of the order of
      words.</p>`,
    formula: ({ state, words }) => formula.embeddings(words.length, state.dModel),
    stage: (context) => [embeddingsTable(context)],
  },

  q: {
    name: 'Queries',
    title: 'What each word asks with',
    text: ({ state, results }) => html`<p>Multiplied by the weight matrix ${WQ}, each row of ${X}
      becomes a query: the row that its word compares the others with. All words are multiplied at
      once. ${
        state.heads > 1
          ? html`Head ${state.head + 1} has its own ${WQ}, and its queries are
            ${counted(results.q.shape[2], 'number')} long.`
          : ''
      }</p>`,
    formula: () => formula.projection('Q', 'q'),
    stage: (context) => projected(context, 'wq', WQ, 'q', 'queries', Q),
  },

  k: {
    name: 'Keys',
    title: 'What each word is asked by',
    text: () => html`<p>Another matrix, ${WK}, makes a key of each row of the same ${X}: the row by
      which its word is found. A key is as long as a query, so that the two can be multiplied with
      each other.</p>`,
    formula: () => formula.projection('K', 'k'),
    stage: (context) => projected(context, 'wk', WK, 'k', 'keys', K),
  },

  v: {
    name: 'Values',
    title: 'What each word hands over',
    text: () => html`<p>A third matrix, ${WV}, makes the values: what a word gives to those that
      attend to it. Values take no part in deciding who attends to whom. They wait until the weights
      are known.</p>`,
    formula: () => formula.projection('V', 'v'),
    stage: (context) => projected(context, 'wv', WV, 'v', 'values', V),
  },

  scores: {
    name: 'Scores',
    title: 'Each query meets each key',
    text: ({
      words,
      chosen,
    }) => html`<p>Multiply a query and a key number by number and add up: this
      dot product is their score. It is large when the two point the same way and are long, and
      negative when they point opposite ways. The row of <b>${word(words[chosen])}</b> in ${S} holds
      its scores with every word.</p>`,
    formula: () => formula.scores,
    stage: (context) => {
      const { head } = context.state;
      return [
        rows(context, 'q', 'queries', Q, { role: 'q', head }),
        '·',
        {
          ...rows(context, 'k', 'keys', K, { role: 'k', head }),
          // Above it stands Kᵀ: what is a column there is a row here.
          note: html`its rows meet those of ${Q}`,
          chosen: undefined,
        },
        '→',
        pairs(context, 'scores', 'scores', S),
      ];
    },
  },

  scaledScores: {
    name: 'Scale',
    title: scaleTitle,
    text: ({ state, results, words }) => scaleText(state, results.q.shape[2], words.length),
    formula: ({ state, results, words }) =>
      scaleFormula(state.scale, results.q.shape[2], words.length),
    stage: (context) => [
      pairs(context, 'scores', 'scores', S),
      '→',
      pairs(context, 'scaledScores', 'scaled scores', S1),
    ],
  },

  ...attend('scaledScores', 'scaled scores', S1, '𝑆′'),

  heads: {
    name: 'Mix',
    title: 'The values are mixed',
    text: ({
      words,
      chosen,
    }) => html`<p>The weights of <b>${word(words[chosen])}</b> say how much of
      each value to take. Weight times value, added up over all words, is the new row of
      <b>${word(words[chosen])}</b>. A value with weight 0 leaves no trace in it.</p>`,
    formula: ({ state }) => formula.headOutput(state.head + 1),
    stage: (context) => {
      const { head } = context.state;
      return [
        pairs(context, 'weights', 'weights', A, 'weights'),
        '·',
        { ...rows(context, 'v', 'values', V, { role: 'v', head }), chosen: undefined },
        '→',
        rows(context, 'heads', `head ${head + 1}`, headSymbol(head), { head }),
      ];
    },
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
      const { state, words } = context;
      const { heads, head, dModel } = state;
      // Where there is room, all heads; else the one that is followed.
      const roomy = heads <= 2 || (dModel <= 4 && words.length <= 6);
      const shown = roomy ? Array.from({ length: heads }, (_, i) => i) : [head];
      return [
        ...shown.map((one) =>
          rows(context, 'heads', `head ${one + 1}`, headSymbol(one), { head: one }),
        ),
        '→',
        concatenatedTable(context),
      ];
    },
  },

  output: {
    name: 'Project',
    title: ({ heads }) =>
      heads === 1 ? 'One last matrix mixes the columns' : 'One last matrix mixes the heads',
    text: ({ state }) => html`<p>${
      state.heads === 1
        ? html`${WO} mixes the numbers of each row: each column of the output draws on all columns
            of ${H}.`
        : html`Until here no head knew of the others. ${WO} mixes their numbers: each column of the
            output draws on all heads.`
    } The output ${Y} has the shape of ${X}, one row a word, and is what attention hands on to the
      rest of the layer.</p>`,
    formula: () => formula.outputProjection,
    stage: (context) => [
      concatenatedTable(context),
      '·',
      weight(context, 'wo', 'weights', WO),
      '→',
      rows(context, 'output', 'output', Y),
    ],
  },
};

/**
 * @param {Context} context
 * @param {string} weights
 * @param {unknown} weightSymbol
 * @param {'q' | 'k' | 'v'} role
 * @param {string} name
 * @param {unknown} symbol
 */
function projected(context, weights, weightSymbol, role, name, symbol) {
  const { head } = context.state;
  return [
    embeddingsTable(context),
    '·',
    weight(context, weights, 'weights', weightSymbol, { role, head }),
    '→',
    rows(context, role, name, symbol, { role, head }),
  ];
}

/** @param {number} head */
const headSymbol = (head) => html`${H}<sub>${head + 1}</sub>`;

/** @param {Context} context */
function concatenatedTable(context) {
  const { heads, dModel } = context.state;
  const names = Array.from({ length: heads }, (_, i) => `head ${i + 1}`);
  return {
    ...rows(context, 'concatenated', 'side by side', H),
    bands: { size: dModel / heads, names },
  };
}

/** @param {import('../model/state.js').State} state */
function scaleTitle({ scale, dModel, heads }) {
  if (scale === 'none' || (scale === 'sqrt' && dModel === heads)) {
    return 'The scores stay as they are';
  }
  return typeof scale === 'number' ? 'Every score is multiplied' : 'The scores are scaled down';
}

/**
 * @param {import('../model/state.js').State} state
 * @param {number} length of a query
 * @param {number} words
 */
function scaleText({ scale, heads }, length, words) {
  if (scale === 'none') {
    return html`<p>Scaling is switched off, so the scores pass unchanged. Long queries then give large
      scores, and the softmax gives nearly all to one word.</p>`;
  }
  if (scale === 'words') {
    return html`<p>Here the scores are divided by the root of the number of words, ${words}. That is a
      common misreading: the length of the sentence has nothing to do with how large a dot product
      grows. The length of a query, ${length}, has.</p>`;
  }
  if (typeof scale === 'number') {
    return html`<p>Here every score is multiplied by ${rounded(scale)}. The usual choice is to divide
      by √<i>d</i>, with <i>d</i> = ${length}, the length of a query.</p>`;
  }
  if (length === 1) {
    return html`<p>Every score is divided by √<i>d</i>, where <i>d</i> is the length of a query. Here
      √1 = 1: with one-number queries nothing changes.${
        heads > 1 ? ' Choose fewer heads above, and queries become longer.' : ''
      }</p>`;
  }
  return html`<p>Every score is divided by √<i>d</i>; <i>d</i> = ${length} is the length of a query.
    Dot products of longer rows are larger, and with large scores the softmax to come gives nearly
    all to one word. Dividing keeps the scores in the same range whatever <i>d</i> is.</p>`;
}

/**
 * @param {import('../model/state.js').Scale} scale
 * @param {number} length
 * @param {number} words
 */
function scaleFormula(scale, length, words) {
  if (scale === 'sqrt') return formula.scaledByRoot('d', length);
  if (scale === 'words') return formula.scaledByRoot('n', words);
  return formula.scaledBy(rounded(scale === 'none' ? 1 : scale));
}
