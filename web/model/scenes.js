/** Two scenes whose numbers are not drawn: one printed in an article, one set by hand. */

import { tensor } from '../../src/js/index.js';

/** @typedef {import('../../src/js/attention.js').Operations} Attention */

/** The sentence that the second article's scores belong to, and the word that asks. */
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

/**
 * The fourth article's room. Each thing has two properties: how much it catches the eye, and how
 * much there is to work on. A look around asks for the first, a plan for the second.
 */
export const COFFEE = {
  queryWords: ['a look around', 'a plan to work'],
  keyWords: ['red cup', 'notebook'],
  properties: ['catches the eye', 'is for work'],
  query: [
    [1, 0],
    [0, 1.5],
  ],
  key: [
    [2, 0],
    [0.5, 2],
  ],
};

/**
 * The scores are dot products of one number each; the heads are values that every row takes from
 * itself alone.
 * @param {Attention} attention
 * @returns {import('./lesson.js').Computed}
 */
export function articleLesson(attention) {
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
  const { heads, concatenated } = several.trace ?? {};
  return {
    inputs: { query, key, value },
    parameters,
    results: Object.freeze({ query, key, ...one.trace, heads, concatenated }),
    seeded: new Map(),
  };
}

/**
 * @param {Attention} attention
 * @returns {import('./lesson.js').Computed}
 */
export function coffeeLesson(attention) {
  const query = tensor(COFFEE.query);
  const key = tensor(COFFEE.key);
  const { trace } = attention.scaledDotProductAttention(query, key, key, {
    scale: 1,
    trace: true,
  });
  const inputs = { query, key };
  return {
    inputs,
    parameters: {},
    results: Object.freeze({ ...inputs, ...trace }),
    seeded: new Map(),
  };
}
