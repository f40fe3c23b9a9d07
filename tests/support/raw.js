// Calls the core's exports directly with numbers, without the binding and its checks.
import assert from 'node:assert/strict';
import { prototypes, wordsOf } from './header.js';
import { wasmBytes } from './instance.js';
import { rawArrays } from './raw-arrays.js';
import { withMaximumPages } from './wasm.js';

/** @import { Declared } from './header.js' */
/** @import { Random } from './random.js' */

/** @typedef {Record<string, number>} Sizes */
/**
 * An array or a struct of a call: `key`, `options`, `options.allowed`, `trace.scores`.
 * @typedef {object} Slot
 * @property {string} name where the address is stored: an argument or a word of a struct
 * @property {number} bytes
 * @property {number} unit bytes of an element
 * @property {boolean} isOutput
 * @property {boolean} isStruct
 */

const PAGE = 65536;
/** The number of unused bytes around each array. */
export const GAP = 8192;

/** An instance whose whole memory is allocated at the start and cannot grow. */
export class RawCore {
  /** @param {number} [pages] the number of 64 KiB pages */
  constructor(pages = 48) {
    this.instance = new WebAssembly.Instance(
      new WebAssembly.Module(withMaximumPages(wasmBytes, pages)),
    );
    this.exports = /** @type {Record<string, any>} */ (this.instance.exports);
    const { buffer } = this.exports.memory;
    this.exports.memory.grow(pages - buffer.byteLength / PAGE);
    this.floor = this.exports.attn_heap_base();
    this.bytes = new Uint8Array(this.exports.memory.buffer);
    this.words = new Uint32Array(this.exports.memory.buffer);
    this.floats = new Float32Array(this.exports.memory.buffer);
  }
}

/** The 16-bit dtypes by name: `attn_dtype` of the header. */
const NARROW = { bfloat16: 1, float16: 2 };

/** The entry points that return a status. The other functions return a size. */
export const entryPoints = prototypes.filter(({ returns }) => returns === 'attn_status');

/**
 * The ways to call each entry point: with and without a cache if it takes one, and with each dtype
 * if it takes one.
 * @type {{ title: string, name: string, parameters: Declared[],
 *   hasCache: boolean, dtype: number }[]}
 */
export const callKinds = entryPoints.flatMap(({ name, parameters }) => {
  const plain = { title: name, name, parameters, hasCache: false, dtype: 0 };
  const takes = (/** @type {string} */ argument) =>
    parameters.some((parameter) => parameter.name === argument);
  const narrow = Object.entries(NARROW).map(([type, dtype]) => ({
    ...{ ...plain, title: `${name} of ${type}`, dtype },
  }));
  if (takes('dtype')) return [plain, ...narrow];
  if (!takes('cache')) return [plain];
  return [
    plain,
    { ...plain, title: `${name} with a cache`, hasCache: true },
    ...narrow.map((kind) => ({ ...kind, hasCache: true })),
  ];
});

/** @param {string} name */
function findPrototype(name) {
  const found = prototypes.find((prototype) => prototype.name === name);
  if (!found) throw new Error(`The header declares no ${name}`);
  return found;
}

/**
 * @param {string} type the type of a parameter
 * @returns {string | undefined} the struct to which it points
 */
const structOf = (type) => type.match(/attn_\w+(?= \*)/)?.[0];

/**
 * Lists the names of an entry point's sizes, whether they are arguments or words of a struct.
 * @param {string} name
 */
function sizeNamesOf(name) {
  const { parameters } = findPrototype(name);
  const struct = structOf(parameters.find((parameter) => parameter.name === 'sizes')?.type ?? '');
  const declared = struct === undefined ? parameters : wordsOf(struct);
  return declared
    .filter(({ name: size, type }) => type === 'uint32_t' && size !== 'workspace_size')
    .map((size) => size.name);
}

/**
 * A valid call of an entry point with random contents. Every mask, trace and bias is present, and a
 * cache if the sizes have a capacity. Each array is GAP bytes away from the next.
 */
export class RawCall {
  /** @type {Slot[]} */
  slots = [];
  /** @type {Record<string, number>} arguments by name, in the header's order */
  args = {};
  #core;
  #next;
  /**
   * @type {Map<string, number>} the indexes of the structs' words, once the structs have addresses
   */
  #wordIndex = new Map();

  /**
   * @param {RawCore} core
   * @param {string} name the name of the entry point
   * @param {Sizes} allSizes unused sizes are ignored; `capacity` and `length` belong to a cache;
   *   `dtype` applies to all arrays that may have 16-bit numbers
   * @param {Random} random
   * @param {number} [at] the address of the first array
   */
  constructor(core, name, allSizes, random, at = core.floor + GAP) {
    this.name = name;
    this.#core = core;
    this.#next = Math.ceil(at / 16) * 16;
    const { parameters } = findPrototype(name);
    // Among the float arguments, 1 is a valid epsilon and a valid base of rotary positions.
    for (const { name: argument, type } of parameters) {
      this.args[argument] = type === 'float' || type === 'double' ? 1 : 0;
    }
    const { capacity, length } = allSizes;
    const hasCache = 'cache' in this.args && capacity !== undefined;
    for (const { name: argument, type } of parameters) {
      const struct = structOf(type);
      const isWanted = argument !== 'cache' || hasCache;
      if (struct && isWanted) this.#placeStruct(argument, wordsOf(struct));
    }
    this.sizeNames = sizeNamesOf(name);
    /** @type {Sizes} */
    const sizes = {};
    for (const size of this.sizeNames) {
      sizes[size] = allSizes[size];
      this.set(size, allSizes[size]);
    }
    if (hasCache) {
      Object.assign(sizes, { capacity, length });
      this.set('cache.capacity', capacity);
      this.set('cache.length', length);
    }
    if (allSizes.dtype) sizes.dtype = allSizes.dtype;
    for (const word of ['dtype', 'parameters.dtype', 'cache.dtype']) {
      if (this.names.includes(word)) this.set(word, allSizes.dtype ?? 0);
    }
    const packed = (/** @type {number} */ out, /** @type {number} */ width) =>
      core.exports.attn_packed_size(out, width, 0) / 4;
    assert.ok(rawArrays[name], `describe the arrays of ${name} in tests/support/raw-arrays.js`);
    const { inputs, outputs } = rawArrays[name](sizes, packed);
    for (const [slot, count] of Object.entries(inputs)) {
      const address = this.#place(slot, 4 * count, 4, false);
      for (let i = 0; i < count; i++) {
        if (slot === 'ids') core.words[address / 4 + i] = random.integer(0, sizes.V - 1);
        else if (slot === 'items') core.words[address / 4 + i] = random.integer(0, sizes.N - 1);
        else core.floats[address / 4 + i] = 4 * random.uniform() - 2;
        // Each word holds two bfloat16 numbers. Otherwise the lower one could be any bits.
        if (sizes.dtype && /_weight$|^from$/.test(slot)) this.#narrow(address / 4 + i, random);
      }
    }
    if ('options' in this.args) this.#setOptions(sizes, random);
    for (const [slot, count] of Object.entries(outputs)) {
      const address = this.#place(slot, 4 * count, 4, true);
      if (slot !== 'cache.data') continue;
      for (let i = 0; i < count; i++) {
        core.floats[address / 4 + i] = random.uniform();
        if (sizes.dtype) this.#narrow(address / 4 + i, random);
      }
    }
    if ('workspace' in this.args) {
      const ask = `${name.replace(/_attention$/, '')}_workspace`;
      const requested = findPrototype(ask).parameters.map((parameter) => this.get(parameter.name));
      this.args.workspace_size = core.exports[ask](...requested);
      this.#place('workspace', this.args.workspace_size, 4, true);
    }
  }

  /**
   * Writes a bfloat16 number into the lower half of a word. Its bits are also those of a valid
   * float16.
   * @param {number} index
   * @param {Random} random
   */
  #narrow(index, random) {
    const { floats, words } = this.#core;
    const upper = words[index] & 0xffff0000;
    floats[index] = random.uniform();
    words[index] = upper | (words[index] >>> 16);
  }

  /** All names that get() and set() know: arguments and words of structs. */
  get names() {
    return [...Object.keys(this.args), ...this.#wordIndex.keys()];
  }

  /** The first address after the arrays. */
  get end() {
    return this.#next;
  }

  /** @returns {number} the status */
  run() {
    return this.#core.exports[this.name](...Object.values(this.args));
  }

  /** @param {string} name @returns {number | undefined} */
  #indexOf(name) {
    return this.#wordIndex.get(name) ?? this.#wordIndex.get(`sizes.${name}`);
  }

  /** @param {string} name an argument or a word of a struct: a slot, a size or an option */
  get(name) {
    const index = this.#indexOf(name);
    return index === undefined ? this.args[name] : this.#core.words[index];
  }

  /** @param {string} name @param {number} value */
  set(name, value) {
    const index = this.#indexOf(name);
    if (index === undefined) this.args[name] = value;
    else this.#core.words[index] = value;
  }

  /** Sets options to 0. @param {...string} names */
  clearOptions(...names) {
    for (const name of names) this.set(`options.${name}`, 0);
  }

  /** @param {string} name a word that is a float @param {number} value */
  setFloat(name, value) {
    this.#core.floats[this.#wordIndex.get(name) ?? -1] = value;
  }

  /**
   * @param {string} name @param {number} bytes @param {number} unit @param {boolean} isOutput
   * @param {boolean} [isStruct]
   */
  #place(name, bytes, unit, isOutput, isStruct = false) {
    const address = this.#next;
    this.slots.push({ name, bytes, unit, isOutput, isStruct });
    this.set(name, address);
    this.#next = Math.ceil((address + bytes) / 16) * 16 + GAP;
    return address;
  }

  /** @param {string} name @param {readonly Declared[]} words */
  #placeStruct(name, words) {
    const address = this.#place(name, 4 * words.length, 4, false, true);
    words.forEach((word, i) => {
      this.#wordIndex.set(`${name}.${word.name}`, address / 4 + i);
      this.set(`${name}.${word.name}`, 0);
    });
  }

  /** @param {Sizes} sizes @param {Random} random */
  #setOptions({ N, H = 1, L, S }, random) {
    const { bytes, floats, words } = this.#core;
    const cells = N * H * L * S;
    const allowed = this.#place('options.allowed', cells, 1, false);
    for (let i = 0; i < cells; i++) bytes[allowed + i] = Number(random.uniform() < 0.8);
    const added = this.#place('options.added', 4 * cells, 4, false);
    for (let i = 0; i < cells; i++) floats[added / 4 + i] = random.uniform();
    const padding = this.#place('options.key_padding', N * S, 1, false);
    for (let i = 0; i < N * S; i++) bytes[padding + i] = Number(random.uniform() < 0.9);
    const lengths = this.#place('options.valid_lens', 4 * N * L, 4, false);
    for (let i = 0; i < N * L; i++) words[lengths / 4 + i] = random.integer(0, S + 1);
    this.set('options.valid_lens_per_query', 1);
    const sinks = this.#place('options.sinks', 4 * H, 4, false);
    for (let h = 0; h < H; h++) floats[sinks / 4 + h] = 4 * random.uniform() - 2;
    [H * L * S, L * S, S, 1].forEach((stride, axis) => {
      this.set(`options.mask_strides[${axis}]`, stride);
    });
    this.setFloat('options.scale', 0.5);
    this.setFloat('options.mask_fill', -Infinity);
    this.setFloat('options.dropout_p', 0.25);
    this.setFloat('options.softcap', 2);
  }
}

/**
 * Draws sizes that fit a kind of call.
 * @param {{ name: string, hasCache: boolean, dtype: number }} kind
 * @param {Random} random
 * @param {number} [largest]
 * @returns {Sizes}
 */
export function randomSizes({ name, hasCache, dtype }, random, largest = 9) {
  /** @type {Sizes} */
  const sizes = {};
  for (const size of sizeNamesOf(name)) sizes[size] = random.integer(1, largest);
  if ('H' in sizes) sizes.H = random.integer(1, 4);
  if ('N' in sizes) sizes.N = random.integer(1, 3);
  if ('Hkv' in sizes) sizes.Hkv = random.integer(1, 3);
  if ('Hkv' in sizes) sizes.H = sizes.Hkv * random.integer(1, 2);
  if ('D' in sizes && 'H' in sizes) sizes.D = sizes.H * random.integer(1, 4);
  if ('width' in sizes) sizes.width = 2 * random.integer(1, 4);
  if ('width' in sizes) sizes.E = sizes.width + random.integer(0, 3);
  if ('to_capacity' in sizes) sizes.from_capacity = sizes.length + random.integer(0, 9);
  if ('to_capacity' in sizes) sizes.to_capacity = sizes.length + random.integer(0, 9);
  if (hasCache) sizes.length = random.integer(0, sizes.S);
  if (hasCache) sizes.capacity = sizes.S + random.integer(0, 9);
  if (dtype) sizes.dtype = dtype;
  return sizes;
}
