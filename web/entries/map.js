/** `<attention-map>` alone. Importing this file registers no element and needs no browser. */

import { AttentionMap } from '../elements/attention-map.js';
import { addFeature } from '../features.js';
import { maps, reader, writers } from './loader.js';

for (const feature of [maps, reader, writers]) addFeature(feature);

export { AttentionMap };

/** Registers the element, unless it is registered already. */
export function defineMap() {
  if (!customElements.get('attention-map')) customElements.define('attention-map', AttentionMap);
}
