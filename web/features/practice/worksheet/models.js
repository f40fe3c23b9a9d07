/** Loads the models whose lesson a worksheet prints, and says so if they do not load. */

import { html } from 'lit';
import { needSlot } from '../../../features.js';
import { defineElement } from '../../../figures/dom.js';
import { didNotLoad, loadingModels } from '../../../text/en/messages.js';
import { PagePart } from '../../../views/complete-markup.js';
import * as text from '../text/en/worksheet.js';

class ModelLoader extends PagePart {
  static properties = { whenLoaded: { attribute: false }, failure: { state: true } };

  constructor() {
    super();
    this.whenLoaded = () => {};
    /** @type {Error | undefined} */
    this.failure = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  #load = () => {
    this.failure = undefined;
    needSlot('models').then(
      () => this.whenLoaded(),
      (error) => {
        this.failure = error;
      },
    );
  };

  render() {
    if (!this.failure) return html`<p>${loadingModels}</p>`;
    return html`<p role="alert">${didNotLoad(text.models, this.failure.message)}</p>
      <p><button type="button" class="plain" @click=${this.#load}>${text.retry}</button></p>`;
  }
}

/** @param {() => void} whenLoaded */
export function modelLoader(whenLoaded) {
  defineElement('attention-models', ModelLoader);
  return html`<attention-models .whenLoaded=${whenLoaded}></attention-models>`;
}
