// Expresses each operation of the reference cases in the public API. Missing operations are
// composed of calls: the core computes, and these functions only move numbers.
import assert from 'node:assert/strict';
import {
  concatenate,
  filled,
  identity,
  permute,
  reshape,
  rows,
  transpose,
} from '../support/arrange.js';
import { assertSameBits } from '../support/near.js';

/** @typedef {import('../support/arrange.js').Tensor} Tensor */
/** @typedef {Awaited<ReturnType<typeof import('../../src/js/index.js').loadAttention>>} Attention */
/**
 * Returns a result for every name that the case expects. `options` are added to those of the case.
 * @typedef {(attention: Attention, inputs: Record<string, any>, params: Record<string, any>,
 *   options?: object) => Record<string, Tensor>} Operation
 */

/**
 * @typedef {object} Result the result of an attention call
 * @property {Tensor} output
 * @property {Tensor} [weights]
 * @property {Record<string, Tensor>} [trace]
 */

/** Returns the result of an attention call with its weights. */
function complete(/** @type {Result} */ { output, weights, trace = {} }) {
  assert.ok(weights, 'the weights were returned');
  return { output, weights, trace };
}

/** @returns {Record<string, Tensor>} */
function outputAndWeights(/** @type {Result} */ result) {
  const { output, weights } = complete(result);
  return { output, weights };
}

/** Inverts a mask in which 1 means masked, because in ours 1 means that a query may attend. */
const keep = (/** @type {any} */ mask) =>
  mask && { shape: mask.shape, data: Uint8Array.from(mask.data, (masked) => (masked ? 0 : 1)) };

/** Converts valid lengths to nested arrays. */
function lengths(/** @type {any} */ lens) {
  if (!lens) return undefined;
  const flat = Array.from(lens.data);
  const [items, perItem] = lens.shape;
  if (perItem === undefined) return flat;
  return Array.from({ length: items }, (_, n) => flat.slice(n * perItem, (n + 1) * perItem));
}

/** @type {Operation} */
function linear(attention, { x, weight, bias }) {
  const output = attention.linear(x, weight, bias);
  const layer = attention.createLinear(weight, bias);
  try {
    assertSameBits(layer.forward(x), output, 'the layer');
  } finally {
    layer.dispose();
  }
  return { output };
}

/** @type {Operation} */
function softmax(attention, { x }, { dim, divide_by }) {
  if (divide_by === undefined) return { output: attention.softmax(x, { dim }) };
  return { output: columnAttention(attention, x, identity(x.shape[0]), 1 / divide_by).weights };
}

/** Attends with one query of width 1 that is 1, so that the scores are the given numbers. */
function columnAttention(
  /** @type {Attention} */ attention,
  /** @type {Tensor} */ scores,
  /** @type {Tensor} */ value,
  scale = 1,
) {
  const [size] = scores.shape;
  const { output, weights, trace } = complete(
    attention.scaledDotProductAttention([[1]], reshape(scores, [size, 1]), value, {
      scale,
      trace: true,
    }),
  );
  return {
    output: reshape(output, [value.shape[1]]),
    weights: reshape(weights, [size]),
    scaledScores: reshape(trace.scaledScores, [size]),
  };
}

/** @type {Operation} */
function scale(attention, { scores }, { divide_by }) {
  const { scaledScores } = columnAttention(
    attention,
    scores,
    identity(scores.shape[0]),
    1 / divide_by,
  );
  return { output: scaledScores };
}

/**
 * Row s is the weight of word s times its value. Attention gives this if all other values are 0.
 */
/** @type {Operation} */
function weightedValues(attention, { weights_logits, value }) {
  const [size, width] = value.shape;
  const parts = Array.from({ length: size }, (_, s) => {
    const alone = filled([size, width], 0);
    alone.data.set(rows(value, s, 1).data, s * width);
    return reshape(columnAttention(attention, weights_logits, alone).output, [1, width]);
  });
  return {
    X: concatenate(...parts),
    output: columnAttention(attention, weights_logits, value).output,
  };
}

/** @type {Operation} */
function maskedSoftmax(attention, { x, valid_lens }, { fill }, options) {
  const validLens = lengths(valid_lens);
  return { output: attention.softmax(x, { validLens, maskFill: fill, ...options }) };
}

/** @type {Operation} */
function scaledDotProduct(attention, { query, key, value, mask }, { fill }, options) {
  return outputAndWeights(
    attention.scaledDotProductAttention(query, key, value, {
      attnMask: mask,
      maskFill: fill,
      ...options,
    }),
  );
}

/** @type {Operation} */
function dotProduct(attention, { q, k, v, attn_mask, key_padding_mask }, _params, options) {
  return outputAndWeights(
    attention.scaledDotProductAttention(q, k, v, {
      attnMask: keep(attn_mask),
      keyPaddingMask: keep(key_padding_mask),
      ...options,
    }),
  );
}

/** @type {Operation} */
function sdpa(attention, { q, k, v, attn_mask }, { is_causal }, options) {
  return outputAndWeights(
    attention.scaledDotProductAttention(q, k, v, {
      attnMask: attn_mask,
      isCausal: is_causal,
      ...options,
    }),
  );
}

/** @type {Operation} */
function selfAttention(attention, { X, Wq, Wk, Wv }) {
  const [q, k, v] = [Wq, Wk, Wv].map((weight) => attention.linear(X, transpose(weight)));
  return outputAndWeights(attention.scaledDotProductAttention(q, k, v));
}

/** @type {Operation} */
function additive(attention, inputs, { fill, hidden_size }, options) {
  const { queries, keys, values, Wq, Wk, Wv, valid_lens } = inputs;
  const { output, weights, trace } = complete(
    attention.additiveAttention(
      queries,
      keys,
      values,
      { wq: Wq, wk: Wk, wv: reshape(Wv, [hidden_size]) },
      { validLens: lengths(valid_lens), maskFill: fill, trace: true, ...options },
    ),
  );
  const { scores } = trace;
  // The article's softmax has no dim. For a 3-D tensor, PyTorch then takes the batch axis.
  const overBatch = attention.softmax(scores, { dim: 0 });
  const outputs = Array.from({ length: values.shape[0] }, (_, n) => {
    const value = reshape(rows(values, n, 1), values.shape.slice(1));
    const weight = reshape(rows(overBatch, n, 1), [...overBatch.shape.slice(1)]);
    const product = attention.linear(weight, transpose(value));
    return reshape(product, [1, ...product.shape]);
  });
  return {
    scores,
    weights,
    output,
    weights_implicit_dim: overBatch,
    output_implicit_dim: concatenate(...outputs),
  };
}

/** Runs the function and the layer, which must give the same bits. */
function multiHead(
  /** @type {Attention} */ attention,
  /** @type {Tensor[]} */ [query, key, value],
  /** @type {any} */ parameters,
  /** @type {any} */ { numHeads, inProjLayout, ...options },
) {
  const settings = { numHeads, inProjLayout };
  const all = { ...settings, ...options };
  const result = complete(attention.multiHeadAttention(query, key, value, parameters, all));
  const layer = attention.createMultiHeadAttention(parameters, settings);
  try {
    const again = complete(layer.forward(query, key, value, options));
    assertSameBits(again.output, result.output, "the layer's output");
    assertSameBits(again.weights, result.weights, "the layer's weights");
  } finally {
    layer.dispose();
  }
  return result;
}

/** @type {Operation} */
function fusedQkv(attention, inputs, { num_heads }) {
  const { x, qkv_weight, qkv_bias, out_weight, out_bias } = inputs;
  const parameters = {
    inProjWeight: qkv_weight,
    inProjBias: qkv_bias,
    outProjWeight: out_weight,
    outProjBias: out_bias,
  };
  const run = (/** @type {string} */ inProjLayout) =>
    multiHead(attention, [x, x, x], parameters, { numHeads: num_heads, inProjLayout });
  const { output, weights } = run('per-head');
  return { output, weights, output_if_read_as_blocks: run('stacked').output };
}

/** @type {Operation} */
function multiHeadModule(attention, inputs, params, options) {
  const { embed_dim, num_heads, average_attn_weights } = params;
  const { query, key = query, value = key, attn_mask, key_padding_mask } = inputs;
  if (params.add_bias_kv || params.add_zero_attn) return withOneMoreKey(attention, inputs, params);

  const separate = inputs.q_proj_weight && {
    qProjWeight: inputs.q_proj_weight,
    kProjWeight: inputs.k_proj_weight,
    vProjWeight: inputs.v_proj_weight,
  };
  const parameters = {
    // The refused case records no weights, so any will do.
    ...(separate ?? {
      inProjWeight: inputs.in_proj_weight ?? filled([3 * embed_dim, embed_dim], 0),
    }),
    inProjBias: inputs.in_proj_bias,
    outProjWeight: inputs.out_proj_weight ?? filled([embed_dim, embed_dim], 0),
    outProjBias: inputs.out_proj_bias,
  };
  let mask = attn_mask?.dtype === 'float32' ? attn_mask : keep(attn_mask);
  if (mask?.shape.length === 3) {
    const [items, L, S] = mask.shape;
    mask = { ...mask, shape: [items / num_heads, num_heads, L, S] };
  }
  const { output, weights } = multiHead(attention, [query, key, value], parameters, {
    numHeads: num_heads,
    attnMask: mask,
    keyPaddingMask: keep(key_padding_mask),
    ...options,
  });
  return { output, weights: average_attn_weights ? meanOfHeads(attention, weights) : weights };
}

/** @returns {Tensor} */
function meanOfHeads(/** @type {Attention} */ attention, /** @type {Tensor} */ weights) {
  const [N, H, L, S] = weights.shape;
  const mean = attention.linear(permute(weights, [0, 2, 3, 1]), filled([1, H], 1 / H));
  return reshape(mean, [N, L, S]);
}

/**
 * Computes `add_bias_kv` and `add_zero_attn` of nn.MultiheadAttention: one more key and value after
 * the projections, either learned or zeros.
 * @type {Operation}
 */
function withOneMoreKey(attention, inputs, { embed_dim: D, num_heads: H }) {
  const { query, in_proj_weight, in_proj_bias, bias_k, bias_v } = inputs;
  const [N, L] = query.shape;
  if (N !== 1) throw new Error('Only a batch of one is put together here');
  const project = (/** @type {number} */ part) =>
    reshape(
      attention.linear(query, rows(in_proj_weight, part * D, D), rows(in_proj_bias, part * D, D)),
      [L, D],
    );
  const more = (/** @type {number} */ part, /** @type {Tensor | undefined} */ bias) =>
    concatenate(project(part), bias ? reshape(bias, [1, D]) : filled([1, D], 0));
  const heads = (/** @type {Tensor} */ x) =>
    permute(reshape(x, [1, x.shape[0], H, D / H]), [0, 2, 1, 3]);

  const { output, weights } = complete(
    attention.scaledDotProductAttention(
      heads(project(0)),
      heads(more(1, bias_k)),
      heads(more(2, bias_v)),
    ),
  );
  const joined = reshape(permute(output, [0, 2, 1, 3]), [1, L, D]);
  return {
    output: attention.linear(joined, inputs.out_proj_weight, inputs.out_proj_bias),
    weights,
  };
}

/** Runs attention with given q, k and v of the heads: every projection is the identity. */
/** @type {Operation} */
function multiHeadCore(attention, { q, k, v }, { model_dim: D, heads, words }) {
  const tensor = identity(D);
  const { output, weights } = multiHead(
    attention,
    [q, k, v].map((x) => reshape(x, [1, words, D])),
    { qProjWeight: tensor, kProjWeight: tensor, vProjWeight: tensor, outProjWeight: tensor },
    { numHeads: heads },
  );
  return {
    weights: reshape(weights, [heads, words, words]),
    output: reshape(output, [words, D]),
  };
}

/**
 * Concatenates heads (H, words, d). Every head's words are separate keys, and a mask leaves query w
 * of head h only word w of head h, so the core's heads are the given ones.
 * @type {Operation}
 */
function concatHeads(attention, { heads, out_weight }) {
  const [H, words, d] = heads.shape;
  const D = H * d;
  const mask = { shape: [1, H, words, H * words], data: new Uint8Array(H * words * H * words) };
  for (let row = 0; row < H * words; row++) mask.data[row * H * words + row] = 1;
  const values = reshape(heads, [1, H * words, d]);
  const { output, trace } = multiHead(
    attention,
    [filled([1, words, D], 0), values, values],
    {
      qProjWeight: filled([D, D], 0),
      kProjWeight: filled([D, d], 0),
      vProjWeight: concatenate(...Array.from({ length: H }, () => identity(d))),
      outProjWeight: out_weight ? transpose(out_weight) : identity(D),
    },
    { numHeads: H, attnMask: mask, trace: true },
  );
  return { output: reshape(out_weight ? output : trace.concatenated, [words, D]) };
}

/** @type {Record<string, Operation>} */
export const operations = {
  linear,
  softmax,
  scale,
  weighted_values: weightedValues,
  masked_softmax: maskedSoftmax,
  scaled_dot_product_attention: scaledDotProduct,
  dot_product_attention: dotProduct,
  sdpa,
  self_attention: selfAttention,
  additive_attention: additive,
  fused_qkv_attention: fusedQkv,
  multihead_attention: multiHeadModule,
  multi_head_core: multiHeadCore,
  concat_heads: concatHeads,
  concat_heads_project: concatHeads,
};
