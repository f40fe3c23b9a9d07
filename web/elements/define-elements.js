/** Both elements and their registration. Importing this file registers no element and needs no browser. */

import { AttentionLab } from './attention-lab.js';
import { AttentionMap } from './attention-map.js';

export { AttentionLab, AttentionMap };

// The analyzer that writes the manifest finds the names of the elements in these calls.

/** Registers `<attention-lab>` and `<attention-map>`, unless they are registered already. */
export function defineElements() {
  if (!customElements.get('attention-lab')) customElements.define('attention-lab', AttentionLab);
  if (!customElements.get('attention-map')) customElements.define('attention-map', AttentionMap);
}
