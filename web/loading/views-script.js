/** Grid and lines as a classic script. */

import { maps } from '../maps.js';
import { registry } from './registry.js';

registry.maps = maps;
