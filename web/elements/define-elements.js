/** Both elements and their registration. Importing this file registers no element and needs no browser. */

import { defineElement } from '../figures/dom.js';
import { AttentionLab } from './attention-lab.js';
import { AttentionMap } from './attention-map.js';

export { AttentionLab, AttentionMap };

/** Registers `<attention-lab>` and `<attention-map>`, unless they are registered already. */
export function defineElements() {
  defineElement('attention-lab', AttentionLab);
  defineElement('attention-map', AttentionMap);
}
