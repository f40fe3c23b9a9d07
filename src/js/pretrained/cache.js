import { Held } from '../held.js';

/** @import { Core } from '../core.js' */
/** @import { Machine } from './machine.js' */
/** @import { Description } from './parts.js' */

/** The keys and values of all layers for the tokens so far and, if there is an encoder, for the text of the encoder. */
export class TokenCache extends Held {
  /** @internal */
  static kind = 'token cache';

  #model;
  #capacity;
  #encoded;
  #length = 0;

  /**
   * @param {Core} core @param {Description} model
   * @param {number} capacity the largest number of tokens
   * @param {number} encoded the number of tokens of the encoder's text; 0 without an encoder
   */
  constructor(core, model, capacity, encoded) {
    const { layers, kvHeads, headWidth } = model;
    const bytes = 8 * layers.length * kvHeads * (capacity + encoded) * headWidth;
    // The generator owns this cache, and may outlive the scope that reads its first token.
    super(core, bytes, () => {}, { isScoped: false });
    this.#model = model;
    this.#capacity = capacity;
    this.#encoded = encoded;
  }

  /** The number of tokens in the cache. */
  get length() {
    return this.#length;
  }

  /** @param {number} count */
  advance(count) {
    this.#length += count;
  }

  /**
   * Appends keys and values of a layer to those of earlier tokens.
   * @param {Machine} machine @param {number} layer
   * @param {number} key (K, n, d) @param {number} value (K, n, d) @param {number} n
   * @returns {{ key: number, value: number, headStride: number }} the addresses of the keys and values of all tokens, and
   *   the bytes from head to head
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

  /** Returns the place of the keys, then values of the encoder's text for a layer: (2K, S, d). @param {number} layer */
  #encodedPlace(layer) {
    const { address } = Held.open(this, TokenCache);
    const { layers, kvHeads, headWidth } = this.#model;
    const row = 8 * kvHeads * headWidth;
    return {
      at: address + row * (layers.length * this.#capacity + layer * this.#encoded),
      bytes: row * this.#encoded,
    };
  }

  /**
   * Stores keys and values of the encoder's text for a layer.
   * @param {Machine} machine @param {number} layer
   * @param {number} from (2K, S, d)
   */
  keepEncoded({ arena }, layer, from) {
    const { at, bytes } = this.#encodedPlace(layer);
    arena.copy(at, from, bytes);
  }

  /**
   * Returns the keys and values of `keepEncoded`.
   * @param {number} layer
   * @returns {{ key: number, S: number }} the address of (2K, S, d): keys, then values
   */
  readEncoded(layer) {
    return { key: this.#encodedPlace(layer).at, S: this.#encoded };
  }
}
