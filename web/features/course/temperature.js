/**
 * Shows the most probable next words at any temperature, and a button that writes the first word.
 */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { tensor } from '../../../src/js/index.js';
import { defineElement } from '../../figures/dom.js';
import { nextWordsTable } from '../../figures/next-words.js';
import { getRow } from '../../graph/cell.js';
import { quoted } from '../../text/inline.js';
import { PagePart } from '../../views/complete-markup.js';
import { findNextWords } from './heads.js';
import * as text from './text/en/course.js';

/**
 * @import { Operations } from '../../../src/js/attention.js'
 * @import { Tensor } from '../../../src/js/index.js'
 * @import { CourseContext } from '../../pages/types.js'
 */

const [COLDEST, HOTTEST, TEMPERATURE_STEP] = [0.1, 3, 0.1];

/** The page about the next word stops adding words at this length. */
const MAX_WRITTEN_WORDS = 14;

/**
 * Computes softmax(logits / temperature).
 * @param {Operations} attention
 * @param {Float32Array} logits
 * @param {number} temperature
 */
export function computeProbabilities(attention, logits, temperature) {
  const keys = tensor([logits.length, 1], logits);
  const values = tensor([logits.length, 1], new Float32Array(logits.length));
  const options = { scale: 1 / temperature, needWeights: true };
  const { weights } = attention.scaledDotProductAttention([[1]], keys, values, options);
  return /** @type {Tensor} */ (weights).data;
}

class NextWord extends PagePart {
  static properties = { context: { attribute: false }, temperature: { state: true } };

  constructor() {
    super();
    /** @type {CourseContext | undefined} */
    this.context = undefined;
    this.temperature = 1;
  }

  render() {
    const { context, temperature } = this;
    if (!context) return nothing;
    const words = findNextWords(context);
    return html`<p class="given">${context.computation.queryWords.slice(1).join(' ')} …</p>
      ${nextWordsTable(text.next, temperature === 1 ? words : this.#withTemperature(context, words))}
      ${context.isOpen ? this.#controls(context, words[0].word) : nothing}`;
  }

  /** @param {CourseContext} context @param {ReturnType<typeof findNextWords>} words */
  #withTemperature({ attention, computation, selected }, words) {
    const logits = getRow(computation.results.logits, selected);
    const probabilities = computeProbabilities(attention, logits, this.temperature);
    // Probabilities at another temperature are not part of the run, so they link to no cell.
    return words.map(({ word, index }) => ({ word, probability: probabilities[index] }));
  }

  /** @param {CourseContext} context @param {string} word */
  #controls({ state, computation, dispatch }, word) {
    const isFull = computation.queryWords.length > MAX_WRITTEN_WORDS;
    const slide = (/** @type {Event} */ { target }) => {
      this.temperature = Number(/** @type {HTMLInputElement} */ (target).value);
    };
    const write = () =>
      dispatch(
        { sentence: `${state.sentence} ${word}`, query: computation.queryWords.length },
        { by: 'page' },
      );
    return html`<div class="flip">
      <label class="note">${text.temperature} = <b>${quoted(this.temperature, 2)}</b>
        <input type="range" min=${COLDEST} max=${HOTTEST} step=${TEMPERATURE_STEP}
          .value=${live(String(this.temperature))} @input=${slide}></label>
      ${isFull ? nothing : html`<button type="button" class="choose" @click=${write}>${text.writeWord(word)}</button>`}
    </div>`;
  }
}

/** @param {CourseContext} context */
export function nextWordFigure(context) {
  defineElement('attention-next-word', NextWord);
  return html`<attention-next-word .context=${context}></attention-next-word>`;
}
