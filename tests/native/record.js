// Records the calls of a training, as tests/native/replay_learning.c reads them.
import { readFileSync } from 'node:fs';
import { LearningModule } from '../../src/js/learning/module.js';

const bytes = readFileSync(new URL('../../dist/learning.wasm', import.meta.url));

/** In the order of the functions in replay_learning.c. */
const FUNCTIONS = [
  ...['pack_weight', 'linear', 'linear_backward', 'embedding', 'embedding_backward'],
  ...['layer_norm', 'layer_norm_backward', 'cross_entropy', 'cross_entropy_backward'],
  ...['nearest_point', 'nearest_point_backward', 'split_heads', 'split_heads_backward'],
  ...['merge_heads', 'merge_heads_backward', 'distance_bias', 'distance_bias_backward'],
  ...['scaled_dot_product_attention', 'scaled_dot_product_backward'],
  ...['projected_additive_attention', 'projected_additive_backward', 'gru', 'gru_backward'],
  ...['add', 'accumulate', 'concatenate', 'concatenate_backward', 'adamw'],
].map((name) => `attn_${name}`);
/** The one argument that is a float. */
const EPSILON = { name: 'attn_layer_norm', index: 5 };

const floatBits = (/** @type {number} */ value) =>
  new Uint32Array(Float32Array.of(value).buffer)[0];

/**
 * Runs a training with a module of its own.
 *
 * @param {(module: LearningModule) => void} train
 * @returns {{ calls: Buffer, memory: Uint32Array, functions: Set<string> }} what was called, the
 *   memory at the end, and the names of what was called
 */
export function record(train) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  /** @type {Uint32Array[]} */
  const parts = [];
  const functions = new Set();
  let base = 0;
  // What the calls have left; the training may have changed it before the next.
  let known = new Uint32Array(0);
  const present = () => new Uint32Array(memory.buffer).subarray(base / 4);

  /** @param {string} name @param {number[]} args */
  function note(name, args) {
    functions.add(name);
    const now = present();
    const changes = [];
    for (let i = 0; i < now.length; ) {
      if (now[i] === (known[i] ?? 0)) {
        i++;
        continue;
      }
      const first = i;
      while (i < now.length && now[i] !== (known[i] ?? 0)) i++;
      changes.push(Uint32Array.of(base + 4 * first, i - first), now.slice(first, i));
    }
    const words = args.map((arg, i) =>
      name === EPSILON.name && i === EPSILON.index ? floatBits(arg) : arg,
    );
    const call = [FUNCTIONS.indexOf(name), args.length, ...words];
    parts.push(Uint32Array.of(changes.length / 2), ...changes, Uint32Array.from(call));
  }

  const wrapped = Object.entries(exports).map(([name, value]) => {
    if (!FUNCTIONS.includes(name)) return [name, value];
    const run = (/** @type {number[]} */ ...args) => {
      note(name, args);
      const status = /** @type {(...args: number[]) => number} */ (value)(...args);
      known = present().slice();
      return status;
    };
    return [name, run];
  });
  const module = new LearningModule(Object.fromEntries(wrapped));
  base = module.base;
  train(module);
  const end = present();
  const head = Uint32Array.of(end.length, base);
  const toBuffer = (/** @type {Uint32Array} */ { buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength);
  return { calls: Buffer.concat([head, ...parts].map(toBuffer)), memory: end, functions };
}

export const recorded = FUNCTIONS;
