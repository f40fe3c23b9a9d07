/** One layer of a pretrained Transformer, with its parts in the order of its family. */

import { K, makeNode, prefixNodes, Q, V } from '../graph.js';
import {
  activate,
  add,
  concatenate,
  constant,
  meanSquare,
  product,
  rmsNorm,
  rotate,
  shareHeads,
  silence,
  times,
} from '../ops/index.js';
import { makeNormNodes } from './layers.js';
import { makeSoftmaxNodes } from './softmax.js';

/** @import { ActivationKind } from '../../text/en/operations.js' */
/** @import { RotateOptions } from '../ops/rotate.js' */
/** @import { GraphNode, Weighing } from '../types.js' */

/**
 * @typedef {object} TransformerLayer
 * @property {number} heads
 * @property {number} kvHeads the number of heads of keys and values, at most `heads`
 * @property {'layer' | 'rms'} norm
 * @property {number} eps the epsilon of the norms
 * @property {boolean} isNormBefore whether norms come before attention and feed-forward layer, not
 * after the residual sum
 * @property {boolean} isParallel whether attention and feed-forward layer read the same rows
 * @property {boolean} hasNormBias
 * @property {boolean} [hasHeadNorms] whether each query and key is normalized
 * @property {boolean} [hasOutputNorms] whether the outputs of attention and of the feed-forward layer
 * are normalized before the sums
 * @property {RotateOptions} [rotary]
 * @property {{ qkv: boolean, output: boolean, feedForward: boolean }} biases which projections have
 * a bias
 * @property {boolean} isGated whether the feed-forward layer has a gate
 * @property {ActivationKind} activation
 * @property {Weighing} weighing
 * @property {{ bias: boolean }} [residual] a projection of the rows that attention is added to, if
 * their width differs
 * @property {readonly number[]} [silenced] heads whose output is set to 0
 * @property {boolean} [readsMemory] whether keys and values come from another text, the given rows
 * `memory`
 * @property {boolean} [hasFeedForward] true by default; otherwise the layer ends with its first sum
 * and the following norm
 */

/**
 * Returns the prefixes of both norms. A norm after a residual sum is named after that sum, where
 * readers look for it.
 * @param {Pick<TransformerLayer, 'isNormBefore'>} layer
 */
export const nameNorms = ({ isNormBefore }) =>
  isNormBefore
    ? /** @type {const} */ ({ attention: 'attention', feedForward: 'feedForward' })
    : /** @type {const} */ ({ attention: 'sumNorm', feedForward: 'layerSumNorm' });

/** The prefixes of the norms of outputs, before the sums. */
export const OUTPUT_NORMS = /** @type {const} */ ({
  output: 'outputNorm',
  'feedForward/output': 'feedForwardOutputNorm',
});

/** The nodes from the given `input` to the end of the layer. @param {TransformerLayer} layer */
export function makeTransformerLayer(layer) {
  const { isNormBefore, isParallel, readsMemory, hasFeedForward = true } = layer;
  /** @param {string} id @param {string[]} inputs @param {string} symbol */
  const makeSum = (id, inputs, symbol) =>
    makeNode(id, add, 'qf', Object.fromEntries(inputs.map((input) => [input, 'qf'])), symbol);
  const norm = (/** @type {string} */ rows, /** @type {string} */ part) =>
    makePartNorm(layer, rows, part);
  const input = makeNode('input', constant, 'qf', {}, 'X');
  const names = nameNorms(layer);
  if (isParallel) {
    return [
      input,
      ...norm('input', 'attention'),
      ...makeAttentionNodes(layer, 'attention/normalized'),
      ...norm('input', 'feedForward'),
      ...makeFeedForwardNodes(layer, 'feedForward/normalized'),
      makeSum('layerOutput', ['output', 'feedForward/output'], 'B'),
      makeSum('layerSum', ['input', 'layerOutput'], 'X′'),
    ];
  }
  if (isNormBefore) {
    const { hasOutputNorms } = layer;
    /** @param {keyof typeof OUTPUT_NORMS} rows @param {string} symbol */
    const normOutput = (rows, symbol) =>
      hasOutputNorms ? makeRmsNorm(layer, rows, OUTPUT_NORMS[rows], { axes: 'qf', symbol }) : [];
    const nameOutput = (/** @type {keyof typeof OUTPUT_NORMS} */ rows) =>
      hasOutputNorms ? `${OUTPUT_NORMS[rows]}/normalized` : rows;
    return [
      input,
      ...norm('input', 'attention'),
      ...makeAttentionNodes(layer, 'attention/normalized'),
      ...normOutput('output', 'Y_N'),
      ...makeResidualNodes(layer),
      makeSum('sum', [layer.residual ? 'residual' : 'input', nameOutput('output')], 'X_A'),
      ...norm('sum', 'feedForward'),
      ...makeFeedForwardNodes(layer, 'feedForward/normalized'),
      ...normOutput('feedForward/output', 'F_N'),
      makeSum('layerSum', ['sum', nameOutput('feedForward/output')], 'X′'),
    ];
  }
  const attended = [
    input,
    ...(readsMemory ? [makeNode('memory', constant, 'kg', {}, 'M')] : []),
    ...makeAttentionNodes(layer, 'input', readsMemory ? 'memory' : 'input'),
    makeSum('sum', ['input', 'output'], 'X_A'),
    ...norm('sum', names.attention),
  ];
  if (!hasFeedForward) return attended;
  return [
    ...attended,
    ...makeFeedForwardNodes(layer, `${names.attention}/normalized`),
    makeSum('layerSum', [`${names.attention}/normalized`, 'feedForward/output'], 'X_F'),
    ...norm('layerSum', names.feedForward),
  ];
}

/** Makes the residual rows with the width of the attention output. @param {TransformerLayer} layer */
const makeResidualNodes = ({ residual }) =>
  residual
    ? makeProjection({
        id: 'residual',
        inputs: { input: 'qg' },
        weight: ['wResidual', 'gf', 'W_R'],
        axes: 'qf',
        bias: residual.bias ? ['residualBias', 'f', 'b_R'] : undefined,
        symbol: 'R',
      })
    : [];

/**
 * @param {TransformerLayer} layer
 * @param {string} rows the id of the rows to normalize
 * @param {string} part the prefix of the ids
 */
function makePartNorm(layer, rows, part) {
  const { norm, eps, hasNormBias } = layer;
  // The norm after the last sum gives the output of the layer.
  const symbol = rows === 'layerSum' ? 'X′' : 'N';
  if (norm === 'rms') return makeRmsNorm(layer, rows, part, { axes: 'qf', symbol });
  const options = { epsilon: eps };
  const nodes = makeNormNodes(rows, { options, hasBias: hasNormBias, symbol });
  return prefixNodes(part, nodes, { [rows]: rows });
}

/**
 * @param {Pick<TransformerLayer, 'eps'>} layer
 * @param {string} rows the id of the rows to normalize
 * @param {string} part the prefix of the ids
 * @param {{ axes: string, symbol: string } & Partial<Pick<GraphNode, 'role'>>} more
 */
function makeRmsNorm({ eps }, rows, part, { axes, symbol, ...role }) {
  const [rowAxes, column] = [axes.slice(0, -1), axes.slice(-1)];
  const inputs = { [rows]: axes, meanSquare: rowAxes, gain: column };
  const more = { ...role, options: { epsilon: eps } };
  const nodes = [
    makeNode('meanSquare', meanSquare, rowAxes, { [rows]: axes }, 'μ₂', { colours: 'plain' }),
    makeNode('gain', constant, column, {}, 'γ'),
    makeNode('normalized', rmsNorm, axes, inputs, symbol, more),
  ];
  return prefixNodes(part, nodes, { [rows]: rows });
}

/**
 * @param {TransformerLayer} layer
 * @param {string} rows the id of the rows to project
 * @param {string} [keyRows] the id of the rows of keys and values
 * @returns {GraphNode[]} the nodes up to `output`
 */
function makeAttentionNodes(layer, rows, keyRows = rows) {
  const { heads, kvHeads, hasHeadNorms, rotary, biases, weighing, silenced = [] } = layer;
  const isShared = kvHeads < heads;
  const kv = isShared ? 'j' : 'h';
  /** @param {'q' | 'k'} id @param {string} axes @param {typeof Q | typeof K} role */
  const makeHeadNorm = (id, axes, role) =>
    hasHeadNorms
      ? makeRmsNorm(layer, id, `${id}Norm`, { axes, symbol: `${id.toUpperCase()}_N`, ...role })
      : [];
  /** @param {'q' | 'k'} id */
  const nameNormalized = (id) => (hasHeadNorms ? `${id}Norm/normalized` : id);
  /** @param {'q' | 'k'} id @param {string} axes @param {string} symbol @param {typeof Q | typeof K} role */
  const makeRotatedNodes = (id, axes, symbol, role) => {
    const more = { ...role, options: rotary };
    const rows = { [nameNormalized(id)]: axes };
    return rotary ? [makeNode(`${id}Rotated`, rotate, axes, rows, symbol, more)] : [];
  };
  /** @param {string} from @param {string} id @param {string} symbol @param {typeof K | typeof V} role */
  const makeSharedNodes = (from, id, symbol, role) => {
    const more = { ...role, options: { heads, shared: kvHeads } };
    return isShared ? [makeNode(id, shareHeads, 'hkc', { [from]: 'jkc' }, symbol, more)] : [];
  };
  const keys = rotary ? 'kRotated' : nameNormalized('k');
  return [
    ...makeHeadProjection('q', rows, 'qf', 'h', biases.qkv, Q),
    ...makeHeadProjection('k', keyRows, 'kg', kv, biases.qkv, K),
    ...makeHeadProjection('v', keyRows, 'kg', kv, biases.qkv, V),
    ...makeHeadNorm('q', 'hqc', Q),
    ...makeHeadNorm('k', `${kv}kc`, K),
    ...makeRotatedNodes('q', 'hqc', 'Q_R', Q),
    ...makeRotatedNodes('k', `${kv}kc`, 'K_R', K),
    ...makeSharedNodes(keys, 'sharedKeys', 'K_S', K),
    ...makeSharedNodes('v', 'sharedValues', 'V_S', V),
    makeNode(
      'scores',
      product,
      'hqk',
      {
        [rotary ? 'qRotated' : nameNormalized('q')]: 'hqc',
        [isShared ? 'sharedKeys' : keys]: 'hkc',
      },
      'S',
    ),
    ...makeSoftmaxNodes('hqk', weighing),
    makeNode(
      'heads',
      product,
      'hqc',
      { weights: 'hqk', [isShared ? 'sharedValues' : 'v']: 'hkc' },
      'H_h',
    ),
    ...(silenced.length > 0
      ? [
          makeNode('activeHeads', silence, 'hqc', { heads: 'hqc' }, 'H′_h', {
            options: { heads: silenced, count: heads },
          }),
        ]
      : []),
    makeNode(
      'concatenated',
      concatenate,
      'qC',
      { [silenced.length > 0 ? 'activeHeads' : 'heads']: 'hqc' },
      'H',
    ),
    ...makeProjection({
      id: 'output',
      inputs: { concatenated: 'qC' },
      weight: ['wo', 'Cf', 'W_O'],
      axes: 'qf',
      bias: biases.output ? ['outputBias', 'f', 'b_O'] : undefined,
      symbol: 'Y',
    }),
  ];
}

/**
 * Makes queries, keys or values: rows times a matrix per head, plus a bias.
 * @param {'q' | 'k' | 'v'} id
 * @param {string} rows
 * @param {string} axes the axes of the rows
 * @param {string} head the axis of the heads
 * @param {boolean} hasBias
 * @param {Partial<Pick<GraphNode, 'role'>>} role
 */
function makeHeadProjection(id, rows, axes, head, hasBias, role) {
  const symbol = id.toUpperCase();
  return makeProjection({
    id,
    inputs: { [rows]: axes },
    weight: [`w${id}`, `${head}${axes[1]}c`, `W_${symbol}`],
    axes: `${head}${axes[0]}c`,
    bias: hasBias ? [`${id}Bias`, `${head}c`, `b_${symbol}`] : undefined,
    symbol,
    role,
  });
}

/**
 * Makes a product with a matrix, and adds a bias if there is one.
 * @param {object} options
 * @param {string} options.id the id of the result
 * @param {Record<string, string>} options.inputs
 * @param {[id: string, axes: string, symbol: string]} options.weight
 * @param {string} options.axes
 * @param {[id: string, axes: string, symbol: string]} [options.bias]
 * @param {string} options.symbol
 * @param {Partial<Pick<GraphNode, 'role'>>} [options.role]
 * @returns {GraphNode[]}
 */
function makeProjection({ id, inputs, weight, axes, bias, symbol, role = {} }) {
  const [weightId, weightAxes, weightSymbol] = weight;
  const matrix = makeNode(weightId, constant, weightAxes, {}, weightSymbol, role);
  const factors = { ...inputs, [weightId]: weightAxes };
  if (!bias) return [matrix, makeNode(id, product, axes, factors, symbol, role)];
  const [biasId, biasAxes, biasSymbol] = bias;
  return [
    matrix,
    makeNode(biasId, constant, biasAxes, {}, biasSymbol, role),
    makeNode(`${id}Products`, product, axes, factors, `${symbol}_0`, role),
    makeNode(id, add, axes, { [`${id}Products`]: axes, [biasId]: biasAxes }, symbol, role),
  ];
}

/**
 * Makes the feed-forward layer, which processes each row separately: a wider layer, its activation,
 * and a layer back to the width.
 * @param {TransformerLayer} layer
 * @param {string} rows
 * @returns {GraphNode[]} the nodes up to `feedForward/output`
 */
function makeFeedForwardNodes({ activation, isGated, biases }, rows) {
  /** @param {[id: string, axes: string, symbol: string]} parts */
  const bias = (...parts) => (biases.feedForward ? parts : undefined);
  /** @param {string} id @param {string} weight @param {string} symbol @param {string} number */
  const widen = (id, weight, symbol, number) =>
    makeProjection({
      id,
      inputs: { [rows]: 'qf' },
      weight: [weight, 'fm', `W_${number}`],
      axes: 'qm',
      bias: bias(`${id}Bias`, 'm', `b_${number}`),
      symbol,
    });
  const kind = { options: { kind: activation } };
  const nodes = [
    ...widen('hiddenSums', 'w1', 'U', '1'),
    ...(isGated
      ? [
          ...widen('gateSums', 'wGate', 'G', 'G'),
          makeNode('gate', activate, 'qm', { gateSums: 'qm' }, 'G′', kind),
          makeNode('hidden', times, 'qm', { gate: 'qm', hiddenSums: 'qm' }, 'Z'),
        ]
      : [makeNode('hidden', activate, 'qm', { hiddenSums: 'qm' }, 'Z', kind)]),
    ...makeProjection({
      id: 'output',
      inputs: { hidden: 'qm' },
      weight: ['w2', 'mf', 'W_2'],
      axes: 'qf',
      bias: bias('outputBias', 'f', 'b_2'),
      symbol: 'F',
    }),
  ];
  return prefixNodes('feedForward', nodes, { [rows]: rows });
}
