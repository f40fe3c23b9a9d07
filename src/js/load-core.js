// Loading the core: from bytes to an instance.

import { printable } from '../../dist/attention-wasm.js';
import { Core } from './core.js';
import { describeValue, getTag, LoadError, runNamed } from './errors.js';
import { loadOnce } from './once.js';
import { checkExports, compilePrintable, loadNamed } from './wasm-module.js';

/** @import { WasmSource } from './types.js' */

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
