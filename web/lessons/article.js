/** The steps of the article, whose numbers are printed for its sentence and three heads, and of the coffee cup. */

import { getSlot } from '../features.js';
import { makeEquationParts, makeTable } from '../figures/tables.js';
import { getLocalName } from '../graph/graph.js';
import { memoizeByOwner } from '../graph/memoize.js';
import { ARTICLE } from '../sources/articles.js';
import { findWrongRow, findWrongWeight } from '../sources/row-sums.js';
import * as words from '../text/en/steps.js';
import { headName } from '../text/en/tables.js';
import { paragraph } from '../text/inline.js';
import { makeSoftmaxTables, SOFTMAX_TENSORS } from './attend.js';
import { makeConcatenatedTable } from './dot.js';
import * as formula from './formula.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { StepContext } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { Step } from './types.js' */

/** @param {StepContext} context */
const scoreParts = (context) => makeEquationParts(context, 'query · key → scores');

/** @type {Record<string, Step>} */
export const articleSteps = {
  scores: {
    ...words.scores,
    text: () => paragraph(words.printedScores(ARTICLE.words[ARTICLE.query])),
    formula: () => formula.scores,
    figure: scoreParts,
  },

  scaledScores: {
    ...words.scaledScores,
    text: () => paragraph(words.rootOf64),
    formula: () => formula.divisionFormula(ARTICLE.divisor),
    figure: (context) => makeEquationParts(context, 'scores → scaledScores'),
  },

  weights: {
    shows: SOFTMAX_TENSORS,
    ...words.weights,
    text: ({ computation }) => {
      const [third, fourth] = [2, 3].map((key) =>
        formula.quoteCell(computation, `weights.0.${key}`, 4),
      );
      return paragraph(words.printedWeights(third, fourth));
    },
    formula: () => formula.softmaxFormula('s′'),
    figure: (context) => makeSoftmaxTables(context, 'scaledScores'),
  },

  concatenated: {
    shows: ['heads'],
    ...words.concatenated,
    text: () => paragraph(words.threeHeads),
    formula: () => formula.concatenationFormula(ARTICLE.heads.length),
    figure: (context) => [
      ...ARTICLE.heads.map((_, head) =>
        makeTable(context, 'heads', { name: headName(head + 1), head }),
      ),
      '→',
      makeConcatenatedTable(context),
    ],
  },
};

/** @type {Record<string, Step>} */
export const coffeeSteps = {
  scores: {
    ...words.coffeeScores,
    text: () => paragraph(words.cues),
    formula: () => formula.scores,
    figure: scoreParts,
  },

  weights: {
    shows: SOFTMAX_TENSORS,
    ...words.coffeeWeights,
    text: () => paragraph(words.story),
    formula: () => formula.softmaxFormula('s'),
    figure: (context) => makeSoftmaxTables(context, 'scores'),
  },
};

// The steps of the reader's own attention weights, which are shown without a computation.

/**
 * @param {readonly string[]} ids such as `layer1/weights`
 * @param {Pick<State, 'modelLayer'>} state
 * @returns {Record<string, Step>}
 */
export function makeOwnWeightsSteps(ids, { modelLayer }) {
  const tables = ids.filter((id) => getLocalName(id) === 'weights');
  const overview = tables[modelLayer];
  // Text is rendered at each change, and the weights of a file are millions of numbers.
  const findFault = memoizeByOwner((/** @type {Tensor} */ weights) => {
    const weight = findWrongWeight([weights]);
    const row = findWrongRow([weights]);
    return weight
      ? words.rowContains(weight.row + 1, weight.value)
      : row && words.rowAddsUp(row.row + 1, row.sum);
  });
  /** @returns {Step} */
  const makeStep = (/** @type {string} */ id, /** @type {number} */ i) => ({
    ...(tables.length > 1 ? words.layer(i + 1) : words.givenWeights),
    text: ({ computation: { results } }) => paragraph(words.asGiven, findFault(results[id])),
    figure: (context) => [makeTable(context, id)],
  });
  const { allHeads, headLines } = getSlot('maps')?.steps ?? {};
  return {
    allHeads: {
      ...words.ownHeads,
      text: () => paragraph(words.pressHead),
      overview,
      ...allHeads,
    },
    headLines: {
      ...words.ownLines,
      text: () => paragraph(words.eachLine),
      overview,
      ...headLines,
    },
    ...Object.fromEntries(tables.map((id, i) => [id, makeStep(id, i)])),
  };
}
