import { Held } from '../held.js';

/** @import { Core } from '../core.js' */
/** @import { Machine } from './machine.js' */
/** @import { Description } from './parts.js' */

/** Keys and values of all layers for the tokens so far and, of a decoder with an encoder, for the text of the encoder. */
export class TokenCache extends Held {
  /** @internal */
  static kind = 'token cache';

  #model;
  #capacity;
  #encoded;
  #length = 0;

  /**
   * @param {Core} core
   * @param {Description} model
   * @param {number} capacity tokens that it has room for
   * @param {number} encoded tokens of the encoder; 0 without one
   */
  constructor(core, model, capacity, encoded) {
    const { layers, kvHeads, headWidth } = model;
    super(core, 8 * layers.length * kvHeads * (capacity + encoded) * headWidth, () => {});
    this.#model = model;
    this.#capacity = capacity;
    this.#encoded = encoded;
  }

  /** Tokens that it holds. */
  get length() {
    return this.#length;
  }

  /** @param {number} count */
  advance(count) {
    this.#length += count;
  }

  /**
   * Keeps keys and values of a layer behind those of earlier tokens.
   *
   * @param {Machine} machine
   * @param {number} layer
   * @param {number} key (K, n, d)
   * @param {number} value the same
   * @param {number} n
   * @returns {{ key: number, value: number, headStride: number }} of all tokens, and bytes from head to head
   */
  append({ arena }, layer, key, value, n) {
    const { address } = Held.open(this, TokenCache);
    const { kvHeads, headWidth } = this.#model;
    const row = 4 * headWidth;
    const headStride = this.#capacity * row;
    const keys = address + 2 * layer * kvHeads * headStride;
    const values = keys + kvHeads * headStride;
    for (let k = 0; k < kvHeads; k++) {
      const to = k * headStride + this.#length * row;
      arena.copy(keys + to, key + k * n * row, n * row);
      arena.copy(values + to, value + k * n * row, n * row);
    }
    return { key: keys, value: values, headStride };
  }

  /** Keys of the encoder's text for a layer, then its values: (2K, S, d). @param {number} layer */
  #encodedPlace(layer) {
    const { address } = Held.open(this, TokenCache);
    const { layers, kvHeads, headWidth } = this.#model;
    const row = 8 * kvHeads * headWidth;
    return {
      at: address + row * (layers.length * this.#capacity + layer * this.#encoded),
      bytes: row * this.#encoded,
    };
  }

  /** Keeps keys and values of the encoder's text for a layer. @param {Machine} machine @param {number} layer @param {number} from (2K, S, d) */
  keepEncoded({ arena }, layer, from) {
    const { at, bytes } = this.#encodedPlace(layer);
    arena.copy(at, from, bytes);
  }

  /** The keys and values of `keepEncoded`. @param {number} layer @returns {{ key: number, S: number }} (2K, S, d): keys, then values */
  readEncoded(layer) {
    return { key: this.#encodedPlace(layer).at, S: this.#encoded };
  }
}
