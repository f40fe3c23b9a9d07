// An instance of the core: its memory, its threads, and the owners of its blocks.

import { Arena } from './arena.js';
import { DisposedError } from './errors.js';
import { Instance } from './wasm-module.js';

/**
 * @import { Held } from './held.js'
 * @import { Team } from './threads.js'
 */

/** The smallest number of multiplications for which waking a thread pays off. */
const LEAST_WORK = 2 ** 20;

/** An instance of the WebAssembly core with its memory. */
export class Core extends Instance {
  #abandoned;
  /** The owners that were created in the current scope. @type {Set<Held> | undefined} */
  scopeMembers;
  /** @type {Team | undefined} */
  team;
  isDisposed = false;

  /** @param {{ exports: WebAssembly.Exports }} instance */
  constructor({ exports }) {
    super(exports);
    this.isFast = 'attn_is_fast' in exports;
    this.arena = new Arena(this.memory, this.sizeFrom('attn_heap_base', []));
    this.#abandoned = new FinalizationRegistry((/** @type {number} */ address) => {
      this.arena.release(address);
    });
  }

  /** Returns this core, after checking that it is in use. */
  open() {
    if (!this.isDisposed) return this;
    throw new DisposedError({ argument: 'this', expected: 'an attention in use' });
  }

  /** Ends the threads, and drops the memory. A call that has begun cannot go on. */
  dispose() {
    this.isDisposed = true;
    this.team?.end();
    this.team = undefined;
    const ended = new Proxy({}, { get: () => this.open() });
    this.drop(ended);
    this.arena.drop(ended);
  }

  /** The number of threads that compute a large call. */
  get threads() {
    return this.team?.threads ?? 1;
  }

  /**
   * Returns the number of threads that compute a call. Each thread needs a workspace.
   * @param {number} [shares] the largest number of shares
   * @param {number} [work] multiplications of all shares
   */
  countThreads(shares = 1, work = 0) {
    return shares < 2 || work < LEAST_WORK ? 1 : this.threads;
  }

  /**
   * Calls an export that returns a status. If there are threads, they compute a large call in shares, in parallel.
   * @param {string} name
   * @param {number[]} args
   * @param {number} [shares] the largest number of shares
   * @param {number} [work] multiplications of all shares
   * @param {number} [space] bytes of a thread's workspace, whose address is the last argument but one
   */
  callInShares(name, args, shares = 1, work = 0, space = 0) {
    const { team } = this;
    if (!team || this.countThreads(shares, work) === 1) {
      this.call(name, args);
      return;
    }
    try {
      this.check(name, team.run(name, args, shares, space, work));
    } catch (error) {
      // A terminated thread may still write for a short time, to the stack or to a resident output. So never reuse the
      // stack. Callers should not dispose of that resident tensor, because its block may be reused.
      if (team.threads === 1) this.arena.abandonStack();
      throw error;
    }
  }

  /**
   * Releases a block after its owner becomes unreachable, if nobody calls `dispose()`.
   * @param {Held} owner
   * @param {number} address
   */
  watch(owner, address) {
    this.#abandoned.register(owner, address, owner);
  }

  /** Releases the block of an owner now. @param {Held} owner @param {number} address */
  release(owner, address) {
    this.#abandoned.unregister(owner);
    this.arena.release(address);
  }
}
