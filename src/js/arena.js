import { nameTypedArray } from './arguments.js';
import { Blocks } from './blocks.js';
import { allocateArray, formatBytes, makeLimitError, OutOfMemoryError } from './errors.js';

/** @import { Argument } from './types.js' */

const ALIGNMENT = 16;
const PAGE = 65536;
const MAX_BYTES = 2 ** 32;
/** Memory grows by at least this factor, or by this many bytes if that is less. */
const AMPLE = 1.25;
const AMPLE_BYTES = 2 ** 26;
/** So many zeros take the engine about as long as a view. */
const CHEAP_ZEROS = 2048;

/** @param {number} address */
const align = (address) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/**
 * The WebAssembly memory, and the only code that touches it: no view leaves this file, so growth
 * cannot invalidate one.
 *
 * Blocks of what stays (layers, resident tensors, caches) lie below, each until it is released.
 * Above the highest of them is a stack: a call takes what it needs, and all of it is released when
 * the call ends, however it ends.
 */
export class Arena {
  #memory;
  #floor;
  /** @type {ReturnType<typeof viewsOf> | undefined} */
  #cachedViews;
  #blocks;
  #top;
  /** @type {number[]} where what the call under way reads or writes begins and ends: pairs */
  #claimed = [];
  /** How many of them count: an array that is emptied would grow anew in each call. */
  #claimedCount = 0;

  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} floor the first free address
   */
  constructor(memory, floor) {
    this.#memory = memory;
    this.#floor = align(floor);
    this.#top = this.#floor;
    this.#blocks = new Blocks(this.#floor);
  }

  /** Bytes in use: 0 between calls, but for the blocks of what stays. */
  get used() {
    return this.#top - this.#floor;
  }

  /**
   * Runs a call; what it takes is released at its end.
   *
   * @template Result
   * @param {() => Result} body
   */
  run(body) {
    const [mark, count] = [this.#top, this.#claimedCount];
    try {
      return body();
    } finally {
      this.#top = Math.max(mark, this.#blocks.end);
      this.#claimedCount = count;
    }
  }

  /** Never gives out again what the calls under way have taken. */
  abandonStack() {
    this.#blocks.retire(this.#top);
  }

  /** Takes space on the stack. @param {number} bytes @returns {number} its address */
  take(bytes) {
    const address = this.#top;
    const end = align(address + bytes);
    this.#reach(end);
    this.#top = end;
    return address;
  }

  /**
   * Copies an argument onto the stack, as often as it is wanted, unless it lies in memory already.
   *
   * @param {Argument<Float32Array | Uint8Array | Int32Array>} argument
   * @returns {number} its address
   */
  put(argument) {
    const { name, count, isMask, resident, copies = 1 } = argument;
    const bytes = isMask ? count : 4 * count;
    if (resident !== undefined) {
      const address = resident.addressIn(this, name);
      this.#list(address, address + Math.max(bytes, 1));
      if (copies === 1) return address;
    }
    const address = this.take(copies * bytes);
    if (copies === 0) return address;
    this.putAt(argument, address);
    for (let i = 1; i < copies; i++) this.copy(address + i * bytes, address, bytes);
    return address;
  }

  /**
   * Claims what a call writes to; false if the call under way uses a part of it already.
   *
   * @param {number} address
   * @param {number} bytes
   */
  claim(address, bytes) {
    const end = address + Math.max(bytes, 1);
    for (let i = 0; i < this.#claimedCount; i += 2) {
      if (address < this.#claimed[i + 1] && this.#claimed[i] < end) return false;
    }
    this.#list(address, end);
    return true;
  }

  /** @param {number} address @param {number} end */
  #list(address, end) {
    this.#claimed[this.#claimedCount++] = address;
    this.#claimed[this.#claimedCount++] = end;
  }

  /**
   * Copies an argument to a reserved block.
   *
   * @param {Argument<Float32Array | Uint8Array | Int32Array>} argument
   * @param {number} address
   */
  putAt(argument, address) {
    const { name, count, isMask, resident } = argument;
    if (resident === undefined) this.#write(argument, address);
    else this.copy(address, resident.addressIn(this, name), isMask ? count : 4 * count);
  }

  /**
   * Writes a C struct of 32-bit members onto the stack.
   *
   * @param {number[]} words integers, addresses and `toFloatBits`
   * @returns {number} its address
   */
  putStruct(words) {
    const address = this.take(4 * words.length);
    // A loop: set() takes an array's elements one by one, and more slowly.
    const memory = this.#views.words;
    for (let i = 0; i < words.length; i++) memory[address / 4 + i] = words[i];
    return address;
  }

  /** A copy of floats in memory. @param {number} address @param {number} count */
  read(address, count) {
    const { floats } = this.#views;
    const [first, end] = [address / 4, address / 4 + count];
    // slice() fills its array with zeros first, and a constructor that copies does not.
    return allocateArray(4 * count, () =>
      count < CHEAP_ZEROS
        ? floats.slice(first, end)
        : new Float32Array(floats.subarray(first, end)),
    );
  }

  /** A copy of bytes in memory. @param {number} address @param {number} count */
  readBytes(address, count) {
    const { bytes } = this.#views;
    return allocateArray(count, () => bytes.slice(address, address + count));
  }

  /**
   * Copies floats from memory into an array of the caller's.
   *
   * @param {number} address
   * @param {Float32Array} to
   * @param {number} count
   */
  readInto(address, to, count) {
    const { floats } = this.#views;
    const first = address / 4;
    to.set(allocateArray(4 * count, () => floats.subarray(first, first + count)));
  }

  /** Copies within memory. @param {number} to @param {number} from @param {number} bytes */
  copy(to, from, bytes) {
    this.#views.bytes.copyWithin(to, from, from + bytes);
  }

  /** Sets memory to zeros. @param {number} address @param {number} bytes */
  clear(address, bytes) {
    this.#views.bytes.fill(0, address, address + bytes);
  }

  /**
   * Reserves a block that outlives the call. To be called outside `run`, as `release` is.
   *
   * @param {number} bytes
   * @returns {number} its address
   */
  reserve(bytes) {
    // A block of no bytes has its own address too: `release` finds blocks by their address.
    const size = align(Math.max(bytes, 1));
    this.#reach(this.#blocks.endWith(size));
    const address = this.#blocks.reserve(size);
    this.#top = this.#blocks.end;
    return address;
  }

  /** Releases a reserved block. @param {number} address */
  release(address) {
    this.#blocks.release(address);
    this.#top = this.#blocks.end;
  }

  /** @param {Argument<any>} argument @param {number} address */
  #write({ data, isMask }, address) {
    const { floats, words, bytes } = this.#views;
    if (isMask) bytes.set(data, address);
    else if (nameTypedArray(data) === 'Int32Array') words.set(data, address / 4);
    else floats.set(data, address / 4);
  }

  /** Grows the memory where it ends before `end`. @param {number} end */
  #reach(end) {
    // Asking the views is quicker than asking the memory.
    if (this.#cachedViews !== undefined && end <= this.#cachedViews.bytes.length) return;
    const size = this.#memory.buffer.byteLength;
    if (end <= size) return;
    if (end > MAX_BYTES) {
      throw makeLimitError('the call', formatBytes(MAX_BYTES) + this.#heldText(), formatBytes(end));
    }
    const cause = growMemory(this.#memory, end);
    // Growth detaches a buffer, but not one that threads share.
    this.#cachedViews = undefined;
    if (cause === undefined) return;
    const expected = formatBytes(end);
    const received = formatBytes(size) + this.#heldText();
    throw new OutOfMemoryError({ expected, received, cause });
  }

  /** Finalizers do not run as long as the caller's own code does. */
  #heldText() {
    const { bytes } = this.#blocks;
    if (bytes === 0) return '';
    return `, of which layers, residents and caches keep ${formatBytes(bytes)} until their dispose()`;
  }

  /**
   * Growth detaches the buffer, and the views with it. They are made when they are next used: where
   * the host has no memory for them, then the call after tries again.
   */
  get #views() {
    if (this.#cachedViews === undefined || this.#cachedViews.bytes.length === 0) {
      const { buffer } = this.#memory;
      this.#cachedViews = allocateArray(buffer.byteLength, () => viewsOf(buffer));
    }
    return this.#cachedViews;
  }
}

/**
 * Grows a memory to `end`: by a quarter, at most 64 MiB, since each growth makes new views, or by what is missing where
 * the host gives no more.
 *
 * @param {WebAssembly.Memory} memory
 * @param {number} end
 * @returns {unknown} why the host did not give it
 */
export function growMemory(memory, end) {
  const size = memory.buffer.byteLength;
  const ample = Math.min(size * AMPLE, size + AMPLE_BYTES, MAX_BYTES);
  let failure;
  for (const wanted of ample > end ? [ample, end] : [end]) {
    try {
      memory.grow(Math.ceil((wanted - size) / PAGE));
      return undefined;
    } catch (cause) {
      failure = cause;
    }
  }
  return failure;
}

/** @param {ArrayBuffer} buffer */
const viewsOf = (buffer) => ({
  floats: new Float32Array(buffer),
  words: new Uint32Array(buffer),
  bytes: new Uint8Array(buffer),
});

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** A float as a word of a struct. @param {number} value */
export function toFloatBits(value) {
  float[0] = value;
  return bits[0];
}
