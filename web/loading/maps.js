/** Grid and lines of `<attention-map>` are in a script of their own, which is loaded when one is first wanted. */

import { lazily } from './lazily.js';
import { importMaps } from './scripts.js';

const maps = lazily(importMaps);
export const loadedMaps = maps.get;
export const loadMaps = maps.load;
export const giveMaps = maps.give;
