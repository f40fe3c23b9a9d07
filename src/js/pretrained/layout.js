// The layout of a model in memory: the place of each part, and the tensors from which it is read. The layout is computed
// and checked before any memory is taken.

import { BFLOAT16, FLOAT16, FLOAT32 } from '../abi.js';
import { align } from '../arena.js';
import { formatShape } from '../errors.js';
import { findNearest } from '../nearest.js';
import { countElements } from '../shapes.js';
import { makeModelError } from './errors.js';
import { labelTensor } from './safetensors.js';

/** @import { Bias, Linear, Norm } from './parts.js' */
/** @import { TensorEntry } from './safetensors.js' */

/**
 * The place of a part in memory: a packed weight or a norm, then its bias.
 * @typedef {object} Place
 * @property {number} at the offset in bytes from the start of the model
 * @property {number} bias the offset of the bias; 0 without a bias
 * @property {number} dtype the `attn_dtype` of a packed weight. 16-bit weights of the file stay in their format; products
 *   convert them to float32, with the same results bit for bit
 * @property {string[]} weights the names of the tensors of the weight in the file
 * @property {string[]} biases the names of the tensors of the bias
 */

/**
 * Tensors to read: those of a packed weight, or of an array that is not packed.
 * @typedef {object} Read
 * @property {number} at the offset of their place in memory
 * @property {TensorEntry[]} entries the tensors, one after the other
 * @property {number} width the numbers of a row
 * @property {number[]} order the row of the file for each row i; empty if the order is the same
 * @property {{ out: number, layout: Linear['layout'], dtype: number } | undefined} packed
 */

const DTYPES = ['F32', 'F16', 'BF16'];
/** The 16-bit formats of files that packed weights keep in memory. @type {Partial<Record<string, number>>} */
const NARROW_DTYPES = { F16: FLOAT16, BF16: BFLOAT16 };

/** Plans the memory of a model. */
export class Layout {
  #entries;
  #prefix;
  #packedSize;
  /** @type {Map<object, Place>} */
  #places = new Map();
  /** The bytes of the model in wasm memory. */
  bytes = 0;
  /** @type {Read[]} */
  reads = [];
  /** The number of parameters that the model uses. */
  parameters = 0;
  /** The names of the tensors that the model uses. @type {Set<string>} */
  #used = new Set();

  /**
   * @param {object} tensors
   * @param {Map<string, TensorEntry>} tensors.entries
   * @param {string} tensors.index the file that names all of them
   * @param {string} tensors.prefix the prefix of their names
   * @param {(out: number, width: number, dtype: number) => number} packedSize returns the bytes of a packed weight
   */
  constructor({ entries, index, prefix }, packedSize) {
    this.#entries = entries;
    this.#prefix = prefix;
    /** The file that names all tensors. */
    this.index = index;
    this.#packedSize = packedSize;
  }

  /** @param {object} part a part that was added @returns {Place} */
  place(part) {
    return /** @type {Place} */ (this.#places.get(part));
  }

  /** Takes space. @param {number} size @returns {number} the offset of the space */
  #take(size) {
    const at = this.bytes;
    this.bytes = align(at + size);
    return at;
  }

  /** Finds the tensor with one of these names. @param {readonly string[]} names */
  #find(names) {
    for (const name of names) {
      const full = this.#entries.has(this.#prefix + name) ? this.#prefix + name : name;
      const entry = this.#entries.get(full);
      if (entry) return { name: full, entry };
    }
    return undefined;
  }

  /** @param {string} name */
  has(name) {
    return this.#find([name]) !== undefined;
  }

  /**
   * Returns the tensor with one of these names, and throws if it is missing or has another shape or dtype.
   * @param {readonly string[]} names @param {number[]} shape
   */
  #require(names, shape) {
    const found = this.#find(names);
    if (found === undefined) {
      const known = [...this.#entries.keys()].slice(0, 2000);
      const near =
        known.find((name) => name.endsWith(`.${names[0]}`)) ??
        findNearest(this.#prefix + names[0], known);
      const hint = near === undefined ? '' : ` (did you mean ${near.slice(0, 200)}?)`;
      const label = labelTensor(this.#prefix + names[0], this.index);
      throw makeModelError('tensors', label, formatShape(shape), `is missing${hint}`);
    }
    const { name, entry } = found;
    const label = labelTensor(name, entry.file.name);
    if (entry.shape.length !== shape.length || entry.shape.some((size, i) => size !== shape[i])) {
      const expected = `${formatShape(shape)} by config.json`;
      throw makeModelError('tensors', label, expected, `has shape ${formatShape(entry.shape)}`);
    }
    const scale = entry.dtype === 'I8' ? this.#findScale(name, shape[0]) : undefined;
    if (scale === undefined && !DTYPES.includes(entry.dtype)) {
      const expected = `${DTYPES.join(', ')}, or I8 with a scale of each row in ${name}_scale`;
      throw makeModelError('dtype', label, expected, `has dtype ${entry.dtype}`);
    }
    this.parameters += countElements(shape);
    this.#used.add(name);
    if (scale) this.#used.add(`${name}_scale`);
    return { ...entry, scale, name };
  }

  /**
   * Finds the tensor with the scale of each row.
   * @param {string} name the name of the scaled tensor
   * @param {number} rows
   */
  #findScale(name, rows) {
    const scale = this.#entries.get(`${name}_scale`);
    const isScale = scale?.dtype === 'F32' && scale.shape.length === 1 && scale.shape[0] === rows;
    return isScale ? scale : undefined;
  }

  /**
   * Adds an array that is not packed.
   * @param {readonly string[]} names @param {number[]} shape @param {number} [offset] a number to add to each number
   * @returns {Place}
   */
  #addPlain(names, shape, offset) {
    const entry = { ...this.#require(names, shape), offset };
    const at = this.#take(4 * countElements(shape));
    this.reads.push({ at, entries: [entry], width: 1, order: [], packed: undefined });
    return { at, bias: 0, dtype: FLOAT32, weights: [entry.name], biases: [] };
  }

  /**
   * Lists the tensors of the file that the model does not use. Throws if a layer has a weight or a bias that it does not
   * use, because the file then holds another model than config.json says.
   * @param {string} family
   */
  listUnused(family) {
    const findLayer = (/** @type {string} */ name) => /^(.*?\.)?\d+\./.exec(name)?.[0];
    const layers = new Set([...this.#used].map(findLayer));
    layers.delete(undefined);
    const unused = [...this.#entries].filter(([name]) => !this.#used.has(name));
    for (const [name, { shape, file }] of unused) {
      // Some files also hold the causal mask, with more axes, as the bias of an attention.
      const isParameter = /\.(weight|bias)$/.test(name) && [1, 2].includes(shape.length);
      if (!isParameter || !layers.has(findLayer(name))) continue;
      const expected = `no such tensor by config.json, in a layer of ${family}`;
      throw makeModelError('tensors', labelTensor(name, file.name), expected, 'is not used');
    }
    return unused.map(([name]) => name);
  }

  /** Adds all parts of a description. A part that occurs twice is added once. @param {any} value */
  addParts(value) {
    if (typeof value !== 'object' || value === null || this.#places.has(value)) return;
    if (value.kind === 'linear') this.#addLinear(value);
    else if (value.kind === 'norm') this.#addNorm(value);
    else if (value.kind === 'bias') this.#addBias(value);
    else for (const part of Object.values(value)) this.addParts(part);
  }

  /** @param {Norm} part */
  #addNorm(part) {
    const { weight, bias, width, offset } = part;
    const place = this.#addPlain(weight, [width], offset);
    if (bias.length > 0) {
      const { at, weights } = this.#addPlain(bias, [width]);
      place.bias = at;
      place.biases = weights;
    }
    this.#places.set(part, place);
  }

  /** @param {Bias} part */
  #addBias(part) {
    const { name, width } = part;
    // Some families store the bias as a table with a single row.
    const shape = this.#find([name])?.entry.shape.length === 2 ? [1, width] : [width];
    this.#places.set(part, this.#addPlain([name], shape));
  }

  /** @param {Linear} part */
  #addLinear(part) {
    const { tensors, out, width, layout, order } = part;
    const entries = tensors.map(({ weight, rows }) =>
      this.#require([weight], layout === 'in,out' ? [width, rows] : [rows, width]),
    );
    const [first, ...others] = entries;
    const haveSameType = others.every((entry) => entry.dtype === first.dtype);
    const dtype = (haveSameType && NARROW_DTYPES[first.dtype]) || FLOAT32;
    const at = this.#take(this.#packedSize(out, width, dtype));
    this.reads.push({ at, entries, width, order, packed: { out, layout, dtype } });
    /** @type {Place} */
    const place = { at, bias: 0, dtype, weights: entries.map(({ name }) => name), biases: [] };
    if (tensors.some((tensor) => tensor.bias !== undefined)) {
      const biases = tensors.map((tensor) => this.#require([String(tensor.bias)], [tensor.rows]));
      place.bias = this.#take(4 * out);
      place.biases = biases.map(({ name }) => name);
      this.reads.push({ at: place.bias, entries: biases, width: 1, order, packed: undefined });
    }
    this.#places.set(part, place);
  }
}
