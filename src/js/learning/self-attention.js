/** Multi-head self-attention with a residual connection. */

/** @import { Tape } from './tape.js' */
/** @import { Name, Parameter, TapeTensor } from './types.js' */

/**
 * Computes x + W_O · heads(query, key, value of `input`), and names every intermediate tensor for `watch()`. If keys and
 * values of earlier words are given, x is the single word after them.
 *
 * @param {Tape} tape @param {TapeTensor} x (N, L, D)
 * @param {TapeTensor} input (N, L, D) the input of the projections: x, or x normalized
 * @param {object} options
 * @param {Parameter} options.qkv
 * @param {Parameter} options.output
 * @param {number} options.heads
 * @param {boolean} options.isCausal
 * @param {TapeTensor} [options.bias]
 * @param {TapeTensor} [options.before] (1, S, 2D) keys and values of earlier words, as in `projected`
 * @param {number[]} [options.silenced] heads whose output is set to zeros; not for training
 * @param {Name} options.name
 * @returns {{ sum: TapeTensor, weights: TapeTensor, projected: TapeTensor }} `projected` has queries, keys and values
 *   (N, L, 3D)
 */
export function addSelfAttention(tape, x, input, options) {
  const { qkv, output, heads, name, before, silenced = [], ...rest } = options;
  const projected = tape.linear(input, qkv);
  const parts = tape.splitHeads(projected, 3, heads);
  const query = tape.slice(parts, 0);
  const cached = before && tape.splitHeads(before, 2, heads);
  const [key, value] = [0, 1].map((part) => {
    const rows = tape.slice(parts, part + 1);
    return cached ? append(tape, tape.slice(cached, part), rows) : rows;
  });
  name('q', query);
  name('k', key);
  name('v', value);
  const attention = tape.attention(query, key, value, { ...rest, name });
  for (let n = 0; n < x.shape[0]; n++) {
    for (const head of silenced) tape.silence(tape.slice(tape.slice(attention.output, n), head));
  }
  name('heads', attention.output);
  const concatenated = tape.mergeHeads(attention.output);
  name('concatenated', concatenated);
  const change = tape.linear(concatenated, output);
  name('output', change);
  const sum = tape.add(x, change);
  name('sum', sum);
  return { sum, weights: attention.weights, projected };
}

/**
 * Appends the rows of each head of (1, H, L, d) to those of (1, H, S, d).
 * @param {Tape} tape @param {TapeTensor} rows @param {TapeTensor} more
 */
function append(tape, rows, more) {
  const [, H, S, d] = rows.shape;
  const L = more.shape[2];
  const all = tape.concatenate(tape.reshape(rows, [H, S * d]), tape.reshape(more, [H, L * d]));
  return tape.reshape(all, [1, H, S + L, d]);
}
