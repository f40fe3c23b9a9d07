import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeNorm,
  makePlainDecoder,
  makePlainHead,
  makeProjections,
} from '../parts.js';

/** @import { Family } from '../parts.js' */

/** OPT (Zhang et al. 2022). Its position table begins with two unused rows. @type {Family} */
export const opt = {
  types: ['opt'],
  prefixes: ['model.decoder.', 'decoder.'],
  describe(config, has) {
    const heads = config.size('num_attention_heads');
    const width = config.dividedBy('hidden_size', 'num_attention_heads');
    const layers = config.layers('num_hidden_layers');
    const hidden = config.size('ffn_dim');
    const vocabulary = config.size('vocab_size');
    const positions = config.size('max_position_embeddings');
    const firstPosition = 2;
    config.expect('do_layer_norm_before', (value) => value === true, 'true');
    config.expect('word_embed_proj_dim', (value) => value === width, `${width}, the hidden_size`);
    config.expect('layer_norm_elementwise_affine', (value) => value === true, 'true');
    config.expect('_remove_final_layer_norm', (value) => value === false, 'false');
    const rest = { hasBias: config.flag('enable_bias', true) };
    const tokens = makeEmbeddingTable('embed_tokens', vocabulary, width);
    return {
      ...makePlainDecoder(width, heads),
      vocabulary,
      positions,
      firstPosition,
      eps: 1e-5,
      activation: config.activation('activation_function', 'relu'),
      tokens,
      positionTable: makeEmbeddingTable('embed_positions', positions + firstPosition, width),
      layers: makeEach(layers, (i) => {
        const name = `layers.${i}`;
        return {
          attnNorm: makeNorm(`${name}.self_attn_layer_norm`, width),
          qkv: makeProjections(`${name}.self_attn`, ['q_proj', 'k_proj', 'v_proj'], width, rest),
          attnOut: makeLinearPart(`${name}.self_attn.out_proj`, width, width, rest),
          mlpNorm: makeNorm(`${name}.final_layer_norm`, width),
          mlpIn: makeLinearPart(`${name}.fc1`, hidden, width, rest),
          mlpOut: makeLinearPart(`${name}.fc2`, width, hidden, rest),
        };
      }),
      finalNorm: makeNorm('final_layer_norm', width),
      head: makePlainHead(config, has, 'lm_head', tokens),
    };
  },
};
