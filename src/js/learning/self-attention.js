/** Multi-head self-attention within a model, as a residual: the output is added to what came in. */

/**
 * @typedef {import('./tape.js').Tape} Tape
 * @typedef {import('./tape.js').TapeTensor} TapeTensor
 */

/**
 * x + W_O · heads(query, key, value of `input`), with every tensor on the way named for `watch()`.
 *
 * @param {Tape} tape
 * @param {TapeTensor} x (N, L, D)
 * @param {TapeTensor} input (N, L, D) what is projected: x, or x normalized
 * @param {{ qkv: import('./tape.js').Parameter, output: import('./tape.js').Parameter }} weights
 * @param {{ heads: number, isCausal: boolean, bias?: TapeTensor, name: import('./tape.js').Name }} options
 * @returns {{ sum: TapeTensor, weights: TapeTensor }}
 */
export function addSelfAttention(tape, x, input, { qkv, output }, { heads, name, ...options }) {
  const parts = tape.splitHeads(tape.linear(input, qkv), 3, heads);
  const [query, key, value] = [0, 1, 2].map((part) => tape.slice(parts, part));
  name('q', query);
  name('k', key);
  name('v', value);
  const attention = tape.attention(query, key, value, { ...options, name });
  name('heads', attention.output);
  const concatenated = tape.mergeHeads(attention.output);
  name('concatenated', concatenated);
  const change = tape.linear(concatenated, output);
  name('output', change);
  const sum = tape.add(x, change);
  name('sum', sum);
  return { sum, weights: attention.weights };
}
