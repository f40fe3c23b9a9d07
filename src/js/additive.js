import { ADDITIVE, FLOAT32 } from './abi.js';
import { readTensor } from './arguments.js';
import { listTraceShapes } from './attention-calls.js';
import { fitOptions, readOptions } from './call-options.js';
import { runKernel } from './kernel-calls.js';
import { kernels } from './kernels.js';
import { packWeight } from './linear.js';
import { readKeys } from './option-reader.js';
import { broadcastItem, countItems, listSizes } from './scaled-dot-product.js';
import { expectRank, expectShape } from './shapes.js';

/**
 * @import { Core } from './core.js'
 * @import { Argument } from './types.js'
 */

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
  return runKernel(core, kernels.linear(input, packed, 0, [rows, out, width], FLOAT32), output);
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
    abi: ADDITIVE,
    inputs: rank > 2 ? [q, broadcastItem(k, N), broadcastItem(v, N)] : [q, k, v],
    parameters: given,
    /** @param {Core} core @param {number[]} inputs */
    putArguments: (core, [queryAddress, keyAddress, valueAddress]) => {
      const projectedQueries = projectRows(core, queryAddress, N * L, given[0]);
      const projectedKeys = projectRows(core, keyAddress, N * S, given[1]);
      return {
        args: [projectedQueries, projectedKeys, valueAddress, core.arena.put(given[2])],
        steps: { projectedQueries, projectedKeys },
      };
    },
    sizes: { N, L, S, Ev, A },
    options: settings,
    output: [...batch, L, Ev],
    weights: scores,
    trace: () => ({
      ...listTraceShapes(scores, settings),
      features: [...scores, A],
      projectedQueries: [...batch, L, A],
      projectedKeys: [...batch, S, A],
    }),
  };
}
