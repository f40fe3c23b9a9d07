/** Tensors that are drawn from a seed. */

import { tensor } from '../../src/js/index.js';
import { MAX_DIGITS } from '../session/limits.js';
import { lookup } from '../session/words.js';
import { draw } from './draw.js';

/** @typedef {import('../../src/js/index.js').Tensor} Tensor */

const EMBEDDING_RANGE = 1.5;
const WEIGHT_RANGE = 1;
const SCORE_RANGE = 2;

/**
 * Small weights for wide rows, as models are initialised: variance 1/D. Otherwise every softmax would
 * give nearly all weight to one word.
 * @param {number} width
 */
const rangeOf = (width) => (width > MAX_DIGITS ? Math.sqrt(3 / width) : WEIGHT_RANGE);

/**
 * A weight of the dot product, as the core stores it.
 * @param {number} seed
 * @param {'Q' | 'K' | 'V' | 'O'} letter
 * @param {number} width
 * @returns {Tensor} (width, width)
 */
export const drawWeight = (seed, letter, width) =>
  tensor([width, width], draw(seed, `weights ${letter}`, width * width, rangeOf(width)));

/**
 * A weight of additive attention, as the core stores it.
 * @param {number} seed
 * @param {'q' | 'k'} letter
 * @param {[number, number]} shape (hidden width, width)
 */
export const drawAdditiveWeight = (seed, letter, [hidden, width]) =>
  tensor([hidden, width], draw(seed, `additive weights ${letter}`, hidden * width, WEIGHT_RANGE));

/** @param {number} seed @param {number} hidden */
export const drawAdditiveVector = (seed, hidden) =>
  tensor([hidden], draw(seed, 'additive weights v', hidden, SCORE_RANGE));

/**
 * One row per word; equal words have equal rows.
 * @param {number} seed
 * @param {'x' | 'y'} table y: that of another width
 * @param {string[]} words
 * @param {number} width
 * @returns {Tensor}
 */
export function drawEmbeddings(seed, table, words, width) {
  const name = table === 'x' ? 'embedding' : 'other embedding';
  const data = new Float32Array(words.length * width);
  words.forEach((word, row) => {
    data.set(draw(seed, `${name} ${lookup(word)}`, width, EMBEDDING_RANGE), row * width);
  });
  return tensor([words.length, width], data);
}
