/** The fourth article's room with a red cup and a notebook; its numbers are set by hand. */

import { tensor } from '../../src/js/index.js';
import { makeGraph, node } from '../graph/graph.js';
import { constant } from '../graph/ops/constant.js';
import { product } from '../graph/ops/product.js';
import { softmaxNodes } from '../graph/softmax.js';
import { coffeeWords } from '../text/en/coffee.js';

/**
 * Each thing has two properties: how much it catches the eye, and how much there is to work on. A look
 * around weighs the first, a plan the second.
 */
export const COFFEE = {
  query: [
    [1, 0],
    [0, 1.5],
  ],
  key: [
    [2, 0],
    [0.5, 2],
  ],
};

/** @returns {import('./source.js').Source} */
export function coffeeSource() {
  const { query, key } = COFFEE;
  const { queryWords, keyWords } = coffeeWords;
  const allowed = new Uint8Array(queryWords.length * keyWords.length).fill(1);
  return {
    ...coffeeWords,
    graph: makeGraph([
      node('query', constant, 'qf', {}, 'Q', { role: 'q' }),
      node('key', constant, 'kf', {}, 'K', { role: 'k' }),
      node('scores', product, 'qk', { query: 'qf', key: 'kf' }, 'S'),
      ...softmaxNodes('qk', { allowed, fill: -Infinity }),
    ]),
    given: { query: () => tensor(query), key: () => tensor(key) },
    inputs: (run) => ({ query: run.tensor('query'), key: run.tensor('key') }),
    parameters: () => ({}),
    isEditable: false,
  };
}
