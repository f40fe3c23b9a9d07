// An instance of the core whose memory and arena a test can inspect. loadAttention() exposes
// neither.
import { printable } from '../../dist/attention-wasm.js';
import { Attention } from '../../src/js/attention.js';
import { Core } from '../../src/js/core.js';
import { fromPrintable } from '../../src/js/printable.js';

export const wasmBytes = fromPrintable(printable);
const compiled = new WebAssembly.Module(wasmBytes);

/** @typedef {ReturnType<typeof makeInstance>} Instance */

/** @param {WebAssembly.Module} [module_] */
export function makeInstance(module_ = compiled) {
  const instance = new WebAssembly.Instance(module_);
  const core = new Core(instance);
  const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  return { core, memory, arena: core.arena, attention: new Attention(core) };
}
