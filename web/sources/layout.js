/**
 * Converts weight matrices between the layout of the core, (out, in), and of the page, (in, out).
 * On the page, a row of the input stands beside the column that multiplies it.
 */

import { tensor } from '../../src/js/index.js';
import { arrangeAxes, measureAxes } from '../graph/axes.js';
import { arrangeTensor } from '../graph/op.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Source } from './types.js' */

/** Transposes a matrix. @param {Tensor} weight (out, in) @returns {Tensor} (in, out), and the other way round */
export const transposeMatrix = ({ shape, data }) =>
  arrangeTensor('cr', 'rc', data, measureAxes([{ axes: 'rc', shape }]));

/**
 * Splits a weight matrix into one matrix per head.
 * @param {Tensor} weight (heads · columns, in), the layout of the core
 * @param {number} heads
 * @returns {Tensor} (heads, in, columns)
 */
export const splitHeads = ({ shape: [out, width], data }, heads) =>
  arrangeTensor(
    'hfc',
    'hcf',
    data,
    measureAxes([{ axes: 'hcf', shape: [heads, out / heads, width] }]),
  );

/**
 * @param {Tensor} weight (heads, in, columns)
 * @returns {Tensor} (heads · columns, in), the layout of the core
 */
export function joinHeads({ shape, data }) {
  const [heads, width, columns] = shape;
  const lengths = measureAxes([{ axes: 'hfc', shape }]);
  return tensor([heads * columns, width], arrangeAxes(data, 'hfc', 'hcf', lengths));
}

/** Stacks matrices row-wise. @param {Tensor[]} weights */
export function stackRows(weights) {
  const [rows, columns] = weights[0].shape;
  const data = new Float32Array(weights.length * rows * columns);
  weights.forEach((weight, i) => {
    data.set(weight.data, i * rows * columns);
  });
  return tensor([weights.length * rows, columns], data);
}

/**
 * Selects the rows of a table that belong to some words.
 * @param {Tensor} table (words of the vocabulary, width)
 * @param {readonly string[]} vocabulary
 * @param {string[]} words
 */
export function selectVocabularyRows({ shape: [, width], data }, vocabulary, words) {
  const rows = new Float32Array(words.length * width);
  words.forEach((word, i) => {
    const id = vocabulary.indexOf(word);
    rows.set(data.subarray(id * width, (id + 1) * width), i * width);
  });
  return tensor([words.length, width], rows);
}

/** Returns the lengths of the axes of a source's weights and words. @param {Source} source */
export const findAxisLengths = ({ given, queryWords, keyWords }) => {
  const { wq } = given;
  const [heads, width, columns] = wq ? wq().shape : [];
  return { heads, width, columns, queries: queryWords.length, keys: keyWords.length };
};
