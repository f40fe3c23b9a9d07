/** The panel of a pretrained model: which one, loading it, and what the reader changes in it. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { radioButton } from '../../../figures/dom.js';
import { changeLayer } from '../../../state/layer-edits.js';
import { catalogue, modelNamed } from '../run/catalogue.js';
import { NO_CHANGES } from '../run/changes.js';
import * as text from '../text/en/pretrained.js';
import { interventionPanel } from './interventions.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { PretrainedConnection } from '../run/connection.js'
 */

/** @param {ViewContext} context @param {PretrainedConnection} connection */
export function modelPanel(context, connection) {
  const { state } = context;
  const { status } = connection;
  return html`<section class="pretrained" aria-label=${text.title}>
    ${context.readonly ? nothing : modelChoice(context)}
    ${loading(connection)}
    ${status.kind === 'ready' ? html`<p class="note">${text.about(status.info)}</p>` : nothing}
    ${status.kind === 'ready' && !context.readonly ? [layerChoice(context, status.info.sizes.layers), interventionPanel(context, connection), status.info.sizes.isCausal ? writing(context, connection) : nothing] : nothing}
    ${modelNamed(state.model)?.licence ? html`<p class="note">${text.licence(modelNamed(state.model)?.licence ?? '')}</p>` : nothing}
  </section>`;
}

/** @param {ViewContext} context */
function modelChoice({ state, dispatch }) {
  const known = modelNamed(state.model);
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    if (value.trim() !== '')
      dispatch({ ...NO_CHANGES, model: value.trim(), modelLayer: 0, head: 0, cell: '' });
  };
  return html`<div class="choice">
      <label for="pretrained-model">${text.model}</label>
      <select id="pretrained-model" .value=${live(known ? state.model : '')} @change=${choose}>
        ${known ? nothing : html`<option value="" selected>${state.model}</option>`}
        ${catalogue.map(
          ({ id, name, megabytes }) =>
            html`<option value=${id} ?selected=${id === state.model}>${text.named(name, megabytes)}</option>`,
        )}
      </select>
    </div>
    <div class="field">
      <label for="hub-name">${text.fromHub}</label>
      <input id="hub-name" type="text" autocomplete="off" spellcheck="false" placeholder=${text.hubHint}
        .value=${live(known || state.model === 'files' ? '' : state.model)} @change=${choose}>
    </div>`;
}

/** @param {PretrainedConnection} connection */
export function loading(connection) {
  const { status } = connection;
  if (status.kind === 'ready') return nothing;
  if (status.kind === 'loading')
    return html`<p role="status"><progress max=${status.total || nothing} value=${status.total ? status.loaded : nothing}></progress>
      <button type="button" class="plain" @click=${() => connection.cancel()}>${text.cancel}</button></p>`;
  return html`<p class="note">${text.nothingBefore}</p>
    <div class="field">
      <label for="model-files">${text.fromFiles}</label>
      <input id="model-files" type="file" multiple @change=${(/** @type {Event} */ event) => {
        const { files } = /** @type {HTMLInputElement} */ (event.target);
        if (files && files.length > 0) connection.choose([...files]);
      }}>
      <p class="note">${text.filesHint}</p>
    </div>`;
}

/** @param {ViewContext} context @param {number} layers */
const layerChoice = ({ state, dispatch }, layers) =>
  html`<fieldset class="choice counts">
    <legend>${text.layer}</legend>
    <div>${Array.from(
      { length: layers },
      (_, layer) =>
        html`<label>${radioButton('model-layer', layer, layer === state.modelLayer, () =>
          dispatch(changeLayer(state, layer)),
        )}${layer + 1}</label>`,
    )}</div>
  </fieldset>`;

/** Writes on, a token with each press. @param {ViewContext} context @param {PretrainedConnection} connection */
function writing({ state }, connection) {
  const { writer } = connection;
  const read = (/** @type {'temperature' | 'topK'} */ name) => (/** @type {Event} */ event) => {
    writer[name] = Number(/** @type {HTMLInputElement} */ (event.target).value);
  };
  return html`<fieldset class="choice writing">
    <legend>${text.writing}</legend>
    <label>${text.temperature} <input type="number" min="0" max="10" step="0.1" .value=${live(String(writer.temperature))}
      @change=${read('temperature')}></label>
    <label>${text.topK} <input type="number" min="1" max="1000" step="1" .value=${live(String(writer.topK))}
      @change=${read('topK')}></label>
    <button type="button" class="plain" @click=${() => connection.write(state)}>${text.writeOn}</button>
    ${writer.error ? html`<p class="wrong" role="alert">${text.notWritten(writer.error)}</p>` : nothing}
  </fieldset>`;
}
