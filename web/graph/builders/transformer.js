/** One layer of a pretrained Transformer, with its parts in the order of its family. */

import { K, makeNode, prefixNodes, Q, startNodes, V } from '../graph.js';
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
  const { isNormBefore, isParallel, residual, readsMemory, hasFeedForward = true } = layer;
  const { nodes, append } = startNodes();
  const names = nameNorms(layer);
  /** @param {string} id @param {string[]} inputs @param {string} symbol */
  const appendSum = (id, inputs, symbol) =>
    append(makeNode(id, add, 'qf', Object.fromEntries(inputs.map((rows) => [rows, 'qf'])), symbol));
  /** @param {string} rows @param {string} part */
  const appendNorm = (rows, part) => append(...makePartNorm(layer, rows, part));
  /** @param {string} rows @param {string} [keyRows] */
  const attend = (rows, keyRows) => append(...makeAttentionNodes(layer, rows, keyRows));
  const feedForward = (/** @type {string} */ rows) => append(...makeFeedForwardNodes(layer, rows));
  /** @param {string} rows @param {string} part @param {string} symbol */
  const appendOutputNorm = (rows, part, symbol) =>
    layer.hasOutputNorms ? append(...makeRmsNorm(layer, rows, part, { axes: 'qf', symbol })) : rows;

  const input = append(makeNode('input', constant, 'qf', {}, 'X'));
  if (isParallel) {
    const output = attend(appendNorm(input, names.attention));
    const widened = feedForward(appendNorm(input, names.feedForward));
    const both = appendSum('layerOutput', [output, widened], 'B');
    appendSum('layerSum', [input, both], 'X′');
  } else if (isNormBefore) {
    const attended = attend(appendNorm(input, names.attention));
    const output = appendOutputNorm(attended, OUTPUT_NORMS.output, 'Y_N');
    const kept = residual ? append(...makeResidualNodes(residual)) : input;
    const sum = appendSum('sum', [kept, output], 'X_A');
    const widened = feedForward(appendNorm(sum, names.feedForward));
    const fed = appendOutputNorm(widened, OUTPUT_NORMS['feedForward/output'], 'F_N');
    appendSum('layerSum', [sum, fed], 'X′');
  } else {
    const memory = readsMemory ? append(makeNode('memory', constant, 'kg', {}, 'M')) : input;
    const sum = appendSum('sum', [input, attend(input, memory)], 'X_A');
    const rows = appendNorm(sum, names.attention);
    if (hasFeedForward)
      appendNorm(appendSum('layerSum', [rows, feedForward(rows)], 'X_F'), names.feedForward);
  }
  return nodes;
}

/** Makes the residual rows with the width of the attention output. @param {{ bias: boolean }} residual */
const makeResidualNodes = ({ bias }) =>
  makeProjection({
    id: 'residual',
    inputs: { input: 'qg' },
    weight: ['wResidual', 'gf', 'W_R'],
    axes: 'qf',
    bias: bias ? ['residualBias', 'f', 'b_R'] : undefined,
    symbol: 'R',
  });

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
  const { nodes, append } = startNodes();
  const isShared = kvHeads < heads;
  const kv = isShared ? 'j' : 'h';
  let q = append(...makeHeadProjection('q', rows, 'qf', 'h', biases.qkv, Q));
  let k = append(...makeHeadProjection('k', keyRows, 'kg', kv, biases.qkv, K));
  let v = append(...makeHeadProjection('v', keyRows, 'kg', kv, biases.qkv, V));
  if (hasHeadNorms) {
    q = append(...makeRmsNorm(layer, q, 'qNorm', { axes: 'hqc', symbol: 'Q_N', ...Q }));
    k = append(...makeRmsNorm(layer, k, 'kNorm', { axes: `${kv}kc`, symbol: 'K_N', ...K }));
  }
  if (rotary) {
    const options = rotary;
    q = append(makeNode('qRotated', rotate, 'hqc', { [q]: 'hqc' }, 'Q_R', { ...Q, options }));
    const axes = `${kv}kc`;
    k = append(makeNode('kRotated', rotate, axes, { [k]: axes }, 'K_R', { ...K, options }));
  }
  if (isShared) {
    const options = { heads, shared: kvHeads };
    k = append(makeNode('sharedKeys', shareHeads, 'hkc', { [k]: 'jkc' }, 'K_S', { ...K, options }));
    v = append(
      makeNode('sharedValues', shareHeads, 'hkc', { [v]: 'jkc' }, 'V_S', { ...V, options }),
    );
  }
  append(makeNode('scores', product, 'hqk', { [q]: 'hqc', [k]: 'hkc' }, 'S'));
  append(...makeSoftmaxNodes('hqk', weighing));
  let headRows = append(makeNode('heads', product, 'hqc', { weights: 'hqk', [v]: 'hkc' }, 'H_h'));
  if (silenced.length > 0) {
    const options = { heads: silenced, count: heads };
    headRows = append(
      makeNode('activeHeads', silence, 'hqc', { [headRows]: 'hqc' }, 'H′_h', { options }),
    );
  }
  append(
    makeNode('concatenated', concatenate, 'qC', { [headRows]: 'hqc' }, 'H'),
    ...makeProjection({
      id: 'output',
      inputs: { concatenated: 'qC' },
      weight: ['wo', 'Cf', 'W_O'],
      axes: 'qf',
      bias: biases.output ? ['outputBias', 'f', 'b_O'] : undefined,
      symbol: 'Y',
    }),
  );
  return nodes;
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
