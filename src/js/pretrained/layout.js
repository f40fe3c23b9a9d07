// The place of each part of a model in memory, and the tensors of the file that it is read from. All of this is known,
// and checked, before any memory is taken.

import { formatShape } from '../errors.js';
import { BFLOAT16, FLOAT16, FLOAT32 } from '../half.js';
import { findNearest } from '../nearest.js';
import { countElements } from '../shapes.js';
import { makeModelError } from './errors.js';
import { labelTensor } from './safetensors.js';

/** @import { Head, Linear, Part } from './parts.js' */
/** @import { TensorEntry } from './safetensors.js' */

/**
 * A part in memory: packed weight or norm, then its bias.
 *
 * @typedef {object} Place
 * @property {number} at bytes from the start of the model
 * @property {number} bias the same; 0: none
 * @property {number} dtype `attn_dtype` of a packed weight: that of the file, if it has 16 bits. It is widened in the
 *   products, which are those of float32, bit for bit
 */

/**
 * Numbers to be read: those of a packed weight, or of an array that is stored as it is.
 *
 * @typedef {object} Read
 * @property {number} at where they go
 * @property {TensorEntry[]} entries one after the other
 * @property {number} width numbers of a row
 * @property {number[]} order of the rows: empty, or which row of the file is the row i
 * @property {{ out: number, layout: Linear['layout'], dtype: number } | undefined} packed
 */

const DTYPES = ['F32', 'F16', 'BF16'];
/** Types that packed weights keep in memory. @type {Partial<Record<string, number>>} */
const NARROW_DTYPES = { F16: FLOAT16, BF16: BFLOAT16 };

/** Plans the memory of a model. */
export class Layout {
  #entries;
  #prefix;
  #packedSize;
  #bytes = 0;
  /** @type {Map<object, Place>} */
  #places = new Map();
  /** The tensors of each part by their names in the file. @type {Map<object, { weights: string[], biases: string[] }>} */
  #names = new Map();
  /** @type {Read[]} */
  reads = [];
  /** How many numbers of the file the model uses. */
  parameters = 0;

  /**
   * @param {Map<string, TensorEntry>} entries
   * @param {string} prefix of the names of tensors
   * @param {(out: number, width: number, dtype: number) => number} packedSize in bytes
   */
  constructor(entries, prefix, packedSize) {
    this.#entries = entries;
    this.#prefix = prefix;
    this.#packedSize = packedSize;
  }

  /** Bytes of wasm memory that the model takes. */
  get bytes() {
    return this.#bytes;
  }

  /** @param {object} part */
  place(part) {
    return this.#places.get(part);
  }

  /** The names of a part's tensors in the file. @param {object} part that was placed */
  namesOf(part) {
    return this.#names.get(part) ?? { weights: [], biases: [] };
  }

  /** @param {number} size @returns {number} its start */
  #take(size) {
    const at = this.#bytes;
    this.#bytes = Math.ceil((at + size) / 16) * 16;
    return at;
  }

  /** The tensor of one of these names. @param {readonly string[]} names */
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
   * The tensor of one of these names, of this shape.
   *
   * @param {readonly string[]} names
   * @param {number[]} shape
   */
  #require(names, shape) {
    const found = this.#find(names);
    if (found === undefined) {
      const near = findNearest(this.#prefix + names[0], [...this.#entries.keys()].slice(0, 2000));
      const hint = near === undefined ? '' : `; the nearest name is ${near.slice(0, 200)}`;
      const label = labelTensor(this.#prefix + names[0]);
      throw makeModelError(label, `${formatShape(shape)}${hint}`, 'is missing');
    }
    const { name, entry } = found;
    if (entry.shape.length !== shape.length || entry.shape.some((size, i) => size !== shape[i])) {
      const expected = `${formatShape(shape)} by config.json`;
      throw makeModelError(labelTensor(name), expected, `has shape ${formatShape(entry.shape)}`);
    }
    const scale = entry.dtype === 'I8' ? this.#findScale(name, shape[0]) : undefined;
    if (scale === undefined && !DTYPES.includes(entry.dtype)) {
      const expected = `${DTYPES.join(', ')}, or I8 with a scale of each row in ${name}_scale`;
      throw makeModelError(labelTensor(name), expected, `has dtype ${entry.dtype}`);
    }
    this.parameters += countElements(shape);
    return { ...entry, scale, name };
  }

  /** The factor of each row. @param {string} name of the tensor @param {number} rows */
  #findScale(name, rows) {
    const scale = this.#entries.get(`${name}_scale`);
    const isScale = scale?.dtype === 'F32' && scale.shape.length === 1 && scale.shape[0] === rows;
    return isScale ? scale : undefined;
  }

  /** An array that stays as it is stored. @param {readonly string[]} names @param {number[]} shape */
  #addPlain(names, shape) {
    const entry = this.#require(names, shape);
    const at = this.#take(4 * countElements(shape));
    this.reads.push({ at, entries: [entry], width: 1, order: [], packed: undefined });
    return { at, name: entry.name };
  }

  /** @param {Part | undefined} part */
  add(part) {
    if (part === undefined) return;
    if (part.kind === 'linear') this.#addLinear(part);
    else {
      const weight = this.#addPlain(part.weight, [part.width]);
      const bias = part.bias.length === 0 ? undefined : this.#addPlain(part.bias, [part.width]);
      this.#places.set(part, { at: weight.at, bias: bias?.at ?? 0, dtype: FLOAT32 });
      this.#names.set(part, { weights: [weight.name], biases: bias ? [bias.name] : [] });
    }
  }

  /** The bias of a head whose decoder is the table of tokens. @param {Head} head @param {number} rows */
  addBias(head, rows) {
    if (head.bias.length === 0) return;
    // Some families keep the bias as a row of a table.
    const shape = this.#find(head.bias)?.entry.shape.length === 2 ? [1, rows] : [rows];
    this.#places.set(head, { at: this.#addPlain(head.bias, shape).at, bias: 0, dtype: FLOAT32 });
  }

  /** @param {Linear} part */
  #addLinear(part) {
    const { tensors, width, layout, order } = part;
    if (part.isOptional && !this.has(tensors[0].weight)) return;
    const entries = tensors.map(({ weight, rows }) =>
      this.#require([weight], layout === 'in,out' ? [width, rows] : [rows, width]),
    );
    const place = this.#addPacked({ entries, width, order }, part.out, layout);
    let bias = 0;
    /** @type {string[]} */
    let biases = [];
    if (tensors.some((tensor) => tensor.bias !== undefined)) {
      bias = this.#take(4 * part.out);
      const read = tensors.map((tensor) => this.#require([String(tensor.bias)], [tensor.rows]));
      this.reads.push({ at: bias, entries: read, width: 1, order, packed: undefined });
      biases = read.map(({ name }) => name);
    }
    this.#places.set(part, { ...place, bias });
    this.#names.set(part, { weights: entries.map(({ name }) => name), biases });
  }

  /** @param {Omit<Read, 'at' | 'packed'>} read @param {number} out @param {Linear['layout']} layout */
  #addPacked(read, out, layout) {
    const [first, ...others] = read.entries;
    const haveSameType = others.every((entry) => entry.dtype === first.dtype);
    const dtype = (haveSameType && NARROW_DTYPES[first.dtype]) || FLOAT32;
    const at = this.#take(this.#packedSize(out, read.width, dtype));
    this.reads.push({ at, ...read, packed: { out, layout, dtype } });
    return { at, dtype };
  }
}
