/** The pronoun resolver: one head in each layer, and the nouns that "it" can stand for. */

import { tensor } from '../../../../src/js/index.js';
import { singleHead } from '../../../graph/builders/layers.js';
import { answerNodes } from '../../../graph/builders/softmax.js';
import { makeGraph, node } from '../../../graph/graph.js';
import { constant, nearness } from '../../../graph/ops/index.js';
import { rowsOf, transposed } from '../../../sources/layout.js';
import { tensors } from '../../../text/en/trained.js';
import { tensors as own } from '../text/en/pronoun.js';
import { weighingOf } from './layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Reply } from '../training/trainer.js'
 * @import { ModelSource } from '../training/training.js'
 */

/**
 * @param {Reply} reply
 * @returns {ModelSource}
 */
export function pronounSource({ parameters, reading, vocabulary }) {
  const { words, answers = [] } = reading;
  const layers = Object.keys(parameters)
    .filter((name) => name.endsWith('.queryAndKey'))
    .map((_, i) => i);
  const last = layers.length - 1;
  const length = parameters['layers.0.queryAndKey'].shape[0] / 2;
  const weighing = weighingOf(words.length, length, false);
  const output = `layer${layers.length}/output`;
  return {
    queryWords: words,
    keyWords: words,
    names: { n: answers },
    graph: makeGraph([
      node('embeddings', constant, 'qf', {}, 'X'),
      ...layers.flatMap((i) =>
        singleHead({
          layer: `layer${i + 1}`,
          rows: i ? `layer${i}/sum` : 'embeddings',
          fetched: parameters[`layers.${i}.value`] ? undefined : 'embeddings',
          // Nothing reads what leaves the last layer: the answer is what it has found.
          symbol: i < last ? `X_${i + 1}` : undefined,
          weighing,
        }),
      ),
      node('nouns', constant, 'no', {}, 'X_n'),
      node('logits', nearness, 'qn', { [output]: 'qo', nouns: 'no' }, 'L'),
      ...answerNodes('qn'),
    ]),
    given: {
      embeddings: () => rowsOf(parameters.words, vocabulary, words),
      nouns: () => rowsOf(parameters.words, vocabulary, answers),
      ...Object.assign({}, ...layers.map((i) => layerGiven(parameters, i))),
    },
    inputs: (run) => ({ embeddings: run.tensor('embeddings') }),
    parameters: () => parameters,
    isSelf: true,
    isEditable: true,
    words: { tensors: { ...tensors, ...own } },
  };
}

/**
 * The weight matrices of a layer, as the page shows them.
 * @param {Readonly<Record<string, Tensor>>} parameters
 * @param {number} layer from 0
 * @returns {Record<string, () => Tensor>}
 */
function layerGiven(parameters, layer) {
  const { [`layers.${layer}.queryAndKey`]: queryAndKey, [`layers.${layer}.value`]: value } =
    parameters;
  const [rows, width] = queryAndKey.shape;
  /** Queries have the first half of the rows, keys the second. @param {number} part */
  const half = (part) => () => {
    const size = (rows / 2) * width;
    const data = queryAndKey.data.slice(part * size, (part + 1) * size);
    return transposed(tensor([rows / 2, width], data));
  };
  return {
    [`layer${layer + 1}/wq`]: half(0),
    [`layer${layer + 1}/wk`]: half(1),
    ...(value && { [`layer${layer + 1}/wv`]: () => transposed(value) }),
  };
}
