/** Additive (Bahdanau) attention, step by step. Keys and values are the embeddings, as an encoder's. */

import { html } from 'lit';
import { counted, rounded } from '../model/number.js';
import { HIDDEN } from '../sources/seeded.js';
import { attend } from './attend.js';
import { decoder } from './decoder.js';
import {
  asking,
  askingLetter,
  embeddingFormula,
  embeddingTables,
  mixing,
  mixingLetter,
  projected,
} from './dot.js';
import * as formula from './formula.js';
import { mechanisms } from './mechanisms.js';
import { symbols } from './symbols.js';
import { chosenWord, table } from './tables.js';
import { word } from './text.js';

const { X, Z, F, S, WQ, WK, Wq, Wk, w } = symbols;

/** @typedef {import('./tables.js').Context} Context */

/** @type {Record<string, import('./dot.js').Step>} */
export const additiveSteps = {
  embeddings: {
    name: 'Embeddings',
    title: 'Every word becomes a row of numbers',
    text: ({
      state,
      lesson,
    }) => html`<p>A word enters as a list of ${counted(state.dModel, 'number')}, its
      embedding. ${
        lesson.catalogue.queryEmbeddings
          ? html`The rows of ${Z} are the queries, those of ${X} the keys, and the values as well.`
          : html`One row a word, they make the matrix ${X}; here the same rows are queries, keys and
              values.`
      }${
        state.keyWidth > 0
          ? html` The rows of ${X} are ${state.keyWidth} numbers long, those of ${Z} ${state.dModel}:
              additive attention does not mind.`
          : ''
      }</p>`,
    formula: embeddingFormula,
    stage: embeddingTables,
  },

  projectedQueries: {
    name: 'Queries',
    title: 'The queries are projected',
    text: (context) => html`<p>Here each row of ${
      context.lesson.catalogue.queryEmbeddings ? Z : X
    } is a query as it is, and the matrix ${Wq} projects it to ${HIDDEN} numbers; this hidden width is
      free to choose. The keys have a matrix of their own, so queries and keys may differ in length, as
      rows may before a Transformer’s ${WQ} and ${WK}.</p>`,
    formula: (context) =>
      formula.projection('𝑄′', 'q', { below: 'q', from: askingLetter(context) }),
    stage: (context) => projected(context, asking(context), 'wq', 'projectedQueries'),
  },

  projectedKeys: {
    name: 'Keys',
    title: 'The keys are projected',
    text: ({
      lesson,
    }) => html`<p>A second matrix, ${Wk}, projects the keys, the rows of ${X}, to ${HIDDEN}
      numbers${
        lesson.results.wk.shape[0] === lesson.results.wq.shape[0]
          ? ''
          : html`; it has ${lesson.results.wk.shape[0]} rows where ${Wq} has
              ${lesson.results.wq.shape[0]}`
      }. Now both are equally long, and can be added.</p>`,
    formula: () => formula.projection('𝐾′', 'k', { below: 'k' }),
    stage: (context) => projected(context, 'embeddings', 'wk', 'projectedKeys'),
  },

  features: {
    name: 'Add, tanh',
    title: 'Query and key are added',
    text: (
      context,
    ) => html`<p>The projected query of <b>${word(chosenWord(context))}</b> is added to each
      projected key. The function tanh squeezes each sum to between −1 and 1. One row a key, these are
      the features ${F} of <b>${word(chosenWord(context))}</b>; every query has such a table.</p>`,
    formula: (context) => formula.features(chosenWord(context)),
    stage: (context) => [
      table(context, 'projectedQueries'),
      '+',
      table(context, 'projectedKeys'),
      '→',
      featuresTable(context),
    ],
  },

  scores: {
    name: 'Scores',
    title: 'The features are weighed up',
    text: (context) => html`<p>The vector ${w} weighs the ${HIDDEN} features and adds them up:
      one score a key. The table on the left gives the row of
      <b>${word(chosenWord(context))}</b> in ${S}. Each feature lies between −1 and 1, and by custom
      nothing is scaled here.</p>`,
    formula: (context) => formula.additiveScores(chosenWord(context)),
    stage: (context) => [
      featuresTable(context),
      '·',
      table(context, 'wv'),
      '→',
      table(context, 'scores'),
    ],
  },

  scaledScores: {
    name: 'Temperature',
    title: 'The scores are divided by a temperature',
    text: ({ state }) =>
      html`<p>Every score is divided by ${rounded(state.temperature)}. ${
        state.temperature < 1
          ? 'Below 1 that drives the scores apart, and the largest weight grows.'
          : 'Above 1 that brings the scores together, and the weights become more even.'
      }</p>`,
    formula: ({ state }) => formula.heated(rounded(state.temperature)),
    stage: (context) => [table(context, 'scores'), '→', table(context, 'scaledScores')],
  },

  ...attend(({ temperature }) => (temperature === 1 ? 'scores' : 'scaledScores')),

  output: {
    name: 'Mix',
    title: 'The rows are mixed',
    text: (
      context,
    ) => html`<p>The weights of <b>${word(chosenWord(context))}</b> say how much of each
      row of ${X} to take. Weight times row, added up over all words, is the output for
      <b>${word(chosenWord(context))}</b>. The same rows ${X}, before ${Wk}, serve as values.</p>`,
    formula: (context) => formula.weightedEmbeddings(mixingLetter(context)),
    stage: (context) => [
      table(context, mixing(context)),
      '·',
      table(context, 'embeddings', { follows: 'key' }),
      '→',
      table(context, 'output'),
    ],
  },

  mechanisms,
  decoder,
};

/** @param {Context} context */
function featuresTable(context) {
  return table(context, 'features', {
    name: 'features',
    note: html`of <b>${word(chosenWord(context))}</b>`,
  });
}
