// From bytes to an instance of the core.

import { printable } from '../../dist/attention-wasm.js';
import { Arena } from './arena.js';
import { describeValue, LoadError, runNamed } from './errors.js';
import { CORE_EXPORTS, checkExports, compileOnce, Instance, toLoadError } from './exports.js';

/**
 * @import { Held } from './held.js'
 * @import { Team } from './threads.js'
 * @import { WasmSource } from './types.js'
 */

/** To wake a thread costs as much as about so many multiplications. */
const LEAST_WORK = 2 ** 20;

/** An instance of the WebAssembly core with its memory. */
export class Core extends Instance {
  #abandoned;
  /** Blocks made in the scope that is running. @type {Set<Held> | undefined} */
  scopeMembers;
  /** @type {Team | undefined} */
  team;

  /** @param {{ exports: WebAssembly.Exports }} instance */
  constructor({ exports }) {
    super(exports);
    this.isFast = 'attn_is_fast' in exports;
    this.arena = new Arena(this.memory, this.sizeFrom('attn_heap_base', []));
    this.#abandoned = new FinalizationRegistry((/** @type {number} */ address) => {
      this.arena.release(address);
    });
  }

  /** How many threads compute a large call. */
  get threads() {
    return this.team?.threads ?? 1;
  }

  /**
   * How many threads compute a call. Each of them needs a workspace.
   *
   * @param {number} [shares] that there can be
   * @param {number} [work] multiplications
   */
  countThreads(shares = 1, work = 0) {
    return shares < 2 || work < LEAST_WORK ? 1 : this.threads;
  }

  /**
   * The same, in shares that threads compute at the same time, if there are threads.
   *
   * @param {string} name
   * @param {number[]} args
   * @param {number} [shares] that there can be
   * @param {number} [work] multiplications
   * @param {number} [space] bytes of a thread's workspace, the last but one argument
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
      // A thread that was ended stops a little later, and may write until then: also to a resident output. Do not
      // dispose of that resident, or its block may go to another.
      if (team.threads === 1) this.arena.abandonStack();
      throw error;
    }
  }

  /**
   * Releases a block at the end of the scope, or once nobody can reach its owner, as the backstop to `dispose()`.
   *
   * @param {Held} owner
   * @param {number} address
   */
  watch(owner, address) {
    this.#abandoned.register(owner, address, owner);
    this.scopeMembers?.add(owner);
  }

  /** Releases the block of an owner now. @param {Held} owner @param {number} address */
  release(owner, address) {
    this.#abandoned.unregister(owner);
    this.scopeMembers?.delete(owner);
    this.arena.release(address);
  }
}

/**
 * Compiles and starts the core.
 *
 * @param {WasmSource | undefined | Promise<WasmSource | undefined>} source
 */
export async function loadCore(source) {
  try {
    const module = await compile(await source);
    const instance = await WebAssembly.instantiate(module);
    return runNamed('loadAttention', () => {
      checkExports(instance.exports, 'attention.wasm', CORE_EXPORTS);
      return new Core(instance);
    });
  } catch (cause) {
    throw runNamed('loadAttention', () => toLoadError(cause, 'the source of the core'));
  }
}

/** Also one of another realm, such as an iframe. @param {unknown} source @returns {source is WebAssembly.Module} */
function isModule(source) {
  try {
    WebAssembly.Module.exports(/** @type {any} */ (source));
    return true;
  } catch {
    return false;
  }
}

const tagOf = (/** @type {unknown} */ value) => Object.prototype.toString.call(value).slice(8, -1);

/** @param {unknown} source @returns {Promise<WebAssembly.Module>} */
async function compile(source) {
  if (source === undefined) return compileOwn();
  if (isModule(source)) return source;
  const any = /** @type {any} */ (source);
  const tag = tagOf(source);
  if (ArrayBuffer.isView(source) || tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer') {
    return WebAssembly.compile(copyBytes(any));
  }
  if (typeof source === 'string' || tag === 'URL') return compile(await fetchBytes(String(source)));
  if (tag === 'Response') {
    /** @type {Response} */
    const response = any;
    if (response.ok) return WebAssembly.compile(await response.arrayBuffer());
    const received = `source is an answer of status ${response.status} for ${response.url}`;
    throw makeLoadError('a wasm file', received);
  }
  const expected = 'bytes, an address, a Response, a WebAssembly.Module or { fast: true }';
  throw makeLoadError(expected, `source is ${describeValue(source)}`);
}

/** @param {string} expected @param {string} received */
const makeLoadError = (expected, received) =>
  new LoadError({ operation: 'loadAttention', argument: 'source', expected, received });

/**
 * Compilers take neither shared memory nor, in some hosts, buffers of another realm.
 *
 * @param {BufferSource} source
 */
const copyBytes = (source) =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();

const compileOwn = /* @__PURE__ */ compileOnce(printable);

/** @param {string} url @returns {Promise<BufferSource | Response>} */
async function fetchBytes(url) {
  if (!url.startsWith('file:') || typeof process === 'undefined') return fetch(url);
  // Node's fetch refuses file addresses. Bundlers for the browser follow no import here.
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  return readFile(new URL(url));
}
