import {
  embeddingTable,
  linearPart,
  norm,
  ownDecoder,
  plainEncoder,
  projections,
  repeat,
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
    const tokens = embeddingTable('embeddings.word_embeddings.weight', vocabulary, width);
    return {
      ...plainEncoder(width, heads),
      vocabulary,
      positions,
      eps: 1e-12,
      activation: config.activation('activation', 'gelu'),
      tokens,
      positionTable: embeddingTable('embeddings.position_embeddings.weight', positions, width),
      embeddingNorm: norm('embeddings.LayerNorm', width),
      layers: repeat(layers, (i) => {
        const name = `transformer.layer.${i}`;
        return {
          qkv: projections(`${name}.attention`, ['q_lin', 'k_lin', 'v_lin'], width),
          attnOut: linearPart(`${name}.attention.out_lin`, width, width),
          attnNorm: norm(`${name}.sa_layer_norm`, width),
          mlpIn: linearPart(`${name}.ffn.lin1`, hidden, width),
          mlpOut: linearPart(`${name}.ffn.lin2`, width, hidden),
          mlpNorm: norm(`${name}.output_layer_norm`, width),
        };
      }),
      head: {
        dense: linearPart('vocab_transform', width, width, { isOptional: true }),
        norm: norm('vocab_layer_norm', width),
        decoder: ownDecoder(config, has, 'vocab_projector', tokens),
        bias: ['vocab_projector.bias'],
      },
    };
  },
};
