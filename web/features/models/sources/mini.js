/** Mini: a causal language model of two layers. */

import { tensor } from '../../../../src/js/index.js';
import { layerNorm, selfAttention } from '../../../graph/builders/layers.js';
import { answerNodes } from '../../../graph/builders/softmax.js';
import { makeGraph, node } from '../../../graph/graph.js';
import { constant, product } from '../../../graph/ops/index.js';
import { rowsOf } from '../../../sources/layout.js';
import { layerGiven, weighingOf } from './layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Reply } from '../training/trainer.js'
 * @import { Source } from '../../../sources/types.js'
 */

const LAYERS = 2;

/**
 * @param {Reply} reply
 * @returns {Omit<Source, 'words'>}
 */
export function miniSource({ parameters, reading: { words }, vocabulary }) {
  const [heads] = parameters['layers.0.distances'].shape;
  const [, width] = parameters.embedding.shape;
  const weighing = weighingOf(words.length, width / heads, true);
  const layers = Array.from({ length: LAYERS }, (_, i) => i);
  return {
    queryWords: words,
    keyWords: words,
    names: { n: vocabulary },
    graph: makeGraph([
      node('embeddings', constant, 'qf', {}, 'X'),
      ...layers.flatMap((i) =>
        selfAttention({
          ...{ layer: `layer${i + 1}`, rows: i ? `layer${i}/sum` : 'embeddings' },
          ...{ symbol: `X_${i + 1}`, hasNorm: true, hasBias: true, weighing },
        }),
      ),
      ...layerNorm(`layer${LAYERS}/sum`),
      node('embeddingTable', constant, 'nf', {}, 'X_all'),
      node('logits', product, 'qn', { normalized: 'qf', embeddingTable: 'nf' }, 'L'),
      ...answerNodes('qn'),
    ]),
    given: {
      embeddings: () => rowsOf(parameters.embedding, vocabulary, words),
      embeddingTable: () => parameters.embedding,
      gain: () => parameters['norm.gain'],
      bias: () => parameters['norm.bias'],
      ...Object.assign(
        {},
        ...layers.map((i) => ({
          ...layerGiven(parameters, i, heads),
          [`layer${i + 1}/gain`]: () => parameters[`layers.${i}.norm.gain`],
          [`layer${i + 1}/bias`]: () => parameters[`layers.${i}.norm.bias`],
          [`layer${i + 1}/distanceBias`]: () =>
            biasOf(parameters[`layers.${i}.distances`], words.length),
        })),
      ),
    },
    inputs: (run) => ({ embeddings: run.tensor('embeddings') }),
    parameters: () => parameters,
    isSelf: true,
    isEditable: true,
  };
}

/**
 * The number of its distance for each query and key; that of distance 0 for keys to come.
 * @param {Tensor} distances (heads, distances)
 * @param {number} count of words
 */
function biasOf({ shape: [heads, reach], data }, count) {
  const bias = new Float32Array(heads * count * count);
  for (let i = 0; i < bias.length; i++) {
    const [head, query, key] = [
      Math.floor(i / count / count),
      Math.floor(i / count) % count,
      i % count,
    ];
    bias[i] = data[head * reach + Math.min(reach - 1, Math.max(0, query - key))];
  }
  return tensor([heads, count, count], bias);
}
