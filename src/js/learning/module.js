// Loading learning.wasm: the functions of src/core/learning.h, with their own memory.

import { printable } from '../../../dist/learning-wasm.js';
import { align, growMemory } from '../arena.js';
import { runNamed } from '../errors.js';
import { loadOnce } from '../once.js';
import { checkExports, compilePrintable, Instance, loadNamed } from '../wasm-module.js';

/** The functions of src/core/learning.h, and the functions of src/core/attention.h that the models call. */
export const LEARNING_EXPORTS = `
  attn_heap_base attn_packed_size attn_pack_weight attn_linear
  attn_linear_backward_workspace attn_linear_backward
  attn_scaled_dot_product_workspace attn_scaled_dot_product_attention
  attn_scaled_dot_product_backward_workspace attn_scaled_dot_product_backward
  attn_additive_workspace attn_additive_attention
  attn_additive_backward_workspace attn_additive_backward
  attn_embedding attn_embedding_backward attn_layer_norm attn_layer_norm_backward
  attn_rotary_workspace attn_rotary attn_rotary_backward_workspace attn_rotary_backward
  attn_split_heads attn_split_heads_backward attn_merge_heads attn_merge_heads_backward
  attn_cross_entropy attn_cross_entropy_backward attn_gru_workspace attn_gru attn_gru_backward
  attn_nearest_point_workspace attn_nearest_point attn_nearest_point_backward attn_sinks_backward
  attn_distance_bias attn_distance_bias_backward attn_concatenate attn_concatenate_backward
  attn_activation attn_tanh_backward attn_add attn_accumulate attn_adamw`
  .trim()
  .split(/\s+/);

/**
 * Compiles the module once for all models. Each model has its own instance, whose memory is
 * released with the model.
 */
const compileDefault = /* @__PURE__ */ loadOnce(() => compilePrintable(printable));

/** Loads an instance of the module. @param {string} [operation] the name of the operation in errors */
export const loadLearning = (operation = 'loadLearning') =>
  loadNamed(operation, 'the module of learning', async () => {
    const { exports } = await WebAssembly.instantiate(await compileDefault());
    runNamed(operation, () => checkExports(exports, 'learning.wasm', LEARNING_EXPORTS));
    return new LearningModule(exports);
  });

/** An instance of learning.wasm. */
export class LearningModule extends Instance {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    super(exports);
    /** The first address that the module does not use itself. */
    this.base = align(this.sizeFrom('attn_heap_base', []));
    this.floats = new Float32Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** Grows the memory up to an address. @param {number} end */
  reach(end) {
    if (end <= this.floats.byteLength) return;
    growMemory(this.memory, end);
    this.floats = new Float32Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }
}
