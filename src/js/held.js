import { DisposedError, makeValueError, runNamed } from './errors.js';

/** @import { Core } from './core.js' */

/** The key of the dispose method; hosts without `using` have no `Symbol.dispose`. @type {typeof Symbol.dispose} */
export const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * The owner of a block of wasm memory: a layer, a resident tensor or a cache. The block is released by `dispose()`, at
 * the end of a `using` declaration, or some time after the owner becomes unreachable.
 */
export class Held {
  /** The kind of owner, for error messages. @internal */
  static kind = 'held block';

  #core;
  /** @type {Function & { kind: string }} */
  #Class;
  /** @type {number} */
  #address;
  #isDisposed = false;
  /** The owner of the block, if this object is a view; a view has no block. @type {Held | undefined} */
  #owner;

  /**
   * @internal
   * @param {Core} core
   * @param {number} bytes
   * @param {(address: number) => void} fill writes the contents of the block
   * @param {{ part?: { owner: Held, offset: number } | undefined, isScoped?: boolean }} [options] `part` is the part of
   *   an existing block, for a view; `isScoped` says whether the end of the current scope disposes of the owner
   */
  constructor(core, bytes, fill, { part, isScoped = true } = {}) {
    this.#core = core;
    this.#Class = new.target;
    if (part !== undefined) {
      this.#owner = Held.ownerOf(part.owner);
      this.#address = part.owner.#address + part.offset;
    } else {
      this.#address = core.arena.reserve(bytes);
      try {
        fill(this.#address);
      } catch (error) {
        core.arena.release(this.#address);
        throw error;
      }
      core.watch(this, this.#address);
    }
    if (isScoped) core.scopeMembers?.add(this);
  }

  /**
   * Returns the core and the address of an owner, after checking its class and that it is in use. A getter of the
   * caller's arguments may dispose of the owner, so take the address after reading them. No other guard against getters
   * that call the library is worth its lines, but a released block may be another tensor's by then.
   * @internal
   * @param {unknown} held
   * @param {Function & { kind: string }} Class the expected class
   * @param {string} [name] the name of the argument in errors
   */
  static open(held, Class, name = 'this') {
    const owner = Held.#expect(held, Class, name);
    const { isDisposed } = owner.#core;
    if (isDisposed || owner.#isDisposed || Held.ownerOf(owner).#isDisposed) {
      throw new DisposedError({ argument: name, expected: `a ${Class.kind} in use` });
    }
    return { core: owner.#core, address: owner.#address };
  }

  /** Returns the owner of the block: of a view, the tensor that it shows. @internal @param {Held} held */
  static ownerOf(held) {
    return held.#owner ?? held;
  }

  /** @param {unknown} held @param {Function & { kind: string }} Class @param {string} name */
  static #expect(held, Class, name) {
    // This check is faster than `instanceof`. It refuses a Proxy, which has no private members.
    const isHeld = typeof held === 'object' && held !== null && #core in held;
    if (isHeld && (Class === Held || held.#Class === Class)) return held;
    const expected = `a ${Class.kind}; do not wrap it in a Proxy or detach its method`;
    throw makeValueError(name, expected, held);
  }

  /** The kind of owner, so that errors name it. A Proxy has no private members. @internal */
  get [Symbol.toStringTag]() {
    return #Class in this ? this.#Class.kind : 'Object';
  }

  /** Releases the memory. Any later use throws a `DisposedError`. */
  dispose() {
    const owner = runNamed('dispose', () => Held.#expect(this, Held, 'this'));
    if (owner.#isDisposed) return;
    owner.#isDisposed = true;
    owner.#core.scopeMembers?.delete(owner);
    if (owner.#owner === undefined) owner.#core.release(owner, owner.#address);
  }

  /** Releases the memory at the end of a `using` declaration. */
  [DISPOSE]() {
    Held.prototype.dispose.call(this);
  }
}
