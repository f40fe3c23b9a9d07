/** Shows the most probable next words at any temperature, and a button that draws one word. */

import { html, nothing } from 'lit';
import { directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { tensor } from '../../../src/js/index.js';
import { findLargestIndex } from '../../../src/js/largest.js';
import { drawIndex, Random } from '../../../src/js/random.js';
import { actionButton, readField } from '../../figures/controls.js';
import { nextWordsTable, rankWords } from '../../figures/next-words.js';
import { getRow } from '../../graph/cell.js';
import { findPage } from '../../pages/chapters.js';
import { quoted } from '../../text/inline.js';
import { PagePart } from '../../views/page-part.js';
import { findNextWords } from './heads.js';
import * as text from './text/en/course.js';

/**
 * @import { Operations } from '../../../src/js/attention.js'
 * @import { Tensor } from '../../../src/js/index.js'
 * @import { CourseContext } from '../../pages/types.js'
 */

const [COLDEST, HOTTEST, TEMPERATURE_STEP] = [0, 3, 0.1];

/** The page about the next word stops adding words at this length. */
const MAX_WRITTEN_WORDS = 14;

/**
 * Computes softmax(logits / temperature). At temperature 0, the largest logit has probability 1.
 * @param {Operations} attention
 * @param {Float32Array} logits
 * @param {number} temperature
 */
export function computeProbabilities(attention, logits, temperature) {
  if (temperature === 0) {
    const largest = findLargestIndex(logits);
    return logits.map((_, i) => Number(i === largest));
  }
  const keys = tensor([logits.length, 1], logits);
  const values = tensor([logits.length, 1], new Float32Array(logits.length));
  const options = { scale: 1 / temperature, needWeights: true };
  const { weights } = attention.scaledDotProductAttention([[1]], keys, values, options);
  return /** @type {Tensor} */ (weights).data;
}

class NextWord extends PagePart {
  #random = new Random(0, 'next word');

  #temperature = 1;

  /** @param {CourseContext} context @override */
  render(context) {
    const words = findNextWords(context);
    return html`<p class="given">${context.computation.queryWords.slice(1).join(' ')} …</p>
      ${nextWordsTable(text.next, this.#temperature === 1 ? words : this.#withTemperature(context, words))}
      ${context.isOpen ? this.#controls(context) : nothing}`;
  }

  /** @param {CourseContext} context @param {ReturnType<typeof findNextWords>} words */
  #withTemperature(context, words) {
    const probabilities = this.#computeProbabilities(context);
    // Probabilities at another temperature are not part of the run, so they link to no cell.
    return words.map(({ word, index }) => ({ word, probability: probabilities[index] }));
  }

  /** @param {CourseContext} context */
  #computeProbabilities({ attention, computation, selected }) {
    const logits = getRow(computation.results.logits, selected);
    return computeProbabilities(attention, logits, this.#temperature);
  }

  /** Draws the next word by the probabilities on the screen. @param {CourseContext} context */
  #drawWord(context) {
    const drawn = drawIndex(this.#computeProbabilities(context), this.#random);
    const words = rankWords(context.computation, context.selected);
    return words.find(({ index }) => index === drawn)?.word;
  }

  /** @param {CourseContext} context */
  #controls(context) {
    const { state, computation, dispatch } = context;
    const { sentence = '', query } = findPage(state)?.state ?? {};
    const isFull = computation.queryWords.length > MAX_WRITTEN_WORDS;
    const slide = readField(({ value }) => {
      this.#temperature = Number(value);
      this.requestUpdate();
    });
    const draw = () =>
      dispatch(
        {
          sentence: `${state.sentence} ${this.#drawWord(context)}`,
          query: computation.queryWords.length,
        },
        { by: 'page' },
      );
    return html`<div class="flip">
      <label class="note">${text.temperature} = <b>${quoted(this.#temperature, 2)}</b>
        <input type="range" min=${COLDEST} max=${HOTTEST} step=${TEMPERATURE_STEP}
          .value=${live(String(this.#temperature))} @input=${slide}></label>
      ${actionButton(text.drawWord, !isFull && draw, { kind: 'choose', describedBy: isFull ? 'most-words' : undefined })}
      ${actionButton(text.startAgain, state.sentence !== sentence && (() => dispatch({ sentence, query }, { by: 'page' })))}
    </div>
    ${isFull ? html`<p class="note" id="most-words">${text.mostWords(MAX_WRITTEN_WORDS)}</p>` : nothing}`;
  }
}

export const nextWordFigure = directive(NextWord);
