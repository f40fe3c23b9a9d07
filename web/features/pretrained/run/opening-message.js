/** The message in place of the figures until a model is loaded. */

import { html, nothing } from 'lit';
import { guessModelId } from '../../../../src/js/pretrained/hub-names.js';
import { readChosenFiles } from '../../../figures/controls.js';
import { truncateLabel } from '../../../figures/marks.js';
import { getShownStep, listLessonSteps } from '../../../lessons/steps.js';
import { WorkerEnded } from '../../../session/worker.js';
import * as text from '../text/en/hub.js';
import { filesWanted, modelName, running } from '../text/en/pretrained.js';
import { readDetails } from '../text/en/refusals.js';
import { isFilesModel } from '../text/files-model.js';
import { findCatalogueEntry, isHubModel } from './catalogue.js';
import { listInterventions } from './changes.js';
import { isUnloadedByReload } from './unloaded.js';

/**
 * @import { ModelReason } from '../../../../src/js/pretrained/errors.js'
 * @import { State } from '../../../state/types.js'
 * @import { ModelLoading } from './loading.js'
 * @import { Status } from '../types.js'
 */

/** The longest excerpt of the sentence in the preview, in characters. */
const LONGEST_SENTENCE = 60;

/** The step at which a model opens. */
const FIRST_STEP = 'allHeads';

/** The steps that show a single head. */
const STEPS_OF_A_HEAD = ['q', 'k', 'v', 'scores', 'weights', 'heads'];

/**
 * Handlers of the reader's choices: files, and a model's name where another model may be shown.
 * @typedef {{ files: (files: File[]) => void, model?: (name: string) => void }} Choices
 */

/** @param {ModelLoading} loading @param {State} state @param {Choices} choose */
export function openingMessage(loading, state, choose) {
  const { status } = loading;
  switch (status.kind) {
    case 'ready':
      return running;
    case 'loading':
      return loadingMessage(loading, status, state);
    case 'failed':
      return failedMessage(loading, status.error, state, choose);
    case 'unasked':
      if (isFilesModel(state.model))
        return html`${filesWanted(state.model)} ${describePreview(state)} ${fileButton(text.chooseFiles, choose)}`;
      if (loading.size.failure) return failedMessage(loading, loading.size.failure, state, choose);
      return loading.size.loading
        ? html`${text.lookingUp} ${button('cancel-look-up', text.cancel, () => loading.size.forget())}`
        : unaskedMessage(loading, status, state);
  }
}

/**
 * @template {Status['kind']} Kind
 * @typedef {Extract<Status, { kind: Kind }>} StatusOf
 */

/** @param {ModelLoading} loading @param {StatusOf<'loading'>} status @param {State} state */
function loadingMessage(loading, status, { model }) {
  const { loaded, total } = status;
  const name = modelName(model);
  // Screen readers announce a status whenever its text changes, so it hides the numbers.
  return html`<span aria-hidden="true">${text.loading(name, status, findCatalogueEntry(model)?.megabytes)}</span>
    <span class="hidden">${text.loading(name, { loaded: 0, total: 0 })}</span>
    <progress max=${total || nothing} value=${total ? loaded : nothing} aria-label=${name}></progress>
    ${button('cancel-load', text.cancel, () => loading.cancel())}`;
}

/**
 * @param {ModelLoading} loading
 * @param {unknown} error
 * @param {State} state
 * @param {Choices} choose
 */
function failedMessage(loading, error, state, choose) {
  if (error instanceof WorkerEnded)
    return html`${error.message} ${remedyButtons(loading, RETRY, choose)}`;
  const failure = text.failed(error, state, error === loading.size.failure);
  const back = backButton(loading, state, choose);
  if (isFilesModel(state.model))
    return html`${failure} ${fileButton(text.chooseOtherFiles, choose)} ${back}`;
  const remedy = choose.model ? findRemedy(error, state.model) : RETRY;
  return html`${failure} ${remedyButtons(loading, remedy, choose)} ${back}`;
}

/** Draws a button for the model that was shown before. @param {ModelLoading} loading @param {State} state @param {Choices} choose */
function backButton({ lastShown }, state, choose) {
  if (!choose.model || !lastShown || lastShown.model === state.model) return nothing;
  const { model, info } = lastShown;
  return button('choose-last', text.goBack(modelName(model, info)), () => choose.model?.(model));
}

/** Says what a model takes, before the reader loads it. @param {ModelLoading} loading @param {StatusOf<'unasked'>} status @param {State} state */
function unaskedMessage(loading, { isCancelled }, state) {
  const { model, endpoint } = state;
  const { keptPart: part, size } = loading;
  const summary = size.value;
  const known = findCatalogueEntry(model);
  return html`${isCancelled ? text.cancelled : nothing}
    ${summary ? text.described(summary) : text.unasked(modelName(model), known?.megabytes, isUnloadedByReload())}
    ${endpoint !== '' && isHubModel(model) && !summary ? text.fromHost(text.readHost(endpoint)) : nothing}
    ${part && !summary?.isKept ? text.keptPart(part) : nothing}
    ${describePreview(state)}
    ${button('load-model', part && !part.isComplete ? text.goOn : text.load, () => loading.load())}
    ${known || summary || !isHubModel(model) ? nothing : button('look-up', text.lookUp, () => loading.lookUp())}`;
}

/** Says what the model will show. A page of the course says this itself. @param {State} state */
function describePreview(state) {
  const { guide, sentence, model, modelLayer, head } = state;
  if (guide !== '' || sentence.trim() === '') return nothing;
  const step = getShownStep(listLessonSteps(state), state);
  const changes = listInterventions(state).length;
  if (step.id === FIRST_STEP && changes === 0)
    return text.willRead(truncateLabel(sentence, LONGEST_SENTENCE));
  // The sizes of other models are not known yet, and these may lack the layer.
  const { layers, heads } = findCatalogueEntry(model) ?? { layers: 0, heads: 0 };
  const hasPlace = STEPS_OF_A_HEAD.includes(step.id) && modelLayer < layers && head < heads;
  return text.willShow(
    {
      sentence: truncateLabel(sentence, LONGEST_SENTENCE),
      step: step.name,
      ...(hasPlace && { place: { layer: modelLayer + 1, head: head + 1 } }),
    },
    changes,
  );
}

/** @param {string} label @param {Choices} choose */
const fileButton = (label, choose) =>
  html`${button('choose-files', label, (event) =>
    /** @type {HTMLElement} */ (
      /** @type {HTMLElement} */ (event.currentTarget).nextElementSibling
    ).click(),
  )}<input type="file" multiple hidden @change=${readChosenFiles(choose.files)}>`;

/** @param {ModelLoading} loading @param {Remedy} found @param {Choices} choose */
function remedyButtons(loading, found, choose) {
  if (found.kind === 'files') return fileButton(text.chooseItsFiles, choose);
  if (found.kind === 'model') {
    const name = findCatalogueEntry(found.model)?.name ?? found.model;
    return button('choose-model', text.chooseInstead(name), () => choose.model?.(found.model));
  }
  const isLookUp = loading.size.failure !== undefined;
  return html`${isLookUp ? button('look-up', text.retry, () => loading.lookUp()) : nothing}
    ${button('load-model', isLookUp ? text.load : text.retry, () => loading.load())}`;
}

/**
 * @param {string} name a class of the button
 * @param {string} label
 * @param {(event: Event) => void} press
 */
const button = (name, label, press) =>
  html`<button type="button" class="choose ${name}" @click=${press}>${label}</button>`;

// A remedy when a model did not load: another try, another model, or files instead of a name.

/** @typedef {{ kind: 'retry' } | { kind: 'files' } | { kind: 'model', model: string }} Remedy */

/** @type {Remedy} */
const RETRY = { kind: 'retry' };
/** @type {Remedy} */
const FILES = { kind: 'files' };
/** @type {Remedy} */
const SHIPPED_MODEL = { kind: 'model', model: 'use-lite' };

/** The files that no conversion of a model on the Hub gives. */
const REQUIRED_FILES = ['config.json', 'model.safetensors'];

/** @param {string} model a name that does not exist */
function suggestModel(model) {
  const near = guessModelId(model);
  return near === undefined ? SHIPPED_MODEL : /** @type {const} */ ({ kind: 'model', model: near });
}

/**
 * Remedies for a Hub's reasons that another try would not change.
 * @type {Readonly<Record<string, (id: string, expected: string) => Remedy>>}
 */
const HUB_REMEDIES = {
  'not-found': suggestModel,
  moved: (_, expected) => ({ kind: 'model', model: expected }),
  revision: (id) => ({ kind: 'model', model: id }),
  gated: () => FILES,
  disabled: () => SHIPPED_MODEL,
};

/**
 * Remedies for the reasons of a ModelError; by default, the model that ships.
 * @type {Partial<Record<ModelReason, (argument: string) => Remedy>>}
 */
const MODEL_REMEDIES = {
  missing: (file) => (REQUIRED_FILES.includes(file) ? SHIPPED_MODEL : FILES),
  'old-format': () => FILES,
  damaged: () => RETRY,
};

/**
 * @param {unknown} error
 * @param {string} model the wanted model
 * @returns {Remedy}
 */
export function findRemedy(error, model) {
  const { code, reason, argument, expected } = readDetails(error);
  // Readers can copy the files of a shipped model next to the page.
  if (!isHubModel(model)) return RETRY;
  const [id] = model.split('@');
  if (code === 'ERR_HUB') return HUB_REMEDIES[reason]?.(id, expected) ?? RETRY;
  if (code === 'ERR_MODEL')
    return MODEL_REMEDIES[/** @type {ModelReason} */ (reason)]?.(argument) ?? SHIPPED_MODEL;
  if (argument === 'options.revision') return { kind: 'model', model: id };
  if (code === 'ERR_ARGUMENT' && /owner\/name/.test(expected)) return suggestModel(id);
  return code === 'ERR_LIMIT' ? SHIPPED_MODEL : RETRY;
}
