/**
 * Reads the weights of an author's own model in the forms that models return: one matrix, one per
 * head, with a batch of one, and lists of these with one item per layer.
 */

import { describeValue, formatShape } from '../../src/js/errors.js';
import { ArgumentError, LimitError, ShapeError, tensor } from '../../src/js/index.js';
import { countElements } from '../../src/js/shapes.js';
import { MAX_GIVEN_SIZE } from '../state/limits.js';
import * as text from '../text/en/messages.js';
import { parseJson, refuseAs, throwRefusal } from './own-tokens.js';
import {
  findMissing,
  isList,
  listShape,
  readTensorParts,
  toPlainNumbers,
  toPlainShape,
} from './plain-numbers.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Shape, Weights } from './types.js' */

/**
 * @param {NonNullable<Weights>} given
 * @param {Shape} sizes the shape of flat numbers
 * @returns {Tensor[]} a tensor per layer, (L, S) or (H, L, S), in copies, so that later changes of
 * the author's arrays have no effect
 */
export function readLayers(given, sizes) {
  const shape = readShape(sizes);
  const value = typeof given === 'string' ? parseJson('weights', given) : given;
  refuseMissing(value, shape);
  /** @type {Tensor[]} */
  const layers = isGenerated(value)
    ? joinSteps(value.map((step, i) => readStack(step, undefined, `weights[${i}]`)))
    : readStack(value, shape, 'weights');
  const [{ shape: first }] = layers;
  for (const [i, layer] of layers.entries()) {
    const isSame = `${layer.shape.slice(-2)}` === `${first.slice(-2)}`;
    if (!isSame)
      throwRefusal(
        ShapeError,
        `weights[${i}]`,
        text.likeFirst(formatShape(first)),
        formatShape(layer.shape),
      );
  }
  if (layers.length > MAX_GIVEN_SIZE) {
    throwRefusal(LimitError, 'weights', text.layers(MAX_GIVEN_SIZE), text.layers(layers.length));
  }
  return layers;
}

/** @param {any} value @param {readonly number[] | undefined} shape @param {string} name */
function readStack(value, shape, name) {
  return isListOfLayers(value, shape)
    ? value.flatMap((item, i) => readOne(item, shape, `${name}[${i}]`))
    : readOne(value, shape, name);
}

/**
 * Throws if the attentions are null, because the model was not asked for attentions or cannot
 * return them.
 * @param {any} value
 * @param {readonly number[] | undefined} shape the shape, if any; with a shape, null is a number
 * that JSON cannot write
 */
function refuseMissing(value, shape) {
  if (shape && Array.isArray(value) && value.length > 0) return;
  const path = findMissing(value);
  if (path !== undefined)
    throwRefusal(ArgumentError, `weights${path}`, text.attentions, text.noAttentions);
}

/**
 * Whether a value is a list of layers. Nested arrays of three axes are the heads of one layer, and
 * arrays of four axes a batch.
 * @param {unknown} value
 * @param {readonly number[] | undefined} shape the shape of each layer of flat numbers
 * @returns {value is unknown[]}
 */
function isListOfLayers(value, shape) {
  if (!Array.isArray(value) || value.length === 0) return false;
  const [first] = value;
  // Without a shape, typed arrays are rows.
  if (ArrayBuffer.isView(first)) return shape !== undefined;
  if (!Array.isArray(first)) return typeof first === 'object' && first !== null;
  let depth = 0;
  // The depth is limited, because a list may contain itself.
  for (let inner = value; isList(inner) && depth < 5; [inner] = inner) depth++;
  return depth > 4;
}

/** @param {any} value @param {readonly number[] | undefined} shape @param {string} name */
function readOne(value, shape, name) {
  try {
    const { shape: all, data } = readLayerTensor(value, shape, name);
    return splitLayers(all, new Float32Array(data), name);
  } catch (error) {
    return refuseAs(error, name);
  }
}

/** @param {any} value @param {readonly number[] | undefined} sizes @param {string} name */
function readLayerTensor(value, sizes, name) {
  if (!isList(value)) {
    const { shape, data } = readTensorParts(value);
    // Only an object with a shape or with data can be a tensor. A Map has a method `values`.
    if (shape === undefined && !isList(data))
      throwRefusal(ArgumentError, name, text.aTensor, describeValue(value));
    if (Array.isArray(shape) && ArrayBuffer.isView(data)) refuseOtherType(data, shape, name);
    return tensor(shape, data);
  }
  const numbers = toPlainNumbers(value);
  const isFlat = !isList(value[0]);
  if (!sizes || !isFlat) return tensor(numbers);
  if (ArrayBuffer.isView(value)) refuseOtherType(value, sizes, name);
  return tensor(sizes, numbers);
}

/**
 * Throws if the bytes were probably written as another type of floats: read as float32, they are
 * twice or half as many numbers.
 * @param {any} value a typed array
 * @param {readonly number[]} sizes
 * @param {string} name
 */
function refuseOtherType({ length }, sizes, name) {
  const expected = countElements(sizes);
  const type =
    length === 2 * expected ? 'float64' : 2 * length === expected ? 'float16' : undefined;
  if (type && expected > 0)
    throwRefusal(ShapeError, name, text.floats(expected), text.mayBe(formatShape([length]), type));
}

/**
 * Splits a tensor into layers and removes the axis of the batch.
 * @param {readonly number[]} shape
 * @param {Tensor['data']} data
 * @param {string} name
 * @returns {Tensor[]}
 */
function splitLayers(shape, data, name) {
  const axes = shape.length;
  if (axes < 2 || axes > 5 || shape.includes(0)) {
    const expected = axes === 1 && shape[0] > 0 ? text.flatShapes : text.weightShapes;
    throwRefusal(ShapeError, name, expected, formatShape(shape));
  }
  if (axes > 3 && shape[axes - 4] > 1)
    throwRefusal(ShapeError, name, text.oneOfBatch, formatShape(shape));
  if (Math.max(...shape) > MAX_GIVEN_SIZE) {
    throwRefusal(LimitError, name, text.lengths(MAX_GIVEN_SIZE), text.aMap(formatShape(shape)));
  }
  const mapShape = axes > 3 ? shape.slice(-3) : shape;
  const count = axes === 5 ? shape[0] : 1;
  const size = data.length / count;
  return Array.from({ length: count }, (_, i) => ({
    shape: [...mapShape],
    data: count === 1 ? data : data.subarray(i * size, (i + 1) * size),
  }));
}

/** @param {Shape} given */
function readShape(given) {
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given !== 'string') return toPlainShape(given);
  // The text may be the printed form torch.Size([2, 2]).
  const sizes = given.trim().replace(/^[a-z.]+(?=[[(])/i, '');
  if (!/^[\s[(]*\d+([\s,]+\d+)*[\s,\])]*$/.test(sizes)) {
    throwRefusal(ArgumentError, 'shape', text.sizes, text.notSizes);
  }
  return (given.match(/\d+/g) ?? []).map(Number);
}

// The attentions of `generate()`: all layers of each step, which are joined into one map per layer.

/** The axes of all steps: steps, layers, batch, heads, queries, keys. */
const AXES = 6;

/** Whether each item is a list of layers. @param {unknown} value @returns {value is unknown[]} */
export function isGenerated(value) {
  let axes = 0;
  let inner = value;
  // The depth is limited, because a list may contain itself.
  for (; isList(inner) && axes <= AXES; inner = inner[0]) axes++;
  const shape = listShape(inner);
  if (!Array.isArray(shape)) return axes === AXES;
  return axes === 2 || (axes === 1 && axes + shape.length === AXES);
}

/** Joins the rows of all steps by layer. @param {Tensor[][]} steps the layers of each step */
export function joinSteps(steps) {
  const { length } = steps[0];
  const other = steps.findIndex((layers) => layers.length !== length);
  if (other > 0) {
    const expected = text.layersOfFirstStep(length);
    throwRefusal(ShapeError, `weights[${other}]`, expected, text.layers(steps[other].length));
  }
  return steps[0].map((_, layer) =>
    joinRows(
      steps.map((layers) => layers[layer]),
      layer,
    ),
  );
}

/** @param {Tensor[]} parts the tensors of one layer, one per step @param {number} layer @returns {Tensor} */
function joinRows(parts, layer) {
  const [first] = parts;
  const [firstKeys] = first.shape.slice(-1);
  let rows = 0;
  let keys = 0;
  for (const [step, { shape }] of parts.entries()) {
    const name = `weights[${step}][${layer}]`;
    const [added, keyCount] = shape.slice(-2);
    const expected = keys + added;
    if (`${shape.slice(0, -2)}` !== `${first.shape.slice(0, -2)}`)
      throwRefusal(
        ShapeError,
        name,
        text.headsOfFirstStep(formatShape(first.shape)),
        formatShape(shape),
      );
    // The number of keys is the same in each step for an encoder and for a cache of fixed size.
    const fits =
      step === 0 || keyCount === expected || (keyCount === firstKeys && keys === firstKeys);
    if (!fits)
      throwRefusal(ShapeError, name, text.keysOfStep(expected, firstKeys), formatShape(shape));
    rows += added;
    keys = keyCount;
  }
  const shape = [...first.shape.slice(0, -2), rows, keys];
  if (rows > MAX_GIVEN_SIZE)
    throwRefusal(
      LimitError,
      'weights',
      text.lengths(MAX_GIVEN_SIZE),
      text.aMap(formatShape(shape)),
    );
  const heads = first.shape.length > 2 ? first.shape[0] : 1;
  const data = new Float32Array(heads * rows * keys);
  let above = 0;
  for (const { shape: partShape, data: numbers } of parts) {
    const [added, count] = partShape.slice(-2);
    for (let from = 0; from < heads * added; from++) {
      const row = Math.floor(from / added) * rows + above + (from % added);
      data.set(numbers.subarray(from * count, (from + 1) * count), row * keys);
    }
    above += added;
  }
  return { shape, data };
}
