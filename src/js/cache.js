import { argumentError, LimitError, runNamed, ShapeError } from './errors.js';
import { Held } from './resident.js';

/**
 * The projected keys and values of earlier positions, packed for the products, as decoding word by
 * word needs: each call appends those of its input and attends to all so far.
 */
export class KeyValueCache extends Held {
  /** @internal */
  static kind = 'cache';

  #layer;
  #batchSize;
  #capacity;
  #length = 0;

  /**
   * @internal
   * @param {import('./core.js').Core} core
   * @param {object} layer whose keys and values these are
   * @param {{ batchSize: number, H: number, D: number, capacity: number }} sizes
   */
  constructor(core, layer, { batchSize, H, D, capacity }) {
    const bytes = core.sizeFrom('attn_cache_size', [batchSize, H, D, capacity]);
    super(core, bytes, () => {});
    this.#layer = layer;
    this.#batchSize = batchSize;
    this.#capacity = capacity;
  }

  /** Positions that it holds. */
  get length() {
    return this.#length;
  }

  /** Positions that it has room for. */
  get capacity() {
    return this.#capacity;
  }

  /** Forgets all positions. */
  reset() {
    runNamed('reset', () => {
      Held.open(this, KeyValueCache);
      this.#length = 0;
    });
  }

  /**
   * Checks that it is in use and belongs to a layer.
   *
   * @internal
   * @param {unknown} cache
   * @param {object} layer
   */
  static openFor(cache, layer) {
    Held.open(cache, KeyValueCache, 'options.cache');
    const opened = /** @type {KeyValueCache} */ (cache);
    if (opened.#layer === layer) return opened;
    const [expected, received] = ["made by this layer's createCache()", 'of another layer'];
    throw argumentError('options.cache', expected, received);
  }

  /**
   * Its length once so many positions have been appended.
   *
   * @internal
   * @param {number} N
   * @param {number} added
   */
  lengthWith(N, added) {
    if (N !== this.#batchSize) {
      const expected = `a batch of ${this.#batchSize}, as options.cache has`;
      throw new ShapeError({ argument: 'query', expected, received: `a batch of ${N}` });
    }
    const length = this.#length + added;
    if (length <= this.#capacity) return length;
    const [received, expected] = [`${length} positions`, `its capacity of ${this.#capacity}`];
    throw new LimitError({ argument: 'options.cache', expected, received });
  }

  /**
   * Writes `attn_cache` of the core.
   *
   * @internal
   * @param {import('./arena.js').Arena} arena
   */
  put(arena) {
    const { address } = Held.open(this, KeyValueCache, 'options.cache');
    return arena.putStruct([address, this.#capacity, this.#length]);
  }

  /** Positions have been appended. @internal @param {number} added */
  advance(added) {
    this.#length += added;
  }
}
