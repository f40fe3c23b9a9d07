// Loading learning.wasm: the functions of src/core/learning.h, with their own memory.

import { printable } from '../../../dist/learning-wasm.js';
import { align, growMemory } from '../arena.js';
import { loadOnce } from '../once.js';
import { compilePrintable, Instance, loadNamed } from '../wasm-module.js';

/**
 * Compiles the module once for all models. Each model has its own instance, whose memory is
 * released with the model.
 */
const compileDefault = /* @__PURE__ */ loadOnce(() => compilePrintable(printable));

/** Loads an instance of the module. @param {string} [operation] the name of the operation in errors */
export const loadLearning = (operation = 'loadLearning') =>
  loadNamed(operation, 'the module of learning', async () => {
    const { exports } = await WebAssembly.instantiate(await compileDefault());
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
