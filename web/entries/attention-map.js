/** `<attention-map>` alone as one classic script, with all its pictures inside. */

import { defineMap } from './map.js';

defineMap();
