/** The attentions of `generate()`: of each step all layers, joined to one map of each layer. */

import { LimitError, ShapeError } from '../../src/js/index.js';
import { MAX_GIVEN_SIZE } from '../state/fields.js';
import * as text from '../text/en/messages.js';
import { formatSizes, refuse } from './own-tokens.js';
import { isList, shapeOf } from './plain-numbers.js';

/** @import { Tensor } from '../../src/js/index.js' */

/** Axes of all steps: steps, layers, batch, heads, queries, keys. */
const AXES = 6;

/**
 * Is it a list of steps, each a list of layers?
 * @param {unknown} value
 * @returns {value is unknown[]}
 */
export function isGenerated(value) {
  let axes = 0;
  let inner = value;
  // A list may be in itself.
  for (; isList(inner) && axes <= AXES; inner = inner[0]) axes++;
  const shape = shapeOf(inner);
  if (!Array.isArray(shape)) return axes === AXES;
  return axes === 2 || (axes === 1 && axes + shape.length === AXES);
}

/**
 * @param {Tensor[][]} steps of each the layers
 * @returns {Tensor[]} of each layer the rows of all steps below each other
 */
export function joinSteps(steps) {
  const { length } = steps[0];
  const other = steps.findIndex((layers) => layers.length !== length);
  if (other > 0) {
    const expected = text.layersOfFirstStep(length);
    refuse(ShapeError, `weights[${other}]`, expected, text.layers(steps[other].length));
  }
  return steps[0].map((_, layer) =>
    joinRows(
      steps.map((layers) => layers[layer]),
      layer,
    ),
  );
}

/**
 * @param {Tensor[]} parts of one layer, a step each
 * @param {number} layer
 * @returns {Tensor}
 */
function joinRows(parts, layer) {
  const [first] = parts;
  const [firstKeys] = first.shape.slice(-1);
  let rows = 0;
  let keys = 0;
  for (const [step, { shape }] of parts.entries()) {
    const name = `weights[${step}][${layer}]`;
    const [added, own] = shape.slice(-2);
    const expected = keys + added;
    if (`${shape.slice(0, -2)}` !== `${first.shape.slice(0, -2)}`)
      refuse(ShapeError, name, text.headsOfFirstStep(formatSizes(first.shape)), formatSizes(shape));
    // An encoder's keys, or those of a cache of fixed size, are as many in each step.
    const fits = step === 0 || own === expected || (own === firstKeys && keys === firstKeys);
    if (!fits) refuse(ShapeError, name, text.keysOfStep(expected, firstKeys), formatSizes(shape));
    rows += added;
    keys = own;
  }
  const shape = [...first.shape.slice(0, -2), rows, keys];
  if (rows > MAX_GIVEN_SIZE)
    refuse(LimitError, 'weights', text.lengths(MAX_GIVEN_SIZE), text.aMap(formatSizes(shape)));
  const heads = first.shape.length > 2 ? first.shape[0] : 1;
  const data = new Float32Array(heads * rows * keys);
  let above = 0;
  for (const { shape: own, data: numbers } of parts) {
    const [added, count] = own.slice(-2);
    for (let from = 0; from < heads * added; from++) {
      const row = Math.floor(from / added) * rows + above + (from % added);
      data.set(numbers.subarray(from * count, (from + 1) * count), row * keys);
    }
    above += added;
  }
  return { shape, data };
}
