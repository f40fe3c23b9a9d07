import { makeArgument, readIndices } from './arguments.js';
import {
  allocateArray,
  makeArgumentError,
  makeLimitError,
  makeValueError,
  runNamed,
  ShapeError,
} from './errors.js';
import { DTYPES } from './half.js';
import { Held } from './held.js';
import { isIntegerIn } from './keys.js';
import { expectShape } from './shapes.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { Indices } from './types.js'
 */

/**
 * The projected keys and values of earlier positions, packed for the products, as decoding word by
 * word needs: each call appends those of its input and attends to all so far.
 */
export class KeyValueCache extends Held {
  /** @internal */
  static kind = 'cache';

  #layer;
  #sizes;
  /** `attn_dtype` of the core. */
  #dtype;
  #length = 0;
  /** Positions of each item, where they differ. @type {number[] | undefined} */
  #uneven;

  /**
   * @internal
   * @param {Core} core
   * @param {object} layer whose keys and values these are
   * @param {{ batchSize: number, H: number, D: number, capacity: number, dtype: string }} sizes
   */
  constructor(core, layer, sizes) {
    const { batchSize, H, D, capacity } = sizes;
    const dtype = DTYPES.indexOf(sizes.dtype);
    super(core, core.sizeFrom('attn_cache_size', [batchSize, H, D, capacity, dtype]), () => {});
    this.#layer = layer;
    this.#dtype = dtype;
    this.#sizes = sizes;
  }

  /** Positions that it holds: those of its longest item. */
  get length() {
    return this.#length;
  }

  /** Positions of each item of the batch. @returns {readonly number[]} (N) */
  get lengths() {
    return runNamed('lengths', () => {
      const { batchSize } = this.#sizes;
      return (
        this.#uneven?.slice() ??
        allocateArray(8 * batchSize, () => new Array(batchSize).fill(this.#length))
      );
    });
  }

  /** Positions of each item, where they differ. @internal @returns {readonly number[] | undefined} */
  get unevenLengths() {
    return this.#uneven;
  }

  /** Positions that it has room for. */
  get capacity() {
    return this.#sizes.capacity;
  }

  /** Forgets all positions. */
  reset() {
    runNamed('reset', () => {
      Held.open(this, KeyValueCache);
      this.#setLengths([0]);
    });
  }

  /**
   * Forgets the last positions, such as tokens that were only tried. The next call appends behind those that stay. With
   * a length for each item, prompts of different lengths share a cache: they are padded at their end, and the padding is
   * forgotten. Each item then goes on behind its own positions, with the numbers that it has in a cache of its own.
   *
   *     layer.forward(prompts, prompts, prompts, { cache }); // (2, 5, D): 3 words and 2 of padding, 5 words
   *     cache.truncate([3, 5]);
   *     layer.forward(next, next, next, { cache }); // (2, 1, D); weights (2, H, 1, 6), 0 behind the 4 of the first
   *
   * @param {number | Indices} length how many positions stay, of each item or of all
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

  /** @param {number[]} lengths of each item, or one of all */
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
   * Reorders the items of the batch, as a beam search keeps its best beams: item i becomes a copy of what was item
   * items[i]. Its time grows with `length`, not with `capacity`.
   *
   *     cache.reorder([2, 0, 0]); // the third beam goes on once, the first twice
   *
   * @param {Indices} items (N) integers from 0 to N − 1; one may occur several times, or not at all
   */
  reorder(items) {
    runNamed('reorder', () => {
      const { core, address } = Held.open(this, KeyValueCache);
      const { batchSize: N, H, D, capacity } = this.#sizes;
      const indices = readIndices('items', items, N);
      expectShape(indices, [N], 'to match the batch of the cache');
      const length = this.#length;
      const { arena } = core;
      const inOrder = allocateArray(4 * N, () => new Int32Array(N).map((_, n) => n));
      arena.run(() => {
        const [from, back] = [arena.put(indices), arena.put(makeArgument('items', [N], inOrder))];
        const dtype = this.#dtype;
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
    const expected = "made by this layer's createCache()";
    const received = 'of another layer';
    throw makeArgumentError('options.cache', expected, received);
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
    throw makeLimitError('options.cache', expected, received);
  }

  /**
   * Writes `attn_cache` of the core, for all items or, if they have different lengths, for one.
   *
   * @internal
   * @param {Arena} arena
   * @param {number} [item]
   */
  put(arena, item = 0) {
    const { core, address } = Held.open(this, KeyValueCache, 'options.cache');
    const { H, D, capacity } = this.#sizes;
    const dtype = this.#dtype;
    const each = core.sizeFrom('attn_cache_size', [1, H, D, capacity, dtype]);
    const length = this.#uneven?.[item] ?? this.#length;
    return arena.putStruct([address + item * each, capacity, length, dtype]);
  }

  /** Positions have been appended. @internal @param {number} added */
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
