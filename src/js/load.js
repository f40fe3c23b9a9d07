import { printable } from '../../dist/attention-wasm.js';
import { createAttention } from './attention.js';
import { Core } from './core.js';
import { LoadError } from './errors.js';
import { describe } from './format.js';
import { fromPrintable } from './printable.js';

const operation = 'loadAttention';

/**
 * Where the core can come from.
 *
 * @typedef {BufferSource | URL | string | Response | PromiseLike<Response> | WebAssembly.Module}
 *   WasmSource
 */

/**
 * Loads the core; every operation of the result is synchronous. Each call makes an instance with a
 * memory of its own.
 *
 * @param {WasmSource} [source] bytes, an address, a response or a compiled module; by default the
 *   bytes that come with this file
 * @returns {Promise<import('./attention.js').Attention>}
 * @throws {LoadError}
 */
export async function loadAttention(source) {
  try {
    const module = await compile(await source);
    return createAttention(new Core(await WebAssembly.instantiate(module)));
  } catch (cause) {
    if (cause instanceof LoadError) throw cause;
    const expected = 'a WebAssembly module with SIMD that this engine can run';
    const received = `the source of the core did not load (${cause instanceof Error ? cause.message : cause})`;
    throw new LoadError({ operation, argument: 'source', expected, received, cause });
  }
}

/**
 * @param {Awaited<WasmSource> | undefined} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
  if (source === undefined) return compileOwn();
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  if (typeof source === 'string' || source instanceof URL) return compile(await fetchBytes(source));
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (source.ok) return WebAssembly.compile(await source.arrayBuffer());
    const received = `source is an answer of status ${source.status} for ${source.url}`;
    throw new LoadError({ operation, argument: 'source', expected: 'a wasm file', received });
  }
  const expected = 'bytes, an address, a Response or a WebAssembly.Module';
  const received = `source is ${describe(source)}`;
  throw new LoadError({ operation, argument: 'source', expected, received });
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let own;

/** Compiles the bytes that come with this file, once for all instances. */
function compileOwn() {
  own ??= WebAssembly.compile(fromPrintable(printable)).catch((error) => {
    // What failed may be tried again.
    own = undefined;
    throw error;
  });
  return own;
}

/**
 * @param {URL | string} address
 * @returns {Promise<BufferSource | Response>}
 */
async function fetchBytes(address) {
  const url = String(address);
  if (!url.startsWith('file:') || typeof process === 'undefined') return fetch(url);
  // Node's fetch refuses file addresses. The name stays in a variable, so that bundlers for the
  // browser do not look for the module.
  const fs = 'node:fs/promises';
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ fs);
  return readFile(new URL(url));
}
