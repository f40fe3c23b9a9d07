/** `<attention-map>` alone. Importing this file registers nothing and needs no browser. */

import { AttentionMap } from './elements/attention-map.js';

export { AttentionMap };

/** Gives the element its name, once a document. */
export function defineMap() {
  if (!customElements.get('attention-map')) customElements.define('attention-map', AttentionMap);
}
