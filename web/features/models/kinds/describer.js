/**
 * The describer: finds which noun an adjective describes, with queries, keys and values of two
 * numbers.
 */

import { html, nothing } from 'lit';
import { adjectives } from '../../../../src/js/learning/grammars/describer.js';
import { planeFigure } from '../../../figures/plane.js';
import { getSelectedRow, getSelectedWord, makeEquationParts } from '../../../figures/tables.js';
import { dotSteps } from '../../../lessons/dot.js';
import * as formula from '../../../lessons/formula.js';
import { readPoint } from '../../../pages/figures.js';
import { makeDescriberSource } from '../../../sources/trained-describer.js';
import * as origin from '../../../text/en/trained.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/describer.js';
import {
  findMostProbableWord,
  makeAnswerStep,
  makeAnswerTable,
  mostProbableWords,
} from './answers.js';
import { layerSoftmaxFormula, makeLayerSoftmaxTables } from './layers.js';

/**
 * @import { Vector } from '../../../figures/plane.js'
 * @import { StepContext } from '../../../sources/types.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { ModelKind } from '../types.js'
 */

// Draws the describer's queries, keys and values as arrows and points.

/**
 * Lists each word once, in order of the selected word's weights, the largest first.
 * @param {StepContext} context
 */
function listWordRows(context) {
  const { keyWords, results } = context.computation;
  const first = getSelectedRow(context) * keyWords.length;
  const weights = keyWords.map((_, key) => results.weights.data[first + key]);
  const all = keyWords.map((name, row) => ({ name, row, weight: weights[row] }));
  return all
    .filter(({ name, row }) => keyWords.indexOf(name) === row)
    .toSorted((first, second) => second.weight - first.weight);
}

/** Draws the query of the selected word among the keys. @param {StepContext} context */
function queryAndKeys(context) {
  const query = getSelectedWord(context);
  /** @type {Vector[]} */
  const vectors = [
    { name: query, at: readPoint(context, 'q', getSelectedRow(context)), role: 'q', isArrow: true },
    ...listWordRows(context).map(({ name, row }) => ({
      name,
      at: readPoint(context, 'k', row),
      role: /** @type {const} */ ('k'),
      isArrow: true,
    })),
  ];
  return planeFigure(vectors, words.planeOfKeys(query));
}

/**
 * Draws the output of the selected word among the values of all nouns.
 * @param {StepContext} context
 */
function nounsAndOutput(context) {
  const { names, results } = context.computation;
  const row = getSelectedRow(context);
  const nouns = (names?.n ?? []).map((name, i, { length }) => ({
    name,
    at: readPoint(context, 'nouns', i),
    role: /** @type {const} */ ('v'),
    weight: results.probabilities.data[row * length + i],
  }));
  /** @type {Vector[]} */
  const vectors = [
    outputPoint(context),
    ...nouns.toSorted((first, second) => second.weight - first.weight),
  ];
  return planeFigure(vectors, words.planeOfNouns(getSelectedWord(context)));
}

/** The output of the selected word. @param {StepContext} context @returns {Vector} */
const outputPoint = (context) => ({
  name: words.foundPoint,
  at: readPoint(context, 'heads', getSelectedRow(context)),
  role: 'plain',
});

/** Draws the output of the selected word among the values. @param {StepContext} context */
function valuesAndOutput(context) {
  /** @type {Vector[]} */
  const vectors = [
    outputPoint(context),
    ...listWordRows(context).map(({ name, row, weight }) => ({
      name,
      at: readPoint(context, 'v', row),
      weight,
      role: /** @type {const} */ ('v'),
    })),
  ];
  return planeFigure(vectors, words.planeOfValues(getSelectedWord(context)));
}

/**
 * Whether weight decay has shrunk the queries that no answer needs.
 * @param {Pick<Settings, 'training'>} settings
 */
const hasShrunk = ({ training }) => training < 0 || training >= 1000;

/** @type {Record<string, Step>} */
const steps = {
  q: {
    ...words.q,
    shows: ['k', 'v'],
    text: ({ state }) => paragraph(words.learned, hasShrunk(state) && words.only),
    figure: (context) => makeEquationParts(context, 'q k v'),
    aside: queryAndKeys,
  },
  scores: dotSteps.scores,
  scaledScores: { ...dotSteps.scaledScores, text: () => paragraph(words.scaled) },
  weights: { ...dotSteps.weights, formula: layerSoftmaxFormula, figure: makeLayerSoftmaxTables },
  heads: {
    ...words.heads,
    text: (context) => paragraph(words.found(getSelectedWord(context))),
    formula: () => formula.headOutputFormula(1, 'A', false),
    figure: (context) => makeEquationParts(context, 'weights · v → heads'),
    aside: valuesAndOutput,
  },
  probabilities: {
    ...makeAnswerStep(words, () => words.nearest, ['logits', 'nouns']),
    figure: (context) => [makeAnswerTable(context, 'probabilities')],
    aside: (context) => [mostProbableWords(context, words.mostProbable), nounsAndOutput(context)],
  },
};

const ADJECTIVES = Object.values(adjectives).flat();

/** @type {ModelKind} */
export const describer = {
  words,
  source: makeDescriberSource,
  steps: () => steps,
  originOf: () => origin,
  answer(context) {
    const query = getSelectedWord(context);
    const { word, probability } = findMostProbableWord(context);
    if (!ADJECTIVES.includes(query)) return words.notAsked(query);
    const isThere = context.computation.keyWords.includes(word);
    return html`${words.answer(query, word, probability)} ${isThere ? nothing : words.notThere(word)}
      ${hasShrunk(context.state) ? words.sharesEvenly : nothing}`;
  },
  defaultQuery: (sentence) => sentence.findLastIndex((word) => ADJECTIVES.includes(word)),
};
