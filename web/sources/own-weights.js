/** Reads the weights of an author's own model, as a computation of one tensor. */

import { makeNode } from '../graph/graph.js';
import { constant } from '../graph/ops/index.js';
import { MAX_DIGITS } from '../state/limits.js';
import { roundUpLimit } from '../styles/colour.js';
import { readLayers } from './own-layers.js';
import { chooseTokens, readGivenTokens, refuseAs } from './own-tokens.js';
import { areMostRowsWrong, findWrongRow } from './row-sums.js';

/** @import { AttentionError } from '../../src/js/errors.js' */
/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Layered, Shape, ShownComputation, Tokens, Weights } from './types.js' */

/**
 * @typedef {object} GivenWeights
 * @property {Weights} [weights] (L, S), (H, L, S), (1, H, L, S), or a list of these with one item
 * per layer; a string is JSON
 * @property {Shape} [shape] the shape of flat weights
 * @property {Tokens} [rowTokens] L tokens
 * @property {Tokens} [columnTokens] S tokens
 */

/** The largest weight. The softmax of other programs may round to a little more than 1. */
const MOST_WEIGHT = 1 + 2 ** -20;

/** Whether a number is no weight, but perhaps a logit or a gradient. @param {number} value */
export const isOutsideWeights = (value) => value < 0 || value > MOST_WEIGHT;

/** The names of the tokens in errors. */
const TOKEN_NAMES = { rowTokens: 'rowTokens', columnTokens: 'columnTokens' };

/**
 * @param {GivenWeights} given
 * @param {typeof TOKEN_NAMES} [names] as the author wrote them, such as `row-tokens`
 * @returns {(ShownComputation & Layered) | undefined} the computation of the first layer, with
 * `weights` as the only tensor; undefined without weights
 * @throws {AttentionError} an error that names the expected and the received value
 */
export function readOwnWeights(given, names = TOKEN_NAMES) {
  const { weights, shape, rowTokens, columnTokens } = given;
  if (weights === undefined || weights === null || weights === '') return undefined;
  try {
    const layers = readLayers(weights, shape);
    const [rows, columns] = layers[0].shape.slice(-2);
    const queries = readGivenTokens(names.rowTokens, rowTokens, rows);
    const keys = readGivenTokens(names.columnTokens, columnTokens, columns);
    const wrongRow = findWrongRow(layers);
    return selectLayer(
      {
        ...measureLayers(layers),
        wrongRow,
        areRowsWrong: wrongRow !== undefined && areMostRowsWrong(layers),
        queryWords: chooseTokens(rows, queries, keys),
        keyWords: chooseTokens(columns, keys, queries),
      },
      0,
    );
  } catch (error) {
    return refuseAs(error, 'weights');
  }
}

/** @template {Layered} Own @param {Own} given @param {number} layer */
export const selectLayer = (given, layer) => ({
  ...given,
  ...makeWeightNodes({ weights: given.layers[layer] }, given),
});

/** Names several layers `layer2/weights` and so on. @template {Layered} Own @param {Own} given */
export function joinLayers(given) {
  const { layers } = given;
  const all = layers.map((layer, i) => [
    layers.length > 1 ? `layer${i + 1}/weights` : 'weights',
    layer,
  ]);
  return { ...given, ...makeWeightNodes(Object.fromEntries(all), given) };
}

/**
 * Numbers that are no attention weights, such as logits or parameters, have rows and columns in place
 * of queries and keys. A few rows may have another sum, such as those of pruned weights.
 * @param {Record<string, Tensor>} results
 * @param {Pick<Layered, 'colours' | 'areRowsWrong'>} given
 */
function makeWeightNodes(results, { colours, areRowsWrong }) {
  const pair = colours === 'weights' && !areRowsWrong ? 'qk' : 'yx';
  const nodes = Object.entries(results).map(([name, { shape }]) => {
    const axes = shape.length === 3 ? `h${pair}` : pair;
    return [name, { ...makeNode(name, constant, axes, {}, '', { colours }), name, singular: name }];
  });
  return { results, nodes: /** @type {ShownComputation['nodes']} */ (Object.fromEntries(nodes)) };
}

/**
 * Whether the colours of each map end at its own largest number. The weights of many words are
 * small: on a scale to 1, they would be nearly white.
 * @param {Layered} given
 * @param {string} scale `max`, `1`, or '' for the default
 */
export const isScaledToItself = ({ layers: [{ shape }] }, scale) =>
  scale === 'max' || (scale !== '1' && Math.max(...shape.slice(-2)) > MAX_DIGITS);

/**
 * Returns the number at the end of a map's colour scale.
 * @param {Layered} given
 * @param {string} scale
 * @param {number} layer
 * @param {number} head
 */
export const findScaleEnd = (given, scale, layer, head) =>
  isScaledToItself(given, scale) ? given.largest[layer][head] : given.limit;

/**
 * Measures the ends of the colours. Logits and gradients may be negative.
 * @param {Tensor[]} layers
 * @returns {Layered}
 */
export function measureLayers(layers) {
  let isSigned = false;
  const largest = layers.map(({ shape, data }) => {
    const heads = shape.length > 2 ? shape[0] : 1;
    const size = data.length / heads;
    return Array.from({ length: heads }, (_, head) => {
      let most = 0;
      for (let i = head * size; i < (head + 1) * size; i++) {
        const value = data[i];
        if (isOutsideWeights(value)) isSigned = true;
        const magnitude = Math.abs(value);
        if (magnitude > most && magnitude < Infinity) most = magnitude;
      }
      return most || 1;
    });
  });
  return {
    layers,
    largest,
    colours: isSigned ? 'signed' : 'weights',
    limit: isSigned ? roundUpLimit(largest.flat()) : 1,
  };
}
