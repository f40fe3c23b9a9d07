// The settings of a config.json that lacks them, where families differ: those of the configuration classes of transformers.

/** The settings by `model_type`. @type {Readonly<Record<string, object>>} */
const DEFAULTS = {
  gpt2: { eos_token_id: 50256 },
  gpt_neo: { eos_token_id: 50256 },
  gpt_neox: { eos_token_id: 2 },
  opt: { eos_token_id: 2 },
  marian: { eos_token_id: 0 },
  llama: { eos_token_id: 2, max_position_embeddings: 2048 },
  mistral: {
    eos_token_id: 2,
    num_key_value_heads: 8,
    sliding_window: 4096,
    max_position_embeddings: 131072,
  },
  qwen2: { num_key_value_heads: 32, sliding_window: 4096, max_position_embeddings: 32768 },
  qwen3: {
    num_key_value_heads: 32,
    head_dim: 128,
    sliding_window: 4096,
    max_position_embeddings: 32768,
  },
  gemma: { eos_token_id: 1, num_key_value_heads: 16, head_dim: 256, max_position_embeddings: 8192 },
  gemma3_text: {
    eos_token_id: 1,
    num_key_value_heads: 4,
    head_dim: 256,
    max_position_embeddings: 131072,
  },
};

/**
 * Returns the settings of a config.json with the defaults of its family. Null is no absence: it may say that there is no window.
 * @param {Record<string, any>} config @returns {Record<string, any>}
 */
export const completeConfig = (config) => ({ ...DEFAULTS[config.model_type], ...config });
