// Records the calls of a training in the form that tests/native/replay_learning.c reads.
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
  ...['additive_attention', 'additive_backward', 'gru', 'gru_backward'],
  ...['add', 'accumulate', 'concatenate', 'concatenate_backward', 'adamw'],
].map((name) => `attn_${name}`);
/** The only float argument. */
const EPSILON = { name: 'attn_layer_norm', index: 5 };

const floatBits = (/** @type {number} */ value) =>
  new Uint32Array(Float32Array.of(value).buffer)[0];

/**
 * Called for each write of `set` or `fill`; writes of single numbers are not seen.
 * @typedef {(first: number, length: number, words: Uint32Array) => void} OnWrite `words` has
 *   `length` entries, or one that is repeated
 */

/**
 * A module that notes the writes to its memory. Comparing all memory before each call would take
 * minutes for a model of full size.
 */
class WatchedModule extends LearningModule {
  /** @param {WebAssembly.Exports} exports @param {OnWrite} onWrite */
  constructor(exports, onWrite) {
    super(exports);
    this.onWrite = onWrite;
  }

  /** @param {number} end */
  reach(end) {
    super.reach(end);
    const { onWrite } = this;
    const words = new Uint32Array(this.memory.buffer);
    /** @param {number} first @param {number} length @param {boolean} [isRepeated] */
    const note = (first, length, isRepeated = false) => {
      if (length > 0) onWrite(first, length, words.slice(first, first + (isRepeated ? 1 : length)));
    };
    /** @param {Float32Array | Uint32Array} numbers */
    const watch = (numbers) =>
      Object.assign(numbers, {
        /** @param {ArrayLike<number>} list @param {number} [first] */
        set(list, first = 0) {
          Object.getPrototypeOf(numbers).set.call(numbers, list, first);
          note(first, list.length);
        },
        /** @param {number} value @param {number} [first] @param {number} [end] */
        fill(value, first = 0, end = numbers.length) {
          Object.getPrototypeOf(numbers).fill.call(numbers, value, first, end);
          note(first, end - first, true);
          return numbers;
        },
      });
    watch(this.floats);
    watch(this.words);
  }
}

/**
 * Runs a training with a module of its own.
 *
 * @template Model
 * @param {(module: LearningModule) => Model} train
 * @returns {{ calls: Buffer, base: number, memory: Uint32Array, functions: Set<string>, model: Model }}
 *   what was called, the memory from its base at the end, the names of what was called, and what was
 *   trained
 */
export function record(train) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  /** @type {Uint32Array[]} */
  const parts = [];
  const functions = new Set();
  let base = 0;
  /**
   * The changes since the previous call. Before the first call, everything that is not 0 is new.
   * @type {Uint32Array[]}
   */
  let changes = [];
  let isFirst = true;
  const present = () => new Uint32Array(memory.buffer).subarray(base / 4);

  /** @type {OnWrite} */
  const onWrite = (first, length, words) => {
    if (!isFirst) changes.push(Uint32Array.of(4 * first, length, words.length), words);
  };

  function noteAll() {
    const now = present();
    for (let i = 0; i < now.length; ) {
      if (now[i] === 0) {
        i++;
        continue;
      }
      const first = i;
      while (i < now.length && now[i] !== 0) i++;
      changes.push(Uint32Array.of(base + 4 * first, i - first, i - first), now.slice(first, i));
    }
    isFirst = false;
  }

  /** @param {string} name @param {number[]} args */
  function note(name, args) {
    functions.add(name);
    if (isFirst) noteAll();
    const words = args.map((arg, i) =>
      name === EPSILON.name && i === EPSILON.index ? floatBits(arg) : arg,
    );
    const call = [FUNCTIONS.indexOf(name), args.length, ...words];
    parts.push(Uint32Array.of(changes.length / 2), ...changes, Uint32Array.from(call));
    changes = [];
  }

  const wrapped = Object.entries(exports).map(([name, value]) => {
    if (!FUNCTIONS.includes(name)) return [name, value];
    const run = (/** @type {number[]} */ ...args) => {
      note(name, args);
      return /** @type {(...args: number[]) => number} */ (value)(...args);
    };
    return [name, run];
  });
  const module = new WatchedModule(Object.fromEntries(wrapped), onWrite);
  base = module.base;
  const model = train(module);
  const end = present();
  const head = Uint32Array.of(end.length, base);
  const toBuffer = (/** @type {Uint32Array} */ { buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength);
  const calls = Buffer.concat([head, ...parts].map(toBuffer));
  return { calls, base, memory: end, functions, model };
}

export const recorded = FUNCTIONS;
