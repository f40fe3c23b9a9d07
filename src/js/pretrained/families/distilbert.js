import {
  embeddingTable,
  linearPart,
  maskedDecoder,
  norm,
  plainEncoder,
  repeat,
  stacked,
} from '../parts.js';

/** Sanh et al. 2019: BERT without types of tokens and without a pooler. @type {import('../parts.js').Family} */
export const distilbert = {
  types: ['distilbert'],
  prefixes: ['distilbert.'],
  describe(config, has) {
    const heads = config.size('n_heads');
    const width = config.dividedBy('dim', 'n_heads', heads);
    const layers = config.layers('n_layers');
    const hidden = config.size('hidden_dim');
    const vocabulary = config.size('vocab_size');
    const positions = config.size('max_position_embeddings', 512);
    return {
      ...plainEncoder,
      width,
      heads,
      kvHeads: heads,
      headWidth: width / heads,
      vocabulary,
      positions,
      windows: repeat(layers, () => undefined),
      scale: 1 / Math.sqrt(width / heads),
      eps: 1e-12,
      activation: config.activation('activation', 'gelu'),
      tokens: embeddingTable('embeddings.word_embeddings.weight', vocabulary, width),
      positionTable: embeddingTable('embeddings.position_embeddings.weight', positions, width),
      embeddingNorm: norm('embeddings.LayerNorm', width),
      layers: repeat(layers, (i) => {
        const name = `transformer.layer.${i}`;
        const inputs = ['q_lin', 'k_lin', 'v_lin'].map(
          (part) => /** @type {const} */ ([`${name}.attention.${part}`, width]),
        );
        return {
          qkv: stacked(inputs, width),
          attnOut: linearPart(`${name}.attention.out_lin`, width, width),
          attnNorm: norm(`${name}.sa_layer_norm`, width),
          gate: undefined,
          mlpIn: linearPart(`${name}.ffn.lin1`, hidden, width),
          mlpOut: linearPart(`${name}.ffn.lin2`, width, hidden),
          mlpNorm: norm(`${name}.output_layer_norm`, width),
        };
      }),
      head: {
        dense: linearPart('vocab_transform', width, width, { isOptional: true }),
        norm: norm('vocab_layer_norm', width),
        decoder: maskedDecoder(config, 'vocab_projector', has, [vocabulary, width]),
        bias: ['vocab_projector.bias'],
      },
    };
  },
};
