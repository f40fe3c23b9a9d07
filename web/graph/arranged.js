/** Tensors with other tensors' numbers in another order, arranged when they are first read: matrices of models have millions. */

import { tensor } from '../../src/js/index.js';
import { arrangeAxes, computeShape, measureAxes } from './axes.js';
import { reorderAxes } from './op.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { Lengths } from './types.js'
 */

/** The numbers that such a tensor arranges. @type {WeakMap<Tensor, { data: Float32Array, axes: string, wanted: string }>} */
const originals = new WeakMap();

const prototype = Object.getPrototypeOf(tensor([0]));

/**
 * The tensor keeps the numbers, which nobody may change from now on.
 * @param {Pick<Tensor, 'shape' | 'data'>} original
 * @param {string} axes a letter for each of its axes
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
 * The numbers of a tensor in another order of its axes. They are not arranged where its original has that order.
 * @param {Tensor} from
 * @param {string} axes
 * @param {string} wanted
 * @param {Lengths} lengths
 */
export function readAlong(from, axes, wanted, lengths) {
  const original = originals.get(from);
  // The original has letters of its own.
  const order = [...(original?.axes ?? '')].map(
    (letter) => axes[Number(original?.wanted.indexOf(letter))],
  );
  if (original && order.join('') === wanted) return original.data;
  return reorderAxes(from.data, axes, wanted, lengths);
}
