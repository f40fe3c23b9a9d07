/**
 * The messages that replace figures. Each is live: an error is an alert, and any other message is a
 * status. Beside figures, a text is a status only if it answers an action of the reader.
 */

import { html, nothing } from 'lit';
import { AttentionError } from '../../src/js/index.js';
import { dir, lang } from '../text/en/language.js';
import * as text from '../text/en/messages.js';
import { readMessage } from '../text/error.js';

/** @import { LoadState } from '../session/load-state.js' */

/**
 * Renders the message if the core did not load or the page could not be drawn. The children belong
 * to the author, so they keep the direction of the surrounding page.
 * @param {unknown} failure
 * @param {boolean} hasCore
 */
export const failureView = (failure, hasCore) => html`<div class="lab" lang=${lang} dir=${dir}>
  ${alertStatus(hasCore ? text.notDrawn(readMessage(failure)) : text.noCore(explainMissingCore(failure)))}</div><slot></slot>`;

/** @param {string} sentence @param {string} [kind] a further class */
export const alertStatus = (sentence, kind = '') =>
  html`<p class="status ${kind}" lang=${lang} role="alert">${sentence}</p>`;

/** @param {unknown} sentence @param {string} [kind] a further class, `empty` if nothing is coming */
export const textStatus = (sentence, kind = '') =>
  html`<p class="status ${kind}" lang=${lang} role="status">${sentence}</p>`;

/**
 * Renders that a value loads, or why it did not load, with a button that tries again.
 * @param {LoadState<unknown>} load
 * @param {string} what
 * @param {string} [waiting]
 */
export function loadStatus({ loading, failure, hasFailed, retry }, what, waiting = text.opening) {
  if (!loading && !hasFailed) return nothing;
  // The button keeps the focus while the value loads again. It is written out, because the map alone
  // would otherwise hold `actionButton` for it.
  return html`<p class="status">${
    loading
      ? html`<span role="status">${waiting}</span>`
      : html`<span role="alert">${text.didNotLoad(what, explainRefusal(failure))}</span>`
  }${hasFailed ? html` <button type="button" class="plain" aria-disabled=${loading !== undefined} @click=${retry}>${text.retry}</button>` : nothing}</p>`;
}

/** @param {unknown} refusal */
export function explainRefusal(refusal) {
  // A Worker only passes the text of an error.
  if (String(refusal).includes('OutOfMemoryError')) return text.outOfMemory;
  const reason = readMessage(refusal);
  return refusal instanceof AttentionError ? text.refused(reason) : reason;
}

/**
 * Explains why there are no numbers to show or to export.
 * @param {object} reasons
 * @param {unknown} reasons.refusal the error of the core or the source
 * @param {boolean} reasons.isMissing whether the model is not loaded, or no longer loaded
 * @param {boolean} reasons.isOwn whether the reader's own tensors are missing
 * @param {string} noWords the text if only words are missing
 */
export function explainNoNumbers({ refusal, isMissing, isOwn }, noWords) {
  if (refusal) return explainRefusal(refusal);
  if (isMissing) return text.noModel;
  return isOwn ? text.noTensors : noWords;
}

/** Explains why the core does not load, and what a reader or author can do. @param {unknown} failure */
function explainMissingCore(failure) {
  if (typeof WebAssembly === 'undefined') return text.noWebAssembly;
  // Browsers provide no error code, only a message.
  return /content security policy|\bCSP\b/i.test(String(failure)) ? text.forbidden : text.tooOld;
}
