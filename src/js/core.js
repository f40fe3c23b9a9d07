// Loading the core: from bytes to an instance.

import { printable } from '../../dist/attention-wasm.js';
import { Arena } from './arena.js';
import { DisposedError, describeValue, getTag, LoadError, runNamed } from './errors.js';
import { loadOnce } from './once.js';
import { checkExports, compilePrintable, Instance, loadNamed } from './wasm-module.js';

/**
 * @import { Held } from './held.js'
 * @import { Kernel } from './kernels.js'
 * @import { Team } from './threads.js'
 * @import { WasmSource } from './types.js'
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
   * Appends the output, the arguments after it, and a workspace to the inputs of a kernel.
   * @param {number[]} args
   * @param {Kernel} kernel
   * @param {number} output
   */
  completeArguments(args, { trailing, space }, output) {
    args.push(output);
    if (trailing !== undefined) args.push(...trailing);
    if (space === undefined) return;
    const bytes = this.sizeFrom(space[0], space[1]);
    args.push(this.arena.take(bytes), bytes);
  }

  /**
   * Calls a kernel whose inputs are numbers.
   * @param {Kernel} kernel
   * @param {number} output
   * @returns {number} the address of the output
   */
  runKernel(kernel, output) {
    const args = /** @type {number[]} */ ([...kernel.inputs]);
    this.completeArguments(args, kernel, output);
    this.call(kernel.name, args);
    return output;
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

/**
 * Compiles and starts the core.
 * @param {WasmSource | undefined | Promise<WasmSource | undefined>} source
 */
export const loadCore = (source) =>
  loadNamed('loadAttention', 'the source of the core', async () => {
    const module = await compile(await source);
    const instance = await WebAssembly.instantiate(module);
    runNamed('loadAttention', () => checkExports(instance.exports));
    return new Core(instance);
  });

/**
 * Whether a source is a compiled module, of any realm, such as an iframe.
 * @param {unknown} source
 * @returns {source is WebAssembly.Module}
 */
function isModule(source) {
  try {
    WebAssembly.Module.exports(/** @type {any} */ (source));
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} source @returns {Promise<WebAssembly.Module>} */
async function compile(source) {
  if (source === undefined) return compileDefault();
  if (isModule(source)) return source;
  const any = /** @type {any} */ (source);
  const tag = getTag(source);
  if (ArrayBuffer.isView(source) || tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer') {
    return WebAssembly.compile(copyBytes(any));
  }
  if (typeof source === 'string' || tag === 'URL') return compile(await fetchBytes(String(source)));
  if (tag === 'Response') {
    /** @type {Response} */
    const response = any;
    if (response.ok) return WebAssembly.compile(await response.arrayBuffer());
    const { status, url } = response;
    const received = `source is an answer of status ${status}${url && ` for ${url}`}`;
    throw makeLoadError('a wasm file', received);
  }
  const expected = 'bytes, an address, a Response, a WebAssembly.Module or { fast: true }';
  throw makeLoadError(expected, `source is ${describeValue(source)}`);
}

/** @param {string} expected @param {string} received */
const makeLoadError = (expected, received) =>
  new LoadError({ operation: 'loadAttention', argument: 'source', expected, received });

/**
 * Copies bytes, because compilers do not accept shared memory nor, in some hosts, buffers of another realm.
 * @param {BufferSource} source
 */
const copyBytes = (source) =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();

const compileDefault = /* @__PURE__ */ loadOnce(() => compilePrintable(printable));

/** @param {string} url @returns {Promise<BufferSource | Response>} */
async function fetchBytes(url) {
  if (!url.startsWith('file:') || typeof process === 'undefined') return fetch(url);
  // Node's fetch refuses file URLs. `getBuiltinModule` hides the import from bundlers for the browser.
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  return readFile(new URL(url));
}
