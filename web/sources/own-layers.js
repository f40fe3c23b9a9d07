/**
 * The numbers of an author's own weights, as models hand them out: one matrix, one for each head, with a
 * batch of one, and lists of these, one for each layer.
 */

import { ArgumentError, LimitError, ShapeError, tensor } from '../../src/js/index.js';
import { MAX_GIVEN_SIZE } from '../session/limits.js';
import * as text from '../text/en/messages.js';
import { parsed, refuse, refuseAs } from './own-refusals.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('../../src/js/index.js').TensorLike} TensorLike
 *
 * @typedef {readonly number[] | string | null | undefined} Shape a string holds numbers, such as `12,64,64`
 * @typedef {TensorLike | readonly TensorLike[] | string | null | undefined} Weights
 */

/**
 * @param {NonNullable<Weights>} given
 * @param {Shape} sizes of numbers that come without one
 * @returns {Tensor[]} of each layer, (L, S) or (H, L, S), in copies: what becomes of the author's arrays
 *   is not shown
 */
export function readLayers(given, sizes) {
  const shape = readShape(sizes);
  const value = typeof given === 'string' ? parsed('weights', given) : given;
  const layers = isList(value)
    ? /** @type {unknown[]} */ (value).flatMap((one, i) => readOne(one, shape, `weights[${i}]`))
    : readOne(value, shape, 'weights');
  const [{ shape: first }] = layers;
  for (const [i, layer] of layers.entries()) {
    const isSame = `${layer.shape.slice(-2)}` === `${first.slice(-2)}`;
    if (!isSame)
      refuse(ShapeError, `weights[${i}]`, text.likeFirst(sized(first)), sized(layer.shape));
  }
  if (layers.length > MAX_GIVEN_SIZE) {
    refuse(LimitError, 'weights', text.layers(MAX_GIVEN_SIZE), text.layers(layers.length));
  }
  return layers;
}

/**
 * Layers, each for itself? Nested arrays of three axes are the heads of one.
 * @param {unknown} value
 */
function isList(value) {
  if (!Array.isArray(value) || value.length === 0) return false;
  const [first] = value;
  if (!Array.isArray(first)) return typeof first === 'object' && first !== null;
  let depth = 0;
  // A list may be in itself.
  for (let inner = value; Array.isArray(inner) && depth < 5; [inner] = inner) depth++;
  return depth > 4 || (depth === 4 && value.length > 1);
}

/**
 * @param {any} value
 * @param {readonly number[] | undefined} shape
 * @param {string} name
 * @returns {Tensor[]} one, or one for each layer
 */
function readOne(value, shape, name) {
  try {
    const isFlat = isPlain(value);
    const { shape: all, data } =
      shape && isFlat
        ? tensor(shape, value)
        : isFlat || Array.isArray(value)
          ? tensor(value)
          : tensor(value.shape, value.data);
    return split(all, new Float32Array(data), name);
  } catch (error) {
    return refuseAs(error, name);
  }
}

/** Numbers one after the other, whose shape has to be said. @param {any} value @returns {boolean} */
const isPlain = (value) =>
  ArrayBuffer.isView(value) || (Array.isArray(value) && !Array.isArray(value[0]));

/**
 * Without the axis of the batch, layer by layer.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @param {string} name
 * @returns {Tensor[]}
 */
function split(shape, data, name) {
  const axes = shape.length;
  if (axes < 2 || axes > 5 || shape.includes(0)) {
    refuse(ShapeError, name, text.weightShapes, sized(shape));
  }
  if (axes > 3 && shape[axes - 4] > 1) refuse(ShapeError, name, text.oneOfBatch, sized(shape));
  if (Math.max(...shape) > MAX_GIVEN_SIZE) {
    refuse(LimitError, name, text.lengths(MAX_GIVEN_SIZE), text.aMap(sized(shape)));
  }
  const own = axes > 3 ? shape.slice(-3) : shape;
  const count = axes === 5 ? shape[0] : 1;
  const size = data.length / count;
  return Array.from({ length: count }, (_, i) => ({
    shape: [...own],
    data: count === 1 ? data : data.subarray(i * size, (i + 1) * size),
  }));
}

/** @param {Shape} given */
function readShape(given) {
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given !== 'string') return given;
  if (!/^[\s[(]*\d+([\s,]+\d+)*[\s,\])]*$/.test(given)) {
    refuse(ArgumentError, 'shape', text.sizes, text.otherText);
  }
  return (given.match(/\d+/g) ?? []).map(Number);
}

/** @param {readonly number[]} shape */
const sized = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
