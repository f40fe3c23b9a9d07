/** Mini: a causal language model of two layers. */

import { tensor } from '../../../../src/js/index.js';
import { getSelectedWord, makeEquationParts } from '../../../figures/tables.js';
import { makeNormNodes, makeSelfAttention } from '../../../graph/builders/layers.js';
import { makeAnswerNodes } from '../../../graph/builders/softmax.js';
import { makeNode } from '../../../graph/graph.js';
import { constant, product } from '../../../graph/ops/index.js';
import { writeFormulas } from '../../../lessons/formula.js';
import { selectVocabularyRows } from '../../../sources/layout.js';
import { toStory } from '../../../state/words.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/mini.js';
import { findMostProbableWord, makeAnswerStep, makeAnswerTable } from './answers.js';
import * as layer from './layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { ModelKind, Reply } from '../types.js'
 */

const LAYERS = [0, 1];

/** @param {Reply} reply */
function makeSource(reply) {
  const { parameters, reading, vocabulary } = reply;
  const count = reading.words.length;
  const [heads] = parameters['layers.0.distances'].shape;
  const [, width] = parameters.embedding.shape;
  const weighing = layer.makeLayerWeighing(count, width / heads, true);
  return layer.makeSelfSource(reply, {
    names: { n: [...vocabulary] },
    nodes: [
      makeNode('embeddings', constant, 'qf', {}, 'X'),
      ...LAYERS.flatMap((i) => makeSelfAttention(i, { hasNorm: true, hasBias: true, weighing })),
      ...makeNormNodes(`layer${LAYERS.length}/sum`),
      makeNode('embeddingTable', constant, 'nf', {}, 'X_all'),
      makeNode('logits', product, 'qn', { normalized: 'qf', embeddingTable: 'nf' }, 'L'),
      ...makeAnswerNodes('qn'),
    ],
    given: {
      embeddings: () => selectVocabularyRows(parameters.embedding, vocabulary, reading.words),
      embeddingTable: () => parameters.embedding,
      gain: () => parameters['norm.gain'],
      bias: () => parameters['norm.bias'],
      ...Object.assign(
        {},
        ...LAYERS.map((i) => ({
          ...layer.listLayerTensors(parameters, i, heads),
          [`layer${i + 1}/gain`]: () => parameters[`layers.${i}.norm.gain`],
          [`layer${i + 1}/bias`]: () => parameters[`layers.${i}.norm.bias`],
          [`layer${i + 1}/distanceBias`]: () =>
            makeDistanceBias(parameters[`layers.${i}.distances`], count),
        })),
      ),
    },
  });
}

/**
 * Computes the bias of each query and key from the distance between them. Keys after the query get
 * the bias of distance 0.
 * @param {Tensor} distances (heads, distances)
 * @param {number} count the number of words
 */
function makeDistanceBias({ shape: [heads, reach], data }, count) {
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

/** @type {Record<string, Step>} */
const steps = {
  embeddings: layer.makeEmbeddingsStep(words.embeddings, ({ computation: { results } }) => {
    const [count, width] = results.embeddingTable.shape;
    return words.learned(count, width);
  }),
  ...layer.makeLayerSteps(1, false),
  ...layer.makeLayerSteps(2, false),
  normalized: { ...layer.normalized, ...words.normalized },
  logits: {
    ...words.logits,
    shows: ['embeddingTable'],
    text: ({ computation: { results } }) =>
      paragraph(words.compared(results.embeddingTable.shape[0])),
    formula: (context) => writeFormulas(context, ['logits']),
    figure: (context) => [
      ...makeEquationParts(context, 'normalized · embeddingTable →'),
      makeAnswerTable(context, 'logits'),
    ],
  },
  probabilities: makeAnswerStep(words, (context) => words.foretold(getSelectedWord(context))),
};

/** @type {ModelKind} */
export const mini = {
  words,
  source: makeSource,
  steps: () => steps,
  originOf: () => words,
  answer(context) {
    const { word, probability } = findMostProbableWord(context);
    return words.answer(getSelectedWord(context), word, probability);
  },
  sentenceOf: toStory,
  defaultQuery: (sentence) => sentence.length - 1,
  shippedSeed: 0,
};
