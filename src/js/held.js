import { DisposedError, makeValueError, runNamed } from './errors.js';

/** @import { Core } from './core.js' */

/** @type {typeof Symbol.dispose} hosts without `using` have no such symbol */
export const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * A block of wasm memory with an owner: a layer, a resident tensor or a cache. It is released by
 * `dispose()`, at the end of a `using` declaration or, some time after, when nothing refers to its
 * owner any more.
 */
export class Held {
  /** @internal what the owner is, in messages */
  static kind = 'held block';

  #core;
  #Class;
  /** @type {number} */
  #address;
  #isDisposed = false;
  /** Whose block this is a part of: a view has none of its own. @type {Held | undefined} */
  #owner;

  /**
   * @internal
   * @param {Core} core
   * @param {number} bytes
   * @param {(address: number) => void} fill writes what the block is to hold
   * @param {{ owner: Held, offset: number }} [part] of a block that is there already
   */
  constructor(core, bytes, fill, part) {
    this.#core = core;
    this.#Class = new.target;
    if (part !== undefined) {
      this.#owner = Held.ownerOf(part.owner);
      this.#address = part.owner.#address + part.offset;
      return;
    }
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
    if (owner.#isDisposed || Held.ownerOf(owner).#isDisposed) {
      throw new DisposedError({ argument: name, expected: `a ${Class.kind} in use` });
    }
    return { core: owner.#core, address: owner.#address };
  }

  /** The owner of the block; of a view it is another. @internal @param {Held} held */
  static ownerOf(held) {
    return held.#owner ?? held;
  }

  /** @param {unknown} held @param {Function & { kind: string }} Class @param {string} name */
  static #expect(held, Class, name) {
    // Quicker than `instanceof`. A Proxy has no private members.
    const isHeld = typeof held === 'object' && held !== null && #core in held;
    if (isHeld && (Class === Held || held.#Class === Class)) return held;
    const expected = `a ${Class.kind}; do not wrap it in a Proxy or detach its method`;
    throw makeValueError(name, expected, held);
  }

  /** Releases the memory; using this afterwards throws a `DisposedError`. */
  dispose() {
    const owner = runNamed('dispose', () => Held.#expect(this, Held, 'this'));
    if (owner.#isDisposed) return;
    owner.#isDisposed = true;
    if (owner.#owner === undefined) owner.#core.release(owner, owner.#address);
  }

  /** The end of a `using` declaration calls this. */
  [DISPOSE]() {
    Held.prototype.dispose.call(this);
  }
}
