// Tensors and parameters that stay in wasm memory until they are disposed of.

import { AS_ARGUMENT, areZerosAndOnes, readAny } from './arguments.js';
import { argumentError, DisposedError, describeValue, runNamed } from './errors.js';
import { expectShape } from './shapes.js';
import { makeTensor } from './tensor.js';

/** @import { TensorLike } from './types.js' */

/** @type {typeof Symbol.dispose} hosts without `using` have no such symbol */
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * A block of wasm memory with an owner: a layer, a resident tensor or a cache. It is released by
 * `dispose()`, at the end of a `using` declaration or, some time after, when nothing refers to its
 * owner any more.
 */
export class Held {
  /** @internal what the owner is, in messages */
  static kind = 'held block';

  #core;
  #address;
  #isDisposed = false;

  /**
   * @internal
   * @param {import('./core.js').Core} core
   * @param {number} bytes
   * @param {(address: number) => void} fill writes what the block is to hold
   */
  constructor(core, bytes, fill) {
    this.#core = core;
    this.#address = core.arena.reserve(bytes);
    try {
      fill(this.#address);
    } catch (error) {
      core.arena.release(this.#address);
      throw error;
    }
    core.watch(this, this.#address);
  }

  /**
   * The core and the block of an owner that is in use.
   *
   * @internal
   * @param {unknown} held
   * @param {Function & { kind: string }} Class that it has to be an instance of
   * @param {string} [name] of the argument that it is
   */
  static open(held, Class, name = 'this') {
    const owner = Held.#expect(held, Class, name);
    if (owner.#isDisposed) {
      throw new DisposedError({ argument: name, expected: `a ${Class.kind} in use` });
    }
    return { core: owner.#core, address: owner.#address };
  }

  /**
   * @param {unknown} held
   * @param {Function & { kind: string }} Class
   * @param {string} name
   */
  static #expect(held, Class, name) {
    if (held instanceof Class && #core in held) return held;
    const expected = `a ${Class.kind}, neither behind a Proxy nor left out of the call`;
    throw argumentError(name, expected, describeValue(held));
  }

  /** Releases the memory; using this afterwards throws a `DisposedError`. */
  dispose() {
    const owner = runNamed('dispose', () => Held.#expect(this, Held, 'this'));
    if (owner.#isDisposed) return;
    owner.#isDisposed = true;
    owner.#core.release(owner, owner.#address);
  }

  /** The end of a `using` declaration calls this. */
  [dispose]() {
    Held.prototype.dispose.call(this);
  }
}

/** A tensor in wasm memory. Operations take it where they take tensors, and as `out`. */
export class Resident extends Held {
  /** @internal */
  static kind = 'resident tensor';

  #shape;
  #count;
  #isMask;
  /** @type {boolean | undefined} what `areZerosAndOnes` says of the elements, once that is known */
  #areZerosAndOnes;

  /**
   * @internal
   * @param {import('./core.js').Core} core
   * @param {import('./types.js').Argument<Float32Array | Uint8Array>} argument
   */
  constructor(core, argument) {
    const { shape, count, isMask } = argument;
    super(core, isMask ? count : 4 * count, (address) => core.arena.putAt(argument, address));
    this.#shape = Object.freeze([...shape]);
    this.#count = count;
    this.#isMask = isMask;
  }

  /** The sizes of its axes. @returns {readonly number[]} */
  get shape() {
    return this.#shape;
  }

  /** A copy of its elements. @returns {import('./types.js').Tensor} */
  read() {
    return runNamed('read', () => {
      const data = /** @type {Float32Array} */ (Resident.prototype.elements.call(this));
      return makeTensor(this.#shape, data);
    });
  }

  /**
   * A copy of the elements.
   *
   * @internal
   * @param {string} [name] of the argument that it is
   */
  elements(name) {
    const { core, address } = Held.open(this, Resident, name);
    return this.#isMask
      ? core.arena.readBytes(address, this.#count)
      : core.arena.read(address, this.#count);
  }

  /**
   * Replaces the elements.
   *
   * @param {TensorLike} tensor of the same shape
   */
  write(tensor) {
    runNamed('write', () => {
      const { core, address } = Held.open(this, Resident);
      const read = readAny('tensor', tensor);
      expectShape(read, this.#shape, 'as the resident tensor');
      if (read.isMask !== this.#isMask) {
        const [mask, numbers] = ['a mask', 'numbers'];
        const [received, expected] = read.isMask ? [mask, numbers] : [numbers, mask];
        throw argumentError('tensor', expected, received);
      }
      this.#areZerosAndOnes = undefined;
      core.arena.putAt(read, address);
    });
  }

  /**
   * The result of `areZerosAndOnes` for the elements, kept until they change.
   *
   * @internal
   * @param {string} name of the argument that it is
   */
  areZerosAndOnes(name) {
    this.#areZerosAndOnes ??= areZerosAndOnes(this.elements(name));
    return this.#areZerosAndOnes;
  }

  /**
   * @internal
   * @param {string} name
   * @returns {import('./types.js').Argument<Float32Array | Uint8Array>}
   */
  [AS_ARGUMENT](name) {
    Held.open(this, Resident, name);
    const [shape, count, isMask] = [[...this.#shape], this.#count, this.#isMask];
    return { name, shape, count, isMask, data: isMask ? NO_BYTES : NO_FLOATS, resident: this };
  }

  /**
   * The address, if the tensor is in use and belongs to this memory.
   *
   * @internal
   * @param {import('./arena.js').Arena} arena
   * @param {string} name of the argument that it is
   */
  addressIn(arena, name) {
    const { core, address } = Held.open(this, Resident, name);
    if (core.arena === arena) return address;
    const received = 'a resident tensor of another instance';
    throw argumentError(name, 'one of this instance', received);
  }

  /**
   * The same for a call that writes its result there.
   *
   * @internal
   * @param {import('./arena.js').Arena} arena
   * @param {string} name of the argument that it is
   */
  addressToWrite(arena, name) {
    const address = this.addressIn(arena, name);
    this.#areZerosAndOnes = undefined;
    return address;
  }
}

const NO_BYTES = new Uint8Array();
const NO_FLOATS = new Float32Array();
