import {
  causalHead,
  embeddingTable,
  linearPart,
  norm,
  plainDecoder,
  repeat,
  stacked,
} from '../parts.js';

/** Zhang et al. 2022. The rows of its positions begin at 2. @type {import('../parts.js').Family} */
export const opt = {
  types: ['opt'],
  prefixes: ['model.decoder.', 'decoder.'],
  describe(config, has) {
    const heads = config.size('num_attention_heads');
    const width = config.dividedBy('hidden_size', 'num_attention_heads', heads);
    const layers = config.layers('num_hidden_layers');
    const hidden = config.size('ffn_dim');
    const vocabulary = config.size('vocab_size');
    const positions = config.size('max_position_embeddings');
    const firstPosition = 2;
    config.expect('do_layer_norm_before', (value) => value === true, 'true');
    config.expect('word_embed_proj_dim', (value) => value === width, `${width}, the hidden_size`);
    config.expect('_remove_final_layer_norm', (value) => value === false, 'false');
    const rest = { hasBias: config.flag('enable_bias', true) };
    return {
      ...plainDecoder,
      width,
      heads,
      kvHeads: heads,
      headWidth: width / heads,
      vocabulary,
      positions,
      firstPosition,
      windows: repeat(layers, () => undefined),
      scale: 1 / Math.sqrt(width / heads),
      eps: 1e-5,
      activation: config.activation('activation_function', 'relu'),
      tokens: embeddingTable('embed_tokens.weight', vocabulary, width),
      positionTable: embeddingTable('embed_positions.weight', positions + firstPosition, width),
      layers: repeat(layers, (i) => {
        const name = `layers.${i}`;
        const inputs = ['q_proj', 'k_proj', 'v_proj'].map(
          (part) => /** @type {const} */ ([`${name}.self_attn.${part}`, width]),
        );
        return {
          attnNorm: norm(`${name}.self_attn_layer_norm`, width),
          qkv: stacked(inputs, width, rest),
          attnOut: linearPart(`${name}.self_attn.out_proj`, width, width, rest),
          mlpNorm: norm(`${name}.final_layer_norm`, width),
          gate: undefined,
          mlpIn: linearPart(`${name}.fc1`, hidden, width, rest),
          mlpOut: linearPart(`${name}.fc2`, width, hidden, rest),
        };
      }),
      finalNorm: norm('final_layer_norm', width),
      head: causalHead(
        config,
        true,
        linearPart('lm_head', vocabulary, width, { hasBias: false }),
        has,
      ),
    };
  },
};
