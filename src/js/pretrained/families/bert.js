import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeMaskedHead,
  makeNorm,
  makePlainEncoder,
  makeProjections,
} from '../parts.js';

/** @import { Config } from '../config.js' */
/** @import { Description, Family, HeadNames } from '../parts.js' */

/**
 * Describes a model of BERT or RoBERTa. Their layers are the same.
 * @param {Config} config @param {(name: string) => boolean} has @param {HeadNames} head @param {number} [paddingId]
 * @returns {Description}
 */
export function describeBert(config, has, head, paddingId) {
  const heads = config.size('num_attention_heads');
  const width = config.dividedBy('hidden_size', 'num_attention_heads');
  const layers = config.layers('num_hidden_layers');
  const hidden = config.size('intermediate_size');
  const vocabulary = config.size('vocab_size');
  const rows = config.size('max_position_embeddings');
  const firstPosition = paddingId === undefined ? 0 : paddingId + 1;
  const isLonger = (/** @type {number} */ value) => value > firstPosition;
  config.expect('max_position_embeddings', isLonger, `more than ${firstPosition}`);
  const isAbsolute = (/** @type {unknown} */ value) => value === 'absolute';
  config.expect('position_embedding_type', isAbsolute, 'absolute');
  config.expect('is_decoder', (value) => value === false, 'false');
  const typeCount = config.size('type_vocab_size', 2);
  const old = { isOld: true };
  const tokens = makeEmbeddingTable('embeddings.word_embeddings', vocabulary, width);
  return {
    ...makePlainEncoder(width, heads),
    vocabulary,
    firstPosition,
    paddingId,
    positions: rows - firstPosition,
    eps: config.positive('layer_norm_eps', 1e-12),
    activation: config.activation('hidden_act', 'gelu'),
    tokens,
    positionTable: makeEmbeddingTable('embeddings.position_embeddings', rows, width),
    types: makeEmbeddingTable('embeddings.token_type_embeddings', typeCount, width),
    embeddingNorm: makeNorm('embeddings.LayerNorm', width, old),
    layers: makeEach(layers, (i) => {
      const name = `encoder.layer.${i}`;
      return {
        qkv: makeProjections(`${name}.attention.self`, ['query', 'key', 'value'], width),
        attnOut: makeLinearPart(`${name}.attention.output.dense`, width, width),
        attnNorm: makeNorm(`${name}.attention.output.LayerNorm`, width, old),
        mlpIn: makeLinearPart(`${name}.intermediate.dense`, hidden, width),
        mlpOut: makeLinearPart(`${name}.output.dense`, width, hidden),
        mlpNorm: makeNorm(`${name}.output.LayerNorm`, width, old),
      };
    }),
    pooler: has('pooler.dense.weight') ? makeLinearPart('pooler.dense', width, width) : undefined,
    head: makeMaskedHead(config, has, head, tokens),
  };
}

/** BERT (Devlin et al. 2018). @type {Family} */
export const bert = {
  types: ['bert'],
  prefixes: ['bert.'],
  describe: (config, has) =>
    describeBert(config, has, {
      dense: 'cls.predictions.transform.dense',
      norm: 'cls.predictions.transform.LayerNorm',
      isOld: true,
      decoder: 'cls.predictions.decoder',
      bias: 'cls.predictions.bias',
    }),
};
