/**
 * Draws the untrained numbers from a seed, with two decimals, so that the digits on screen are
 * exact. Every number depends only on seed, name and index, so the order of drawing does not
 * matter.
 */

import { tensor } from '../../src/js/index.js';
import { scrambleBits, scrambleText } from '../../src/js/random.js';
import { MAX_DIGITS } from '../state/limits.js';
import { toWordKey } from '../state/words.js';

/** @import { Tensor } from '../../src/js/index.js' */

/**
 * Draws `count` numbers, uniformly distributed between −range and range.
 * @param {number} seed
 * @param {string} name the name of the tensor; different names give unrelated numbers
 * @param {number} count
 * @param {number} range
 * @returns {Float32Array}
 */
export function drawNumbers(seed, name, count, range) {
  const stream = scrambleBits(scrambleText(0x811c9dc5, name) ^ scrambleBits(seed + 0x9e3779b9));
  const hundredths = Math.round(range * 100);
  const drawn = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const share = scrambleBits(stream ^ scrambleBits(i + 1)) / 2 ** 32;
    // Adding 0 turns −0 into 0.
    drawn[i] = (Math.floor(share * (2 * hundredths + 1)) - hundredths) / 100 + 0;
  }
  return drawn;
}

// Tensors drawn from a seed.

const EMBEDDING_RANGE = 1.5;
const WEIGHT_RANGE = 1;
const SCORE_RANGE = 2;

/**
 * Returns the range of weights. Wide rows have small weights with variance 1/D, as in model
 * initialisation. Otherwise every softmax would give nearly all weight to one word.
 * @param {number} width
 */
const findDrawnRange = (width) => (width > MAX_DIGITS ? Math.sqrt(3 / width) : WEIGHT_RANGE);

/**
 * Draws a weight matrix of the dot product, in the layout of the core.
 * @param {number} seed
 * @param {'Q' | 'K' | 'V' | 'O'} letter
 * @param {number} width
 * @returns {Tensor} (width, width)
 */
export const drawWeight = (seed, letter, width) =>
  tensor(
    [width, width],
    drawNumbers(seed, `weights ${letter}`, width * width, findDrawnRange(width)),
  );

/**
 * Draws a weight matrix of additive attention, in the layout of the core.
 * @param {number} seed
 * @param {'q' | 'k'} letter
 * @param {[number, number]} shape (hidden width, width)
 */
export const drawAdditiveWeight = (seed, letter, [hidden, width]) =>
  tensor(
    [hidden, width],
    drawNumbers(seed, `additive weights ${letter}`, hidden * width, WEIGHT_RANGE),
  );

/** @param {number} seed @param {number} hidden */
export const drawAdditiveVector = (seed, hidden) =>
  tensor([hidden], drawNumbers(seed, 'additive weights v', hidden, SCORE_RANGE));

/**
 * Draws one row per word. Equal words have equal rows.
 * @param {number} seed
 * @param {'x' | 'y'} table `y` is the table of another width
 * @param {string[]} words
 * @param {number} width
 * @returns {Tensor}
 */
export function drawEmbeddings(seed, table, words, width) {
  const name = table === 'x' ? 'embedding' : 'other embedding';
  const data = new Float32Array(words.length * width);
  words.forEach((word, row) => {
    data.set(drawNumbers(seed, `${name} ${toWordKey(word)}`, width, EMBEDDING_RANGE), row * width);
  });
  return tensor([words.length, width], data);
}
