/** Repeats heads of keys or values for grouped-query attention. Options: `heads`, `shared`. */

import { tensor } from '../../../src/js/index.js';
import { countElements } from '../../../src/js/shapes.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { Op } from '../types.js' */

/**
 * Returns the shared head of keys and values that a head uses.
 * @param {number} head
 * @param {number} shared the number of shared heads
 * @param {number} heads
 */
export const findSharedHead = (head, shared, heads) => Math.floor((head * shared) / heads);

/** @param {Tensor} given @param {number} heads */
export function repeatHeads({ shape, data }, heads) {
  const [shared, ...rest] = shape;
  const size = countElements(rest);
  const repeated = new Float32Array(heads * size);
  for (let head = 0; head < heads; head++) {
    const from = findSharedHead(head, shared, heads) * size;
    repeated.set(data.subarray(from, from + size), head * size);
  }
  return tensor([heads, ...rest], repeated);
}

/** @type {Op<{ heads: number, shared: number }>} */
export const shareHeads = {
  name: 'shareHeads',
  isSkipped: true,
  isCopy: () => true,
  operandsAt: ([head, ...rest], { heads, shared }) => [
    [findSharedHead(head, shared, heads), ...rest],
  ],
  consumersAt: ([head, ...rest], { heads, shared }) =>
    Array.from({ length: heads / shared }, (_, i) => [(head * heads) / shared + i, ...rest]),

  evaluate: (_, [given], { options: { heads } }) => repeatHeads(given, heads),

  python: ({ inputs: [{ id }], options: { heads, shared } }, { name, library }) => ({
    value:
      library === 'numpy'
        ? `np.repeat(${name(id)}, ${heads / shared}, axis=0)`
        : `${name(id)}.repeat_interleave(${heads / shared}, dim=0)`,
  }),

  javascript({ id, inputs: [given], options: { heads, shared } }, { name, isSet }) {
    const copy = isSet(id) ? 'structuredClone(head)' : 'head';
    return {
      value: `${name(given.id)}.flatMap((head) => Array.from({ length: ${heads / shared} }, () => ${copy}))`,
    };
  },
};
