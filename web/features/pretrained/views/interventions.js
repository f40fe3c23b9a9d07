/** Draws the controls that silence heads, block pairs, and undo each change. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { findLargestIndex } from '../../../../src/js/largest.js';
import { actionButton, selectMenu } from '../../../figures/controls.js';
import { getRow } from '../../../graph/cell.js';
import {
  findSilencing,
  hasHead,
  listInterventions,
  NO_CHANGES,
  splitNames,
  toggleName,
} from '../run/changes.js';
import { getReplies } from '../run/source.js';
import { getTextsAt } from '../run/stack-layers.js';
import * as text from '../text/en/interventions.js';
import { layerName } from '../text/en/layers.js';
import { tokenTexts } from '../text/en/pretrained.js';
import { summaryOfChange } from './answer.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { PretrainedConnection } from '../run/connection.js'
 */

/** The scope of a block: one head, one layer or all heads. */
const SCOPES = /** @type {const} */ (['head', 'layer', 'model']);

/** @param {ViewContext} context @param {PretrainedConnection} connection */
export function interventionPanel(context, connection) {
  const { state, computation, dispatch } = context;
  const list = listInterventions(state);
  // Keep the list open while the last change is undone.
  const isOpen = connection.showsInterventions || list.length > 0;
  return html`<details class="interventions" ?open=${isOpen} @toggle=${(
    /** @type {Event} */ { target },
  ) => {
    connection.showsInterventions = /** @type {HTMLDetailsElement} */ (target).open;
  }}>
    <summary>${text.title}</summary>
    ${computation.queryWords.length > 0 ? [silenceControls(context), blockControls(context, connection)] : nothing}
    ${
      list.length === 0
        ? html`<p class="note">${text.hint}</p>`
        : html`<ul class="changes">${list.map(
            (change) => html`<li>${describeIntervention(context, change)}
              <button type="button" class="plain" @click=${() => dispatch(change.undo)}>${text.undo}</button></li>`,
          )}</ul>
          <button type="button" class="plain undo-all" @click=${() => dispatch({ ...NO_CHANGES })}>${text.undoAll}</button>
          ${computation.queryWords.length > 0 ? answerChange(context) : nothing}`
    }
  </details>`;
}

/** @param {ViewContext} context */
function silenceControls({ state, dispatch, computation }) {
  const { modelLayer: layer, head } = state;
  // A head that is silenced with its layer is checked, and its layer's box restores it.
  const box = (/** @type {string} */ place, /** @type {string} */ label, silencing = '') => {
    const name = `${layer}.${place}`;
    return html`<label><input type="checkbox" data-silence=${name} .checked=${live(silencing !== '')}
      ?disabled=${silencing !== '' && silencing !== name}
      @change=${() => dispatch(toggleName(state, 'silence', name))}> ${label}</label>`;
  };
  const name = layerName(getReplies(computation).stackLayers, layer);
  return html`${box(`${head}`, text.silenceHead(name, head + 1), findSilencing(state, layer, head))}
    ${box('*', text.silenceLayer(name), findSilencing(state, layer))}`;
}

/** @param {ViewContext} context @param {PretrainedConnection} connection */
function blockControls(context, connection) {
  const { state, dispatch, selected, computation } = context;
  const { queryWords, keyWords } = computation;
  const { stackLayers, info } = getReplies(computation);
  const layer = layerName(stackLayers, state.modelLayer);
  const key = findShownKey(context);
  // The layers of an encoder and a decoder do not all read the same texts.
  const scopes = info.sizes.hasEncoder ? SCOPES.slice(0, 2) : SCOPES;
  const scope = scopes.includes(connection.scope) ? connection.scope : 'layer';
  const name = {
    head: `${state.modelLayer}.${state.head}`,
    layer: `${state.modelLayer}.*`,
    model: '*.*',
  }[scope];
  const pair = `${name}.${selected}.${key}`;
  const reason = explainNotBlocked(context, { pair, key });
  /**
   * @param {string} label
   * @param {readonly string[]} words
   * @param {number} shown
   * @param {(index: number) => void} change
   */
  const choice = (label, words, shown, change) =>
    selectMenu(
      words.map((word, i) => [i, `${i + 1} ${word}`]),
      shown,
      change,
      { label },
    );
  return html`<div class="pair">
    <span>${text.pair}</span>
    ${choice(text.query, queryWords, selected, (query) => dispatch({ query }))} →
    ${choice(text.key, keyWords, key, (chosen) => dispatch({ key: chosen }))}
    ${selectMenu(
      scopes.map((place) => [place, text.scopes[place](layer, state.head + 1)]),
      scope,
      (place) => connection.chooseScope(place),
      { label: text.scope },
    )}
    ${actionButton(
      text.block,
      !reason && (() => dispatch({ ...toggleName(state, 'block', pair), key })),
      { kind: 'block-pair', describedBy: reason && 'why-not-blocked' },
    )}
  </div>
  ${reason ? html`<p class="note" id="why-not-blocked">${reason}</p>` : nothing}
  <p class="note">${text.setWeight}</p>`;
}

/** @param {ViewContext} context @param {{ pair: string, key: number }} chosen */
function explainNotBlocked({ state, computation, selected }, { pair, key }) {
  if (splitNames(state.block).includes(pair)) return text.blockedAlready;
  const { isCausal } = getReplies(computation).description;
  return isCausal && key > selected ? text.neverAttends : undefined;
}

/** Returns the marked key, or else the strongest one. @param {ViewContext} context */
function findShownKey({ state, computation, selected }) {
  const { weights } = getReplies(computation).after;
  if (state.key >= 0 && state.key < computation.keyWords.length) return state.key;
  const shown = weights[Math.min(state.modelLayer, weights.length - 1)];
  const row = getRow(shown, Math.min(state.head, shown.shape[0] - 1), selected);
  return findLargestIndex(row);
}

/** @param {ViewContext} context @param {ReturnType<typeof listInterventions>[number]} intervention */
function describeIntervention({ state, computation }, intervention) {
  // Without a sentence there is no run, so layers are numbered as in a model with one stack.
  const { after, info, missingNumbers = [], stackLayers = [] } = getReplies(computation) ?? {};
  const head = intervention.kind === 'numbers' ? '*' : intervention.head;
  const isAbsent = after !== undefined && !hasHead(after.weights, intervention.layer, head);
  /** @param {string} where @param {{ layer: string, pair: string[] }} blocked */
  const describePair = (where, { layer, pair }) => {
    if (isAbsent) return text.pairBlocked(where);
    const stackLayer = stackLayers[layer === '*' ? state.modelLayer : Number(layer)];
    const texts = after && stackLayer && getTextsAt(after, stackLayer);
    const [query, key] = [texts?.queries, texts?.keys].map((read, side) =>
      pair[side] === '*'
        ? text.allTokens
        : read && tokenTexts(read.tokens, info.isByteLevel)[Number(pair[side])],
    );
    return query === undefined || key === undefined
      ? text.blockedElsewhere(where)
      : text.blocked(query, key, where);
  };
  const described = text.describeIntervention(intervention, stackLayers, {
    describePair,
    isAbsent,
  });
  if (intervention.kind !== 'numbers' || isAbsent) return described;
  const missing = missingNumbers.filter((name) => name.startsWith(`${intervention.layer}.`));
  return [described, missing.length > 0 ? ` ${text.numbersMissing(missing.length)}` : nothing];
}

/** Says how the answer changed, unless the head's note does. @param {ViewContext} context */
function answerChange(context) {
  const { dispatch, steps, state } = context;
  const hasAnswer = steps.some(({ id }) => id === 'next') && state.step !== 'next';
  return html`<p class="effect" role="status">${context.hasHeadNote ? nothing : summaryOfChange(context)}
    ${
      hasAnswer
        ? html`<button type="button" class="plain" @click=${() => dispatch({ step: 'next', cell: '' })}>${text.showAnswer}</button>`
        : nothing
    }</p>`;
}
