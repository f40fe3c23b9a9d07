/** The describer: which noun an adjective describes, in queries, keys and values of two numbers. */

import { adjectives } from '../../../../src/js/learning/grammars/describer.js';
import { planeFigure } from '../../../figures/plane.js';
import { equationParts, selectedRow, selectedWord } from '../../../figures/tables.js';
import { dotSteps } from '../../../lessons/dot.js';
import * as formula from '../../../lessons/formula.js';
import { pointOf } from '../../../pages/figures.js';
import { describerSource } from '../../../sources/trained-describer.js';
import * as origin from '../../../text/en/trained.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/describer.js';
import { answerTable, mostProbable, mostProbableWord } from './answers.js';
import { layerSoftmaxFormula, layerSoftmaxTables } from './layers.js';

/**
 * @import { Vector } from '../../../figures/plane.js'
 * @import { StepContext } from '../../../figures/types.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { ModelKind } from '../types.js'
 */

// The describer's queries, keys and values as arrows and points.

/** Each word once, those first that the selected one attends to. @param {StepContext} context */
function rows(context) {
  const { keyWords, results } = context.computation;
  const first = selectedRow(context) * keyWords.length;
  const weights = keyWords.map((_, key) => results.weights.data[first + key]);
  const all = keyWords.map((name, row) => ({ name, row, weight: weights[row] }));
  return all
    .filter(({ name, row }) => keyWords.indexOf(name) === row)
    .toSorted((first, second) => second.weight - first.weight);
}

/** The query of the selected word among the keys. @param {StepContext} context */
function queryAndKeys(context) {
  const query = selectedWord(context);
  /** @type {Vector[]} */
  const vectors = [
    { name: query, at: pointOf(context, 'q', selectedRow(context)), role: 'q', isArrow: true },
    ...rows(context).map(({ name, row }) => ({
      name,
      at: pointOf(context, 'k', row),
      role: /** @type {const} */ ('k'),
      isArrow: true,
    })),
  ];
  return planeFigure(vectors, words.planeOfKeys(query));
}

/** The output of the selected word among the values of all nouns. @param {StepContext} context */
function nounsAndFound(context) {
  const { names, results } = context.computation;
  const row = selectedRow(context);
  const nouns = (names?.n ?? []).map((name, i, { length }) => ({
    name,
    at: pointOf(context, 'nouns', i),
    role: /** @type {const} */ ('v'),
    weight: results.probabilities.data[row * length + i],
  }));
  /** @type {Vector[]} */
  const vectors = [
    { name: words.foundPoint, at: pointOf(context, 'heads', row), role: 'plain' },
    ...nouns.toSorted((first, second) => second.weight - first.weight),
  ];
  return planeFigure(vectors, words.planeOfNouns(selectedWord(context)));
}

/** The output of the selected word among the values. @param {StepContext} context */
function valuesAndFound(context) {
  const query = selectedWord(context);
  /** @type {Vector[]} */
  const vectors = [
    { name: words.foundPoint, at: pointOf(context, 'heads', selectedRow(context)), role: 'plain' },
    ...rows(context).map(({ name, row, weight }) => ({
      name,
      at: pointOf(context, 'v', row),
      weight,
      role: /** @type {const} */ ('v'),
    })),
  ];
  return planeFigure(vectors, words.planeOfValues(query));
}

/** After so many steps weight decay has shrunk what no answer needs. */
const SHRUNK = 1000;

/** @type {Record<string, Step>} */
const steps = {
  q: {
    ...words.q,
    shows: ['k', 'v'],
    text: ({ state: { training } }) =>
      paragraph(words.learned, (training < 0 || training >= SHRUNK) && words.only),
    formula: () => [],
    figure: (context) => equationParts(context, 'q k v'),
    aside: queryAndKeys,
  },
  scores: dotSteps.scores,
  scaledScores: { ...dotSteps.scaledScores, text: () => paragraph(words.scaled) },
  weights: { ...dotSteps.weights, formula: layerSoftmaxFormula, figure: layerSoftmaxTables },
  heads: {
    ...words.heads,
    text: (context) => paragraph(words.found(selectedWord(context))),
    formula: () => formula.headOutput(1, 'A', false),
    figure: (context) => equationParts(context, 'weights · v → heads'),
    aside: valuesAndFound,
  },
  probabilities: {
    ...words.probabilities,
    shows: ['logits', 'nouns', 'logitMax', 'logitExponentials', 'logitSum'],
    text: () => paragraph(words.nearest),
    formula: () => formula.softmaxFormula('𝑙', 'p'),
    figure: (context) => [answerTable(context, 'probabilities')],
    aside: (context) => [mostProbable(context, words.mostProbable), nounsAndFound(context)],
  },
};

const ADJECTIVES = Object.values(adjectives).flat();

/** @type {ModelKind} */
export const describer = {
  words,
  source: describerSource,
  steps: () => steps,
  originOf: () => origin,
  answer(context) {
    const query = selectedWord(context);
    const { word, probability } = mostProbableWord(context);
    return ADJECTIVES.includes(query)
      ? words.answer(query, word, probability)
      : words.notAsked(query);
  },
  defaultQuery: (sentence) => sentence.findLastIndex((word) => ADJECTIVES.includes(word)),
};
