import { checkUnchanged } from './argument.js';
import { LimitError, OutOfMemoryError } from './errors.js';
import { formatBytes } from './format.js';

const ALIGNMENT = 16;
const PAGE = 65536;
const MAX_BYTES = 2 ** 32;

/** @param {number} address */
const align = (address) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/**
 * The WebAssembly memory, and the only code that touches it: no view leaves this file, so growth
 * cannot invalidate one.
 *
 * Blocks of layers lie below, each until it is given back. Above the highest of them is a stack:
 * a call takes what it needs and gives all of it back when it ends, however it ends.
 */
export class Arena {
  #memory;
  #floor;
  #floats = new Float32Array();
  #words = new Uint32Array();
  #bytes = new Uint8Array();
  /** @type {{ address: number, end: number }[]} blocks of layers, by address */
  #blocks = [];
  #top = 0;
  #operation = '';

  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} floor the first free address
   */
  constructor(memory, floor) {
    this.#memory = memory;
    this.#floor = align(floor);
    this.#top = this.#floor;
    this.#view();
  }

  /** Bytes in use: 0 between calls, but for the blocks of layers. */
  get used() {
    return this.#top - this.#floor;
  }

  /**
   * Runs a call; what it takes is released at its end.
   *
   * @template Result
   * @param {string} operation the name that errors carry
   * @param {() => Result} body
   */
  run(operation, body) {
    const mark = this.#top;
    this.#operation = operation;
    try {
      return body();
    } finally {
      this.#top = mark;
    }
  }

  /**
   * Takes space on the stack.
   *
   * @param {number} bytes
   * @returns {number} its address
   */
  take(bytes) {
    const address = this.#top;
    const end = align(address + bytes);
    this.#reach(end);
    this.#top = end;
    return address;
  }

  /**
   * Copies an argument onto the stack.
   *
   * @param {import('./argument.js').Argument<Float32Array | Uint8Array | Int32Array>} argument
   * @returns {number} its address
   */
  put(argument) {
    const { data, count } = argument;
    const address = this.take(count * data.BYTES_PER_ELEMENT);
    checkUnchanged(argument);
    if (data instanceof Float32Array) this.#floats.set(data, address / 4);
    else if (data instanceof Uint8Array) this.#bytes.set(data, address);
    else this.#words.set(data, address / 4);
    return address;
  }

  /**
   * Writes a C struct of 32-bit members onto the stack.
   *
   * @param {(number | Float)[]} members
   * @returns {number} its address
   */
  putStruct(members) {
    const address = this.take(4 * members.length);
    members.forEach((member, i) => {
      if (member instanceof Float) this.#floats[address / 4 + i] = member.value;
      else this.#words[address / 4 + i] = member;
    });
    return address;
  }

  /**
   * A copy of what lies in memory.
   *
   * @param {number} address
   * @param {number} count of floats
   */
  read(address, count) {
    try {
      return this.#floats.slice(address / 4, address / 4 + count);
    } catch (cause) {
      const [expected, received] = [formatBytes(4 * count), 'less for a result'];
      throw new OutOfMemoryError({ operation: this.#operation, expected, received, cause });
    }
  }

  /**
   * Copies within memory, from the stack to the block of a layer.
   *
   * @param {number} to
   * @param {number} from
   * @param {number} bytes
   */
  copy(to, from, bytes) {
    this.#bytes.copyWithin(to, from, from + bytes);
  }

  /**
   * Reserves a block that outlives the call, in the first gap that is large enough.
   *
   * @param {string} operation
   * @param {number} bytes
   * @returns {number} its address
   */
  reserve(operation, bytes) {
    this.#operation = operation;
    // Of no bytes too, every block has an address of its own, by which it is given back.
    const size = align(Math.max(bytes, 1));
    let address = this.#floor;
    let index = 0;
    for (const block of this.#blocks) {
      if (address + size <= block.address) break;
      address = block.end;
      index++;
    }
    const end = address + size;
    this.#reach(end);
    this.#blocks.splice(index, 0, { address, end });
    this.#top = Math.max(this.#top, end);
    return address;
  }

  /**
   * Gives a reserved block back.
   *
   * @param {number} address
   */
  release(address) {
    this.#blocks = this.#blocks.filter((block) => block.address !== address);
    this.#top = this.#blocks.at(-1)?.end ?? this.#floor;
  }

  /**
   * Grows the memory where it ends before `end`.
   *
   * @param {number} end
   */
  #reach(end) {
    const size = this.#bytes.length;
    if (end <= size) return;
    const operation = this.#operation;
    if (end > MAX_BYTES) {
      const [received, expected] = [formatBytes(end), formatBytes(MAX_BYTES)];
      throw new LimitError({ operation, argument: 'the call', expected, received });
    }
    try {
      this.#memory.grow(Math.ceil((end - size) / PAGE));
    } catch (cause) {
      const [expected, received] = [formatBytes(end), formatBytes(size)];
      throw new OutOfMemoryError({ operation, expected, received, cause });
    }
    this.#view();
  }

  /** Growth detaches the buffer, and the views with it. */
  #view() {
    const { buffer } = this.#memory;
    this.#floats = new Float32Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#bytes = new Uint8Array(buffer);
  }
}

/** A member of a struct that is a float, not an integer or an address. */
export class Float {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}
