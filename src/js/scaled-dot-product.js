import { readTensor } from './argument.js';
import { ShapeError } from './errors.js';
import { formatShape } from './format.js';
import { ATTENTION_OPTIONS, readKeys, readOptions } from './options.js';
import { attentionTrace, callAttention } from './outputs.js';
import { expectRank, expectShape } from './shape.js';

const operation = 'scaledDotProductAttention';

/** @typedef {import('./tensor.js').TensorLike} TensorLike */

/**
 * @param {import('./core.js').Core} core
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {TensorLike} value
 * @param {import('./options.js').AttentionOptions} [options]
 */
export function scaledDotProductAttention(core, query, key, value, options) {
  const q = readTensor(operation, 'query', query);
  const k = readTensor(operation, 'key', key);
  const v = readTensor(operation, 'value', value);
  expectRank(q, [2, 3, 4], '(L, E), (N, L, E) or (N, H, L, E)');
  const [E = 0, L = 0] = q.shape.toReversed();
  const [N = 1, H = 1] = q.shape.slice(0, -2);
  const batch = q.shape.length > 2 ? [N] : [];
  const isMultiHead = q.shape.length === 4;
  expectShape(k, [...batch, ...(isMultiHead ? ['Hkv'] : []), 'S', E], 'to match query');
  const keyBatch = k.shape.slice(0, -2);
  const S = k.shape.at(-2) ?? 0;
  expectShape(v, [...keyBatch, S, 'Ev'], 'to match key');
  const Hkv = isMultiHead ? keyBatch[1] : 1;
  if (H > 0 && !(Hkv > 0 && H % Hkv === 0)) {
    const expected = `a number of heads that divides query's ${H}`;
    throw new ShapeError({ operation, argument: 'key', expected, received: formatShape(k.shape) });
  }
  const Ev = v.shape.at(-1) ?? 0;
  const scores = [...q.shape.slice(0, -1), S];
  const settings = readOptions(operation, readKeys(operation, options, ATTENTION_OPTIONS), scores, {
    isBatched: batch.length > 0,
    scale: E === 0 ? 1 : 1 / Math.sqrt(E),
  });
  return core.arena.run(operation, () => {
    const inputs = [q, k, v].map((argument) => core.arena.put(argument));
    const sizes = core.arena.putStruct([N, H, Hkv, L, S, E, Ev]);
    return callAttention({
      core,
      operation,
      name: 'attn_scaled_dot_product_attention',
      args: [...inputs, sizes],
      options: settings,
      output: [...q.shape.slice(0, -1), Ev],
      weights: scores,
      trace: () => attentionTrace(scores, settings),
      workspace: core.ask('attn_scaled_dot_product_workspace', sizes),
    });
  });
}
