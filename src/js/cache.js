import { makeArgument, readIndices } from './arguments.js';
import {
  allocate,
  argumentError,
  describeValue,
  LimitError,
  runNamed,
  ShapeError,
} from './errors.js';
import { Held } from './held.js';
import { expectShape } from './shapes.js';

/**
 * The projected keys and values of earlier positions, packed for the products, as decoding word by
 * word needs: each call appends those of its input and attends to all so far.
 */
export class KeyValueCache extends Held {
  /** @internal */
  static kind = 'cache';

  #layer;
  #sizes;
  #length = 0;

  /**
   * @internal
   * @param {import('./core.js').Core} core
   * @param {object} layer whose keys and values these are
   * @param {{ batchSize: number, H: number, D: number, capacity: number }} sizes
   */
  constructor(core, layer, sizes) {
    const { batchSize, H, D, capacity } = sizes;
    super(core, core.sizeFrom('attn_cache_size', [batchSize, H, D, capacity]), () => {});
    this.#layer = layer;
    this.#sizes = sizes;
  }

  /** Positions that it holds. */
  get length() {
    return this.#length;
  }

  /** Positions that it has room for. */
  get capacity() {
    return this.#sizes.capacity;
  }

  /** Forgets all positions. */
  reset() {
    runNamed('reset', () => {
      Held.open(this, KeyValueCache);
      this.#length = 0;
    });
  }

  /**
   * Forgets the last positions, such as tokens that were only tried. The next call appends behind those that stay.
   *
   * @param {number} length how many positions stay
   */
  truncate(length) {
    runNamed('truncate', () => {
      Held.open(this, KeyValueCache);
      const isLength = Number.isInteger(length) && length >= 0 && length <= this.#length;
      const expected = `an integer from 0 to ${this.#length}, the length of the cache`;
      if (!isLength) throw argumentError('length', expected, describeValue(length));
      this.#length = length;
    });
  }

  /**
   * Reorders the items of the batch, as a beam search keeps its best beams: item i becomes a copy of what was item
   * items[i]. Its time grows with `length`, not with `capacity`.
   *
   *     cache.reorder([2, 0, 0]); // the third beam goes on once, the first twice
   *
   * @param {import('./types.js').Indices} items (N) integers from 0 to N − 1; one may occur several times, or not at all
   */
  reorder(items) {
    runNamed('reorder', () => {
      const { core, address } = Held.open(this, KeyValueCache);
      const { batchSize: N, H, D, capacity } = this.#sizes;
      const indices = readIndices('items', items, N);
      expectShape(indices, [N], 'to match the batch of the cache');
      const length = this.#length;
      const { arena } = core;
      const inOrder = allocate(4 * N, () => new Int32Array(N).map((_, n) => n));
      arena.run(() => {
        const [from, back] = [arena.put(indices), arena.put(makeArgument('items', [N], inOrder))];
        const copy = arena.take(core.sizeFrom('attn_cache_size', [N, H, D, length]));
        const sizes = [N, H, D, length];
        core.call('attn_gather_cache', [address, from, ...sizes, capacity, length, copy]);
        core.call('attn_gather_cache', [copy, back, ...sizes, length, capacity, address]);
      });
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
    if (N !== this.#sizes.batchSize) {
      const expected = `a batch of ${this.#sizes.batchSize}, as options.cache has`;
      throw new ShapeError({ argument: 'query', expected, received: `a batch of ${N}` });
    }
    const length = this.#length + added;
    if (length <= this.#sizes.capacity) return length;
    const [received, expected] = [`${length} positions`, `its capacity of ${this.#sizes.capacity}`];
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
    return arena.putStruct([address, this.#sizes.capacity, this.#length]);
  }

  /** Positions have been appended. @internal @param {number} added */
  advance(added) {
    this.#length += added;
  }
}
