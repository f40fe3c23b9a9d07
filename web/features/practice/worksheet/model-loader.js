/** Loads the models whose lesson a worksheet prints, and says so if they do not load. */

import { directive } from 'lit/directive.js';
import { needSlot } from '../../../features.js';
import { LoadState } from '../../../session/load-state.js';
import { loadingModels } from '../../../text/en/messages.js';
import { PagePart } from '../../../views/page-part.js';
import { loadStatus } from '../../../views/status-message.js';
import * as text from '../text/en/worksheet.js';

/** @import { ChildPart } from 'lit' */

class ModelLoader extends PagePart {
  #models = new LoadState(this);

  /** @param {ChildPart} part @param {[whenLoaded: () => void]} values @override */
  update(part, values) {
    const [whenLoaded] = values;
    if (this.#models.isFresh) this.#models.run(() => needSlot('models').then(whenLoaded));
    return super.update(part, values);
  }

  /** @param {() => void} _whenLoaded @override */
  render(_whenLoaded) {
    return loadStatus(this.#models, text.models, loadingModels);
  }
}

export const modelLoader = directive(ModelLoader);
