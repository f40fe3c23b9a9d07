/** What is said where there is nothing to show. */

import { html } from 'lit';
import { dir, lang } from '../text/en/language.js';
import * as text from '../text/en/messages.js';

/**
 * The children are the author's: they keep the direction of the page around them.
 * @param {unknown} failure why there is no core
 */
export const noCore = (failure) => html`<div class="lab" lang=${lang} dir=${dir}>
  <p class="status" role="alert">${text.noCore(whyNot(failure))}</p></div><slot></slot>`;

/**
 * @param {object} now
 * @param {boolean} now.isLoaded is the core there
 * @param {unknown} now.refusal what the core has refused
 * @param {number} now.words
 * @param {boolean} now.isOwn is it tensors of the reader's that are missing
 * @returns undefined where there is a lesson
 */
export function statusMessage({ isLoaded, refusal, words, isOwn }) {
  if (!isLoaded) return html`<p class="status">${text.loading}</p>`;
  if (refusal) {
    return html`<p class="status" role="alert">${text.refused(
      refusal instanceof Error ? refusal.message : String(refusal),
    )}</p>`;
  }
  if (words === 0) {
    return html`<p class="status">${isOwn ? text.noTensors : text.noWords}</p>`;
  }
  return undefined;
}

/**
 * What a reader, or an author, can do about a core that does not load.
 * @param {unknown} failure
 */
function whyNot(failure) {
  if (typeof WebAssembly === 'undefined') {
    return text.noWebAssembly;
  }
  // Browsers tell it in words only.
  return /content security policy|\bCSP\b/i.test(String(failure)) ? text.forbidden : text.tooOld;
}
