/** A caption of the author's own, as an attribute or as a child with `slot="caption"`. */

import { html } from 'lit';

/** @typedef {import('lit').LitElement & { caption: string }} Captioned */

/** @param {Captioned} host */
export const hasCaption = (host) =>
  Boolean(host.caption) || host.querySelector(':scope > [slot="caption"]') !== null;

/** Always there, since a child may come later. @param {Captioned} host */
export const captionView = (
  host,
) => html`<div class="author-caption" part="caption" lang=${host.lang} dir="auto"
  ?hidden=${!hasCaption(host)}><slot name="caption" @slotchange=${() => host.requestUpdate()}>${host.caption}</slot></div>`;
