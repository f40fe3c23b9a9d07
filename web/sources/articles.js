/** The numbers that the second article prints for its sentence: four scores, and the outputs of three heads. */

import { tensor } from '../../src/js/index.js';
import { makeSoftmaxNodes } from '../graph/builders/softmax.js';
import { makeGraph, makeNode } from '../graph/graph.js';
import { concatenate, constant, product } from '../graph/ops/index.js';
import { coffeeWords } from '../text/en/steps.js';

/** @import { Nested } from '../../src/js/types.js' */
/** @import { GraphNode, Weighing } from '../graph/types.js' */
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
 */
export function makeArticleSource() {
  const { words, query, scores, divisor, heads } = ARTICLE;
  return makePrintedSource(
    { sentence: { words, query }, queryWords: [words[query]], keyWords: words },
    { query: [[1]], key: scores.map((score) => [score]), heads },
    {
      symbol: 'q',
      scale: { factor: 1 / divisor, rule: 'divisor', amount: divisor },
      more: [
        makeNode('heads', constant, 'hrc', {}, 'H_h', {
          colours: 'plain',
          options: { name: 'printedHeads' },
        }),
        makeNode('concatenated', concatenate, 'rC', { heads: 'hrc' }, 'H', { colours: 'plain' }),
      ],
    },
  );
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

export const makeCoffeeSource = () => makePrintedSource(coffeeWords, COFFEE);

/**
 * @param {Pick<Source, 'sentence' | 'queryWords' | 'keyWords'>} words
 * @param {Record<string, Nested>} given the printed numbers, by name
 * @param {{ symbol?: string, scale?: Weighing['scale'], more?: GraphNode[] }} [options] the symbol of the queries,
 * and further nodes
 * @returns {Source}
 */
function makePrintedSource(words, given, { symbol = 'Q', scale, more = [] } = {}) {
  const allowed = new Uint8Array(words.queryWords.length * words.keyWords.length).fill(1);
  return {
    ...words,
    graph: makeGraph([
      makeNode('query', constant, 'qf', {}, symbol, { role: 'q' }),
      makeNode('key', constant, 'kf', {}, 'K', { role: 'k' }),
      makeNode('scores', product, 'qk', { query: 'qf', key: 'kf' }, 'S'),
      ...makeSoftmaxNodes('qk', { scale, allowed, fill: -Infinity }),
      ...more,
    ]),
    given: Object.fromEntries(Object.keys(given).map((name) => [name, () => tensor(given[name])])),
    inputs: ['query', 'key'],
    isEditable: false,
  };
}
