/**
 * From a state to the tensors on screen. Numbers are drawn and laid out here; all that is computed
 * with them, the core computes.
 */

import { tensor } from '../../src/js/index.js';
import { draw } from './draw.js';
import { entry, splitWords } from './words.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('../../src/js/index.js').Attention} Attention
 * @typedef {import('./state.js').State} State
 *
 * @typedef {object} Lesson
 * @property {string[]} words
 * @property {number} leftOut words beyond the limit
 * @property {Readonly<Record<string, Tensor>>} inputs what the core was given, by name
 * @property {Readonly<Record<string, Tensor>>} parameters its weights, as the core stores them
 * @property {Readonly<Record<string, Tensor>>} results every tensor on screen, by name
 */

const EMBEDDING_REACH = 1.5;
const WEIGHT_REACH = 1;
const SCORE_REACH = 2;
/** Width of additive attention's hidden layer. Not the embeddings' width, to show that it is free. */
export const HIDDEN = 3;

/** The sentence that the article's scores belong to, and the word that asks. */
export const ARTICLE = {
  words: ['They', 'eat', 'fried', 'noodles'],
  query: 1,
  scores: [32, 88, 56, 72],
  divisor: 8,
  heads: [
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ],
    [
      [10, 11, 12],
      [13, 14, 15],
      [16, 17, 18],
    ],
    [
      [19, 20, 21],
      [22, 23, 24],
      [25, 26, 27],
    ],
  ],
};

/** What of the state the results depend on, and nothing more. */
const DECISIVE = /** @type {const} */ ([
  'source',
  'sentence',
  'mechanism',
  'heads',
  'dModel',
  'seed',
  'mask',
  'scale',
]);

/**
 * Two states with the same key have the same results.
 * @param {State} state
 * @returns {string}
 */
export function lessonKey(state) {
  return JSON.stringify(DECISIVE.map((name) => state[name]));
}

/**
 * @param {Attention} attention
 * @param {State} state
 * @returns {Lesson}
 */
export function computeLesson(attention, state) {
  if (state.source === 'article') return articleLesson(attention);
  const { words, leftOut } = splitWords(state.sentence);
  const empty = { words, leftOut, inputs: {}, parameters: {}, results: {} };
  if (words.length === 0) return empty;
  const make = state.mechanism === 'additive' ? additiveLesson : dotLesson;
  return { ...empty, ...make(attention, state, words) };
}

/**
 * @param {Attention} attention
 * @param {State} state
 * @param {string[]} words
 */
function dotLesson(attention, state, words) {
  const { dModel, heads, seed } = state;
  const embeddings = drawEmbeddings(state, words);
  const [q, k, v, o] = ['Q', 'K', 'V', 'O'].map((name) =>
    draw(seed, `weights ${name}`, dModel * dModel, WEIGHT_REACH),
  );
  const parameters = {
    inProjWeight: tensor([3 * dModel, dModel], Float32Array.from([...q, ...k, ...v])),
    outProjWeight: tensor([dModel, dModel], o),
  };
  const { output, trace } = attention.multiHeadAttention(
    embeddings,
    embeddings,
    embeddings,
    parameters,
    { numHeads: heads, ...maskAndScale(state, words), trace: true },
  );
  const [wq, wk, wv] = [q, k, v].map((weight) => upright(weight, heads, dModel / heads, dModel));
  const wo = tensor([dModel, dModel], upright(o, 1, dModel, dModel).data);
  return {
    inputs: { embeddings },
    parameters,
    results: Object.freeze({ embeddings, wq, wk, wv, wo, ...trace, output }),
  };
}

/**
 * @param {Attention} attention
 * @param {State} state
 * @param {string[]} words
 */
function additiveLesson(attention, state, words) {
  const { dModel, seed } = state;
  const embeddings = drawEmbeddings(state, words);
  const [q, k] = ['q', 'k'].map((name) =>
    draw(seed, `additive weights ${name}`, HIDDEN * dModel, WEIGHT_REACH),
  );
  const parameters = {
    wq: tensor([HIDDEN, dModel], q),
    wk: tensor([HIDDEN, dModel], k),
    wv: tensor([HIDDEN], draw(seed, 'additive weights v', HIDDEN, SCORE_REACH)),
  };
  const { output, trace } = attention.additiveAttention(
    embeddings,
    embeddings,
    embeddings,
    parameters,
    { isCausal: state.mask === 'causal', trace: true },
  );
  const [wq, wk] = [q, k].map((weight) =>
    tensor([dModel, HIDDEN], upright(weight, 1, HIDDEN, dModel).data),
  );
  return {
    inputs: { embeddings },
    parameters,
    results: Object.freeze({ embeddings, wq, wk, wv: parameters.wv, ...trace, output }),
  };
}

/**
 * The second article's two examples. Its scores are dot products of one number each; its heads are
 * values that every row takes from itself alone.
 * @param {Attention} attention
 * @returns {Lesson}
 */
function articleLesson(attention) {
  const query = tensor([[1]]);
  const key = tensor(ARTICLE.scores.map((score) => [score]));
  const one = attention.scaledDotProductAttention(query, key, key, {
    scale: 1 / ARTICLE.divisor,
    trace: true,
  });
  const width = ARTICLE.heads.length * 3;
  const nothing = tensor([3, width], new Float32Array(3 * width));
  const itself = [0, 1, 2].map((row) => [0, 1, 2].map((column) => row === column));
  const parameters = {
    qProjWeight: tensor([width, width], new Float32Array(width * width)),
    kProjWeight: tensor([width, width], new Float32Array(width * width)),
    vProjWeight: tensor(
      ARTICLE.heads.flatMap((head) => [0, 1, 2].map((column) => head.map((row) => row[column]))),
    ),
    outProjWeight: tensor([width, width], new Float32Array(width * width)),
  };
  const value = tensor(itself.map((row) => row.map(Number)));
  const several = attention.multiHeadAttention(nothing, nothing, value, parameters, {
    numHeads: ARTICLE.heads.length,
    attnMask: itself,
    trace: true,
  });
  return {
    words: ARTICLE.words,
    leftOut: 0,
    inputs: { query, key, value },
    parameters,
    results: Object.freeze({
      ...one.trace,
      ...only(several.trace, ['heads', 'concatenated']),
    }),
  };
}

/**
 * @param {Readonly<Record<string, Tensor>> | undefined} trace
 * @param {string[]} names
 * @returns {Record<string, Tensor>}
 */
function only(trace = {}, names) {
  return Object.fromEntries(names.map((name) => [name, trace[name]]));
}

/**
 * One row a word; the same word has the same row wherever it stands.
 * @param {State} state
 * @param {string[]} words
 * @returns {Tensor}
 */
function drawEmbeddings({ seed, dModel }, words) {
  const rows = words.map((word) => draw(seed, `embedding ${entry(word)}`, dModel, EMBEDDING_REACH));
  return tensor([words.length, dModel], Float32Array.from(rows.flatMap((row) => [...row])));
}

/**
 * @param {State} state
 * @param {string[]} words
 */
function maskAndScale({ mask, scale }, words) {
  const factor = { sqrt: undefined, none: 1, words: 1 / Math.sqrt(words.length) };
  return {
    isCausal: mask === 'causal',
    scale: typeof scale === 'number' ? scale : factor[scale],
  };
}

/**
 * The core stores a weight as (out, in). The page shows it as (in, out), so that a row of the input
 * stands beside the column it is multiplied by; with heads, each head's columns by themselves.
 * @param {Float32Array} weight (heads * columns, rows)
 * @param {number} heads
 * @param {number} columns
 * @param {number} rows
 * @returns {Tensor} (heads, rows, columns)
 */
function upright(weight, heads, columns, rows) {
  const data = new Float32Array(weight.length);
  let next = 0;
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        data[next++] = weight[(head * columns + column) * rows + row];
      }
    }
  }
  return tensor([heads, rows, columns], data);
}
