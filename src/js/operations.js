// Softmax, scaled dot-product attention and additive attention.

import { FLOAT32 } from './abi.js';
import { readAxis, readTensor } from './arguments.js';
import { fitOptions, putOptions, readOptions } from './call-options.js';
import { callWithOutput, listTraceOutputs } from './calls.js';
import { makeArgumentError, makeShapeError } from './errors.js';
import { kernels } from './kernels.js';
import { packWeight } from './linear.js';
import { readKeys } from './option-reader.js';
import { countElements, expectRank, expectShape } from './shapes.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { Argument } from './types.js'
 */

/** @param {Core} core @param {unknown} input @param {unknown} options */
export function softmax(core, input, options) {
  const x = readTensor('input', input);
  const { shape } = x;
  if (shape.length === 0) throw makeShapeError('input', 'at least one axis', shape);
  const read = readOptions.softmax(options);
  const axis = readAxis('options.dim', read.dim, shape.length);
  const isLast = axis === shape.length - 1;
  checkMasks(read, shape, isLast);
  // View (…, S, …) as (N, H, L, S, inner). If S is the last axis, N and L are those of the masks.
  const outer = shape.slice(0, axis);
  const N = isLast && outer.length > 1 ? outer[0] : 1;
  const L = isLast ? (outer.at(-1) ?? 1) : countElements(outer);
  const H = isLast ? countElements(outer.slice(1, -1)) : 1;
  const S = shape[axis];
  const inner = countElements(shape.slice(axis + 1));
  const scores = shape.length > 4 ? [N, H, L, S] : shape;
  const settings = fitOptions(read, scores, 1);
  const isMasked = read.attnMask !== undefined || settings.validLens !== undefined;
  /** @param {Arena} arena */
  const put = (arena) => putOptions(arena, settings);
  const kernel = isMasked
    ? kernels.softmax(x, [N, H, L, S, inner], put)
    : kernels.softmax(x, [1, 1, N * H * L, S, inner], put, 3);
  return callWithOutput(core, kernel, shape, settings.out);
}

/**
 * Refuses masks unless the axis is the last one and there are at most four axes, because masks have rows and keys.
 * @param {Record<string, unknown>} read
 * @param {readonly number[]} shape
 * @param {boolean} isLast
 */
function checkMasks({ attnMask, validLens }, shape, isLast) {
  if (!isLast && (attnMask !== undefined || validLens !== undefined)) {
    const argument = `options.${attnMask === undefined ? 'validLens' : 'attnMask'}`;
    throw makeArgumentError(argument, 'absent unless options.dim is the last axis', 'given');
  }
  if (attnMask !== undefined && shape.length > 4) {
    throw makeShapeError('input', 'at most four axes where options.attnMask is given', shape);
  }
}

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
    name: 'attn_scaled_dot_product_attention',
    workspace: 'attn_scaled_dot_product_workspace',
    inputs: isBatched ? [q, broadcastItem(k, N), broadcastItem(v, N)] : [q, k, v],
    prepare: undefined,
    cache: undefined,
    sizes: [N, H, Hkv, L, S, E, Ev],
    options: settings,
    shares: N * Hkv,
    work: N * H * L * S * (E + Ev),
    output: listSizes(rank, N, H, L, Ev),
    weights: scores,
    trace: () => listTraceOutputs(scores, settings),
  };
}

/**
 * Returns the expected number of items of keys or values: 1, which broadcasts, or N.
 * @param {Argument} argument
 * @param {number} N
 */
const countItems = ({ shape }, N) => (shape[0] === 1 ? 1 : N);

/**
 * Broadcasts an argument with a single item to a batch of N, as torch does.
 * @param {Argument} argument
 * @param {number} N
 */
const broadcastItem = (argument, N) =>
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
function listSizes(rank, N, H, L, S) {
  if (rank === 2) return [L, S];
  return rank === 3 ? [N, L, S] : [N, H, L, S];
}

/** @param {unknown} parameters @param {number} Q @param {number} K */
function readAdditiveParameters(parameters, Q, K) {
  const { wq, wk, wv } = readKeys('parameters', parameters, ['wq', 'wk', 'wv']);
  const queryWeight = readTensor('parameters.wq', wq);
  const keyWeight = readTensor('parameters.wk', wk);
  const scoreWeight = readTensor('parameters.wv', wv);
  expectShape(queryWeight, ['A', Q], 'to match queries');
  const A = queryWeight.shape[0];
  expectShape(keyWeight, [A, K], 'to match wq and keys');
  expectShape(scoreWeight, [A], 'to match wq');
  return [queryWeight, keyWeight, scoreWeight];
}

/**
 * Projects rows in memory, onto the stack. Returns the address of the result.
 * @param {Core} core
 * @param {number} input the address of (rows, width)
 * @param {number} rows
 * @param {Argument} weight (out, width)
 */
function projectRows(core, input, rows, weight) {
  const [out, width] = weight.shape;
  const output = core.arena.take(4 * rows * out);
  const packed = packWeight(core, weight);
  return core.run(kernels.linear(input, packed, 0, [rows, out, width], FLOAT32), output);
}

/**
 * Reads the arguments of additive attention, and returns the call for `callAttention`.
 * @param {unknown} queries
 * @param {unknown} keys
 * @param {unknown} values
 * @param {unknown} parameters
 * @param {unknown} options
 */
export function readAdditive(queries, keys, values, parameters, options) {
  const q = readTensor('queries', queries);
  const k = readTensor('keys', keys);
  const v = readTensor('values', values);
  expectRank(q, [2, 3], '(L, Q) or (N, L, Q)');
  const [L, Q] = q.shape.slice(-2);
  const rank = q.shape.length;
  const batch = q.shape.slice(0, -2);
  const [N = 1] = batch;
  expectShape(k, listSizes(rank, countItems(k, N), 1, 'S', 'K'), 'to match queries');
  const [S, K] = k.shape.slice(-2);
  expectShape(v, listSizes(rank, countItems(v, N), 1, S, 'Ev'), 'to match keys');
  const Ev = v.shape.at(-1) ?? 0;
  const given = readAdditiveParameters(parameters, Q, K);
  const [A] = given[0].shape;
  const scores = [...batch, L, S];
  const settings = fitOptions(readOptions.attention(options), scores, 1);
  return {
    name: 'attn_additive_attention',
    workspace: 'attn_additive_workspace',
    inputs: rank > 2 ? [q, broadcastItem(k, N), broadcastItem(v, N)] : [q, k, v],
    cache: undefined,
    parameters: given,
    /** @param {Core} core @param {number[]} args */
    prepare: (core, args) => {
      args[0] = projectRows(core, args[0], N * L, given[0]);
      args[1] = projectRows(core, args[1], N * S, given[1]);
      args.push(core.arena.put(given[2]));
      return { projectedQueries: args[0], projectedKeys: args[1] };
    },
    sizes: [N, L, S, Ev, A],
    options: settings,
    output: [...batch, L, Ev],
    weights: scores,
    trace: () => [
      ...listTraceOutputs(scores, settings),
      { name: 'features', shape: [...scores, A] },
      { name: 'projectedQueries', shape: [...batch, L, A] },
      { name: 'projectedKeys', shape: [...batch, S, A] },
    ],
  };
}
