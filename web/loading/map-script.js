/** `<attention-map>` alone as a classic script, with all its pictures inside. */

import { defineMap } from '../map.js';
import { maps } from '../maps.js';
import { giveMaps } from './maps.js';

giveMaps(maps);
defineMap();
