import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeNorm,
  makePlainDecoder,
  makePlainHead,
} from '../parts.js';

/** @import { Family } from '../parts.js' */

/**
 * GPT-NeoX (Black et al. 2022) and Pythia: rotary positions, and attention parallel to the
 * feed-forward layer.
 * @type {Family}
 */
export const gptNeox = {
  types: ['gpt_neox'],
  prefixes: ['gpt_neox.'],
  describe(config, has) {
    const heads = config.size('num_attention_heads');
    const width = config.dividedBy('hidden_size', 'num_attention_heads');
    const layers = config.layers('num_hidden_layers');
    const hidden = config.size('intermediate_size');
    const vocabulary = config.size('vocab_size');
    const headWidth = width / heads;
    const rotaryWidth = Math.floor(headWidth * config.rotaryShare('rotary_pct', 0.25));
    const hasBias = config.flag('attention_bias', true);
    const tokens = makeEmbeddingTable('embed_in', vocabulary, width);
    return {
      ...makePlainDecoder(width, heads),
      vocabulary,
      positions: config.size('max_position_embeddings'),
      eps: config.positive('layer_norm_eps', 1e-5),
      isParallel: config.flag('use_parallel_residual', true),
      rotary: config.rotary('rotary_emb_base', 10000, rotaryWidth - (rotaryWidth % 2)),
      activation: config.activation('hidden_act', 'gelu'),
      tokens,
      layers: makeEach(layers, (i) => ({
        attnNorm: makeNorm(`layers.${i}.input_layernorm`, width),
        qkv: makeLinearPart(`layers.${i}.attention.query_key_value`, 3 * width, width, {
          hasBias,
          order: byPart(heads, headWidth),
        }),
        attnOut: makeLinearPart(`layers.${i}.attention.dense`, width, width, { hasBias }),
        mlpNorm: makeNorm(`layers.${i}.post_attention_layernorm`, width),
        mlpIn: makeLinearPart(`layers.${i}.mlp.dense_h_to_4h`, hidden, width),
        mlpOut: makeLinearPart(`layers.${i}.mlp.dense_4h_to_h`, width, hidden),
      })),
      finalNorm: makeNorm('final_layer_norm', width),
      head: makePlainHead(config, has, 'embed_out', tokens, false),
    };
  },
};

/**
 * Returns the order of rows by part. The file has query, key and value of one head, then of the next.
 * @param {number} heads
 * @param {number} width the width of a head
 */
const byPart = (heads, width) =>
  makeEach(3, (part) =>
    makeEach(heads, (h) => makeEach(width, (i) => (3 * h + part) * width + i)).flat(),
  ).flat();
