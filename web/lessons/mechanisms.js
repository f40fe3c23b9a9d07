/** The step that compares the two mechanisms on the same words. */

import { html, nothing } from 'lit';
import { numberedRadios } from '../figures/controls.js';
import { getSelectedWord, makeEquationParts, makeTable } from '../figures/tables.js';
import { isDecoderSelf } from '../state/derived.js';
import * as words from '../text/en/steps.js';
import { additiveName, crossName, dotName, dotOfHead, selfName } from '../text/en/tables.js';
import { paragraph } from '../text/inline.js';
import * as formula from './formula.js';

/** @import { Matrix } from '../figures/types.js' */
/** @import { ViewContext } from './context.js' */
/** @import { Step } from './types.js' */
/** @import { StepContext } from '../sources/types.js' */

/** @type {Step} */
export const mechanisms = {
  ...words.mechanisms,
  shows: ['otherWeights'],
  text: (context) =>
    context.computation.results.otherWeights
      ? paragraph(hasEditedScores(context) ? words.formulasButSet : words.formulas, words.untrained)
      : paragraph(words.ownKeys, words.sameKeys),
  formula: (context) => {
    const query = getSelectedWord(context);
    const additive = html`${formula.featuresFormula(query)} ${formula.additiveScoresFormula(query)}`;
    return context.computation.results.otherWeights
      ? html`<div class="formula"><span class="note">${dotName}</span> ${formula.scores}</div>
          <div class="formula"><span class="note">${additiveName}</span> ${additive}</div>`
      : additive;
  },
  figure: (context) => {
    const { dot, additive } = makeWeightTables(context);
    return dot ? [dot, additive] : [additive];
  },
  aside: (context) => {
    const { state, computation } = context;
    if (state.mechanism === 'dot') return nothing;
    if (computation.results.otherWeights) return headChoice(context);
    const { dModel, keyWidth } = state;
    if (keyWidth === dModel) return nothing;
    return html`<p class="note why">${words.differentWidths(keyWidth, dModel)}</p>`;
  },
};

/** @param {StepContext} context @returns {{ dot: Matrix | undefined, additive: Matrix }} */
function makeWeightTables(context) {
  const { state, computation } = context;
  const isDot = state.mechanism === 'dot';
  const [dot, additive] = isDot ? ['weights', 'otherWeights'] : ['otherWeights', 'weights'];
  const name = state.heads > 1 ? dotOfHead(state.head + 1) : dotName;
  return {
    dot: computation.results[dot] && makeTable(context, dot, { name }),
    additive: makeTable(context, additive, { name: additiveName }),
  };
}

/** Whether the reader has set a score, which then follows no formula. @param {StepContext} context */
const hasEditedScores = ({ computation: { numbersSet } }) =>
  numbersSet.some(({ id }) => id === 'scores');

/** Additive attention has no heads. @param {ViewContext} context */
function headChoice({ state, dispatch }) {
  if (state.heads === 1) return nothing;
  return html`<fieldset class="choice boxes">
    <legend>${words.headChoice}</legend>
    <div>${numberedRadios('head', state.heads, state.head, (head) => dispatch({ head }))}</div>
  </fieldset>`;
}

// The step that compares the two attentions of a decoder, for two sentences.

/** @type {Step} */
export const decoder = {
  ...words.decoder,
  shows: ['selfWeights'],
  text: ({ computation: { queryWords, keyWords }, state }) =>
    isDecoderSelf(state)
      ? paragraph(words.decoderSelf)
      : paragraph(
          words.decoderBoth(queryWords.length, keyWords.length),
          words.decoderLeavesOut,
          words.shifted(queryWords[0]),
        ),
  formula: ({ state }) =>
    isDecoderSelf(state)
      ? formula.decoderSelfFormula('X')
      : html`${formula.decoderSelfFormula('Z')} ${formula.decoderCross}`,
  figure: (context) =>
    isDecoderSelf(context.state)
      ? [makeTable(context, 'weights', { name: selfName })]
      : makeEquationParts(context, 'selfWeights weights', {
          selfWeights: { name: selfName },
          weights: { name: crossName },
        }),
};
