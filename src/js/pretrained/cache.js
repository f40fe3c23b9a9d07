import { Held } from '../held.js';

/** @import { Core } from '../core.js' */
/** @import { Machine } from './machine.js' */
/** @import { Description } from './parts.js' */

/** Keys and values of all layers for the tokens so far. */
export class TokenCache extends Held {
  /** @internal */
  static kind = 'token cache';

  #model;
  #capacity;
  #length = 0;

  /**
   * @param {Core} core
   * @param {Description} model
   * @param {number} capacity tokens that it has room for
   */
  constructor(core, model, capacity) {
    const { layers, kvHeads, headWidth } = model;
    super(core, 8 * layers.length * kvHeads * capacity * headWidth, () => {});
    this.#model = model;
    this.#capacity = capacity;
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
}
