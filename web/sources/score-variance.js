/** Measures why scores are divided by √d, with random queries and keys in the core. */

import { tensor } from '../../src/js/index.js';
import { scrambleBits } from '../../src/js/random.js';
import { memoizeByOwner } from '../graph/memoize.js';
import { computeScaleFactor } from '../state/derived.js';
import { MAX_SPREAD } from '../state/limits.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Tensor } from '../../src/js/index.js' */

/** The number of random sentences, and of words in each. Every word attends to all words of its sentence. */
export const RANDOM_SENTENCES = 128;

export const WORDS = 4;
const QUERIES = RANDOM_SENTENCES * WORDS;

/** The rows of the result: unscaled, or divided by √d, by d or by the root of the number of words. */
export const MEASURED_SCALES = /** @type {const} */ (['none', 'sqrt', 'width', 'words']);

/** The columns of the result. */
export const VARIANCE = 0;

export const LARGEST_WEIGHT = 1;

/** The lengths of the curve: 1, 2, 4 … 512. */
export const VECTOR_LENGTHS = Array.from({ length: Math.log2(MAX_SPREAD) + 1 }, (_, i) => 2 ** i);

/** The step from one number of a stream of random bits to the next: 2³² divided by the golden ratio. */
const SEED_STEP = 0x9e3779b9 | 0;

/** Counts the ones in the upper sixteen bits. @param {number} bits */
function countOnes(bits) {
  let x = bits >>> 16;
  x -= (x >>> 1) & 0x5555;
  x = (x & 0x3333) + ((x >>> 2) & 0x3333);
  x = (x + (x >>> 4)) & 0x0f0f;
  return (x + (x >>> 8)) & 31;
}

/**
 * Draws rows of nearly normal numbers with mean 0 and variance 1: the number of ones in sixteen
 * random bits less eight, divided by two. These numbers are multiples of ½ and exact in every
 * engine, unlike logarithms. A number depends only on seed, row and column, so a longer row begins
 * like a shorter one.
 * @param {number} seed
 * @param {number} rows
 * @param {number} length at most `MAX_SPREAD`
 * @returns {Float32Array}
 */
export function drawNormal(seed, rows, length) {
  const numbers = new Float32Array(rows * length);
  const stream = scrambleBits(seed + SEED_STEP);
  for (let row = 0; row < rows; row++) {
    let at = (stream + Math.imul(SEED_STEP, MAX_SPREAD * row)) | 0;
    for (let column = 0; column < length; column++) {
      numbers[row * length + column] = (countOnes(scrambleBits(at)) - 8) / 2;
      at = (at + SEED_STEP) | 0;
    }
  }
  return numbers;
}

/** Draws (sentences, words, d). @param {number} seed @param {number} d the length of a row */
export function drawSentences(seed, d) {
  const shape = [RANDOM_SENTENCES, WORDS, d];
  const numbers = drawNormal(seed, 2 * QUERIES, d);
  return {
    queries: tensor(shape, numbers.subarray(0, QUERIES * d)),
    keys: tensor(shape, numbers.subarray(QUERIES * d)),
  };
}

const measureOnce = memoizeByOwner(measureAllScales);

/**
 * Measures the variance of the scaled scores, and the mean over all queries of the largest weight.
 * @param {Operations} attention
 * @param {{ seed: number, d: number }} drawn `d` is the length of a row, 1 to `MAX_SPREAD`
 * @returns {Tensor} (4, 2): a row for each of `MEASURED_SCALES`, columns `VARIANCE` and `LARGEST_WEIGHT`
 */
export const measureScoreVariance = (attention, { seed, d }) => measureOnce(attention, seed, d);

/** In the order of `VECTOR_LENGTHS`. @param {Operations} attention @param {number} seed */
export function measureScoreVarianceCurve(attention, seed) {
  return VECTOR_LENGTHS.map((d) => measureScoreVariance(attention, { seed, d }));
}

/**
 * Computes all scores of the drawn sentences, unscaled or divided by √d.
 * @param {Operations} attention
 * @param {{ seed: number, d: number }} drawn
 * @param {'none' | 'sqrt'} scale
 * @returns {Float32Array}
 */
export function drawScores(attention, { seed, d }, scale) {
  const { queries, keys } = drawSentences(seed, d);
  return computeScores(attention, queries, keys, scale).scaledScores.data;
}

/**
 * @param {Operations} attention
 * @param {Tensor} queries
 * @param {Tensor} keys
 * @param {typeof MEASURED_SCALES[number]} name
 * @returns {Record<string, Tensor>}
 */
function computeScores(attention, queries, keys, name) {
  const values = tensor([RANDOM_SENTENCES, WORDS, 1], new Float32Array(QUERIES));
  const [, , d] = queries.shape;
  const scale = computeScaleFactor(
    { scale: name === 'width' ? 1 / d : name, temperature: 1 },
    d,
    WORDS,
  );
  const { trace } = attention.scaledDotProductAttention(queries, keys, values, {
    scale,
    trace: true,
  });
  return /** @type {Record<string, Tensor>} */ (trace);
}

/** @param {Operations} attention @param {number} seed @param {number} d */
function measureAllScales(attention, seed, d) {
  const { queries, keys } = drawSentences(seed, d);
  const rows = MEASURED_SCALES.map((name) => {
    const { scaledScores, weights } = computeScores(attention, queries, keys, name);
    const largest = findLargestOfRows(weights.data);
    return [computeVariance(attention, scaledScores.data), computeMean(attention, largest)];
  });
  return tensor(rows);
}

/** A maximum needs no arithmetic, so the core is not called. @param {Float32Array} weights */
function findLargestOfRows(weights) {
  const largest = new Float32Array(QUERIES);
  for (let i = 0; i < weights.length; i++) {
    const row = Math.floor(i / WORDS);
    largest[row] = Math.max(largest[row], weights[i]);
  }
  return largest;
}

/** @param {Operations} attention @param {Float32Array} numbers */
function computeMean(attention, numbers) {
  const count = numbers.length;
  const shares = tensor([1, count], new Float32Array(count).fill(1 / count));
  return attention.linear(tensor([1, count], numbers), shares).data[0];
}

/**
 * Computes the mean square less the squared mean. The mean is small here, so there is no
 * cancellation.
 * @param {Operations} attention
 * @param {Float32Array} numbers
 */
function computeVariance(attention, numbers) {
  const row = tensor([1, numbers.length], numbers);
  const squares = attention.linear(row, row).data[0];
  const average = computeMean(attention, numbers);
  return attention.linear([[squares, average]], [[1 / numbers.length, -average]]).data[0];
}
