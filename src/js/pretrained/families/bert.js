import {
  embeddingTable,
  linearPart,
  maskedDecoder,
  norm,
  plainEncoder,
  repeat,
  stacked,
} from '../parts.js';

/**
 * BERT and RoBERTa have the same body.
 *
 * @param {import('../config.js').Config} config
 * @param {{ firstPosition: number, head: (vocabulary: number, width: number) => import('../parts.js').Head }} options
 * @returns {import('../parts.js').Description}
 */
export function describeBert(config, { firstPosition, head }) {
  const heads = config.size('num_attention_heads');
  const width = config.dividedBy('hidden_size', 'num_attention_heads', heads);
  const layers = config.layers('num_hidden_layers');
  const hidden = config.size('intermediate_size');
  const vocabulary = config.size('vocab_size');
  const rows = config.size('max_position_embeddings');
  const isLonger = (/** @type {number} */ value) => value > firstPosition;
  config.expect('max_position_embeddings', isLonger, `more than ${firstPosition}`);
  const isAbsolute = (/** @type {unknown} */ value) => value === 'absolute';
  config.expect('position_embedding_type', isAbsolute, 'absolute');
  config.expect('is_decoder', (value) => value === false, 'false');
  const old = { isOld: true };
  return {
    ...plainEncoder,
    width,
    heads,
    kvHeads: heads,
    headWidth: width / heads,
    vocabulary,
    firstPosition,
    positions: rows - firstPosition,
    windows: repeat(layers, () => undefined),
    scale: 1 / Math.sqrt(width / heads),
    eps: config.positive('layer_norm_eps', 1e-12),
    activation: config.activation('hidden_act', 'gelu'),
    tokens: embeddingTable('embeddings.word_embeddings.weight', vocabulary, width),
    positionTable: embeddingTable('embeddings.position_embeddings.weight', rows, width),
    types: embeddingTable(
      'embeddings.token_type_embeddings.weight',
      config.size('type_vocab_size', 2),
      width,
    ),
    embeddingNorm: norm('embeddings.LayerNorm', width, old),
    layers: repeat(layers, (i) => {
      const name = `encoder.layer.${i}`;
      const inputs = ['query', 'key', 'value'].map(
        (part) => /** @type {const} */ ([`${name}.attention.self.${part}`, width]),
      );
      return {
        qkv: stacked(inputs, width),
        attnOut: linearPart(`${name}.attention.output.dense`, width, width),
        attnNorm: norm(`${name}.attention.output.LayerNorm`, width, old),
        gate: undefined,
        mlpIn: linearPart(`${name}.intermediate.dense`, hidden, width),
        mlpOut: linearPart(`${name}.output.dense`, width, hidden),
        mlpNorm: norm(`${name}.output.LayerNorm`, width, old),
      };
    }),
    pooler: linearPart('pooler.dense', width, width, { isOptional: true }),
    head: head(vocabulary, width),
  };
}

/** Devlin et al. 2018. @type {import('../parts.js').Family} */
export const bert = {
  types: ['bert'],
  prefixes: ['bert.'],
  describe: (config, has) =>
    describeBert(config, {
      firstPosition: 0,
      head: (vocabulary, width) => ({
        dense: linearPart('cls.predictions.transform.dense', width, width, { isOptional: true }),
        norm: norm('cls.predictions.transform.LayerNorm', width, { isOld: true }),
        decoder: maskedDecoder(config, 'cls.predictions.decoder', has, [vocabulary, width]),
        bias: ['cls.predictions.bias'],
      }),
    }),
};
