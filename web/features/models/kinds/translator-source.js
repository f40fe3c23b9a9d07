/**
 * The translator: an encoder-decoder that translates on the page's graph. Each word is the most
 * probable one given the numbers before it, so blocked links and edits change the translation.
 */

import { tensor } from '../../../../src/js/index.js';
import {
  makeDecoderParameters,
  makeDecoderStepNodes,
  makeEncoderNodes,
  stackDecoderSteps,
} from '../../../graph/builders/encoder-decoder.js';
import { gateNames } from '../../../graph/builders/gru.js';
import { memoizeByOwner } from '../../../graph/memoize.js';
import { Run } from '../../../graph/run.js';
import { selectVocabularyRows, transposeMatrix } from '../../../sources/layout.js';
import { listEditedCells } from '../../../state/edit-cells.js';
import { parseEdits, readEditedCell } from '../../../state/edits.js';
import { makeMaskedTest } from '../../../state/mask.js';
import { END, tensors, translation } from '../text/en/translator.js';
import { unstackRows } from './layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { GraphNode, Weighing } from '../../../graph/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Reply } from '../types.js'
 * @import { Source } from '../../../sources/types.js'
 */

/**
 * The most words of a translation. Weights of longer translations would not be shown as numbers.
 */
const LONGEST_TRANSLATION = 16;

/**
 * @param {Reply} reply
 * @param {Settings} settings
 * @param {Operations} attention
 * @returns {Source}
 */
export function makeTranslatorSource({ parameters, reading, vocabulary }, settings, attention) {
  const { words, shown = words, answers = [] } = reading;
  const isAdditive = settings.mechanism === 'additive';
  const keyWords = [END, ...shown, END];
  const isMasked = makeMaskedTest(settings, keyWords.length);
  const [width] = parameters['keys.weight'].shape;
  const targets = [END, ...answers];
  const source = [END, ...vocabulary];
  /** @type {Record<string, () => Tensor>} */
  const given = {
    ...arrangeParameters(parameters),
    embeddings: () => selectVocabularyRows(parameters.source, source, [END, ...words, END]),
  };

  /** @type {Map<string, GraphNode>} */
  const graph = new Map();
  const extend = (/** @type {GraphNode[]} */ nodes) => {
    for (const node of nodes) graph.set(node.id, node);
    return nodes;
  };
  extend([...makeEncoderNodes(keyWords.length), ...makeDecoderParameters(isAdditive)]);
  const numbers = listSetNumbers(settings, keyWords, graph);
  const run = new Run(attention, graph, given, { numbers });
  /** @type {string[]} */
  const queryWords = [];
  /** @type {GraphNode[]} */
  const steps = [];
  for (let last = 0; queryWords.length < LONGEST_TRANSLATION; ) {
    const q = queryWords.length;
    const word = last;
    given[`decoder/${q}/word`] = () => getWordRow(parameters.target, word);
    const allowed = Uint8Array.from(keyWords, (_, key) => Number(!isMasked(q, key)));
    const weighing = makeQueryWeighing(allowed, isAdditive ? undefined : width);
    steps.push(...extend(makeDecoderStepNodes(q, { isAdditive, weighing })));
    const { data } = run.tensor(`decoder/${q}/probabilities`);
    last = data.reduce((best, value, i) => (value > data[best] ? i : best), 0);
    queryWords.push(targets[last]);
    if (last === 0) break;
  }
  extend(stackDecoderSteps(steps, queryWords.length));
  return {
    queryWords,
    keyWords,
    names: { n: targets },
    graph,
    given,
    run,
    inputs: ['embeddings'],
    parameters: () => parameters,
    isSelf: false,
    isEditable: true,
    words: { answer: () => translation(shown, queryWords), tensors },
  };
}

/**
 * @param {Uint8Array} allowed
 * @param {number | undefined} divisor undefined for scores that are not scaled
 * @returns {Weighing}
 */
const makeQueryWeighing = (allowed, divisor) => ({
  ...(divisor && {
    scale: { factor: 1 / divisor, rule: 'divisor', amount: divisor, temperature: 1 },
  }),
  allowed,
  fill: -Infinity,
  kind: 'custom',
  ...(!allowed.includes(1) && { emptyRows: [true] }),
});

/**
 * Lists the edited numbers, including those of words that are not written yet.
 * @param {Settings} settings
 * @param {string[]} keyWords
 * @param {Map<string, GraphNode>} graph the encoder's graph
 */
const listSetNumbers = (settings, keyWords, graph) =>
  [...parseEdits(settings.edits)].flatMap(([edit, value]) => {
    const named = readEditedCell(edit);
    const cells = named
      ? [named]
      : listEditedCells(settings, { queryWords: [], keyWords, graph }, edit);
    return cells.map((cell) => ({ ...cell, value }));
  });

const arrangeParameters = memoizeByOwner(listGivenTensors);

/**
 * Returns the parameters by the ids of their nodes. The model stacks the rows of the three gates,
 * and the columns of inputs that it concatenates.
 * @param {Record<string, Tensor>} parameters
 * @returns {Record<string, () => Tensor>}
 */
function listGivenTensors(parameters) {
  const embedding = parameters.target.shape[1];
  const [, annotation] = parameters['keys.weight'].shape;
  const units = parameters['forward.hiddenWeight'].shape[1];
  const decoder = parameters['writer.hiddenWeight'].shape[1];
  /** @type {Record<string, Tensor>} */
  const initialTensors = {
    'decoder/start': zeros(decoder),
    'encoder/forward/start': zeros(units),
    'encoder/backward/start': zeros(units),
    keyWeights: transposeMatrix(parameters['keys.weight']),
    keyBias: parameters['keys.bias'],
    ...listLayerTensors('decoder/query', 'query', { State: decoder, Word: embedding }),
    ...listLayerTensors('decoder/logit', 'output', { State: decoder, Context: annotation }),
    ...listGruTensors('encoder/forward', 'forward', { Word: embedding }),
    ...listGruTensors('encoder/backward', 'backward', { Word: embedding }),
    ...listGruTensors('decoder', 'writer', { Word: embedding, Context: annotation }),
    ...(parameters.score && { scoreWeights: parameters.score }),
  };
  return Object.fromEntries(Object.entries(initialTensors).map(([id, value]) => [id, () => value]));

  /**
   * @param {string} id
   * @param {string} name
   * @param {Record<string, number>} widths the widths of the inputs
   */
  function listLayerTensors(id, name, widths) {
    return {
      [`${id}Bias`]: parameters[`${name}.bias`],
      ...splitByInputs(id, parameters[`${name}.weight`], widths),
    };
  }

  /** @param {string} id @param {string} name @param {Record<string, number>} widths */
  function listGruTensors(id, name, widths) {
    const part = (/** @type {string} */ kind, /** @type {number} */ gate) =>
      unstackRows(parameters[`${name}.${kind}`], gate, gateNames.length);
    return Object.assign(
      {},
      ...gateNames.map((gate, i) => ({
        ...splitByInputs(`${id}/${gate}`, part('inputWeight', i), widths),
        [`${id}/${gate}InputBias`]: part('inputBias', i),
        [`${id}/${gate}StateWeights`]: part('hiddenWeight', i),
        [`${id}/${gate}StateBias`]: part('hiddenBias', i),
      })),
    );
  }
}

/**
 * Splits a matrix (out, in) into the columns of each input.
 * @param {string} id
 * @param {Tensor} weight
 * @param {Record<string, number>} widths
 */
function splitByInputs(id, { shape: [out, all], data }, widths) {
  let first = 0;
  return Object.fromEntries(
    Object.entries(widths).map(([name, width]) => {
      const part = new Float32Array(out * width);
      for (let row = 0; row < out; row++) {
        const from = row * all + first;
        part.set(data.subarray(from, from + width), row * width);
      }
      first += width;
      return [`${id}${name}Weights`, tensor([out, width], part)];
    }),
  );
}

/** @param {Tensor} table has the shape (words, width) @param {number} word */
const getWordRow = ({ shape: [, width], data }, word) =>
  tensor([width], data.slice(word * width, (word + 1) * width));

/** @param {number} length */
const zeros = (length) => tensor([length], new Float32Array(length));
