import { describeValue } from '../../errors.js';
import { makeDamagedError } from '../errors.js';
import { readJsonFile } from '../json.js';
import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeNorm,
  makePlainEncoder,
} from '../parts.js';
import { UnigramTokenizer } from '../unigram.js';

/** @import { Family } from '../parts.js' */

const VOCABULARY = 'vocabulary.json';

/**
 * Universal Sentence Encoder Lite (Cer et al. 2018), in the format of dist/models. The input of its first layer is narrower
 * than the output. The mean over all tokens becomes the embedding of the text.
 *
 * @type {Family}
 */
export const useLite = {
  types: ['use-lite'],
  prefixes: [],
  describe(config) {
    const heads = config.size('num_attention_heads');
    const width = config.dividedBy('hidden_size', 'num_attention_heads');
    const narrow = config.dividedBy('embedding_size', 'num_attention_heads');
    const layers = config.layers('num_hidden_layers');
    const hidden = config.size('intermediate_size');
    const vocabulary = config.size('vocab_size');
    const positions = config.size('max_position_embeddings');
    return {
      ...makePlainEncoder(width, heads),
      vocabulary,
      positions,
      isNormBefore: true,
      eps: config.positive('layer_norm_eps'),
      activation: 'relu',
      tokens: makeEmbeddingTable('embedding', vocabulary, narrow),
      positionTable: makeEmbeddingTable('position', positions, narrow),
      layers: makeEach(layers, (i) => {
        const name = `layers.${i}`;
        const from = i === 0 ? narrow : width;
        return {
          attnNorm: makeNorm(`${name}.attention_norm`, from),
          qkv: makeLinearPart(`${name}.attention.qkv`, 3 * from, from),
          attnOut: makeLinearPart(`${name}.attention.output`, width, from),
          residual: from === width ? undefined : makeLinearPart(`${name}.residual`, width, from),
          mlpNorm: makeNorm(`${name}.mlp_norm`, width),
          mlpIn: makeLinearPart(`${name}.mlp.input`, hidden, width),
          mlpOut: makeLinearPart(`${name}.mlp.output`, width, hidden),
        };
      }),
      sentence: makeLinearPart('pooler', width, width),
    };
  },
  async readTokenizer(repository) {
    const json = await readJsonFile(repository, VOCABULARY);
    if (json === undefined) return undefined;
    const { pieces } = json;
    const isPiece = (/** @type {unknown} */ pair) =>
      Array.isArray(pair) &&
      typeof pair[0] === 'string' &&
      pair[0] !== '' &&
      Number.isFinite(pair[1]);
    if (Array.isArray(pieces) && pieces.length > 0 && pieces.every(isPiece))
      return new UnigramTokenizer(pieces);
    const expected = 'a list of pieces, each with its score';
    throw makeDamagedError(`pieces of ${VOCABULARY}`, expected, `are ${describeValue(pieces)}`);
  },
};
