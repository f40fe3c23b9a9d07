// The fast build of the core, which fuses multiply-adds where the processor can: it is loaded when it is
// first wanted.

import { runNamed } from './errors.js';
import { compileOnce, loadErrorOf } from './exports.js';
import { flagOption, makeOptionReader } from './keys.js';

/** @import { BuildOptions, WasmSource } from './types.js' */

const readOptions = /* @__PURE__ */ makeOptionReader({ fast: { ...flagOption() } });

// (module (func (param v128) (result v128) local.get 0 local.get 0 local.get 0 f32x4.relaxed_madd))
const PROBE = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 6, 1, 0x60, 1, 0x7b, 1, 0x7b],
  ...[3, 2, 1, 0],
  ...[10, 13, 1, 11, 0, 0x20, 0, 0x20, 0, 0x20, 0, 0xfd, 0x85, 0x02, 0x0b],
];

/** Whether this engine has relaxed SIMD. */
const hasRelaxedSimd = () => WebAssembly.validate(Uint8Array.from(PROBE));

/** @type {(() => Promise<WebAssembly.Module>) | undefined} */
let compileFast;

async function loadFast() {
  try {
    const { printable } = await import('../../dist/attention-fast-wasm.js');
    compileFast ??= compileOnce(printable);
    return await compileFast();
  } catch (cause) {
    throw runNamed('loadAttention', () => loadErrorOf(cause, 'the fast build'));
  }
}

/**
 * What `loadAttention` was given, with the fast build in place of options that ask for it. Engines without relaxed
 * SIMD get the exact build.
 *
 * @param {WasmSource | BuildOptions | undefined} given
 * @returns {Promise<WasmSource | undefined>}
 */
export async function resolveBuild(given) {
  const source = await given;
  if (!isOptions(source)) return source;
  const { fast } = runNamed('loadAttention', () => readOptions(source));
  return fast && hasRelaxedSimd() ? loadFast() : undefined;
}

/**
 * Sources are bytes, addresses, responses and modules; another object, unless it is empty, holds options.
 *
 * @param {unknown} source
 * @returns {source is BuildOptions}
 */
const isOptions = (source) =>
  Object.prototype.toString.call(source) === '[object Object]' &&
  Object.keys(/** @type {object} */ (source)).length > 0;
