// From bytes to an instance of what learns: src/core/learning.h in a memory of its own.

import { printable } from '../../../dist/learning-wasm.js';
import { growMemory } from '../arena.js';
import { formatBytes, OutOfMemoryError, runNamed } from '../errors.js';
import { checkExports, compileOnce, Instance, toLoadError } from '../exports.js';

/** The exports that the core does not have; the build adds the others. */
export const LEARNING_EXPORTS = ['attn_adamw', 'attn_gru', 'attn_scaled_dot_product_backward'];

/** Compiles once for all models; each has an instance of its own, whose memory goes with it. */
const compileOwn = /* @__PURE__ */ compileOnce(printable);

/** @param {string} [operation] that errors name */
export async function loadLearning(operation = 'loadLearning') {
  try {
    const { exports } = await WebAssembly.instantiate(await compileOwn());
    runNamed(operation, () => checkExports(exports, 'learning.wasm', LEARNING_EXPORTS));
    return new LearningModule(exports);
  } catch (cause) {
    throw runNamed(operation, () => toLoadError(cause, 'the module of learning'));
  }
}

/** The functions of src/core/learning.h with their memory. */
export class LearningModule extends Instance {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    super(exports);
    /** The first address that the module itself does not use. */
    this.base = Math.ceil(this.sizeFrom('attn_heap_base', []) / 16) * 16;
    this.floats = new Float32Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** Makes the memory reach to an address. @param {number} end */
  reach(end) {
    const size = this.floats.byteLength;
    if (end <= size) return;
    const cause = growMemory(this.memory, end);
    if (cause !== undefined) {
      const [expected, received] = [formatBytes(end), formatBytes(size)];
      throw new OutOfMemoryError({ expected, received, cause });
    }
    this.floats = new Float32Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }
}
