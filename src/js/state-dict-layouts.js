// How other models name the weights of an attention, and how each becomes parameters of ours.

/**
 * @typedef {{ parts: string[], received: string, expected: string }} Layout `parts`: words between the dots
 *   of a name
 */

const apart = 'q_proj.weight, k_proj.weight, v_proj.weight and out_proj.weight';

/** @type {Layout[]} the first whose part occurs in a name is meant */
const LAYOUTS = [
  {
    parts: ['c_attn'],
    received: "GPT-2's layout, q, k and v in one",
    expected:
      'in_proj_weight, (3D, D): rename c_attn.weight so and c_proj.weight out_proj.weight, and transpose both ' +
      'if c_attn.weight is (D, 3D)',
  },
  {
    parts: ['query_key_value'],
    received: "GPT-NeoX's and BLOOM's layout, q, k and v head by head in one",
    expected:
      "in_proj_weight: rename query_key_value so and dense out_proj, and pass inProjLayout: 'per-head'",
  },
  {
    parts: ['Wqkv', 'qkv_proj', 'qkv', 'in_proj', 'to_qkv'],
    received: 'the layout of models that keep q, k and v in one',
    expected:
      'in_proj_weight, (3D, D), all rows of q, then of k, then of v: rename its weight so, and that of the ' +
      'output (out_proj, Wo, proj) out_proj.weight',
  },
  {
    parts: ['query', 'key', 'value'],
    received: "BERT's layout",
    expected: `${apart}: rename query, key, value and output.dense so`,
  },
  {
    parts: ['q_lin', 'k_lin', 'v_lin', 'out_lin'],
    received: "DistilBERT's layout",
    expected: `${apart}: rename q_lin, k_lin, v_lin and out_lin so`,
  },
  {
    parts: ['to_q', 'to_k', 'to_v', 'to_out'],
    received: "diffusers' layout",
    expected: `${apart}: rename to_q, to_k, to_v and to_out.0 so`,
  },
  {
    parts: ['wq', 'wk', 'wv', 'wo', 'Wq', 'Wk', 'Wv', 'Wo'],
    received: 'the layout of models with wq, wk, wv and wo',
    expected: `${apart}: rename them so`,
  },
  {
    parts: ['W_Q', 'W_K', 'W_V', 'W_O', 'b_Q', 'b_K', 'b_V', 'b_O'],
    received: "TransformerLens' layout, a matrix (D, d) for each head",
    expected: `${apart}: transpose each head of W_Q, W_K and W_V to rows, and W_O (H · d, D) to (D, D)`,
  },
  {
    parts: ['q', 'k', 'v', 'o'],
    received: "T5's layout",
    expected: `${apart}: rename q, k, v and o so, and pass scale: 1, for T5 does not scale`,
  },
];

/** The layout that a name is of, if it is a known one. @param {string} name */
export function layoutOf(name) {
  const words = name.split('.');
  return LAYOUTS.find(({ parts }) => parts.some((part) => words.includes(part)));
}
