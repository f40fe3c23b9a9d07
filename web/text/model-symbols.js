/** Symbols of models, coloured as the tables are. */

import { symbolOf } from './symbols.js';

export const N = symbolOf({ symbol: 'N' });
