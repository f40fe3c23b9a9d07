/**
 * The encoder-decoder of Bahdanau, Cho and Bengio (2014), unrolled over time: every word has nodes of its
 * own, and stacks of their rows are what tables show.
 */

import { K, node, prefixNodes, Q, V } from '../graph.js';
import { add, constant, join, product, row, stack, tanh } from '../ops/index.js';
import { gruNodes, gruParameters } from './gru.js';
import { answerNodes, softmaxNodes } from './softmax.js';

/**
 * @import { Op } from '../op.js'
 * @import { Node as GraphNode, Weighing } from '../types.js'
 */

/**
 * The nodes of a GRU that are stacked over all words, with the names of their stacks.
 * @type {Record<string, string>}
 */
const GRU_ROWS = { reset: 'Resets', update: 'Updates', candidate: 'Candidates', state: 'States' };

/**
 * From the words of a sentence to their annotations and keys.
 * @param {number} words with the marks of the ends
 * @returns {GraphNode[]}
 */
export function encoderNodes(words) {
  const positions = Array.from({ length: words }, (_, k) => k);
  return [
    node('embeddings', constant, 'kg', {}, 'X'),
    ...positions.map((k) =>
      node(`encoder/${k}/word`, row, 'g', { embeddings: { axes: 'kg', at: { k } } }, 'x'),
    ),
    ...reader('forward', positions),
    ...reader('backward', positions.toReversed()),
    node(
      'annotations',
      join,
      'kC',
      {
        forwardStates: { axes: 'kc', at: { h: 0 } },
        backwardStates: { axes: 'kc', at: { h: 1 } },
      },
      'H',
      V,
    ),
    node('keyWeights', constant, 'Ca', {}, 'W_K'),
    node('keyBias', constant, 'a', {}, 'b_K'),
    node('keyProducts', product, 'ka', { annotations: 'kC', keyWeights: 'Ca' }, 'K′', K),
    node('keys', add, 'ka', { keyProducts: 'ka', keyBias: 'a' }, 'K', K),
  ];
}

const ARROWS = { forward: '→', backward: '←' };

/**
 * @param {'forward' | 'backward'} direction
 * @param {number[]} positions in the order of reading
 * @returns {GraphNode[]}
 */
function reader(direction, positions) {
  const prefix = `encoder/${direction}`;
  const steps = positions.flatMap((k, i) => {
    const before = i === 0 ? `${prefix}/start` : `${prefix}/${positions[i - 1]}/state`;
    /** @type {Record<string, [id: string, axis: string]>} */
    const inputs = { word: [`encoder/${k}/word`, 'g'] };
    const from = { parameters: prefix, inputs, before, unit: 'c', index: ARROWS[direction] };
    const nodes = gruNodes(`${prefix}/${k}`, from);
    return ofWord(nodes, { k });
  });
  const inOrder = positions.toSorted((a, b) => a - b);
  return [
    ...gruParameters(prefix, { word: 'g' }, 'c'),
    node(`${prefix}/start`, constant, 'c', {}, 'h_0'),
    ...steps,
    ...Object.entries(GRU_ROWS).map(([kind, name]) =>
      stackOf(
        direction + name,
        'k',
        inOrder.map((k) => `${prefix}/${k}/${kind}`),
        steps,
      ),
    ),
  ];
}

/** The parameters of the decoder. @param {boolean} isAdditive @returns {GraphNode[]} */
export const decoderParameters = (isAdditive) => [
  node('decoder/start', constant, 's', {}, 'h_0'),
  node('decoder/queryStateWeights', constant, 'ab', {}, 'W_Q'),
  node('decoder/queryWordWeights', constant, 'af', {}, 'W_Q'),
  node('decoder/queryBias', constant, 'a', {}, 'b_Q'),
  ...(isAdditive ? [node('scoreWeights', constant, 'a', {}, 'w')] : []),
  ...gruParameters('decoder', { word: 'f', context: 'C' }, 's'),
  node('decoder/logitStateWeights', constant, 'ns', {}, 'W_O'),
  node('decoder/logitContextWeights', constant, 'nC', {}, 'W_O'),
  node('decoder/logitBias', constant, 'n', {}, 'b_O'),
];

/**
 * One word of the translation: it attends, and takes the step to the next state.
 * @param {number} q
 * @param {object} options
 * @param {boolean} options.isAdditive
 * @param {Weighing} options.weighing of this row
 * @returns {GraphNode[]}
 */
export function decoderStepNodes(q, { isAdditive, weighing }) {
  const before = q === 0 ? 'decoder/start' : `decoder/${q - 1}/state`;
  const stepId = (/** @type {string} */ id) => `decoder/${q}/${id}`;
  /** @param {string} id @param {Op} op @param {string} axes @param {Record<string, string>} inputs @param {string} symbol @param {object} [more] */
  const makeNode = (id, op, axes, inputs, symbol, more = {}) =>
    node(stepId(id), op, axes, inputs, symbol, more);
  const nodes = [
    makeNode('word', constant, 'f', {}, 'y'),
    makeNode('queryState', product, 'a', { [before]: 'b', 'decoder/queryStateWeights': 'ab' }, 'q'),
    makeNode(
      'queryWord',
      product,
      'a',
      { [stepId('word')]: 'f', 'decoder/queryWordWeights': 'af' },
      'q',
    ),
    makeNode(
      'query',
      add,
      'a',
      { [stepId('queryState')]: 'a', [stepId('queryWord')]: 'a', 'decoder/queryBias': 'a' },
      'Q',
      Q,
    ),
    ...(isAdditive
      ? [
          makeNode('features', tanh, 'ka', { [stepId('query')]: 'a', keys: 'ka' }, 'F'),
          makeNode('scores', product, 'k', { [stepId('features')]: 'ka', scoreWeights: 'a' }, 'S'),
        ]
      : [makeNode('scores', product, 'k', { [stepId('query')]: 'a', keys: 'ka' }, 'S')]),
    ...prefixNodes(`decoder/${q}`, softmaxNodes('k', weighing)),
    makeNode('context', product, 'C', { [stepId('weights')]: 'k', annotations: 'kC' }, 'C'),
    ...gruNodes(`decoder/${q}`, {
      parameters: 'decoder',
      inputs: { word: [stepId('word'), 'f'], context: [stepId('context'), 'C'] },
      before,
      unit: 's',
    }),
    makeNode(
      'logitState',
      product,
      'n',
      { [stepId('state')]: 's', 'decoder/logitStateWeights': 'ns' },
      'l',
    ),
    makeNode(
      'logitContext',
      product,
      'n',
      { [stepId('context')]: 'C', 'decoder/logitContextWeights': 'nC' },
      'l',
    ),
    makeNode(
      'logits',
      add,
      'n',
      { [stepId('logitState')]: 'n', [stepId('logitContext')]: 'n', 'decoder/logitBias': 'n' },
      'L',
    ),
    ...prefixNodes(`decoder/${q}`, answerNodes('n')),
  ];
  return ofWord(nodes, { q });
}

/**
 * Nodes of one word: views say which.
 * @param {GraphNode[]} nodes
 * @param {Record<string, number>} at axis to index
 */
const ofWord = (nodes, at) => nodes.map((item) => ({ ...item, options: { ...item.options, at } }));

/** The nodes that are stacked over all words of the translation, with the names of their stacks. @type {Record<string, string>} */
const DECODER_ROWS = {
  word: 'lastWords',
  query: 'queries',
  context: 'contexts',
  reset: 'resets',
  update: 'updates',
  candidate: 'candidates',
  state: 'states',
};

const SAME_NAME = (
  'features scores scaledScores maskedScores rowMax exponentials rowSum weights logits ' +
  'logitMax logitExponentials logitSum probabilities'
).split(' ');

/**
 * @param {readonly GraphNode[]} steps the nodes of all words
 * @param {number} words
 * @returns {GraphNode[]}
 */
export function decoderStacks(steps, words) {
  const kinds = { ...Object.fromEntries(SAME_NAME.map((name) => [name, name])), ...DECODER_ROWS };
  return Object.entries(kinds)
    .filter(([kind]) => steps.some(({ id }) => id === `decoder/0/${kind}`))
    .map(([kind, name]) =>
      stackOf(
        name,
        'q',
        Array.from({ length: words }, (_, q) => `decoder/${q}/${kind}`),
        steps,
      ),
    );
}

/**
 * @param {string} id
 * @param {string} axis
 * @param {string[]} rows ids of its rows
 * @param {readonly GraphNode[]} nodes with all of them
 */
function stackOf(id, axis, rows, nodes) {
  const first = /** @type {GraphNode} */ (nodes.find((item) => item.id === rows[0]));
  const { axes, symbol, role, colours } = first;
  const inputs = Object.fromEntries(rows.map((row, i) => [row, { axes, at: { [axis]: i } }]));
  return node(id, stack, axis + axes, inputs, symbol, { role, colours });
}
