/** The logit lens: what the model would predict if its layers ended after a given part. */

import { tensor } from '../../../../src/js/index.js';
import { getRow } from '../../../graph/cell.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { NextToken } from '../../../../src/js/pretrained/types.js'
 * @import { Lens, ModelPart } from '../types.js'
 */

/**
 * @param {readonly ModelPart[]} stream
 * @param {(rows: Tensor) => Promise<NextToken[][]>} predict
 * @returns {Lens} a lens that requests each row only once
 */
export function makeLens(stream, predict) {
  /** @type {Map<number, ReturnType<Lens>>} */
  const known = new Map();
  const sums = stream.flatMap(({ sum }, part) => (sum ? [{ sum, part }] : []));
  return (row) => {
    const tokens = known.get(row) ?? ask(row);
    known.set(row, tokens);
    return tokens;
  };

  /** @param {number} row @returns {ReturnType<Lens>} */
  async function ask(row) {
    const [, width] = sums[0].sum.shape;
    const rows = new Float32Array(sums.length * width);
    for (const [i, { sum }] of sums.entries()) rows.set(getRow(sum, row), i * width);
    const predicted = await predict(tensor([sums.length, width], rows));
    return new Map(sums.map(({ part }, i) => [part, predicted[i]]));
  }
}
