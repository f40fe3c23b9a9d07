/** The describer: each word's query, key and value of two numbers, and the nouns that can be an answer. */

import { tensor } from '../../../src/js/index.js';
import { answerNodes } from '../../graph/answer.js';
import { dotProduct } from '../../graph/dot-product.js';
import { makeGraph, node } from '../../graph/graph.js';
import { constant } from '../../graph/ops/constant.js';
import { nearness } from '../../graph/ops/nearness.js';
import { rowsOf } from './rows.js';

/**
 * @param {import('../../learning/trainer.js').Reply} reply
 * @returns {import('./index.js').ModelSource}
 */
export function describerSource({ parameters, reading, vocabulary }) {
  const { words, answers = [] } = reading;
  const [query, key, value] = ['query', 'key', 'value'].map((name) => parameters[name]);
  /** @param {import('../../../src/js/index.js').Tensor} table */
  const ofWords = (table) => () => {
    const { shape, data } = rowsOf(table, vocabulary, words);
    return tensor([1, ...shape], data);
  };
  return {
    queryWords: words,
    keyWords: words,
    names: { n: answers },
    graph: makeGraph([
      ...dotProduct({
        scale: { factor: Math.SQRT1_2, rule: 'sqrt', amount: 2, temperature: 1 },
        fill: -Infinity,
      }).filter(({ id }) => id !== 'concatenated'),
      node('nouns', constant, 'nc', {}, 'V_n', { role: 'v' }),
      node('logits', nearness, 'qn', { heads: 'hqc', nouns: 'nc' }, 'L'),
      ...answerNodes('qn'),
    ]),
    given: {
      q: ofWords(query),
      k: ofWords(key),
      v: ofWords(value),
      nouns: () => rowsOf(value, vocabulary, answers),
    },
    inputs: (run) => Object.fromEntries(['q', 'k', 'v'].map((id) => [id, run.tensor(id)])),
    parameters: () => parameters,
    isSelf: true,
    isEditable: true,
  };
}
