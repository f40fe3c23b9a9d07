/**
 * The pronoun resolver: single-head self-attention in one or two layers, on words without
 * positions.
 */

import { findTensorId, getSelectedWord, makeEquationParts } from '../../../figures/tables.js';
import { makeSingleHead } from '../../../graph/builders/layers.js';
import { makeAnswerNodes } from '../../../graph/builders/softmax.js';
import { makeNode } from '../../../graph/graph.js';
import { constant, nearness } from '../../../graph/ops/index.js';
import { writeFormulas } from '../../../lessons/formula.js';
import { selectVocabularyRows, transposeMatrix } from '../../../sources/layout.js';
import { tensors } from '../../../text/en/trained.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/pronoun.js';
import { findMostProbableWord, makeAnswerStep } from './answers.js';
import * as layer from './layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Source, StepContext } from '../../../sources/types.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { ModelKind, Reply } from '../types.js'
 */

/** @param {Reply} reply @returns {Source} */
function makeSource(reply) {
  const { parameters, reading, vocabulary } = reply;
  const { answers = [] } = reading;
  const layers = layer.listLayers(parameters, 'queryAndKey');
  const last = layers.length - 1;
  const length = parameters['layers.0.queryAndKey'].shape[0] / 2;
  const weighing = layer.makeLayerWeighing(reading.words.length, length, false);
  const output = `layer${layers.length}/output`;
  const selfSource = layer.makeSelfSource(reply, {
    names: { n: answers },
    nodes: [
      makeNode('embeddings', constant, 'qf', {}, 'X'),
      ...layers.flatMap((i) =>
        makeSingleHead(i, {
          fetched: parameters[`layers.${i}.value`] ? undefined : 'embeddings',
          // The last layer has no residual: its output alone is the answer.
          isAdded: i < last,
          weighing,
        }),
      ),
      makeNode('nouns', constant, 'no', {}, 'X_n'),
      makeNode('logits', nearness, 'qn', { [output]: 'qo', nouns: 'no' }, 'L'),
      ...makeAnswerNodes('qn'),
    ],
    given: {
      embeddings: () => selectVocabularyRows(parameters.words, vocabulary, reading.words),
      nouns: () => selectVocabularyRows(parameters.words, vocabulary, answers),
      ...Object.assign({}, ...layers.map((i) => listLayerWeights(parameters, i))),
    },
  });
  return { ...selfSource, words: { tensors: { ...tensors, ...words.tensors } } };
}

/**
 * Returns the weight matrices of a layer.
 * @param {Readonly<Record<string, Tensor>>} parameters
 * @param {number} index counted from 0
 * @returns {Record<string, () => Tensor>}
 */
function listLayerWeights(parameters, index) {
  const { [`layers.${index}.queryAndKey`]: queryAndKey, [`layers.${index}.value`]: value } =
    parameters;
  // `queryAndKey` stacks queries and keys.
  return {
    [`layer${index + 1}/wq`]: () => transposeMatrix(layer.unstackRows(queryAndKey, 0, 2)),
    [`layer${index + 1}/wk`]: () => transposeMatrix(layer.unstackRows(queryAndKey, 1, 2)),
    ...(value && { [`layer${index + 1}/wv`]: () => transposeMatrix(value) }),
  };
}

/** Whether a layer has a value projection. @param {StepContext} context */
const hasValues = (context) => findTensorId(context, 'v') in context.computation.nodes;

/** @type {Step} */
const output = {
  ...words.output,
  text: (context) =>
    hasValues(context)
      ? paragraph(words.found(getSelectedWord(context)))
      : paragraph(words.fetched(getSelectedWord(context)), words.mustLook),
  formula: (context) => writeFormulas(context, ['output']),
  figure: (context) =>
    makeEquationParts(context, `weights · ${hasValues(context) ? 'v' : 'embeddings'} → output`),
};

const lessons = layer.makeLessons(
  {
    embeddings: layer.makeEmbeddingsStep(words.embeddings, ({ computation: { parameters } }) => {
      const [count, width] = parameters.words.shape;
      return words.learned(count, width);
    }),
    probabilities: makeAnswerStep(words, (context) => words.nearest(getSelectedWord(context)), [
      'logits',
      'nouns',
    ]),
  },
  { output },
);

/** @type {ModelKind} */
export const pronoun = {
  words,
  source: makeSource,
  steps: ({ variant }) => lessons[variant.startsWith('two') ? 1 : 0],
  originOf: ({ variant }) => words.variants[variant],
  answer(context) {
    const query = getSelectedWord(context);
    if (query !== 'it') return words.notAsked(query);
    const { word, probability } = findMostProbableWord(context);
    return words.answer(word, probability);
  },
  defaultQuery: (sentence) => sentence.lastIndexOf('it'),
};
