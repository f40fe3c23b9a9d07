/** `<attention-map>` alone. Importing this file registers no element and needs no browser. */

import { AttentionMap } from '../elements/attention-map.js';
import { add } from '../features.js';
import { maps, reader } from './loader.js';

add(maps);
add(reader);

export { AttentionMap };

/** Gives the element its name, once a document. */
export function defineMap() {
  if (!customElements.get('attention-map')) customElements.define('attention-map', AttentionMap);
}
