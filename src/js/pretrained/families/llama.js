import {
  makeEach,
  makeEmbeddingTable,
  makeLinearPart,
  makeNorm,
  makePlainDecoder,
  makePlainHead,
  stackParts,
} from '../parts.js';

/** @import { Config } from '../config.js' */
/** @import { Block, Description, Family } from '../parts.js' */

/** The names of the norms before attention and before the feed-forward layer. */
const NORMS = { attnNorm: 'input_layernorm', mlpNorm: 'post_attention_layernorm' };

/**
 * Describes a model of Llama, Mistral, Qwen or Gemma. All have RMS norms, rotary positions, heads that share keys, and a gated
 * feed-forward layer.
 *
 * @param {Config} config @param {(name: string) => boolean} has
 * @param {{ qkv: boolean, attnOut: boolean, mlp: boolean }} biases whether each projection has a bias
 * @param {{ hasHeadNorms?: boolean, norms?: Partial<Record<'attnNorm' | 'attnOutNorm' | 'mlpNorm' | 'mlpOutNorm', string>>, offset?: 0 | 1, isTied?: boolean }} [variant]
 *   whether each query and key is normalized, the names of the norms of a layer, the number added to their weights, and
 *   whether the embedding table also gives the logits by default
 * @returns {Description}
 */
export function describeLlama(
  config,
  has,
  biases,
  { hasHeadNorms, norms = NORMS, offset = 0, isTied = false } = {},
) {
  const heads = config.size('num_attention_heads');
  const kvHeads = config.size('num_key_value_heads', heads);
  const isMultiple = (/** @type {number} */ value) => value % kvHeads === 0;
  config.expect('num_attention_heads', isMultiple, `a multiple of ${kvHeads}`);
  const width = config.size('hidden_size');
  if (config.get('head_dim') === undefined) config.dividedBy('hidden_size', 'num_attention_heads');
  const headWidth = config.size('head_dim', width / heads);
  config.expect('head_dim', (value) => value % 2 === 0, 'an even number', headWidth);
  config.expectFullRotary();
  const layers = config.layers('num_hidden_layers');
  const hidden = config.size('intermediate_size');
  const vocabulary = config.size('vocab_size');
  const plain = { hasBias: false, offset };
  const tokens = makeEmbeddingTable('embed_tokens', vocabulary, width);
  return {
    ...makePlainDecoder(width, heads),
    kvHeads,
    headWidth,
    vocabulary,
    positions: config.size('max_position_embeddings'),
    norm: 'rms',
    eps: config.positive('rms_norm_eps', 1e-6),
    rotary: config.rotary('rope_theta', 10000, headWidth),
    activation: config.activation('hidden_act', 'silu'),
    tokens,
    layers: makeEach(layers, (i) => {
      const name = `layers.${i}`;
      /** @type {[string, number][]} */
      const inputs = [
        [`${name}.self_attn.q_proj`, heads * headWidth],
        [`${name}.self_attn.k_proj`, kvHeads * headWidth],
        [`${name}.self_attn.v_proj`, kvHeads * headWidth],
      ];
      const [attnOut, mlp] = [{ hasBias: biases.attnOut }, { hasBias: biases.mlp }];
      const layerNorms = Object.entries(norms).map(([part, norm]) => [
        part,
        makeNorm(`${name}.${norm}`, width, plain),
      ]);
      return {
        .../** @type {Pick<Block, 'attnNorm' | 'mlpNorm'>} */ (Object.fromEntries(layerNorms)),
        qkv: stackParts(inputs, width, { hasBias: biases.qkv }),
        ...(hasHeadNorms && {
          qNorm: makeNorm(`${name}.self_attn.q_norm`, headWidth, plain),
          kNorm: makeNorm(`${name}.self_attn.k_norm`, headWidth, plain),
        }),
        attnOut: makeLinearPart(`${name}.self_attn.o_proj`, width, heads * headWidth, attnOut),
        gate: makeLinearPart(`${name}.mlp.gate_proj`, hidden, width, mlp),
        mlpIn: makeLinearPart(`${name}.mlp.up_proj`, hidden, width, mlp),
        mlpOut: makeLinearPart(`${name}.mlp.down_proj`, width, hidden, mlp),
      };
    }),
    finalNorm: makeNorm('norm', width, plain),
    head: makePlainHead(config, has, 'lm_head', tokens, isTied),
  };
}

/** Llama (Touvron et al. 2023) and SmolLM. @type {Family} */
export const llama = {
  types: ['llama'],
  prefixes: ['model.'],
  describe(config, has) {
    const attention = config.flag('attention_bias', false);
    const biases = { qkv: attention, attnOut: attention, mlp: config.flag('mlp_bias', false) };
    return describeLlama(config, has, biases);
  },
};

/** The types of layers: with a window, and without. */
export const LAYER_TYPES = ['sliding_attention', 'full_attention'];
const [SLIDING, FULL] = LAYER_TYPES;

/**
 * Reads the windows of Qwen, where the last layers may have one.
 * @param {Config} config @param {number} layers
 */
function readQwenWindows(config, layers) {
  const hasWindow =
    config.flag('use_sliding_window', false) && config.get('sliding_window') !== undefined;
  const window = hasWindow ? config.size('sliding_window') : undefined;
  const first = config.index('max_window_layers', 28);
  const types = config.names(
    'layer_types',
    LAYER_TYPES,
    makeEach(layers, (i) => (hasWindow && i >= first ? SLIDING : FULL)),
  );
  const isFull = (/** @type {string[]} */ given) => hasWindow || !given.includes(SLIDING);
  const expected = `${FULL} for each layer, since use_sliding_window is not true`;
  config.expect('layer_types', isFull, expected);
  return types.map((type) => (type === SLIDING ? window : undefined));
}

/** Mistral (Jiang et al. 2023): Llama whose layers may have a sliding window. @type {Family} */
export const mistral = {
  types: ['mistral'],
  prefixes: ['model.'],
  describe(config, has) {
    const model = describeLlama(config, has, { qkv: false, attnOut: false, mlp: false });
    const hasWindow = config.get('sliding_window') !== undefined;
    const window = hasWindow ? config.size('sliding_window') : undefined;
    return { ...model, windows: model.layers.map(() => window) };
  },
};

/** Qwen2 (Yang et al. 2024): Llama with biases of query, key and value. @type {Family} */
export const qwen2 = {
  types: ['qwen2'],
  prefixes: ['model.'],
  describe(config, has) {
    const model = describeLlama(config, has, { qkv: true, attnOut: false, mlp: false });
    return { ...model, windows: readQwenWindows(config, model.layers.length) };
  },
};

/** Qwen3 (Yang et al. 2025): Llama with an RMS norm of each query and key. @type {Family} */
export const qwen3 = {
  types: ['qwen3'],
  prefixes: ['model.'],
  describe(config, has) {
    const attention = config.flag('attention_bias', false);
    const biases = { qkv: attention, attnOut: attention, mlp: false };
    const model = describeLlama(config, has, biases, { hasHeadNorms: true });
    return { ...model, windows: readQwenWindows(config, model.layers.length) };
  },
};
