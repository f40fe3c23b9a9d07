/** The first screen: the sentence, its weights as one table, and what the reader can choose. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { articleRow } from '../lessons/article.js';
import { pairs, symbols } from '../lessons/tables.js';
import { ARTICLE } from '../model/lesson.js';
import { headCounts, MAX_SEED } from '../model/state.js';
import { MAX_CHARACTERS, MAX_WORDS } from '../model/words.js';
import { legend } from './legend.js';
import { MANY_WORDS, matrixTable, quoted, word } from './matrix.js';

/**
 * @typedef {import('../model/state.js').State} State
 * @typedef {import('../lessons/tables.js').Context} Context
 * @typedef {(change: Partial<State>) => void} Patch
 */

/**
 * The words to choose from, and the heads: what all tables below follow.
 * @param {Context} context
 * @param {Patch} patch
 */
export function sentenceStrip({ state, words }, patch) {
  const article = state.source === 'article';
  const chosen = article ? ARTICLE.query : state.query;
  const heads = article || state.mechanism === 'additive' ? 1 : state.heads;
  return html`<div class="strip" part="toolbar">
    <fieldset class="words">
      <legend class="hidden">The word whose row is followed</legend>
      ${words.map(
        (text, i) => html`<label>
          <input type="radio" name="query" .value=${String(i)} .checked=${live(i === chosen)}
            ?disabled=${article && i !== chosen} @change=${() => patch({ query: i })}>${word(text)}
        </label>`,
      )}
    </fieldset>
    ${
      heads > 1
        ? html`<fieldset class="heads">
            <legend>Head</legend>
            ${Array.from(
              { length: heads },
              (_, i) => html`<label>
                <input type="radio" name="head" .value=${String(i)} .checked=${live(i === state.head)}
                  @change=${() => patch({ head: i })}>${i + 1}
              </label>`,
            )}
          </fieldset>`
        : nothing
    }
  </div>`;
}

/**
 * @param {State} state
 * @param {number} leftOut words beyond the limit
 * @param {Patch} patch
 */
export function sentenceField(state, leftOut, patch) {
  return html`<div class="field">
    <label for="sentence">Sentence</label>
    <input id="sentence" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_CHARACTERS} aria-describedby="limits" .value=${live(state.sentence)}
      @input=${(/** @type {InputEvent} */ event) =>
        patch({ sentence: /** @type {HTMLInputElement} */ (event.target).value })}>
    <p id="limits" class="note">Any language, up to ${MAX_WORDS} words.${
      leftOut > 0 ? html` <strong>${leftOut} more left out.</strong>` : nothing
    }</p>
  </div>`;
}

/**
 * @param {State} state
 * @param {Patch} patch
 */
export function settings(state, patch) {
  const drawn = state.source === 'seed';
  return html`
    ${choice('Numbers', 'source', state.source, patch, [
      ['seed', 'drawn from a seed'],
      ['article', 'printed in an article'],
    ])}
    ${
      drawn
        ? html`
          ${choice('Mechanism', 'mechanism', state.mechanism, patch, [
            ['dot', 'scaled dot product'],
            ['additive', 'additive'],
          ])}
          ${choice('Mask', 'mask', state.mask, patch, [
            ['none', 'none'],
            ['causal', 'causal'],
          ])}
          ${
            state.mechanism === 'dot'
              ? choice(
                  'Heads',
                  'heads',
                  state.heads,
                  patch,
                  headCounts(state.dModel).map((count) => [count, String(count)]),
                )
              : nothing
          }
          <div class="choice">
            <label for="seed">Seed</label>
            <input id="seed" type="number" min="0" max=${MAX_SEED} .value=${live(String(state.seed))}
              @input=${(/** @type {InputEvent} */ event) => {
                const { value } = /** @type {HTMLInputElement} */ (event.target);
                if (value !== '') patch({ seed: Number(value) });
              }}>
          </div>`
        : nothing
    }`;
}

/**
 * A row of radio buttons for one entry of the state.
 * @template {keyof State} Name
 * @param {string} label
 * @param {Name} name
 * @param {State[Name]} current
 * @param {Patch} patch
 * @param {[State[Name], string][]} choices
 */
function choice(label, name, current, patch, choices) {
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    <div>${choices.map(
      ([value, text]) => html`<label>
        <input type="radio" name=${name} .value=${String(value)} .checked=${live(value === current)}
          @change=${() => patch({ [name]: value })}>${text}
      </label>`,
    )}</div>
  </fieldset>`;
}

/**
 * @param {State} state
 * @param {number} words
 */
export function origin(state, words) {
  return html`<p class="badge" part="badge">${
    state.source === 'article'
      ? 'The scores and the heads are an article’s own. The rest is computed from them. Nothing here was learned.'
      : `Embeddings and weights are random, drawn from seed ${state.seed}. Nothing here was learned.`
  }</p>
  <p class="note digits">${
    words > MANY_WORDS
      ? 'Shown to three digits, weights to two; computed with all.'
      : 'Shown to three digits, computed with all.'
  }</p>`;
}

/**
 * The weights, with the words on both sides.
 * @param {Context} context
 */
export function weightsFigure(context) {
  const { state } = context;
  const several = state.source === 'seed' && state.mechanism === 'dot' && state.heads > 1;
  const symbol = several ? html`${symbols.A} of head ${state.head + 1}` : symbols.A;
  const table =
    state.source === 'article'
      ? articleRow(context, 'weights', 'weights', symbol, 'weights')
      : pairs(context, 'weights', 'weights', symbol, 'weights');
  return html`<figure class="weights">
    ${matrixTable(table)}
    <figcaption>
      <p>Read along a row: the word on the left asks, the words on top are asked. The weights of a row
        add up to 1.</p>
      <p>${largest(context, table.view)}</p>
      ${legend([table])}
    </figcaption>
  </figure>`;
}

/**
 * @param {Context} context
 * @param {import('./view.js').View} view
 */
function largest({ words, chosen, state }, view) {
  const weights = words.map((_, column) => view.at(chosen, column));
  const most = Math.max(...weights);
  const asks = state.source === 'article' ? ARTICLE.query : chosen;
  const asked = weights.indexOf(most);
  if (asked < 0) return nothing;
  return html`<b>${word(words[asks])}</b> gives its largest weight,
    ${quoted(most)}, to
    ${asked === asks ? 'itself' : html`<b>${word(words[asked])}</b>`}.`;
}
