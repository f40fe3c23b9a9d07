/** Draws the choice of a model, and the models that the browser keeps. */

import { html, nothing } from 'lit';
import { readChosenFiles, readField, selectMenu } from '../../../figures/controls.js';
import { HUB_ADDRESS } from '../../../state/limits.js';
import { makeDropListeners } from '../../../views/files.js';
import { typedValue } from '../../../views/typed-value.js';
import { catalogue, findCatalogueEntry, readName, repairName } from '../run/catalogue.js';
import * as text from '../text/en/hub.js';
import * as words from '../text/en/pretrained.js';
import { isFilesModel } from '../text/files-model.js';
import { readDroppedFiles } from './dropped-files.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { PretrainedConnection } from '../run/connection.js'
 */

/** @param {ViewContext} context @param {PretrainedConnection} connection */
export function modelChoice(context, connection) {
  const { state, dispatch } = context;
  const known = findCatalogueEntry(state.model);
  const isFiles = isFilesModel(state.model);
  const show = (/** @type {string} */ model) => dispatch(connection.makeModelChange(model));
  const refused = connection.getRefusedName(state.model);
  const { status } = connection;
  const isReady = status.kind === 'ready';
  const filesName =
    status.kind === 'ready' ? words.modelName(state.model, status.info) : words.fromFiles;
  /** @type {[string, string][]} */
  const others = known ? [] : [['', isFiles ? filesName : state.model]];
  return html`<div class="choice">
      <label for="pretrained-model">${words.model}</label>
      ${selectMenu(
        [
          ...others,
          ...catalogue.map((entry) => /** @type {const} */ ([entry.id, text.named(entry)])),
        ],
        known ? state.model : '',
        (model) => model !== '' && show(model),
        { id: 'pretrained-model' },
      )}
    </div>
    ${connection.isAwaitingReader ? html`<p class="note">${text.nothingBefore}</p>` : nothing}
    <details class="sources" ?open=${isFiles && !isReady}>
    <summary>${text.others}</summary>
    <div class="field">
      <label for="hub-name">${text.title}</label>
      <input id="hub-name" type="text" autocomplete="off" spellcheck="false" placeholder=${text.hint}
        aria-describedby="hub-name-refused" aria-invalid=${refused === '' ? nothing : 'true'}
        .value=${typedValue(refused || (known || isFiles ? '' : state.model))} @change=${readField(
          ({ value }) => {
            const name = readName(value);
            connection.noteRefusedName(name === undefined ? value.trim() : '', state.model);
            if (name) show(name);
          },
        )}>
      <p class="note" id="hub-name-refused" role="alert">${
        refused === '' ? nothing : text.noName(refused, repairName(refused))
      }</p>
    </div>
    ${fileChoice(connection)}
    ${hubSettings(context, connection)}
    </details>`;
}

/** Draws the fields for a model's files or folder. @param {PretrainedConnection} connection */
function fileChoice(connection) {
  const choose = readChosenFiles((files) => connection.choose(files));
  return html`<div class="field">
    <label for="model-files">${words.fromFiles}</label>
    <input id="model-files" type="file" multiple aria-describedby="model-files-hint" @change=${choose}>
    <label for="model-folder">${words.fromFolder}</label>
    <input id="model-folder" type="file" webkitdirectory @change=${choose}>
    <p class="note" id="model-files-hint">${words.filesHint}</p>
  </div>`;
}

/** @param {ViewContext} context @param {PretrainedConnection} connection */
function hubSettings({ state, dispatch }, { loading }) {
  return html`<details class="hub" @toggle=${() => loading.refreshKept()}>
    <summary>${text.settings}</summary>
    <div class="field">
      <label for="hub-endpoint">${text.endpoint}</label>
      <input id="hub-endpoint" type="text" inputmode="url" autocomplete="off" spellcheck="false" placeholder=${text.usualEndpoint}
        pattern=${HUB_ADDRESS.source} title=${text.endpointForm}
        .value=${typedValue(state.endpoint)} @change=${readField(
          (field) => field.reportValidity() && dispatch({ endpoint: field.value.trim() }),
        )}>
    </div>
    <div class="kept">
      <p>${loading.kept.length > 0 ? text.kept : text.noneKept}</p>
      <ul>${loading.kept.map(
        (model) => html`<li>${text.keptModel(model)}
          <button type="button" class="plain" aria-label=${`${text.forget} ${model.id}`} @click=${() => loading.forget(model.id)}>${text.forget}</button></li>`,
      )}</ul>
    </div>
  </details>`;
}

/** Makes listeners for a drop of a model's files. @param {PretrainedConnection} connection */
export const makeModelDrop = (connection) =>
  makeDropListeners(async (dropped, event) => {
    // The surrounding lab would read the files as tables of numbers.
    event.stopPropagation();
    const files = await readDroppedFiles(dropped);
    if (files.length > 0) connection.choose(files);
  });
