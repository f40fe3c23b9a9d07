/** The numbers that the second article prints for its sentence: four scores, and the outputs of three heads. */

import { tensor } from '../../src/js/index.js';
import { makeSoftmaxNodes } from '../graph/builders/softmax.js';
import { makeGraph, makeNode } from '../graph/graph.js';
import { concatenate, constant, product } from '../graph/ops/index.js';
import { coffeeWords } from '../text/en/steps.js';

/** @import { Source } from './types.js' */

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
 * The article does not print the rows behind its scores: a query of 1 and keys equal to the scores
 * replace them.
 * @returns {Source}
 */
export function makeArticleSource() {
  const { words, query, scores, divisor, heads } = ARTICLE;
  const allowed = new Uint8Array(words.length).fill(1);
  return {
    sentence: { words, query },
    queryWords: [words[query]],
    keyWords: words,
    graph: makeGraph([
      makeNode('query', constant, 'qf', {}, 'q', { role: 'q' }),
      makeNode('key', constant, 'kf', {}, 'K', { role: 'k' }),
      makeNode('scores', product, 'qk', { query: 'qf', key: 'kf' }, 'S'),
      ...makeSoftmaxNodes('qk', {
        scale: { factor: 1 / divisor, rule: 'divisor', amount: divisor },
        allowed,
        fill: -Infinity,
      }),
      makeNode('heads', constant, 'hrc', {}, 'H_h', {
        colours: 'plain',
        options: { name: 'printedHeads' },
      }),
      makeNode('concatenated', concatenate, 'rC', { heads: 'hrc' }, 'H', { colours: 'plain' }),
    ]),
    given: {
      query: () => tensor([[1]]),
      key: () => tensor(scores.map((score) => [score])),
      heads: () => tensor(heads),
    },
    inputs: (run) => ({ query: run.tensor('query'), key: run.tensor('key') }),
    parameters: () => ({}),
    isEditable: false,
  };
}

// The room with a red cup and a notebook of the fourth article, with numbers set by hand.

/**
 * The numbers of the scene. Each thing has two features: how much it catches the eye, and how much
 * it is for work. A look around weighs the first feature, a plan the second.
 */
const COFFEE = {
  query: [
    [1, 0],
    [0, 1.5],
  ],
  key: [
    [2, 0],
    [0.5, 2],
  ],
};

/** @returns {Source} */
export function makeCoffeeSource() {
  const { query, key } = COFFEE;
  const { queryWords, keyWords } = coffeeWords;
  const allowed = new Uint8Array(queryWords.length * keyWords.length).fill(1);
  return {
    ...coffeeWords,
    graph: makeGraph([
      makeNode('query', constant, 'qf', {}, 'Q', { role: 'q' }),
      makeNode('key', constant, 'kf', {}, 'K', { role: 'k' }),
      makeNode('scores', product, 'qk', { query: 'qf', key: 'kf' }, 'S'),
      ...makeSoftmaxNodes('qk', { allowed, fill: -Infinity }),
    ]),
    given: { query: () => tensor(query), key: () => tensor(key) },
    inputs: (run) => ({ query: run.tensor('query'), key: run.tensor('key') }),
    parameters: () => ({}),
    isEditable: false,
  };
}
