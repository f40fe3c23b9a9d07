// The value of each slot of the echo feature, once it is loaded.

import { tensor } from '../../../../src/js/index.js';
import { makeTable } from '../../../../web/figures/tables.js';
import { makeSoftmaxNodes } from '../../../../web/graph/builders/softmax.js';
import { makeGraph, makeNode } from '../../../../web/graph/graph.js';
import { constant, product } from '../../../../web/graph/ops/index.js';
import { splitWords } from '../../../../web/state/words.js';

/**
 * @import { Source, StepContext } from '../../../../web/sources/types.js'
 * @import { Settings } from '../../../../web/state/types.js'
 */

/**
 * Each word is a row with a single 1, so its score is 1 only with itself.
 * @param {string[]} words
 */
const rowsOf = (words) => words.map((_, i) => words.map((__, j) => (i === j ? 1 : 0)));

/** @param {unknown} _ @param {Settings} settings @returns {Source} */
function open(_, { sentence }) {
  const { words } = splitWords(sentence);
  const rows = () => tensor(rowsOf(words));
  return {
    ...{ queryWords: words, keyWords: words },
    graph: makeGraph([
      makeNode('query', constant, 'qf', {}, 'Q', { role: 'q' }),
      makeNode('key', constant, 'kf', {}, 'K', { role: 'k' }),
      makeNode('scores', product, 'qk', { query: 'qf', key: 'kf' }, 'S'),
      ...makeSoftmaxNodes('qk', {
        ...{ allowed: new Uint8Array(words.length ** 2).fill(1), fill: -Infinity },
      }),
    ]),
    given: { query: rows, key: rows },
    inputs: ['query'],
    words: {
      ...{ badge: 'These numbers are an echo.', program: 'The numbers are an echo' },
      ...{ title: 'An echo', given: () => 'An echo.' },
    },
    isEditable: false,
  };
}

/** @param {string} id */
const step = (id) => ({
  ...{ name: id, title: `What is heard: ${id}`, formula: () => '' },
  text: () => 'It is heard.',
  figure: (/** @type {StepContext} */ context) => [makeTable(context, id)],
});

const page = /** @type {any} */ ({
  id: 'echo-first',
  title: 'A first echo',
  state: { source: 'echo' },
});

const chapter = { id: 'echo', title: 'Echoes', question: '', pages: [page] };

export const echo = {
  echo: {
    open,
    stepsOf: () => Object.fromEntries(['query', 'scores', 'weights'].map((id) => [id, step(id)])),
  },
  chapters: { chapters: [chapter], findNearestPage: () => undefined, isCourse: true, styles: [] },
  picture: {
    view: () => /** @type {any} */ ('a picture of echoes'),
    draw: () => /** @type {any} */ ({}),
  },
};
