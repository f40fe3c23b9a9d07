/** The elements, as classes. Importing this file registers no element and needs no browser. */

import { AttentionLab } from './elements/attention-lab.js';
import { AttentionMap } from './elements/attention-map.js';
import { addAll } from './entries/loader.js';

addAll();

export { AttentionLab, AttentionMap };

/** Gives the elements their names, once a document. */
export function defineElements() {
  if (!customElements.get('attention-lab')) customElements.define('attention-lab', AttentionLab);
  if (!customElements.get('attention-map')) customElements.define('attention-map', AttentionMap);
}
