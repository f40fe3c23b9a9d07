import { DTYPES } from './abi.js';
import { makeIndices, readIndices } from './arguments.js';
import {
  allocateArray,
  makeArgumentError,
  makeLimitError,
  makeShapeError,
  makeValueError,
  runNamed,
} from './errors.js';
import { Held } from './held.js';
import { isIntegerIn } from './option-reader.js';
import { checkLimit, expectShape } from './shapes.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { ArgumentError, LimitError, ShapeError } from './errors.js'
 * @import { Indices } from './types.js'
 */

/**
 * The projected keys and values of earlier positions, packed for the products, for decoding word by word. Each call
 * appends the keys and values of its input, and attends to all positions so far.
 */
export class KeyValueCache extends Held {
  /** @internal */
  static kind = 'cache';

  #layer;
  #sizes;
  #length = 0;
  /** The number of positions of each item, if the items differ. @type {number[] | undefined} */
  #uneven;

  /**
   * @internal
   * @param {Core} core
   * @param {object} layer the layer that owns the keys and values
   * @param {{ batchSize: number, H: number, D: number, capacity: number, dtype: number }} sizes with an `attn_dtype`
   * @param {(address: number) => void} [fill] writes the contents
   */
  constructor(core, layer, sizes, fill = () => {}) {
    const { batchSize, H, D, capacity, dtype } = sizes;
    super(core, core.sizeFrom('attn_cache_size', [batchSize, H, D, capacity, dtype]), fill);
    this.#layer = layer;
    this.#sizes = sizes;
  }

  /** The number of positions in the cache: that of the longest item. */
  get length() {
    return this.#length;
  }

  /** The number of positions of each item of the batch. @returns {readonly number[]} (N) */
  get lengths() {
    return runNamed('lengths', () => {
      const { batchSize } = this.#sizes;
      return (
        this.#uneven?.slice() ??
        allocateArray(8 * batchSize, () => new Array(batchSize).fill(this.#length))
      );
    });
  }

  /**
   * The number of positions of each item, or undefined if all items have the same. @internal
   * @returns {readonly number[] | undefined}
   */
  get unevenLengths() {
    return this.#uneven;
  }

  /** The largest number of positions. */
  get capacity() {
    return this.#sizes.capacity;
  }

  /** Removes all positions. */
  reset() {
    runNamed('reset', () => {
      Held.open(this, KeyValueCache);
      this.#setLengths([0]);
    });
  }

  /**
   * Removes the last positions, such as rejected tokens. The next call appends after the positions that remain. With a
   * length for each item, prompts of different lengths can share a cache: pad them at the end, then remove the padding.
   * Each item continues after its own positions, with the same numbers as in a separate cache.
   *
   *     layer.forward(prompts, prompts, prompts, { cache }); // (2, 5, D): 3 words and 2 of padding, 5 words
   *     cache.truncate([3, 5]);
   *     layer.forward(next, next, next, { cache }); // (2, 1, D); weights (2, H, 1, 6), 0 after 4 keys of item 0
   * @param {number | Indices} length the number of positions that remain, for all items or for each item
   * @throws {ArgumentError} if a length exceeds the positions that are there
   */
  truncate(length) {
    runNamed('truncate', () => {
      Held.open(this, KeyValueCache);
      if (typeof length === 'object' && length !== null) {
        this.#setLengths(this.#readLengths(length));
        return;
      }
      const most = readLength('length', length, this.#length);
      this.#setLengths(this.#uneven?.map((each) => Math.min(each, most)) ?? [most]);
    });
  }

  /** @param {number[]} lengths a length for each item, or a single one for all */
  #setLengths(lengths) {
    this.#length = lengths.reduce((most, length) => Math.max(most, length));
    this.#uneven = lengths.every((length) => length === this.#length) ? undefined : lengths;
  }

  /** @param {Indices} lengths */
  #readLengths(lengths) {
    const read = readIndices('length', lengths, this.#length + 1);
    expectShape(read, [this.#sizes.batchSize], 'to match the batch of the cache');
    return Array.from(read.data, (length, n) =>
      readLength(`length[${n}]`, length, this.#uneven?.[n] ?? this.#length),
    );
  }

  /**
   * Reorders the items of the batch, as a beam search keeps its best beams: item i becomes a copy of the former item
   * items[i]. The time grows with `length`, not with `capacity`.
   *
   *     cache.reorder([2, 0, 0]); // the third beam continues once, the first twice
   * @param {Indices} items (N) integers from 0 to N − 1; an index may occur several times, or not at all
   * @throws {ShapeError} if there are not N integers
   */
  reorder(items) {
    runNamed('reorder', () => {
      Held.open(this, KeyValueCache);
      const { batchSize: N, H, D, capacity, dtype } = this.#sizes;
      const indices = readIndices('items', items, N);
      expectShape(indices, [N], 'to match the batch of the cache');
      const { core, address } = Held.open(this, KeyValueCache);
      const length = this.#length;
      const { arena } = core;
      const inOrder = makeIndices('items', N);
      arena.run(() => {
        const [from, back] = [arena.put(indices), arena.put(inOrder)];
        const copy = arena.take(core.sizeFrom('attn_cache_size', [N, H, D, length, dtype]));
        const sizes = [N, H, D, length];
        core.call('attn_gather_cache', [address, from, ...sizes, capacity, length, copy, dtype]);
        core.call('attn_gather_cache', [copy, back, ...sizes, length, capacity, address, dtype]);
      });
      const lengths = this.#uneven;
      if (lengths !== undefined) {
        this.#setLengths(Array.from(indices.data, (item) => lengths[item]));
      }
    });
  }

  /**
   * Returns a new cache with the given items, as a beam search begins: a prompt is computed once, then continued by each
   * beam. Both caches have the same capacity, and neither changes the other.
   *
   *     const beams = cache.fork([0, 0, 0]); // three beams that continue item 0
   * @param {Indices} items integers from 0 to N − 1, one for each item of the new cache
   * @throws {ShapeError} if there is no item
   * @throws {LimitError} if the new cache exceeds 4 GiB
   */
  fork(items) {
    return runNamed('fork', () => {
      Held.open(this, KeyValueCache);
      const { batchSize, ...item } = this.#sizes;
      const { H, D, capacity, dtype } = item;
      const indices = readIndices('items', items, batchSize);
      expectShape(indices, ['n']);
      const { core, address } = Held.open(this, KeyValueCache);
      const { count } = indices;
      if (count === 0) throw makeShapeError('items', 'at least one item', indices.shape);
      checkLimit('items', [2, count, capacity, Math.max(D, 1)], DTYPES[dtype]);
      const { arena } = core;
      const bytes = core.sizeFrom('attn_cache_size', [1, H, D, capacity, dtype]);
      const lengths = this.lengths;
      const fork = new KeyValueCache(core, this.#layer, { batchSize: count, ...item }, (to) => {
        arena.run(() => {
          const only = arena.put(makeIndices('items', 1));
          const sizes = [1, H, D, this.#length, capacity, capacity];
          indices.data.forEach((index, n) => {
            const [from, into] = [address + index * bytes, to + n * bytes];
            core.call('attn_gather_cache', [from, only, ...sizes, into, dtype]);
          });
        });
      });
      fork.#setLengths(Array.from(indices.data, (index) => lengths[index]));
      return fork;
    });
  }

  /**
   * Checks that a cache is in use and belongs to a layer.
   * @internal
   * @param {unknown} cache
   * @param {object} layer
   */
  static openFor(cache, layer) {
    Held.open(cache, KeyValueCache, 'options.cache');
    const opened = /** @type {KeyValueCache} */ (cache);
    if (opened.#layer === layer) return opened;
    const expected = "a cache made by this layer's createCache()";
    throw makeArgumentError('options.cache', expected, 'a cache of another layer');
  }

  /**
   * Returns the length of the cache after a call appends `added` positions to each item.
   * @internal
   * @param {readonly number[]} query the shape of the queries
   * @param {number} added
   */
  lengthWith(query, added) {
    const N = query.length === 2 ? 1 : query[0];
    if (N !== this.#sizes.batchSize) {
      const expected = `a batch of ${this.#sizes.batchSize}, as options.cache has`;
      throw makeShapeError('query', expected, query);
    }
    const length = this.#length + added;
    if (length <= this.#sizes.capacity) return length;
    const [received, expected] = [`${length} positions`, `its capacity of ${this.#sizes.capacity}`];
    throw makeLimitError('options.cache', expected, received);
  }

  /**
   * Writes the struct `attn_cache` of the core.
   * @internal
   * @param {Arena} arena
   */
  put(arena) {
    const { address } = Held.open(this, KeyValueCache, 'options.cache');
    const { capacity, dtype } = this.#sizes;
    const lengths = this.#uneven === undefined ? 0 : arena.putStruct(this.#uneven);
    return arena.putStruct([address, capacity, this.#length, dtype, lengths]);
  }

  /** Increases the length after the core has appended positions. @internal @param {number} added */
  advance(added) {
    this.#length += added;
    this.#uneven = this.#uneven?.map((length) => length + added);
  }
}

/** @param {string} argument @param {unknown} value @param {number} most */
function readLength(argument, value, most) {
  if (isIntegerIn(value, 0, most)) return value;
  throw makeValueError(argument, `an integer from 0 to ${most}, the length of the cache`, value);
}
