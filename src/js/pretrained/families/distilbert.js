import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeMaskedHead,
  makeNorm,
  makePlainEncoder,
  makeProjections,
} from '../parts.js';

/** @import { Family } from '../parts.js' */

const HEAD = {
  dense: 'vocab_transform',
  norm: 'vocab_layer_norm',
  decoder: 'vocab_projector',
  bias: 'vocab_projector.bias',
};

/** DistilBERT (Sanh et al. 2019): BERT without token types and without a pooler. @type {Family} */
export const distilbert = {
  types: ['distilbert'],
  prefixes: ['distilbert.'],
  describe(config, has) {
    const heads = config.size('n_heads');
    const width = config.dividedBy('dim', 'n_heads');
    const layers = config.layers('n_layers');
    const hidden = config.size('hidden_dim');
    const vocabulary = config.size('vocab_size');
    const positions = config.size('max_position_embeddings', 512);
    const tokens = makeEmbeddingTable('embeddings.word_embeddings', vocabulary, width);
    return {
      ...makePlainEncoder(width, heads),
      vocabulary,
      positions,
      eps: 1e-12,
      activation: config.activation('activation', 'gelu'),
      tokens,
      positionTable: makeEmbeddingTable('embeddings.position_embeddings', positions, width),
      embeddingNorm: makeNorm('embeddings.LayerNorm', width),
      layers: makeEach(layers, (i) => {
        const name = `transformer.layer.${i}`;
        return {
          qkv: makeProjections(`${name}.attention`, ['q_lin', 'k_lin', 'v_lin'], width),
          attnOut: makeLinearPart(`${name}.attention.out_lin`, width, width),
          attnNorm: makeNorm(`${name}.sa_layer_norm`, width),
          mlpIn: makeLinearPart(`${name}.ffn.lin1`, hidden, width),
          mlpOut: makeLinearPart(`${name}.ffn.lin2`, width, hidden),
          mlpNorm: makeNorm(`${name}.output_layer_norm`, width),
        };
      }),
      head: makeMaskedHead(config, has, HEAD, tokens),
    };
  },
};
