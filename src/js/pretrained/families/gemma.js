import { describeLlama } from './llama.js';

/** @import { Family } from '../parts.js' */

/** The norms of a layer: before and after attention, before and after the feed-forward layer. */
const NORMS = {
  attnNorm: 'input_layernorm',
  attnOutNorm: 'post_attention_layernorm',
  mlpNorm: 'pre_feedforward_layernorm',
  mlpOutNorm: 'post_feedforward_layernorm',
};

/** The types of layers: with a window, and without. */
const TYPES = ['sliding_attention', 'full_attention'];
const [SLIDING, FULL] = TYPES;

/**
 * Gemma 3 for text (Gemma Team 2025): the weights of its norms are stored less 1, token embeddings are multiplied by √D, and
 * most layers have a window, with a rotary base of their own.
 *
 * @type {Family}
 */
export const gemma3 = {
  types: ['gemma3_text'],
  prefixes: ['model.'],
  describe(config, has) {
    config.expect('use_bidirectional_attention', (value) => value === false, 'false');
    for (const cap of ['final_logit_softcapping', 'attn_logit_softcapping'])
      config.expect(cap, () => false, 'absent or null: soft caps are not covered');
    const attention = config.flag('attention_bias', false);
    const biases = { qkv: attention, attnOut: attention, mlp: false };
    const variant = { norms: NORMS, hasHeadNorms: true, offset: /** @type {const} */ (1) };
    const model = describeLlama(config.forLayers(FULL), has, biases, variant);
    const { width, layers } = model;
    const headWidth = config.size('head_dim');
    const pattern = config.size('sliding_window_pattern', 6);
    const isFull = (/** @type {number} */ i) => (i + 1) % pattern === 0;
    const byPattern = layers.map((_, i) => (isFull(i) ? FULL : SLIDING));
    const types = config.names('layer_types', TYPES, byPattern);
    const window = config.size('sliding_window', 4096);
    return {
      ...model,
      embeddingScale: Math.sqrt(width),
      scale: 1 / Math.sqrt(config.positive('query_pre_attn_scalar', 256)),
      rotary: config.forLayers(FULL).rotary('rope_theta', 1e6, headWidth),
      windowRotary: {
        ...config.forLayers(SLIDING).rotary('rope_local_base_freq', 10000, headWidth),
        scaling: undefined,
      },
      windows: types.map((type) => (type === SLIDING ? window : undefined)),
      activation: config.activation('hidden_activation', 'gelu_pytorch_tanh'),
    };
  },
};
