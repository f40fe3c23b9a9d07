/** Makes the source of a sentence with numbers drawn from a seed: words, graph, given tensors. */

import { tensor } from '../../src/js/index.js';
import {
  EMBEDDING_PARTS,
  makeAdditiveNodes,
  makeMultiHeadNodes,
} from '../graph/builders/attention.js';
import { makeGraph, makeNode } from '../graph/graph.js';
import { fromOtherRun } from '../graph/ops/index.js';
import {
  computeScaleFactor,
  findWords,
  getMask,
  isCrossing,
  switchMechanism,
} from '../state/derived.js';
import { makeMaskedTest } from '../state/mask.js';
import { drawAdditiveVector, drawAdditiveWeight, drawEmbeddings, drawWeight } from './draw.js';
import { joinHeads, splitHeads, stackRows, transposeMatrix } from './layout.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Run } from '../graph/run.js' */
/** @import { GraphNode, TensorMaker } from '../graph/types.js' */
/** @import { Settings } from '../state/types.js' */
/** @import { Source } from './types.js' */

// Positional encodings of the first Transformer.

/** The ratio of the longest to the shortest wavelength. */
const LONGEST_WAVE = 10000;

/**
 * Computes positions: columns 2i and 2i + 1 are the sine and cosine of position / 10000^(2i /
 * width), with positions counted from 0. The engine computes them in double. Engines may differ in
 * the last bit of a double, which float32 hardly ever shows.
 * @param {number} count the number of words
 * @param {number} width
 * @returns {Tensor} (count, width)
 */
function computePositions(count, width) {
  const numbers = Float32Array.from({ length: count * width }, (_, i) => {
    const [place, column] = [Math.floor(i / width), i % width];
    const angle = place / LONGEST_WAVE ** ((column - (column % 2)) / width);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
  return tensor([count, width], numbers);
}

/** The width of the hidden layer of additive attention, which may differ from that of the embeddings. */
export const HIDDEN = 3;

/** The values of masked scores. */
const FILLS = { inf: -Infinity, '-1e9': Math.fround(-1e9), 0: 0 };

/**
 * @param {Settings} state a state with at least one word
 * @param {(settings: Settings) => Tensor} weightsOf computes the weights of another state
 * @returns {Source}
 */
export function makeSeededSource(state, weightsOf) {
  const words = findWords(state);
  const { nodes, given, inputs, parameters } =
    state.mechanism === 'additive' ? makeAdditiveParts(state, words) : makeDotParts(state, words);
  const other = switchMechanism(state);
  const self = isCrossing(state) && /** @type {Settings} */ ({ ...state, layer: 'self' });
  const isAdditive = state.mechanism === 'additive';
  const extraNodes = [
    ...(other
      ? [
          makeOtherRunNode(
            'otherWeights',
            isAdditive ? 'dot' : 'additive',
            isAdditive ? 'hqk' : 'qk',
          ),
        ]
      : []),
    ...(self ? [makeOtherRunNode('selfWeights', 'self', isAdditive ? 'qp' : 'hqp')] : []),
  ];
  return {
    ...words,
    graph: makeGraph([...nodes, ...extraNodes]),
    given: {
      ...given,
      ...(other && { otherWeights: () => weightsOf(other) }),
      ...(self && { selfWeights: () => weightsOf(self) }),
    },
    inputs,
    parameters,
    isSelf: !isCrossing(state),
    isEditable: true,
  };
}

/** @param {string} id @param {'dot' | 'additive' | 'self'} whose @param {string} axes */
const makeOtherRunNode = (id, whose, axes) =>
  makeNode(id, fromOtherRun, axes, {}, `A_${whose}`, {
    colours: 'weights',
    options: { name: `${whose}Weights` },
  });

/** @param {Settings} state @param {number} queries @param {number} keys the numbers of words */
export function makeSeededWeighing(state, queries, keys) {
  const isMasked = makeMaskedTest(state, keys);
  const allowed = new Uint8Array(queries * keys);
  for (let i = 0, query = 0; query < queries; query++) {
    for (let key = 0; key < keys; key++) allowed[i++] = Number(!isMasked(query, key));
  }
  const emptyRows = Array.from(
    { length: queries },
    (_, query) => !allowed.subarray(query * keys, (query + 1) * keys).includes(1),
  );
  const isEmpty = state.fill === 'inf' && emptyRows.includes(true);
  return {
    allowed,
    fill: FILLS[state.fill],
    kind: getMask(state),
    pad: state.pad,
    ...(isEmpty && (state.emptyRow === 'zeros' ? { emptyRows } : { makesNan: true })),
    ...(state.dropout > 0 && { dropout: { p: state.dropout, seed: state.dropoutSeed } }),
  };
}

/**
 * @typedef {{ queryWords: string[], keyWords: string[] }} QueryAndKeyWords
 *
 * @typedef {object} Parts
 * @property {GraphNode[]} nodes
 * @property {Record<string, () => Tensor>} given
 * @property {string[]} inputs
 * @property {(run: Run) => Record<string, Tensor>} parameters the parameters in the layout of the
 * core
 */

/** @param {Settings} state @param {number} length the length of a query @param {number} keys */
export function makeScaling(state, length, keys) {
  const { scale, temperature } = state;
  const amounts = { sqrt: length, words: keys, none: 1 };
  return {
    factor: computeScaleFactor(state, length, keys),
    ...(typeof scale === 'number'
      ? { rule: 'number', amount: scale }
      : { rule: scale, amount: amounts[scale] }),
    temperature,
  };
}

/**
 * @param {unknown[]} from everything that the tensor depends on
 * @param {() => Tensor} make
 * @returns {TensorMaker}
 */
const withKey = (from, make) => Object.assign(make, { key: from.join(' ') });

/** @param {Settings} state */
const hasPositions = ({ positions }) => positions !== 'none';

/**
 * Makes embeddings, or the word and position embeddings that they are the sums of.
 * @param {Settings} state
 * @param {keyof typeof EMBEDDING_PARTS} id
 * @param {[table: 'x' | 'y', words: string[], width: number]} drawn
 * @returns {Record<string, TensorMaker>}
 */
function makeEmbeddingRows(state, id, [table, words, width]) {
  const { seed } = state;
  const ofWords = withKey([seed, table, width, ...words], () =>
    drawEmbeddings(seed, table, words, width),
  );
  if (!hasPositions(state)) return { [id]: ofWords };
  const { word, position } = EMBEDDING_PARTS[id];
  return { [word]: ofWords, [position]: () => computePositions(words.length, width) };
}

/** @param {Settings} state @param {QueryAndKeyWords} words @returns {Parts} */
function makeDotParts(state, { queryWords, keyWords }) {
  const { dModel, heads, seed } = state;
  const separate = isCrossing(state);
  const sharedKeys = state.keys === 'queries';
  const weight = (/** @type {'Q' | 'K' | 'V'} */ letter) =>
    withKey([seed, dModel, heads], () => splitHeads(drawWeight(seed, letter, dModel), heads));
  const scale = makeScaling(state, dModel / heads, keyWords.length);
  return {
    nodes: makeMultiHeadNodes({
      separate,
      hasPositions: hasPositions(state),
      sharedKeys,
      weighing: { scale, ...makeSeededWeighing(state, queryWords.length, keyWords.length) },
    }),
    given: {
      ...makeEmbeddingRows(state, 'queryEmbeddings', ['x', queryWords, dModel]),
      ...makeEmbeddingRows(state, 'embeddings', ['x', keyWords, dModel]),
      wq: weight('Q'),
      wk: weight('K'),
      wv: weight('V'),
      wo: withKey([seed, dModel], () => transposeMatrix(drawWeight(seed, 'O', dModel))),
    },
    inputs: listInputs(separate),
    parameters: (run) => ({
      inProjWeight: stackRows(
        ['wq', sharedKeys ? 'wq' : 'wk', 'wv'].map((id) => joinHeads(run.tensor(id))),
      ),
      outProjWeight: transposeMatrix(run.tensor('wo')),
    }),
  };
}

/** @param {Settings} state @param {QueryAndKeyWords} words @returns {Parts} */
function makeAdditiveParts(state, { queryWords, keyWords }) {
  const { dModel, keyWidth, seed, temperature } = state;
  const separate = isCrossing(state) || keyWidth > 0;
  const table = keyWidth > 0 ? 'y' : 'x';
  const width = keyWidth || dModel;
  const scale = { factor: 1 / temperature, rule: 'temperature', amount: 1, temperature };
  return {
    nodes: makeAdditiveNodes({
      separate,
      hasPositions: hasPositions(state),
      weighing: {
        ...(temperature !== 1 && { scale }),
        ...makeSeededWeighing(state, queryWords.length, keyWords.length),
      },
    }),
    given: {
      ...makeEmbeddingRows(state, 'queryEmbeddings', ['x', queryWords, dModel]),
      ...makeEmbeddingRows(state, 'embeddings', [table, keyWords, width]),
      wq: () => transposeMatrix(drawAdditiveWeight(seed, 'q', [HIDDEN, dModel])),
      wk: () => transposeMatrix(drawAdditiveWeight(seed, 'k', [HIDDEN, width])),
      wv: () => drawAdditiveVector(seed, HIDDEN),
    },
    inputs: listInputs(separate),
    parameters: (run) => ({
      wq: transposeMatrix(run.tensor('wq')),
      wk: transposeMatrix(run.tensor('wk')),
      wv: run.tensor('wv'),
    }),
  };
}

/** @param {boolean} separate whether the queries have their own embeddings */
const listInputs = (separate) => (separate ? ['queryEmbeddings', 'embeddings'] : ['embeddings']);
