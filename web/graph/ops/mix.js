/** Interpolates by a gate: (1 − z) n + z h. Inputs: gate, new number, old number. */

import { evaluateByNumber } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const mix = {
  name: 'mix',
  // As in the core, the difference, the product and the sum are each rounded once.
  evaluate: evaluateByNumber(
    (z, i, [fresh, old]) => fresh[i] + Math.fround(z * Math.fround(old[i] - fresh[i])),
  ),

  terms: ([[gate], [fresh], [old]]) => [
    ['(1 − ', gate, ') × ', fresh],
    [gate, ' × ', old],
  ],
};
