/** Parts of a page that keep something of their own, such as how far a picture has moved: elements that only templates write. */

import { LitElement } from 'lit';

export class PagePart extends LitElement {
  /** It has the styles of the page around it. */
  createRenderRoot() {
    return this;
  }
}

/** @param {string} tag @param {typeof PagePart} part */
export function definePart(tag, part) {
  if (!customElements.get(tag)) customElements.define(tag, part);
}
