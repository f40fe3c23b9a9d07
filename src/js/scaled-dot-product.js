import { SCALED_DOT_PRODUCT } from './abi.js';
import { readTensor } from './arguments.js';
import { listTraceShapes } from './attention-calls.js';
import { fitOptions, readOptions } from './call-options.js';
import { makeShapeError } from './errors.js';
import { expectRank, expectShape } from './shapes.js';

/** @import { Argument } from './types.js' */

/**
 * Reads the arguments of scaled dot-product attention, and returns the call for `callAttention`.
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {unknown} options
 */
export function readScaledDotProduct(query, key, value, options) {
  const q = readTensor('query', query);
  const k = readTensor('key', key);
  const v = readTensor('value', value);
  expectRank(q, [2, 3, 4], '(L, E), (N, L, E) or (N, H, L, E)');
  // Read sizes by index, because slices would slow down this fast call.
  const rank = q.shape.length;
  const [isBatched, isMultiHead] = [rank > 2, rank > 3];
  const N = isBatched ? q.shape[0] : 1;
  const H = isMultiHead ? q.shape[1] : 1;
  const [L, E] = [q.shape[rank - 2], q.shape[rank - 1]];
  const S = k.shape[rank - 2];
  const Ev = v.shape[rank - 1];
  const Hkv = isMultiHead ? k.shape[1] : 1;
  expectShape(k, listSizes(rank, countItems(k, N), 'Hkv', 'S', E), 'to match query');
  expectShape(v, listSizes(rank, countItems(v, N), Hkv, S, 'Ev'), 'to match key');
  if (H > 0 && !(Hkv > 0 && H % Hkv === 0)) {
    throw makeShapeError('key', `a number of heads that divides query's ${H}`, k.shape);
  }
  const scores = listSizes(rank, N, H, L, S);
  const scale = E === 0 ? 1 : 1 / Math.sqrt(E);
  const settings = fitOptions(readOptions.attention(options), scores, scale);
  return {
    abi: SCALED_DOT_PRODUCT,
    inputs: isBatched ? [q, broadcastItem(k, N), broadcastItem(v, N)] : [q, k, v],
    sizes: { N, H, Hkv, L, S, E, Ev },
    options: settings,
    shares: N * Hkv,
    work: N * H * L * S * (E + Ev),
    output: listSizes(rank, N, H, L, Ev),
    weights: scores,
    trace: () => listTraceShapes(scores, settings),
  };
}

/**
 * Returns the expected number of items of keys or values: 1, which broadcasts, or N.
 * @param {Argument} argument
 * @param {number} N
 */
export const countItems = ({ shape }, N) => (shape[0] === 1 ? 1 : N);

/**
 * Broadcasts an argument with a single item to a batch of N, as torch does.
 * @param {Argument} argument
 * @param {number} N
 */
export const broadcastItem = (argument, N) =>
  argument.shape[0] === N ? argument : { ...argument, copies: N };

/**
 * Returns the last `rank` of four sizes, without H if there are three axes.
 * @template [Item=number]
 * @template [Head=number]
 * @template [Row=number]
 * @template [Column=number]
 * @param {number} rank
 * @param {Item} N
 * @param {Head} H
 * @param {Row} L
 * @param {Column} S
 * @returns {(Item | Head | Row | Column)[]}
 */
export function listSizes(rank, N, H, L, S) {
  if (rank === 2) return [L, S];
  return rank === 3 ? [N, L, S] : [N, H, L, S];
}
