/** The steps of additive (Bahdanau) attention. Keys and values are the embeddings, like the states of an encoder. */

import { getSelectedWord, makeEquationParts } from '../figures/tables.js';
import { findAppliedWeights } from '../graph/builders/softmax.js';
import { HIDDEN } from '../sources/seeded.js';
import * as shared from '../text/en/steps.js';
import * as words from '../text/en/steps-additive.js';
import * as scaling from '../text/en/steps-attend.js';
import { positions } from '../text/en/steps-dot.js';
import { paragraph, X, Z } from '../text/inline.js';
import { rounded } from '../text/number.js';
import { attendSteps, temperatureText } from './attend.js';
import { embeddingStep, nameQueryRows } from './dot.js';
import * as formula from './formula.js';
import { decoder, mechanisms } from './mechanisms.js';

/** @import { Computation, StepContext } from '../sources/types.js' */
/** @import { Step } from './types.js' */

/** @param {Computation} computation */
const choosePositions = ({ nodes }) => nodes.wordEmbeddings && positions;

/** @type {Record<string, Step>} */
export const additiveSteps = {
  embeddings: {
    ...embeddingStep,
    text: ({ state: { dModel, keyWidth }, computation }) =>
      computation.nodes.queryEmbeddings
        ? paragraph(
            words.ownRows,
            keyWidth > 0 && words.widths(keyWidth, dModel),
            choosePositions(computation),
          )
        : paragraph(shared.embeddingMatrix(dModel), words.sameRows, choosePositions(computation)),
  },

  projectedQueries: {
    ...words.projectedQueries,
    shows: ['wq'],
    text: ({ computation }) =>
      paragraph(words.queryProjection(computation.nodes.queryEmbeddings ? Z : X, HIDDEN)),
    formula: (context) => formula.writeFormulas(context, ['projectedQueries']),
    figure: (context) =>
      makeEquationParts(context, `${nameQueryRows(context)} · wq → projectedQueries`),
  },

  projectedKeys: {
    ...words.projectedKeys,
    shows: ['wk'],
    text: ({ computation }) => {
      const [keys, queries] = ['wk', 'wq'].map((name) => computation.results[name].shape[0]);
      return paragraph(
        keys === queries
          ? words.keyProjection(HIDDEN)
          : words.longerKeyProjection(HIDDEN, keys, queries),
        words.addable,
      );
    },
    formula: (context) => formula.writeFormulas(context, ['projectedKeys']),
    figure: (context) => makeEquationParts(context, 'embeddings · wk → projectedKeys'),
  },

  features: {
    ...words.features,
    text: (context) => paragraph(words.added(getSelectedWord(context))),
    formula: (context) => formula.featuresFormula(getSelectedWord(context)),
    figure: (context) =>
      makeEquationParts(
        context,
        'projectedQueries + projectedKeys → features',
        makeFeaturesNote(context),
      ),
  },

  scores: {
    ...words.scores,
    shows: ['wv'],
    text: (context) => paragraph(words.weighed(getSelectedWord(context), HIDDEN)),
    formula: (context) => formula.additiveScoresFormula(getSelectedWord(context)),
    figure: (context) =>
      makeEquationParts(context, 'features · wv → scores', makeFeaturesNote(context)),
  },

  scaledScores: {
    ...scaling.temperature,
    text: ({ state }) => temperatureText(state, scaling.divided),
    formula: ({ state }) => formula.withTemperature(rounded(state.temperature)),
    figure: (context) => makeEquationParts(context, 'scores → scaledScores'),
  },

  ...attendSteps(({ temperature }) => (temperature === 1 ? 'scores' : 'scaledScores')),

  output: {
    ...words.output,
    text: (context) =>
      paragraph(words.weightedSum(getSelectedWord(context)), scaling.usesAllDigits),
    formula: (context) => formula.writeFormulas(context, ['output']),
    figure: (context) =>
      makeEquationParts(context, `${findAppliedWeights(context.state)} · embeddings → output`, {
        embeddings: { selects: 'key' },
      }),
  },

  mechanisms,
  decoder,
};

/** @param {StepContext} context */
export const makeFeaturesNote = (context) => ({
  features: { note: words.featuresOf(getSelectedWord(context)) },
});
