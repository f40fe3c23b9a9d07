import { readTensor } from './argument.js';
import { ATTENTION_OPTIONS, readKeys, readOptions } from './options.js';
import { attentionTrace, callAttention } from './outputs.js';
import { expectRank, expectShape } from './shape.js';

const operation = 'additiveAttention';

/**
 * @typedef {import('./tensor.js').TensorLike} TensorLike
 * @typedef {{ wq: TensorLike, wk: TensorLike, wv: TensorLike }} AdditiveParameters
 */

/**
 * @param {unknown} parameters
 * @param {number} Q
 * @param {number} K
 */
function readParameters(parameters, Q, K) {
  const { wq, wk, wv } = readKeys(operation, parameters, ['wq', 'wk', 'wv'], 'parameters');
  const queryWeight = readTensor(operation, 'parameters.wq', wq);
  const keyWeight = readTensor(operation, 'parameters.wk', wk);
  const scoreWeight = readTensor(operation, 'parameters.wv', wv);
  expectShape(queryWeight, ['A', Q], 'to match queries');
  const A = queryWeight.shape[0];
  expectShape(keyWeight, [A, K], 'to match wq and keys');
  expectShape(scoreWeight, [A], 'to match wq');
  return { queryWeight, keyWeight, scoreWeight, A };
}

/**
 * @param {import('./core.js').Core} core
 * @param {TensorLike} queries
 * @param {TensorLike} keys
 * @param {TensorLike} values
 * @param {AdditiveParameters} parameters
 * @param {import('./options.js').AttentionOptions} [options]
 */
export function additiveAttention(core, queries, keys, values, parameters, options) {
  const q = readTensor(operation, 'queries', queries);
  const k = readTensor(operation, 'keys', keys);
  const v = readTensor(operation, 'values', values);
  expectRank(q, [2, 3], '(L, Q) or (N, L, Q)');
  const [Q = 0, L = 0, N = 1] = q.shape.toReversed();
  const batch = q.shape.slice(0, -2);
  expectShape(k, [...batch, 'S', 'K'], 'to match queries');
  const [K = 0, S = 0] = k.shape.toReversed();
  expectShape(v, [...batch, S, 'Ev'], 'to match keys');
  const Ev = v.shape.at(-1) ?? 0;
  const { queryWeight, keyWeight, scoreWeight, A } = readParameters(parameters, Q, K);
  const scores = [...batch, L, S];
  const read = readKeys(operation, options, ATTENTION_OPTIONS);
  const defaults = { isBatched: batch.length > 0, scale: 1 };
  const settings = readOptions(operation, read, scores, defaults);
  const { arena } = core;
  /** @param {import('./argument.js').Argument} weight */
  const pack = (weight) => {
    const [out, width] = weight.shape;
    const packed = arena.take(core.ask('attn_packed_size', out, width));
    core.call(operation, 'attn_pack_weight', arena.put(weight), out, width, packed);
    return packed;
  };
  return arena.run(operation, () => {
    const inputs = [q, k, v].map((argument) => arena.put(argument));
    const weights = [pack(queryWeight), pack(keyWeight), arena.put(scoreWeight)];
    const sizes = arena.putStruct([N, L, S, Q, K, Ev, A]);
    return callAttention({
      core,
      operation,
      name: 'attn_additive_attention',
      args: [...inputs, arena.putStruct(weights), sizes],
      options: settings,
      output: [...batch, L, Ev],
      weights: scores,
      trace: () => [
        ...attentionTrace(scores, settings),
        ['projectedQueries', [...batch, L, A]],
        ['projectedKeys', [...batch, S, A]],
        ['features', [...scores, A]],
      ],
      workspace: core.ask('attn_additive_workspace', sizes),
    });
  });
}
