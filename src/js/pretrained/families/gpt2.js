import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeNorm,
  makePlainDecoder,
  makePlainHead,
} from '../parts.js';

/** @import { Family } from '../parts.js' */

/** GPT-2 (Radford et al. 2019). Its projections are Conv1D, which store weights as (in, out). @type {Family} */
export const gpt2 = {
  types: ['gpt2'],
  prefixes: ['transformer.'],
  describe(config, has) {
    const heads = config.size('n_head');
    const width = config.dividedBy('n_embd', 'n_head');
    const layers = config.layers('n_layer');
    const hidden = config.size('n_inner', 4 * width);
    const vocabulary = config.size('vocab_size');
    const positions = config.size('n_positions', 1024);
    config.expect('scale_attn_weights', (value) => value === true, 'true');
    config.expect('scale_attn_by_inverse_layer_idx', (value) => value === false, 'false');
    config.expect('add_cross_attention', (value) => value === false, 'false');
    const layout = /** @type {const} */ ('in,out');
    const tokens = makeEmbeddingTable('wte', vocabulary, width);
    return {
      ...makePlainDecoder(width, heads),
      vocabulary,
      positions,
      eps: config.positive('layer_norm_epsilon', 1e-5),
      activation: config.activation('activation_function', 'gelu_new'),
      tokens,
      positionTable: makeEmbeddingTable('wpe', positions, width),
      layers: makeEach(layers, (i) => ({
        attnNorm: makeNorm(`h.${i}.ln_1`, width),
        qkv: makeLinearPart(`h.${i}.attn.c_attn`, 3 * width, width, { layout }),
        attnOut: makeLinearPart(`h.${i}.attn.c_proj`, width, width, { layout }),
        mlpNorm: makeNorm(`h.${i}.ln_2`, width),
        mlpIn: makeLinearPart(`h.${i}.mlp.c_fc`, hidden, width, { layout }),
        mlpOut: makeLinearPart(`h.${i}.mlp.c_proj`, width, hidden, { layout }),
      })),
      finalNorm: makeNorm('ln_f', width),
      head: makePlainHead(config, has, 'lm_head', tokens),
    };
  },
};
