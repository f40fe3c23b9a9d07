/** The step that sets the two mechanisms beside each other, on the same words. */

import { html, nothing } from 'lit';
import { additiveName, dotName, dotOfHead } from '../text/en/captions.js';
import * as words from '../text/en/steps-shared.js';
import { paragraph } from '../text/inline.js';
import { radio } from '../views/radio.js';
import * as formula from './formula.js';
import { selectedWord, table } from './tables.js';
import { whyNotDot } from './why-not-dot.js';

/**
 * @typedef {import('./tables.js').Context} Context
 * @typedef {import('./tables.js').Matrix} Matrix
 */

/** @type {import('./dot.js').Step} */
export const mechanisms = {
  ...words.mechanisms,
  text: (context) =>
    context.computation.results.otherWeights
      ? paragraph(isSet(context) ? words.formulasButSet : words.formulas, words.untrained)
      : paragraph(words.ownKeys, words.sameKeys),
  formula: (context) => {
    const query = selectedWord(context);
    const additive = html`${formula.features(query)} ${formula.additiveScores(query)}`;
    return context.computation.results.otherWeights
      ? html`<div class="formula"><span class="note">${dotName}</span> ${formula.scores}</div>
          <div class="formula"><span class="note">${additiveName}</span> ${additive}</div>`
      : additive;
  },
  figure: (context) => {
    const { dot, additive } = tables(context);
    return dot ? [dot, additive] : [additive];
  },
  beside: (context) => {
    const { state, computation, attention } = context;
    if (state.mechanism === 'dot') return nothing;
    if (computation.results.otherWeights) return headChoice(context);
    const { dModel, keyWidth } = state;
    if (keyWidth === dModel) return nothing;
    const refusal = whyNotDot(attention, dModel, keyWidth);
    return html`<p class="note why">${words.refused(keyWidth, dModel, refusal)}</p>`;
  },
};

/**
 * The weights of either mechanism, in the same order in both lessons.
 * @param {Context} context
 * @returns {{ dot: Matrix | undefined, additive: Matrix }}
 */
function tables(context) {
  const { state, computation } = context;
  const isDot = state.mechanism === 'dot';
  const [dot, additive] = isDot ? ['weights', 'otherWeights'] : ['otherWeights', 'weights'];
  const name = state.heads > 1 ? dotOfHead(state.head + 1) : dotName;
  return {
    dot: computation.results[dot] && table(context, dot, { name }),
    additive: table(context, additive, { name: additiveName }),
  };
}

/**
 * A score that the reader has set follows no formula.
 * @param {Context} context
 */
const isSet = ({ state }) => /(^|;)ss?\./.test(state.edits);

/**
 * Additive attention has no heads to choose from; the dot product beside it has.
 * @param {import('../views/context.js').ViewContext} context
 */
function headChoice({ state, update }) {
  if (state.heads === 1) return nothing;
  return html`<fieldset class="choice counts">
    <legend>${words.headChoice}</legend>
    <div>${Array.from(
      { length: state.heads },
      (_, i) => html`<label>
        ${radio('head', i, i === state.head, () => update({ head: i }))}${i + 1}
      </label>`,
    )}</div>
  </fieldset>`;
}
