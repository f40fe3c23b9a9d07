/** Loads the models whose lesson a worksheet prints, and says so if they do not load. */

import { html } from 'lit';
import { needSlot } from '../../../features.js';
import { defineElement } from '../../../figures/dom.js';
import { LoadState } from '../../../session/load-state.js';
import { loadingModels } from '../../../text/en/messages.js';
import { PagePart } from '../../../views/complete-markup.js';
import { loadStatus } from '../../../views/status-message.js';
import * as text from '../text/en/worksheet.js';

class ModelLoader extends PagePart {
  static properties = { whenLoaded: { attribute: false } };

  #models = new LoadState(() => this.requestUpdate());

  constructor() {
    super();
    this.whenLoaded = () => {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.#models.run(() => needSlot('models').then(() => this.whenLoaded()));
  }

  render() {
    return loadStatus(this.#models, text.models, loadingModels);
  }
}

/** @param {() => void} whenLoaded */
export function modelLoader(whenLoaded) {
  defineElement('attention-models', ModelLoader);
  return html`<attention-models .whenLoaded=${whenLoaded}></attention-models>`;
}
