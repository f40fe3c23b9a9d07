import { tensor } from '../../../src/js/index.js';

/**
 * The rows of a table that belong to some words.
 * @param {import('../../../src/js/index.js').Tensor} table (words of the vocabulary, width)
 * @param {string[]} vocabulary
 * @param {string[]} words
 */
export function rowsOf({ shape: [, width], data }, vocabulary, words) {
  const rows = new Float32Array(words.length * width);
  words.forEach((word, i) => {
    const id = vocabulary.indexOf(word);
    rows.set(data.subarray(id * width, (id + 1) * width), i * width);
  });
  return tensor([words.length, width], rows);
}
