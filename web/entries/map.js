/** `<attention-map>` alone. Importing this file registers no element and needs no browser. */

import { AttentionMap } from '../elements/attention-map.js';
import { addFeature } from '../features.js';
import { defineElement } from '../figures/dom.js';
import { maps, reader } from './loader.js';

addFeature(maps);
addFeature(reader);

export { AttentionMap };

/** Gives the element its name, once a document. */
export function defineMap() {
  defineElement('attention-map', AttentionMap);
}
