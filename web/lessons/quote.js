/** A number of a computation within running text, by its cell. */

import { numberAt, readCell } from '../graph/trace.js';
import { quoted } from '../text/inline.js';

/**
 * @param {import('../session/computation.js').Computation} computation
 * @param {string} cell such as 'weights.0.1.3'
 * @param {number} [digits]
 */
export function quote(computation, cell, digits) {
  const found = readCell(cell, computation.run);
  return found ? quoted(numberAt(computation.run, found), digits) : '…';
}
