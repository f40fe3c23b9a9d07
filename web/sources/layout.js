/**
 * Converts weight matrices between the layout of the core, (out, in), and of the page, (in, out).
 * On the page, a row of the input stands beside the column that multiplies it.
 */

import { tensor } from '../../src/js/index.js';
import { arrangeAxes } from '../graph/axes.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Source } from './types.js' */

/** Transposes a matrix. @param {Tensor} weight (out, in) @returns {Tensor} (in, out), and the other way round */
export function transposeMatrix({ shape: [rows, columns], data }) {
  const lengths = new Map([
    ['r', rows],
    ['c', columns],
  ]);
  return tensor([columns, rows], arrangeAxes(data, 'rc', 'cr', lengths));
}

/**
 * Splits a weight matrix into one matrix per head.
 * @param {Tensor} weight (heads · columns, in), the layout of the core
 * @param {number} heads
 * @returns {Tensor} (heads, in, columns)
 */
export function splitHeads({ shape: [out, width], data }, heads) {
  const lengths = headLengths(heads, width, out / heads);
  return tensor([heads, width, out / heads], arrangeAxes(data, 'hcf', 'hfc', lengths));
}

/**
 * @param {Tensor} weight (heads, in, columns)
 * @returns {Tensor} (heads · columns, in), the layout of the core
 */
export function joinHeads({ shape: [heads, width, columns], data }) {
  const lengths = headLengths(heads, width, columns);
  return tensor([heads * columns, width], arrangeAxes(data, 'hfc', 'hcf', lengths));
}

/** @param {number} h @param {number} f @param {number} c */
const headLengths = (h, f, c) =>
  new Map([
    ['h', h],
    ['f', f],
    ['c', c],
  ]);

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
 * @param {string[]} vocabulary
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
