import { describeLlama, LAYER_TYPES } from './llama.js';

/** @import { Config } from '../config.js' */
/** @import { Description, Family } from '../parts.js' */

/** The norms of a layer: before and after attention, before and after the feed-forward layer. */
const NORMS = {
  attnNorm: 'input_layernorm',
  attnOutNorm: 'post_attention_layernorm',
  mlpNorm: 'pre_feedforward_layernorm',
  mlpOutNorm: 'post_feedforward_layernorm',
};

const [SLIDING, FULL] = LAYER_TYPES;

/**
 * Returns what a model of Gemma has in common with Llama, and what it has not: the weights of its norms are stored less 1,
 * and token embeddings are multiplied by √D.
 *
 * @param {Config} config @param {(name: string) => boolean} has
 * @param {Parameters<typeof describeLlama>[3]} [variant]
 * @returns {Description}
 */
function describeGemma(config, has, variant) {
  config.size('head_dim');
  config.expect('use_bidirectional_attention', (value) => value === false, 'false');
  for (const cap of ['final_logit_softcapping', 'attn_logit_softcapping'])
    config.expect(cap, () => false, 'absent or null: soft caps are not covered');
  const attention = config.flag('attention_bias', false);
  const biases = { qkv: attention, attnOut: attention, mlp: false };
  const model = describeLlama(config, has, biases, { ...variant, offset: 1, isTied: true });
  return {
    ...model,
    embeddingScale: Math.sqrt(model.width),
    // The first files of Gemma name another activation in `hidden_act`, which the original ignores.
    activation: config.activation('hidden_activation', 'gelu_pytorch_tanh'),
  };
}

/** Gemma (Gemma Team 2024). @type {Family} */
export const gemma = { types: ['gemma'], prefixes: ['model.'], describe: describeGemma };

/**
 * Gemma 3 for text (Gemma Team 2025): Gemma with norms of queries, keys and outputs. Most layers have a window, with a
 * rotary base of their own.
 *
 * @type {Family}
 */
export const gemma3 = {
  types: ['gemma3_text'],
  prefixes: ['model.'],
  describe(config, has) {
    const variant = { norms: NORMS, hasHeadNorms: true };
    const model = describeGemma(config.forLayers(FULL), has, variant);
    const { layers } = model;
    const headWidth = config.size('head_dim');
    const pattern = config.size('sliding_window_pattern', 6);
    const isFull = (/** @type {number} */ i) => (i + 1) % pattern === 0;
    const byPattern = layers.map((_, i) => (isFull(i) ? FULL : SLIDING));
    const types = config.names('layer_types', LAYER_TYPES, byPattern);
    const window = config.size('sliding_window', 4096);
    return {
      ...model,
      scale: 1 / Math.sqrt(config.positive('query_pre_attn_scalar', 256)),
      rotary: config.forLayers(FULL).rotary('rope_theta', 1e6, headWidth),
      windowRotary: {
        ...config.forLayers(SLIDING).rotary('rope_local_base_freq', 10000, headWidth),
        scaling: undefined,
      },
      windows: types.map((type) => (type === SLIDING ? window : undefined)),
    };
  },
};
