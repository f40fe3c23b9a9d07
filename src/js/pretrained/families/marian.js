import {
  makeBias,
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeNorm,
  makePlainDecoder,
  makePlainHead,
  makeProjections,
} from '../parts.js';

/** @import { Config } from '../config.js' */
/** @import { Family } from '../parts.js' */

/** The bias of the logits. A file may leave it out, and then it is 0. */
const LOGITS_BIAS = 'final_logits_bias';

/**
 * Marian (Junczys-Dowmunt et al. 2018): an encoder, and a decoder that attends to it. Positions are sinusoids.
 * @type {Family}
 */
export const marian = {
  types: ['marian'],
  prefixes: ['model.'],
  describe(config, has) {
    const width = config.size('d_model');
    const vocabulary = config.size('vocab_size');
    const isSame = (/** @type {unknown} */ value) => value === vocabulary;
    config.expect('decoder_vocab_size', isSame, `${vocabulary}, the vocab_size`);
    config.expect('share_encoder_decoder_embeddings', (value) => value === true, 'true');
    config.expect('static_position_embeddings', (value) => value === true, 'true');
    config.expect('d_model', (value) => value % 2 === 0, 'an even number');
    const tokens = makeEmbeddingTable('shared', vocabulary, width);
    const head = makePlainHead(config, has, 'lm_head', tokens);
    const shared = {
      vocabulary,
      isNormBefore: false,
      hasSinusoids: true,
      positions: config.size('max_position_embeddings', 1024),
      eps: 1e-5,
      activation: config.activation('activation_function', 'gelu'),
      tokens,
      embeddingScale: config.flag('scale_embedding', false) ? Math.sqrt(width) : 1,
      head: head && has(LOGITS_BIAS) ? { ...head, bias: makeBias(LOGITS_BIAS, vocabulary) } : head,
    };
    return {
      ...describeStack(config, 'decoder', width),
      ...shared,
      encoder: {
        ...describeStack(config, 'encoder', width),
        ...shared,
        isCausal: false,
        head: undefined,
      },
      startId: config.index(
        'decoder_start_token_id',
        config.index('pad_token_id', 0),
        vocabulary - 1,
      ),
    };
  },
};

/**
 * Describes the layers of the encoder or the decoder.
 * @param {Config} config @param {'encoder' | 'decoder'} side @param {number} width
 */
function describeStack(config, side, width) {
  const layers = config.layers(`${side}_layers`);
  const heads = config.size(`${side}_attention_heads`);
  config.dividedBy('d_model', `${side}_attention_heads`);
  const hidden = config.size(`${side}_ffn_dim`);
  return {
    ...makePlainDecoder(width, heads),
    layers: makeEach(layers, (i) => {
      const name = `${side}.layers.${i}`;
      const encoderName = `${name}.encoder_attn`;
      const cross = {
        q: makeLinearPart(`${encoderName}.q_proj`, width, width),
        kv: makeProjections(encoderName, ['k_proj', 'v_proj'], width),
        out: makeLinearPart(`${encoderName}.out_proj`, width, width),
        norm: makeNorm(`${name}.encoder_attn_layer_norm`, width),
      };
      return {
        qkv: makeProjections(`${name}.self_attn`, ['q_proj', 'k_proj', 'v_proj'], width),
        attnOut: makeLinearPart(`${name}.self_attn.out_proj`, width, width),
        attnNorm: makeNorm(`${name}.self_attn_layer_norm`, width),
        mlpIn: makeLinearPart(`${name}.fc1`, hidden, width),
        mlpOut: makeLinearPart(`${name}.fc2`, width, hidden),
        mlpNorm: makeNorm(`${name}.final_layer_norm`, width),
        ...(side === 'decoder' && { cross }),
      };
    }),
  };
}
