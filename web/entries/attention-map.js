/** `<attention-map>` alone as one classic script that contains all its pictures. */

import { defineMap } from './map.js';

defineMap();
