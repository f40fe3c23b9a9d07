/** Tensors that are rearranged on first read, because matrices have millions of numbers. */

import { tensor } from '../../src/js/index.js';
import { arrangeAxes, computeShape, measureAxes, reorderAxes } from './axes.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Lengths } from './types.js' */

/** @type {WeakMap<Tensor, { data: Float32Array, axes: string, wanted: string }>} */
const originals = new WeakMap();

const prototype = Object.getPrototypeOf(tensor([0]));

/**
 * Returns a tensor with its axes in another order, rearranged on first use. The tensor keeps the
 * original numbers, so nobody may change them afterwards.
 * @param {Pick<Tensor, 'shape' | 'data'>} original
 * @param {string} axes a letter for each axis
 * @param {string} wanted the same letters in another order
 * @returns {Tensor}
 */
export function arrangeLater({ shape, data }, axes, wanted) {
  const lengths = measureAxes([{ axes, shape }]);
  /** @type {Float32Array | undefined} */
  let arranged;
  const result = Object.create(prototype, {
    shape: { enumerable: true, value: Object.freeze(computeShape(wanted, lengths)) },
    data: {
      enumerable: true,
      get: () => {
        arranged ??= arrangeAxes(data, axes, wanted, lengths);
        return arranged;
      },
    },
  });
  originals.set(result, { data, axes, wanted });
  return Object.freeze(result);
}

/**
 * Reads the numbers of a tensor in another order of its axes. If the original tensor has that
 * order, its numbers are returned as they are.
 * @param {Tensor} from
 * @param {string} axes
 * @param {string} wanted
 * @param {Lengths} lengths
 */
export function readAlong(from, axes, wanted, lengths) {
  const original = originals.get(from);
  // The original has its own letters.
  const order = [...(original?.axes ?? '')].map(
    (letter) => axes[Number(original?.wanted.indexOf(letter))],
  );
  if (original && order.join('') === wanted) return original.data;
  return reorderAxes(from.data, axes, wanted, lengths);
}
