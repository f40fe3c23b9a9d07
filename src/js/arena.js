import { Blocks } from './blocks.js';
import { nameTypedArray } from './elements.js';
import { allocateArray, formatBytes, makeSizeError, OutOfMemoryError } from './errors.js';

/** @import { Argument } from './types.js' */

const ALIGNMENT = 16;
const PAGE = 65536;
const MAX_BYTES = 2 ** 32;
/**
 * The factor by which memory grows, and the largest number of bytes for that. Memory grows by more
 * if a call needs more.
 */
const AMPLE = 1.25;
const AMPLE_BYTES = 2 ** 26;
/** The number of floats up to which `slice` is faster than making a view. */
const CHEAP_ZEROS = 2048;

/** Rounds an address or a size up to what every array of the core may begin at. @param {number} address */
export const align = (address) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/**
 * The WebAssembly memory. No view leaves this file, so growth cannot invalidate a view elsewhere. `threads.js` alone has
 * a view of its own, of shared memory, which stays valid when it grows.
 *
 * The lower part holds the blocks of layers, resident tensors and caches, each until it is released. A stack begins
 * after the highest block. A call takes space from the stack, which is released when the call returns or throws.
 */
export class Arena {
  #memory;
  #floor;
  /** @type {ReturnType<typeof makeViews> | undefined} */
  #cachedViews;
  #blocks;
  #top;
  /**
   * Pairs of start and end addresses of the resident tensors that the current call reads or writes.
   * @type {number[]}
   */
  #claimed = [];
  /** The number of valid elements of `#claimed`. The array is never shortened, so that calls need not grow it again. */
  #claimedCount = 0;

  /** @param {WebAssembly.Memory} memory @param {number} floor the first free address */
  constructor(memory, floor) {
    this.#memory = memory;
    this.#floor = align(floor);
    this.#top = this.#floor;
    this.#blocks = new Blocks(this.#floor);
  }

  /** The number of bytes in use. Between calls, only reserved blocks are in use. */
  get used() {
    return this.#top - this.#floor;
  }

  /** Drops the memory. @param {any} ended replaces it */
  drop(ended) {
    this.#memory = ended;
    this.#cachedViews = undefined;
  }

  /** Runs a call, then releases its stack space. @template Result @param {() => Result} body */
  run(body) {
    const [mark, count] = [this.#top, this.#claimedCount];
    try {
      return body();
    } finally {
      this.#top = Math.max(mark, this.#blocks.end);
      this.#claimedCount = count;
    }
  }

  /** Never reuses the space that the current calls have taken. */
  abandonStack() {
    this.#blocks.retire(this.#top);
  }

  /** Takes space on the stack. @param {number} bytes @returns {number} the address */
  take(bytes) {
    const address = this.#top;
    const end = align(address + bytes);
    this.#reach(end);
    this.#top = end;
    return address;
  }

  /**
   * Copies an argument onto the stack, `copies` times. A single resident tensor is not copied.
   * @param {Argument<Float32Array | Uint8Array | Int32Array>} argument
   * @returns {number} the address of the argument
   */
  put(argument) {
    const { name, count, isMask, resident, copies = 1 } = argument;
    const bytes = isMask ? count : 4 * count;
    if (resident !== undefined) {
      const address = resident.addressIn(this, name);
      this.#addClaim(address, address + Math.max(bytes, 1));
      if (copies === 1) return address;
    }
    const address = this.take(copies * bytes);
    if (copies === 0) return address;
    this.putAt(argument, address);
    for (let i = 1; i < copies; i++) this.copy(address + i * bytes, address, bytes);
    return address;
  }

  /**
   * Claims memory for the output of a call. Returns false if the current call already uses part of it.
   * @param {number} address
   * @param {number} bytes
   */
  claim(address, bytes) {
    const end = address + Math.max(bytes, 1);
    for (let i = 0; i < this.#claimedCount; i += 2) {
      if (address < this.#claimed[i + 1] && this.#claimed[i] < end) return false;
    }
    this.#addClaim(address, end);
    return true;
  }

  /** Notes that the current call uses memory. @param {number} address @param {number} end */
  #addClaim(address, end) {
    this.#claimed[this.#claimedCount++] = address;
    this.#claimed[this.#claimedCount++] = end;
  }

  /**
   * Copies an argument to a reserved block.
   * @param {Argument<Float32Array | Uint8Array | Int32Array>} argument
   * @param {number} address
   */
  putAt({ name, count, data, isMask, resident }, address) {
    if (resident !== undefined) {
      this.copy(address, resident.addressIn(this, name), isMask ? count : 4 * count);
      return;
    }
    const { floats, words, bytes } = this.#views;
    if (isMask) bytes.set(data, address);
    else if (nameTypedArray(data) === 'Int32Array') words.set(data, address / 4);
    else floats.set(data, address / 4);
  }

  /** Copies a typed array of any kind to an address. @param {ArrayBufferView} array @param {number} address */
  write({ buffer, byteOffset, byteLength }, address) {
    this.#views.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
  }

  /**
   * Writes a C struct of 32-bit members onto the stack.
   * @param {number[]} words integers, addresses and bits of floats
   * @returns {number} the address of the struct
   */
  putStruct(words) {
    const address = this.take(4 * words.length);
    // This loop is faster than set(), which reads a plain array element by element.
    const memory = this.#views.words;
    for (let i = 0; i < words.length; i++) memory[address / 4 + i] = words[i];
    return address;
  }

  /** Copies floats from memory to a new array. @param {number} address @param {number} count */
  read(address, count) {
    const { floats } = this.#views;
    const [first, end] = [address / 4, address / 4 + count];
    // slice() first fills its array with zeros. For large arrays, the constructor is faster because it does not.
    return allocateArray(4 * count, () =>
      count < CHEAP_ZEROS
        ? floats.slice(first, end)
        : new Float32Array(floats.subarray(first, end)),
    );
  }

  /** Copies bytes from memory to a new array. @param {number} address @param {number} count */
  readBytes(address, count) {
    const { bytes } = this.#views;
    return allocateArray(count, () => bytes.slice(address, address + count));
  }

  /**
   * Copies floats from memory to an array of the caller.
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

  /**
   * Reserves a block that outlives the call. Call this method and `release` outside `run`.
   * @param {number} bytes
   * @returns {number} the address of the block
   */
  reserve(bytes) {
    // Give an empty block its own address too, because `release` finds blocks by their address.
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

  /** Grows the memory if it ends before `end`. @param {number} end */
  #reach(end) {
    // Reading the length of a view is faster than reading that of the memory.
    if (this.#cachedViews !== undefined && end <= this.#cachedViews.bytes.length) return;
    const size = this.#memory.buffer.byteLength;
    if (end <= size) return;
    // Growth detaches the old buffer, but not if threads share it. So drop the views here.
    this.#cachedViews = undefined;
    growMemory(this.#memory, end, this.#heldText());
  }

  /** Words for errors about blocks in use. Finalizers cannot release blocks while the caller's code runs. */
  #heldText() {
    const { bytes } = this.#blocks;
    if (bytes === 0) return '';
    return `, of which layers, residents and caches keep ${formatBytes(bytes)} until their dispose()`;
  }

  /**
   * The views of the memory. Growth detaches the buffer and its views, so they are made again at the next use. If the
   * host has no memory for them, the next call tries again.
   */
  get #views() {
    if (this.#cachedViews === undefined || this.#cachedViews.bytes.length === 0) {
      const { buffer } = this.#memory;
      this.#cachedViews = allocateArray(buffer.byteLength, () => makeViews(buffer));
    }
    return this.#cachedViews;
  }
}

/**
 * Grows a memory to at least `end`. It first tries to grow by a quarter, at most 64 MiB, because each growth makes new
 * views. If the host refuses, it grows only to `end`. More than 4 GiB, which no memory has, is a `LimitError`.
 * @param {WebAssembly.Memory} memory
 * @param {number} end
 * @param {string} [heldText] what an error says about the memory in use
 */
export function growMemory(memory, end, heldText = '') {
  if (end > MAX_BYTES) {
    throw makeSizeError('the call', { bytes: end, limit: MAX_BYTES, held: heldText });
  }
  const size = memory.buffer.byteLength;
  const ample = Math.min(size * AMPLE, size + AMPLE_BYTES, MAX_BYTES);
  let cause;
  for (const wanted of ample > end ? [ample, end] : [end]) {
    try {
      memory.grow(Math.ceil((wanted - size) / PAGE));
      return;
    } catch (error) {
      cause = error;
    }
  }
  const received = formatBytes(size) + heldText;
  throw new OutOfMemoryError({ expected: formatBytes(end), received, cause });
}

/** @param {ArrayBuffer} buffer */
const makeViews = (buffer) => ({
  floats: new Float32Array(buffer),
  words: new Uint32Array(buffer),
  bytes: new Uint8Array(buffer),
});
