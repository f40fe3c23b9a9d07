import { causalHead, embeddingTable, linearPart, norm, plainDecoder, repeat } from '../parts.js';

/** Radford et al. 2019. Its projections are Conv1D: stored as (in, out). @type {import('../parts.js').Family} */
export const gpt2 = {
  types: ['gpt2'],
  prefixes: ['transformer.'],
  describe(config, has) {
    const heads = config.size('n_head');
    const width = config.dividedBy('n_embd', 'n_head', heads);
    const layers = config.layers('n_layer');
    const hidden = config.size('n_inner', 4 * width);
    const vocabulary = config.size('vocab_size');
    const positions = config.size('n_positions', 1024);
    config.expect('scale_attn_weights', (value) => value === true, 'true');
    config.expect('scale_attn_by_inverse_layer_idx', (value) => value === false, 'false');
    config.expect('add_cross_attention', (value) => value === false, 'false');
    const layout = /** @type {const} */ ('in,out');
    return {
      ...plainDecoder,
      width,
      heads,
      kvHeads: heads,
      headWidth: width / heads,
      vocabulary,
      positions,
      windows: repeat(layers, () => undefined),
      scale: 1 / Math.sqrt(width / heads),
      eps: config.positive('layer_norm_epsilon', 1e-5),
      activation: config.activation('activation_function', 'gelu_new'),
      tokens: embeddingTable('wte.weight', vocabulary, width),
      positionTable: embeddingTable('wpe.weight', positions, width),
      layers: repeat(layers, (i) => ({
        attnNorm: norm(`h.${i}.ln_1`, width),
        qkv: linearPart(`h.${i}.attn.c_attn`, 3 * width, width, { layout }),
        attnOut: linearPart(`h.${i}.attn.c_proj`, width, width, { layout }),
        mlpNorm: norm(`h.${i}.ln_2`, width),
        gate: undefined,
        mlpIn: linearPart(`h.${i}.mlp.c_fc`, hidden, width, { layout }),
        mlpOut: linearPart(`h.${i}.mlp.c_proj`, width, hidden, { layout }),
      })),
      finalNorm: norm('ln_f', width),
      head: causalHead(
        config,
        true,
        linearPart('lm_head', vocabulary, width, { hasBias: false }),
        has,
      ),
    };
  },
};
