// Layouts of attention weights in other libraries and models, and instructions to convert them.

/**
 * @typedef {{ names: RegExp, received: string, expected: string }} Layout `names` matches the names of the layout
 */

const apart = 'q_proj.weight, k_proj.weight, v_proj.weight and out_proj.weight';

/** The known layouts. The first layout that matches any name is used. @type {Layout[]} */
const LAYOUTS = [
  {
    names: /(^|[./])((q|k|query|key)_?(layer_?)?(norm|ln)|norm_[qk])([./]|$)/,
    received: 'a norm of queries or keys, which this layer does not have',
    expected:
      'absent: project with linear(), normalize, and call scaledDotProductAttention() with (N, H, L, E)',
  },
  {
    names: /(^|[./])kernel(:0)?$/,
    received: "Flax's and Keras' layout, a kernel with its inputs first",
    expected:
      `${apart}: reshape each kernel, (D, H, d) or (H, d, D), to (D, D), transpose it, and rename it so; ` +
      'biases become (D,)',
  },
  {
    names: /(^|[./])c_attn([./]|$)/,
    received: "GPT-2's layout, q, k and v in one",
    expected:
      'in_proj_weight, (3D, D): rename c_attn.weight so and c_proj.weight out_proj.weight, and transpose both ' +
      'if c_attn.weight is (D, 3D)',
  },
  {
    names: /(^|[./])query_key_value([./]|$)/,
    received: "GPT-NeoX's and BLOOM's layout, q, k and v head by head in one",
    expected:
      "in_proj_weight: rename query_key_value so and dense out_proj, and pass inProjLayout: 'per-head'",
  },
  {
    names: /(^|[./])(Wqkv|qkv_proj|qkv|in_proj|to_qkv|c_qkv|W_pack)([./]|$)/,
    received: 'the layout of models that keep q, k and v in one',
    expected:
      'in_proj_weight, (3D, D), all rows of q, then of k, then of v: rename its weight so, and that of the ' +
      'output (out_proj, Wo, proj) out_proj.weight',
  },
  {
    names: /(^|[./])(query|key|value)([./]|$)/,
    received: "BERT's layout",
    expected: `${apart}: rename query, key, value and output.dense so`,
  },
  {
    names: /(^|[./])(pos_)?(query|key|value)_proj([./]|$)/,
    received: "DeBERTa's layout",
    expected:
      `${apart}: rename query_proj, key_proj, value_proj and output.dense so; its relative positions ` +
      'are not supported',
  },
  {
    names: /(^|[./])linears\.[0-3]([./]|$)/,
    received: "the Annotated Transformer's layout",
    expected: `${apart}: rename linears.0, linears.1, linears.2 and linears.3 so`,
  },
  {
    names: /(^|[./])(W_[QKVO]|b_[QKVO])$/,
    received: "TransformerLens' layout, a matrix (D, d) for each head",
    expected: `${apart}: transpose each head of W_Q, W_K and W_V to rows, and W_O (H · d, D) to (D, D)`,
  },
  {
    names: /(^|[./])[qkvo]\.weight$/,
    received: "T5's layout",
    expected: `${apart}: rename q, k, v and o so, and pass scale: 1, for T5 does not scale`,
  },
  {
    names: /(^|[./])(rel_attn([./]|$)|r_[wrs]_bias$|[qkvor]$)/,
    received: "XLNet's layout, (D, H, d) each",
    expected:
      `${apart}: reshape q, k, v and o to (D, D), transpose q, k and v, and rename them so; its relative ` +
      'positions are not supported',
  },
  {
    // A letter or a word for q, k, v or the output, such as q_lin, to_q, wq, W_query, linear_keys.
    names:
      /(^|[./_])((w|to)?[qkvo]s?(?!_proj)|(to)?(quer(y|ies)|keys?|values?)|to_out|out_lin)([./_]|$)/i,
    received: 'a name of q, k, v or the output in another layout',
    expected: `${apart}: rename the four of them so, and their biases q_proj.bias and so on`,
  },
  {
    names: /(^|attn\.|attention\.)(masked_)?bias$|(^|[./])(rotary_emb|inv_freq)([./]|$)/,
    received: 'a buffer and no parameter',
    expected: 'absent: leave it out of the dict',
  },
];

/**
 * Finds a known layout that matches one of the unknown names. Returns the layout and that name.
 * @param {readonly string[]} names
 */
export function findForeignLayout(names) {
  for (const layout of LAYOUTS) {
    const name = names.find((candidate) => layout.names.test(candidate));
    if (name !== undefined) return { ...layout, name };
  }
  return undefined;
}
