/** The encoder-decoder of Bahdanau, Cho and Bengio (2014), with the nodes of each word. */

import { listIndices } from '../cell.js';
import { K, makeNode, prefixNodes, Q, startNodes, V } from '../graph.js';
import { add, constant, join, product, row, stack, tanh } from '../ops/index.js';
import { makeGruNodes, makeGruParameters } from './gru.js';
import { makeAnswerNodes, makeSoftmaxNodes } from './softmax.js';

/** @import { GraphNode, Weighing } from '../types.js' */

/** Stacked nodes of a GRU, with the suffixes of their stacks. @type {Record<string, string>} */
const GRU_ROWS = { reset: 'Resets', update: 'Updates', candidate: 'Candidates', state: 'States' };

/** @param {number} words their number, with the marks of the ends @returns {GraphNode[]} */
export function makeEncoderNodes(words) {
  const positions = listIndices(words);
  return [
    makeNode('embeddings', constant, 'kg', {}, 'X'),
    ...positions.map((k) =>
      makeNode(`encoder/${k}/word`, row, 'g', { embeddings: { axes: 'kg', at: { k } } }, 'x'),
    ),
    ...makeReaderNodes('forward', positions),
    ...makeReaderNodes('backward', positions.toReversed()),
    makeNode(
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
    makeNode('keyWeights', constant, 'Ca', {}, 'W_K'),
    makeNode('keyBias', constant, 'a', {}, 'b_K'),
    makeNode('keyProducts', product, 'ka', { annotations: 'kC', keyWeights: 'Ca' }, 'K′', K),
    makeNode('keys', add, 'ka', { keyProducts: 'ka', keyBias: 'a' }, 'K', K),
  ];
}

const ARROWS = { forward: '→', backward: '←' };

/** @param {'forward' | 'backward'} direction @param {number[]} positions in the order of reading */
function makeReaderNodes(direction, positions) {
  const prefix = `encoder/${direction}`;
  const steps = positions.flatMap((k, i) => {
    const before = i === 0 ? `${prefix}/start` : `${prefix}/${positions[i - 1]}/state`;
    /** @type {Record<string, [id: string, axis: string]>} */
    const inputs = { word: [`encoder/${k}/word`, 'g'] };
    const from = { parameters: prefix, inputs, before, unit: 'c', index: ARROWS[direction] };
    const nodes = makeGruNodes(`${prefix}/${k}`, from);
    return markWord(nodes, { k });
  });
  const inOrder = positions.toSorted((a, b) => a - b);
  return [
    ...makeGruParameters(prefix, { word: 'g' }, 'c'),
    makeNode(`${prefix}/start`, constant, 'c', {}, 'h_0'),
    ...steps,
    ...Object.entries(GRU_ROWS).map(([kind, name]) =>
      makeStack(
        direction + name,
        'k',
        inOrder.map((k) => `${prefix}/${k}/${kind}`),
        steps,
      ),
    ),
  ];
}

/** Makes the parameters of the decoder. @param {boolean} isAdditive @returns {GraphNode[]} */
export const makeDecoderParameters = (isAdditive) => [
  makeNode('decoder/start', constant, 's', {}, 'h_0'),
  makeNode('decoder/queryStateWeights', constant, 'ab', {}, 'W_Q'),
  makeNode('decoder/queryWordWeights', constant, 'af', {}, 'W_Q'),
  makeNode('decoder/queryBias', constant, 'a', {}, 'b_Q'),
  ...(isAdditive ? [makeNode('scoreWeights', constant, 'a', {}, 'w')] : []),
  ...makeGruParameters('decoder', { word: 'f', context: 'C' }, 's'),
  makeNode('decoder/logitStateWeights', constant, 'ns', {}, 'W_O'),
  makeNode('decoder/logitContextWeights', constant, 'nC', {}, 'W_O'),
  makeNode('decoder/logitBias', constant, 'n', {}, 'b_O'),
];

/**
 * Makes the nodes of one word of the translation, which attends and computes the next state.
 * @param {number} q
 * @param {object} options
 * @param {boolean} options.isAdditive
 * @param {Weighing} options.weighing the weighing of this row
 * @returns {GraphNode[]}
 */
export function makeDecoderStepNodes(q, { isAdditive, weighing }) {
  const step = `decoder/${q}`;
  const before = q === 0 ? 'decoder/start' : `decoder/${q - 1}/state`;
  const { nodes, append } = startNodes();
  /** @type {(...node: Parameters<typeof makeNode>) => string} */
  const appendNode = (id, ...node) => append(makeNode(`${step}/${id}`, ...node));
  /** @param {string} id @param {string[]} terms @param {string} axis @param {string} symbol @param {typeof Q} [role] */
  const appendSum = (id, terms, axis, symbol, role) =>
    appendNode(id, add, axis, Object.fromEntries(terms.map((term) => [term, axis])), symbol, role);

  const word = appendNode('word', constant, 'f', {}, 'y');
  const queryStateFactors = { [before]: 'b', 'decoder/queryStateWeights': 'ab' };
  const queryState = appendNode('queryState', product, 'a', queryStateFactors, 'q');
  const queryWordFactors = { [word]: 'f', 'decoder/queryWordWeights': 'af' };
  const queryWord = appendNode('queryWord', product, 'a', queryWordFactors, 'q');
  const query = appendSum('query', [queryState, queryWord, 'decoder/queryBias'], 'a', 'Q', Q);
  if (isAdditive) {
    const features = appendNode('features', tanh, 'ka', { [query]: 'a', keys: 'ka' }, 'F');
    appendNode('scores', product, 'k', { [features]: 'ka', scoreWeights: 'a' }, 'S');
  } else appendNode('scores', product, 'k', { [query]: 'a', keys: 'ka' }, 'S');
  append(...prefixNodes(step, makeSoftmaxNodes('k', weighing)));
  const weighted = { [`${step}/weights`]: 'k', annotations: 'kC' };
  const context = appendNode('context', product, 'C', weighted, 'C');
  const state = append(
    ...makeGruNodes(step, {
      parameters: 'decoder',
      inputs: { word: [word, 'f'], context: [context, 'C'] },
      before,
      unit: 's',
    }),
  );
  const stateFactors = { [state]: 's', 'decoder/logitStateWeights': 'ns' };
  const logitState = appendNode('logitState', product, 'n', stateFactors, 'l');
  const contextFactors = { [context]: 'C', 'decoder/logitContextWeights': 'nC' };
  const logitContext = appendNode('logitContext', product, 'n', contextFactors, 'l');
  appendSum('logits', [logitState, logitContext, 'decoder/logitBias'], 'n', 'L');
  append(...prefixNodes(step, makeAnswerNodes('n')));
  return markWord(nodes, { q });
}

/** @param {GraphNode[]} nodes @param {Record<string, number>} at the index by axis */
const markWord = (nodes, at) =>
  nodes.map((item) => ({ ...item, options: { ...item.options, at } }));

/**
 * The nodes that are stacked over all words of the translation, with the names of their stacks.
 * @type {Record<string, string>}
 */
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

/** @param {readonly GraphNode[]} steps @param {number} words @returns {GraphNode[]} */
export function stackDecoderSteps(steps, words) {
  const kinds = { ...Object.fromEntries(SAME_NAME.map((name) => [name, name])), ...DECODER_ROWS };
  return Object.entries(kinds)
    .filter(([kind]) => steps.some(({ id }) => id === `decoder/0/${kind}`))
    .map(([kind, name]) =>
      makeStack(
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
 * @param {string[]} rows the ids of the rows
 * @param {readonly GraphNode[]} nodes nodes that include all rows
 */
function makeStack(id, axis, rows, nodes) {
  const first = /** @type {GraphNode} */ (nodes.find((item) => item.id === rows[0]));
  const { axes, symbol, role, colours } = first;
  const inputs = Object.fromEntries(rows.map((row, i) => [row, { axes, at: { [axis]: i } }]));
  return makeNode(id, stack, axis + axes, inputs, symbol, { role, colours });
}
