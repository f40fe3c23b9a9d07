/** Additive (Bahdanau) attention, step by step. Keys and values are the embeddings, as an encoder's. */

import { html } from 'lit';
import { HIDDEN } from '../model/lesson.js';
import { counted } from '../model/number.js';
import { word } from '../parts/matrix.js';
import { pick, pickColumn } from '../parts/view.js';
import { attend } from './attend.js';
import { dotSteps, embeddingsTable } from './dot.js';
import * as formula from './formula.js';
import { pairs, rows, symbols, weight } from './tables.js';

const { X, Q, K, F, S, A, Y, wv } = symbols;
const Wq = html`<i>W</i><sub>q</sub>`;
const Wk = html`<i>W</i><sub>k</sub>`;

/** @typedef {import('./tables.js').Context} Context */

/** @type {Record<string, import('./dot.js').Step>} */
export const additiveSteps = {
  embeddings: {
    ...dotSteps.embeddings,
    text: ({ state }) => html`<p>A word enters as a list of ${counted(state.dModel, 'number')}, its
      embedding. One row a word, they make the matrix ${X}. Here the same rows serve three times: they ask, they
      are asked, and they are mixed in the end.</p>`,
  },

  projectedQueries: {
    name: 'Queries',
    title: 'The asking side is projected',
    text: () => html`<p>The matrix ${Wq} turns each row into a query of ${HIDDEN} numbers. This hidden
      width is free to choose. That is why additive attention also works when queries and keys come in
      different lengths.</p>`,
    formula: () => formula.projection('Q', 'q', 'q'),
    stage: (context) => [
      embeddingsTable(context),
      '·',
      weight(context, 'wq', 'weights', Wq, { role: 'q' }),
      '→',
      rows(context, 'projectedQueries', 'projected queries', Q, { role: 'q' }),
    ],
  },

  projectedKeys: {
    name: 'Keys',
    title: 'The asked side is projected',
    text: () => html`<p>A second matrix, ${Wk}, turns the same rows into keys of ${HIDDEN} numbers. Now
      a query and a key are equally long, and can be added.</p>`,
    formula: () => formula.projection('K', 'k', 'k'),
    stage: (context) => [
      embeddingsTable(context),
      '·',
      weight(context, 'wk', 'weights', Wk, { role: 'k' }),
      '→',
      rows(context, 'projectedKeys', 'projected keys', K, { role: 'k' }),
    ],
  },

  features: {
    name: 'Add, tanh',
    title: 'Query and key are added',
    text: ({
      words,
      chosen,
    }) => html`<p>The query of <b>${word(words[chosen])}</b> is added to the key
      of every word. The function tanh squeezes each sum to between −1 and 1. One row for each word
      asked, these are the features ${F} of <b>${word(words[chosen])}</b>; every word has such a
      table.</p>`,
    formula: ({ words, chosen }) => formula.features(words[chosen]),
    stage: (context) => [
      rows(context, 'projectedQueries', 'projected queries', Q, { role: 'q' }),
      '+',
      {
        ...rows(context, 'projectedKeys', 'projected keys', K, { role: 'k' }),
        chosen: undefined,
      },
      '→',
      featuresTable(context),
    ],
  },

  scores: {
    name: 'Scores',
    title: 'The features are weighed up',
    text: ({
      words,
      chosen,
    }) => html`<p>The vector ${wv} weighs the ${HIDDEN} features and adds them up:
      one score for each word asked. The table on the left gives the row of
      <b>${word(words[chosen])}</b> in ${S}. Nothing is scaled here, because tanh has already kept
      the numbers small.</p>`,
    formula: ({ words, chosen }) => formula.additiveScores(words[chosen]),
    stage: (context) => [
      featuresTable(context),
      '·',
      {
        ...weight(context, 'wv', 'weights', wv),
        view: pickColumn(context.results.wv),
      },
      '→',
      pairs(context, 'scores', 'scores', html`${S} · row of <b>${word(asking(context))}</b>`),
    ],
  },

  ...attend('scores', 'scores', S, '𝑆'),

  output: {
    name: 'Mix',
    title: 'The rows are mixed',
    text: ({
      words,
      chosen,
    }) => html`<p>The weights of <b>${word(words[chosen])}</b> say how much of each
      row of ${X} to take. Weight times row, added up over all words, is the output for
      <b>${word(words[chosen])}</b>. The same rows ${X}, before ${Wk}, serve as values.</p>`,
    formula: () => formula.weightedEmbeddings,
    stage: (context) => [
      pairs(context, 'weights', 'weights', A, 'weights'),
      '·',
      { ...embeddingsTable(context), chosen: undefined },
      '→',
      rows(context, 'output', 'output', Y),
    ],
  },
};

/** @param {Context} context */
const asking = ({ words, chosen }) => words[chosen];

/** @param {Context} context */
function featuresTable(context) {
  const { words, results, chosen } = context;
  const symbol = html`${F} of <b>${word(words[chosen])}</b>`;
  return {
    ...rows(context, 'features', 'features', symbol),
    view: pick(results.features, chosen),
    query: chosen,
    chosen: undefined,
  };
}
