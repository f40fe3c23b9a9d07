/** Draws the panel of a pretrained model: the choice, the loading, and the reader's changes. */

import { html, nothing } from 'lit';
import { actionButton, radioButton } from '../../../figures/controls.js';
import { changeLayer } from '../../../state/edits.js';
import { numberInput } from '../../../views/number-input.js';
import { findCatalogueEntry } from '../run/catalogue.js';
import { listStackLayers } from '../run/stack-layers.js';
import * as words from '../text/en/about-model.js';
import * as hub from '../text/en/hub.js';
import { shortLayerNames } from '../text/en/layers.js';
import * as text from '../text/en/pretrained.js';
import { interventionPanel } from './interventions.js';
import { makeModelDrop, modelChoice } from './model-choice.js';
import { secondTextField } from './text-choice.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { State } from '../../../state/types.js'
 * @import { PretrainedConnection } from '../run/connection.js'
 * @import { StackLayer } from '../run/stack-layers.js'
 * @import { ModelInfo } from '../types.js'
 */

/** The number of tokens that the second button writes. */
const SEVERAL = 5;

/** @param {ViewContext} context @param {PretrainedConnection} connection */
export function modelPanel(context, connection) {
  const { state } = context;
  // A page of the course says which model it shows.
  if (state.guide !== '') return nothing;
  const { status } = connection;
  const { over, drop } = makeModelDrop(connection);
  return html`<section class="pretrained" aria-label=${text.title}
    @dragover=${context.readonly ? nothing : over} @drop=${context.readonly ? nothing : drop}>
    ${context.readonly ? nothing : modelChoice(context, connection)}
    ${status.kind === 'ready' ? [otherFilesNote(connection.linkedModel, status.info), aboutModel(state.model, status.info)] : nothing}
    ${status.kind === 'ready' && !context.readonly ? modelControls(context, connection, status.info) : nothing}
  </section>`;
}

/** @param {ViewContext} context @param {PretrainedConnection} connection @param {ModelInfo} info */
const modelControls = (context, connection, { readsPairs, sizes }) =>
  html`${sizes.hasEncoder || readsPairs ? secondTextField(context, sizes.hasEncoder) : nothing}
    ${layerChoice(context, listStackLayers(sizes))} ${interventionPanel(context, connection)}
    ${sizes.isCausal && !sizes.hasEncoder ? writingControls(context, connection) : nothing}`;

/** @param {string} linkedModel @param {ModelInfo} info */
function otherFilesNote(linkedModel, info) {
  const note = text.otherFiles(linkedModel, info);
  return note ? html`<p class="note" role="status">${note}</p>` : nothing;
}

/** @param {string} model @param {ModelInfo} info */
function aboutModel(model, info) {
  const { origin: from } = info;
  const known = findCatalogueEntry(model);
  const licence = from?.license ?? known?.licence;
  return html`<details>
    <summary>${words.aboutModel}</summary>
    <p class="note about">${words.about(model, info)}</p>
    <ul class="note">${words.describeStructure(info).map((line) => html`<li>${line}</li>`)}</ul>
    ${known ? html`<p class="note">${text.trainedOnEnglish}</p>` : nothing}
    ${licence ? html`<p class="note">${text.licence(licence)}</p>` : nothing}
    ${from ? html`<p class="note">${from.isKept ? hub.keptModelNote : from.note}</p>` : nothing}
    <p class="note">${text.notAnExplanation}</p>
  </details>`;
}

/** @param {ViewContext} context @param {readonly StackLayer[]} stackLayers */
const layerChoice = ({ state, dispatch }, stackLayers) =>
  html`<fieldset class="choice boxes">
    <legend>${text.layer}</legend>
    <div>${shortLayerNames(stackLayers).map(
      (name, layer) =>
        html`<label>${radioButton('model-layer', layer, layer === state.modelLayer, () =>
          dispatch(changeLayer(state, layer)),
        )}${name}</label>`,
    )}</div>
  </fieldset>`;

/** @param {ViewContext} context @param {PretrainedConnection} connection */
function writingControls(context, connection) {
  const { writer } = connection;
  const {
    dispatch,
    state: { sentence },
  } = context;
  const { hasEnded, isFull, error } = writer.end ?? {};
  /** @param {string} label @param {'temperature' | 'topK'} name @param {[number, number]} range */
  const writerField = (label, name, range) => {
    const id = `writer-${name}`;
    const options = { id, value: writer[name], range, isInteger: name === 'topK' };
    return html`<span><label for=${id}>${label}</label> ${numberInput(options, (number) =>
      writer.set(name, number),
    )}</span>`;
  };
  return html`<fieldset class="choice writing">
    <legend>${text.writing}</legend>
    <div>
      ${writerField(text.temperature, 'temperature', [0, 10])}
      ${writerField(text.topK, 'topK', [1, 1000])}
      <p class="presses">
        <button type="button" class="plain write-on" @click=${() => writer.write(1, dispatch)}>${text.writeOn}</button>
        <button type="button" class="plain write-more" @click=${() => writer.write(SEVERAL, dispatch)}>${text.writeSeveral(SEVERAL)}</button>
        ${
          writer.isFresh
            ? nothing
            : [
                takeBack('take-back', text.takeBack, writer.beforeLast(sentence), context),
                takeBack('take-all-back', text.takeAllBack, writer.beforeAll(sentence), context),
              ]
        }
      </p>
      <p class="note to-write" role="status">${writer.waiting > 0 ? text.stillToWrite(writer.waiting) : hasEnded ? text.ended : isFull ? text.full : nothing}</p>
      ${writer.isRetokenized(sentence) ? html`<p class="note">${text.retokenized}</p>` : nothing}
    </div>
    ${error ? html`<p class="wrong" role="alert">${text.notWritten(error)}</p>` : nothing}
  </fieldset>`;
}

/**
 * Draws a button that takes tokens back. It stays when nothing is left to take back, because it may
 * have the focus.
 * @param {string} name a class of the button
 * @param {string} label
 * @param {string | undefined} sentence the sentence to restore
 * @param {ViewContext} context
 */
const takeBack = (name, label, sentence, { state: { query }, dispatch }) =>
  actionButton(label, sentence !== undefined && (() => dispatch({ sentence, query })), {
    kind: `plain ${name}`,
  });
