/** Grid and lines of `<attention-map>` are loaded when one is first wanted. */

import { lazily } from './lazily.js';

const maps = lazily(async () => (await import('../maps.js')).maps);
export const loadedMaps = maps.get;
export const loadMaps = maps.load;
