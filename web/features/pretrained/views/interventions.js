/** The controls that change a model: silence a head or a layer, block a pair, and take each change back. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { getRow } from '../../../graph/cell.js';
import { listInterventions, NO_CHANGES, splitNames, toggleName } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/interventions.js';
import { tokenText } from '../text/en/pretrained.js';
import { summaryOfChange } from './answer.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { PretrainedConnection } from '../run/connection.js'
 */

/** Of the pair that is blocked: this head, all of its layer, or all heads. */
const SCOPES = /** @type {const} */ (['head', 'layer', 'model']);

/** @param {ViewContext} context @param {PretrainedConnection} connection */
export function interventionPanel(context, connection) {
  const { state, computation, dispatch } = context;
  const list = listInterventions(state);
  // It stays open while the last change is taken back.
  const isOpen = connection.showsInterventions || list.length > 0;
  return html`<details class="interventions" ?open=${isOpen} @toggle=${(
    /** @type {Event} */ { target },
  ) => connection.showInterventions(/** @type {HTMLDetailsElement} */ (target).open)}>
    <summary>${text.title}</summary>
    ${computation.queryWords.length > 0 ? [silencing(context), blocking(context, connection)] : nothing}
    ${
      list.length === 0
        ? html`<p class="note">${text.hint}</p>`
        : html`<ul class="changes">${list.map(
            (change) => html`<li>${describe(context, change)}
              <button type="button" class="plain" @click=${() => dispatch(change.undo)}>${text.undo}</button></li>`,
          )}</ul>
          <button type="button" class="plain undo-all" @click=${() => dispatch({ ...NO_CHANGES })}>${text.undoAll}</button>
          ${computation.queryWords.length > 0 ? effect(context) : nothing}`
    }
  </details>`;
}

/** @param {ViewContext} context */
function silencing({ state, dispatch }) {
  const box = (/** @type {string} */ name, /** @type {string} */ label) =>
    html`<label><input type="checkbox" data-silence=${name} .checked=${live(splitNames(state.silence).includes(name))}
      @change=${() => dispatch(toggleName(state, 'silence', name))}> ${label}</label>`;
  const [layer, head] = [state.modelLayer, state.head];
  return html`${box(`${layer}.${head}`, text.silenceHead(layer + 1, head + 1))}
    ${box(`${layer}.*`, text.silenceLayer(layer + 1))}`;
}

/** @param {ViewContext} context @param {PretrainedConnection} connection */
function blocking(context, connection) {
  const { state, dispatch, selected } = context;
  const { tokens, weights } = getReplies(context.computation).after;
  const key = shownKey(context);
  const name = {
    head: `${state.modelLayer}.${state.head}`,
    layer: `${state.modelLayer}.*`,
    model: '*.*',
  }[connection.scope];
  const pair = `${name}.${selected}.${key}`;
  const reason = whyNotBlocked(context, { pair, key });
  /** @param {string} label @param {number} shown @param {(index: number) => void} change */
  const choice = (label, shown, change) => html`<select aria-label=${label}
    @change=${(/** @type {Event} */ { target }) => change(Number(/** @type {HTMLSelectElement} */ (target).value))}>${tokens.map(
      (token, i) =>
        html`<option value=${i} .selected=${live(i === shown)}>${i + 1} ${tokenText(token)}</option>`,
    )}</select>`;
  return html`<div class="pair">
    <span>${text.pair}</span>
    ${choice(text.query, selected, (query) => dispatch({ query }))} →
    ${choice(text.key, key, (chosen) => dispatch({ key: chosen }))}
    <select aria-label=${text.scope} @change=${(/** @type {Event} */ { target }) => {
      const { value } = /** @type {HTMLSelectElement} */ (target);
      connection.chooseScope(/** @type {typeof SCOPES[number]} */ (value));
    }}>${SCOPES.map(
      (place) =>
        html`<option value=${place} .selected=${live(place === connection.scope)}>${text.scopes[place](state.modelLayer + 1, state.head + 1)}</option>`,
    )}</select>
    <button type="button" class="block-pair" aria-disabled=${reason ? 'true' : 'false'} aria-describedby=${reason ? 'why-not-blocked' : nothing} @click=${() =>
      reason
        ? undefined
        : dispatch({ ...toggleName(state, 'block', pair), key })}>${text.block}</button>
  </div>
  ${reason ? html`<p class="note" id="why-not-blocked">${reason}</p>` : nothing}
  ${weights.length > 0 ? html`<p class="note">${text.setWeight}</p>` : nothing}`;
}

/**
 * Why a pair cannot be blocked: it is blocked already, or the model never lets its query attend to a later key.
 * @param {ViewContext} context
 * @param {{ pair: string, key: number }} chosen
 */
function whyNotBlocked({ state, computation, selected }, { pair, key }) {
  if (splitNames(state.block).includes(pair)) return text.blockedAlready;
  const { isCausal } = getReplies(computation).description;
  return isCausal && key > selected ? text.neverAttends : undefined;
}

/** The key that is marked, or the one that the marked query attends to most. @param {ViewContext} context */
function shownKey({ state, computation, selected }) {
  const { tokens, weights } = getReplies(computation).after;
  if (state.key >= 0 && state.key < tokens.length) return state.key;
  const shown = weights[Math.min(state.modelLayer, weights.length - 1)];
  const row = getRow(shown, Math.min(state.head, shown.shape[0] - 1), selected);
  return row.indexOf(Math.max(...row));
}

/** @param {ViewContext} context @param {ReturnType<typeof listInterventions>[number]} intervention */
function describe({ computation }, intervention) {
  if (intervention.kind === 'numbers')
    return text.numbersSet(intervention.count, intervention.layer + 1);
  const { layer, head, pair } = intervention;
  const place = text.place(layer, head);
  if (!pair) return text.silenced(place);
  const { queryWords } = computation;
  const [query, key] = pair.map((i) => queryWords[i]);
  return query === undefined || key === undefined
    ? text.blockedElsewhere(place)
    : text.blocked(query, key, place);
}

/** What the changes do to the answer, and the way to see it. @param {ViewContext} context */
function effect(context) {
  const { dispatch, steps, state } = context;
  const hasAnswer = steps.some(({ id }) => id === 'next') && state.step !== 'next';
  return html`<p class="effect" role="status">${summaryOfChange(context)}
    ${
      hasAnswer
        ? html`<button type="button" class="plain" @click=${() => dispatch({ step: 'next', cell: '' })}>${text.showAnswer}</button>`
        : nothing
    }</p>`;
}
