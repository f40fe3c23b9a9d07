import { describeValue } from '../../errors.js';
import { isIntegerIn } from '../../option-reader.js';
import { makeModelError } from '../errors.js';
import {
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

/**
 * GPT-Neo (Black et al. 2021). Its scores are not scaled, and every other layer has a sliding
 * window.
 * @type {Family}
 */
export const gptNeo = {
  types: ['gpt_neo'],
  prefixes: ['transformer.'],
  describe(config, has) {
    const heads = config.size('num_heads');
    const width = config.dividedBy('hidden_size', 'num_heads');
    const layers = config.layers('num_layers');
    const hidden = config.size('intermediate_size', 4 * width);
    const vocabulary = config.size('vocab_size');
    const positions = config.size('max_position_embeddings');
    const window = config.size('window_size', 256);
    const kinds = layerKinds(config, layers);
    const tokens = makeEmbeddingTable('wte', vocabulary, width);
    return {
      ...makePlainDecoder(width, heads),
      vocabulary,
      positions,
      windows: kinds.map((kind) => (kind === 'local' ? window : undefined)),
      scale: 1,
      eps: config.positive('layer_norm_epsilon', 1e-5),
      activation: config.activation('activation_function', 'gelu_new'),
      tokens,
      positionTable: makeEmbeddingTable('wpe', positions, width),
      layers: makeEach(layers, (i) => {
        const name = `h.${i}.attn.attention`;
        return {
          attnNorm: makeNorm(`h.${i}.ln_1`, width),
          qkv: makeProjections(name, ['q_proj', 'k_proj', 'v_proj'], width, { hasBias: false }),
          attnOut: makeLinearPart(`${name}.out_proj`, width, width),
          mlpNorm: makeNorm(`h.${i}.ln_2`, width),
          mlpIn: makeLinearPart(`h.${i}.mlp.c_fc`, hidden, width),
          mlpOut: makeLinearPart(`h.${i}.mlp.c_proj`, width, hidden),
        };
      }),
      finalNorm: makeNorm('ln_f', width),
      head: makePlainHead(config, has, 'lm_head', tokens),
    };
  },
};

/**
 * Returns the kind of each layer. `[[['global', 'local'], 4]]` repeats the two kinds four times.
 * @param {Config} config @param {number} layers
 * @returns {string[]}
 */
function layerKinds(config, layers) {
  const types = config.get('attention_types') ?? [[['global', 'local'], Math.ceil(layers / 2)]];
  const isPart = (/** @type {any} */ part) =>
    Array.isArray(part?.[0]) && isIntegerIn(part[1], 0, layers);
  const kinds =
    Array.isArray(types) && types.every(isPart) && types.length <= layers
      ? types.flatMap(([part, times]) => makeEach(times, () => part).flat())
      : [];
  const known = kinds.slice(0, layers);
  if (known.length === layers && known.every((kind) => ['global', 'local'].includes(kind)))
    return known;
  const expected = `kinds of ${layers} layers, global or local, such as [[["global", "local"], ${Math.ceil(layers / 2)}]]`;
  const received = `is ${describeValue(types)}`;
  throw makeModelError('config', 'attention_types of config.json', expected, received);
}
