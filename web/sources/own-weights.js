/**
 * The weights of an author's own model: read, checked, and made a computation of one tensor, so that
 * tables, drawings and exports work for it too.
 */

import { node } from '../graph/graph.js';
import { constant } from '../graph/ops/constant.js';
import { niceLimit } from '../styles/colour.js';
import { readLayers } from './own-layers.js';
import { refuseAs } from './own-refusals.js';
import { readTokens, tokensOr } from './own-tokens.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {Pick<import('../session/computation.js').Computation, 'queryWords' | 'keyWords' | 'nodes'
 *   | 'results'>} Computation as far as tables, drawings and exports read it: nothing is computed
 * @typedef {import('./own-tokens.js').Tokens} Tokens
 *
 * @typedef {object} Given
 * @property {import('./own-layers.js').Weights} [weights] (L, S), (H, L, S), (1, H, L, S), or a list of
 *   these, one for each layer; a string is JSON
 * @property {import('./own-layers.js').Shape} [shape] of weights that come as plain numbers
 * @property {Tokens} [rowTokens] L of them
 * @property {Tokens} [columnTokens] S of them
 *
 * @typedef {object} Layered
 * @property {Tensor[]} layers (L, S) or (H, L, S) each
 * @property {'weights' | 'signed'} colours
 * @property {number} limit where the colours of signed numbers end: the same for all heads and layers
 */

/** Other people's softmax may round to a little more than 1. */
const MOST_WEIGHT = 1 + 2 ** -20;

/**
 * @param {Given} given
 * @returns {(Computation & Layered) | undefined} that of the first layer, with no tensor but `weights`;
 *   undefined where there are none
 * @throws {import('../../src/js/errors.js').AttentionError} that names what was expected and received
 */
export function readOwnWeights({ weights, shape, rowTokens, columnTokens }) {
  if (weights === undefined || weights === null || weights === '') return undefined;
  try {
    const layers = readLayers(weights, shape);
    const [rows, columns] = layers[0].shape.slice(-2);
    const queries = readTokens('rowTokens', rowTokens, rows);
    const keys = readTokens('columnTokens', columnTokens, columns);
    const { isSigned, limit } = rangeOf(layers);
    return ofLayer(
      {
        ...{ layers, limit, colours: isSigned ? 'signed' : 'weights' },
        queryWords: tokensOr(queries, keys, rows),
        keyWords: tokensOr(keys, queries, columns),
      },
      0,
    );
  } catch (error) {
    return refuseAs(error, 'weights');
  }
}

/**
 * The same of one layer.
 * @template {Layered} Own
 * @param {Own} own
 * @param {number} layer
 */
export const ofLayer = (own, layer) => ({ ...own, ...named({ weights: own.layers[layer] }, own) });

/**
 * The same of all layers, under names such as `layer2/weights` where there are several.
 * @template {Layered} Own
 * @param {Own} own
 */
export function ofAllLayers(own) {
  const { layers } = own;
  const all = layers.map((layer, i) => [
    layers.length > 1 ? `layer${i + 1}/weights` : 'weights',
    layer,
  ]);
  return { ...own, ...named(Object.fromEntries(all), own) };
}

/**
 * @param {Record<string, Tensor>} results
 * @param {Pick<Layered, 'colours'>} own
 */
function named(results, { colours }) {
  const nodes = Object.entries(results).map(([name, { shape }]) => {
    const axes = shape.length === 3 ? 'hqk' : 'qk';
    return [name, { ...node(name, constant, axes, {}, '', { colours }), name, singular: name }];
  });
  return { results, nodes: /** @type {Computation['nodes']} */ (Object.fromEntries(nodes)) };
}

/** Logits and gradients are given, too. @param {Tensor[]} layers */
function rangeOf(layers) {
  let [isSigned, most] = [false, 0];
  for (const { data } of layers) {
    for (const value of data) {
      if (value < 0 || value > MOST_WEIGHT) isSigned = true;
      const size = Math.abs(value);
      if (size > most && size < Infinity) most = size;
    }
  }
  return { isSigned, limit: niceLimit([most]) };
}
