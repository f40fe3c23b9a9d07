/** What is said where there is nothing to show. */

import { html } from 'lit';

/**
 * The children are the author's: they keep the direction of the page around them.
 * @param {unknown} failure why there is no core
 */
export const noCore = (failure) => html`<div class="lab" lang="en" dir="ltr">
  <p class="sorry" role="alert">The core, which does all the calculating, could not be loaded; so there
    are no numbers to show. ${whyNot(failure)}</p></div><slot></slot>`;

/**
 * @param {object} now
 * @param {boolean} now.isLoaded is the core there
 * @param {unknown} now.refusal what the core has refused
 * @param {number} now.words
 * @returns undefined where there is a lesson
 */
export function sorry({ isLoaded, refusal, words }) {
  if (!isLoaded) return html`<p class="sorry">The core is being loaded.</p>`;
  if (refusal) {
    return html`<p class="sorry" role="alert">The core has refused these numbers:
      ${refusal instanceof Error ? refusal.message : String(refusal)}</p>`;
  }
  if (words === 0) {
    return html`<p class="sorry">There is no word here yet. Type one or more, and their attention
      appears in this place.</p>`;
  }
  return undefined;
}

/**
 * What a reader, or an author, can do about a core that does not load.
 * @param {unknown} failure
 */
function whyNot(failure) {
  if (typeof WebAssembly === 'undefined') {
    return 'This browser has no WebAssembly, or has it switched off.';
  }
  // Browsers tell it in words only.
  return /content security policy|\bCSP\b/i.test(String(failure))
    ? "The policy of this page forbids WebAssembly; script-src 'wasm-unsafe-eval' would allow it."
    : 'It needs a browser with WebAssembly SIMD, such as any from 2023 on.';
}
