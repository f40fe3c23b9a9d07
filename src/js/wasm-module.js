// The wasm modules of this library: compiling them, checking their exports, and errors of loading.

import { ABI_VERSION, CORE_EXPORTS, STATUSES } from './abi.js';
import {
  AttentionError,
  describeValue,
  formatBytes,
  LoadError,
  OutOfMemoryError,
  runNamed,
} from './errors.js';
import { fromPrintable } from './printable.js';

/** The functions and the memory of an instance. */
export class Instance {
  /** @type {Record<string, (...args: number[]) => number>} */
  #functions;

  /** @param {WebAssembly.Exports} exports */
  constructor({ memory, ...functions }) {
    this.#functions = /** @type {any} */ (functions);
    this.memory = /** @type {WebAssembly.Memory} */ (memory);
  }

  /** Drops the memory and what refers to it. @param {any} ended replaces both */
  drop(ended) {
    this.#functions = ended;
    this.memory = ended;
  }

  /**
   * Calls an export that returns a size, and makes it unsigned, because wasm returns signed 32-bit numbers.
   * @param {string} name
   * @param {number[]} args
   */
  sizeFrom(name, args) {
    return this.#functions[name](...args) >>> 0;
  }

  /** Calls an export that returns a status. @param {string} name @param {number[]} args */
  call(name, args) {
    this.check(name, this.#functions[name](...args));
  }

  /** Throws unless a status is 0. @param {string} name the name of the function @param {number} status */
  check(name, status) {
    if (status === 0) return;
    const message = `${name} refused: ${STATUSES[status] ?? `status ${status}`}`;
    throw new AttentionError('ERR_INTERNAL', message, {});
  }
}

/** Refuses a module of the caller, unless it has the interface that this library calls. @param {WebAssembly.Exports} exports */
export function checkExports(exports) {
  const expected = `attention.wasm of attention-lab, with interface ${ABI_VERSION}`;
  /** @param {string} received */
  const refuse = (received) => new LoadError({ argument: 'source', expected, received });
  const { memory, attn_abi_version: version } = exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof exports.attn_heap_base !== 'function') {
    throw refuse('source is another module');
  }
  const found = typeof version === 'function' ? Number(version()) : 'without a number';
  if (found !== ABI_VERSION) throw refuse(`source has an interface ${found}`);
  const missing = CORE_EXPORTS.filter((name) => typeof exports[name] !== 'function');
  if (missing.length > 0) throw refuse(`source does not export ${missing.join(', ')}`);
}

/** Compiles bytes that come with this library. @param {string} printable */
export const compilePrintable = (printable) => WebAssembly.compile(fromPrintable(printable));

/**
 * Loads a module. Errors are of this library, and name the call.
 * @template Loaded
 * @param {string} operation the name of the call
 * @param {string} what the thing that is loaded, in words
 * @param {() => Promise<Loaded>} load
 */
export async function loadNamed(operation, what, load) {
  try {
    return await load();
  } catch (cause) {
    throw runNamed(operation, () => toLoadError(cause, what));
  }
}

/**
 * Converts an error of loading a module to an error of this library.
 * @param {unknown} cause
 * @param {string} what the thing that did not load, in words
 */
function toLoadError(cause, what) {
  if (cause instanceof AttentionError) return cause;
  if (cause instanceof RangeError) {
    const expected = `4 GiB of addresses and ${formatBytes(131072)}`;
    return new OutOfMemoryError({ expected, received: 'less', cause });
  }
  // Do not use `instanceof Error`: the error may come from another realm, and a promise may be rejected with a string.
  const { message = cause } = /** @type {{ message?: unknown }} */ (cause ?? {});
  const reason = typeof message === 'string' ? message : describeValue(message);
  const isOfWasm = /^(Compile|Link)Error$/.test(/** @type {any} */ (cause)?.name);
  const expected = isOfWasm
    ? 'a WebAssembly module with SIMD that this engine can run'
    : 'bytes, or an absolute address that can be fetched';
  const received = `${what} did not load (${reason})`;
  return new LoadError({ argument: 'source', expected, received, cause });
}
