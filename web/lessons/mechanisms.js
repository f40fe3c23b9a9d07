/** The step that sets the two mechanisms beside each other, on the same words. */

import { html, nothing } from 'lit';
import { whyNotDot } from '../model/why-not-dot.js';
import { radio } from '../parts/radio.js';
import * as formula from './formula.js';
import { chosenRow, chosenWord, table } from './tables.js';
import { quoted, word } from './text.js';

/**
 * @typedef {import('./tables.js').Context} Context
 * @typedef {import('./tables.js').Matrix} Matrix
 */

/** @type {import('./dot.js').Step} */
export const mechanisms = {
  name: 'Both ways',
  title: 'Two ways to score the same words',
  text: (context) =>
    context.lesson.results.otherWeights
      ? html`<p>The same words with the same embeddings, scored by two formulas${exceptions(context)}: a
          dot product of query and key, or the rows projected, added, squeezed by tanh and weighed up.
          ${sums(context)}${favourites(context)}. The matrices behind both are
          untrained, so neither is shown to be better.</p>`
      : html`<p>A width of keys is set, so the words that are asked have embeddings of their own, and
          there is only additive attention to show. Set it to 0, and both ways score the same
          words.</p>`,
  formula: (context) => {
    const asks = chosenWord(context);
    const additive = html`${formula.features(asks)} ${formula.additiveScores(asks)}`;
    return context.lesson.results.otherWeights
      ? html`<div class="formula"><span class="note">dot product</span> ${formula.scores}</div>
          <div class="formula"><span class="note">additive</span> ${additive}</div>`
      : additive;
  },
  stage: (context) => {
    const { dot, additive } = tables(context);
    return dot ? [dot, additive] : [additive];
  },
  beside: (picture) => {
    const { state, lesson, attention } = picture;
    if (state.mechanism === 'dot') return nothing;
    if (lesson.results.otherWeights) return headChoice(picture);
    const { dModel, keyWidth } = state;
    return keyWidth === dModel
      ? nothing
      : html`<p class="note why">Given a key of ${keyWidth} numbers for a query of ${dModel}, the core’s
          dot product answers “${whyNotDot(attention, dModel, keyWidth)}”.</p>`;
  },
};

/**
 * The weights of either mechanism, in the same order in both lessons.
 * @param {Context} context
 * @returns {{ dot: Matrix | undefined, additive: Matrix }}
 */
function tables(context) {
  const { state, lesson } = context;
  const isDot = state.mechanism === 'dot';
  const [dot, additive] = isDot ? ['weights', 'otherWeights'] : ['otherWeights', 'weights'];
  const head = state.heads > 1 ? `, head ${state.head + 1}` : '';
  return {
    dot: lesson.results[dot] && table(context, dot, { name: `dot product${head}` }),
    additive: table(context, additive, { name: 'additive attention' }),
  };
}

/**
 * A score that the reader has set follows no formula.
 * @param {Context} context
 */
const exceptions = ({ state }) =>
  /(^|;)ss?\./.test(state.edits) ? ', save where you have set a score' : nothing;

/** @param {Context} context */
const sums = ({ lesson }) =>
  lesson.results.rowMax.data.includes(-Infinity)
    ? 'In both every row with a word left to ask adds up to 1'
    : 'In both every row adds up to 1';

/**
 * Whom the followed word gives its largest weight, either way; nothing where all is masked.
 * @param {Context} context
 */
function favourites(context) {
  const { dot, additive } = tables(context);
  const [by, or] = [dot, additive].map((matrix) => matrix && favourite(context, matrix));
  return by && or
    ? html`; <b>${word(chosenWord(context))}</b> gives its largest weight to ${by} by the dot product,
        to ${or} by addition`
    : nothing;
}

/**
 * @param {Context} context
 * @param {Matrix} matrix
 */
function favourite(context, { view }) {
  const { keyWords } = context.lesson;
  const weights = keyWords.map((_, key) => view.at(chosenRow(context), key));
  const most = Math.max(...weights);
  if (!(most > 0)) return undefined;
  const others = weights.filter((weight) => weight === most).length - 1;
  return html`<b>${word(keyWords[weights.indexOf(most)])}</b>${
    others > 0 ? ` and ${others} more` : nothing
  } (${quoted(most)})`;
}

/**
 * Additive attention has no heads to choose from; the dot product beside it has.
 * @param {import('../parts/picture.js').Picture} picture
 */
function headChoice({ state, choose }) {
  if (state.heads === 1) return nothing;
  return html`<fieldset class="choice counts">
    <legend>Head</legend>
    <div>${Array.from(
      { length: state.heads },
      (_, i) => html`<label>
        ${radio('head', i, i === state.head, () => choose({ head: i }))}${i + 1}
      </label>`,
    )}</div>
  </fieldset>`;
}
