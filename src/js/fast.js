// The fast builds of the core, without and with threads. They fuse multiply-adds if the processor can. Each build is
// loaded at its first use.

import { Core } from './core.js';
import { getTag, makeArgumentError, runNamed } from './errors.js';
import { loadCore } from './load-core.js';
import { loadOnce } from './once.js';
import { defineFlag, defineInteger, isPlain, makeOptionReader } from './option-reader.js';
import { compilePrintable, loadNamed } from './wasm-module.js';

/** @import { BuildOptions, WasmSource } from './types.js' */

/** The largest number of threads. More threads would wait for each other. */
const MOST_THREADS = 64;
const PAGES = { initial: 2, maximum: 65536, shared: true };

const readFastOptions = /* @__PURE__ */ makeOptionReader({
  fast: defineFlag(),
  threads: defineInteger(1, MOST_THREADS, 1),
});

// (module (func (param v128) (result v128) local.get 0 local.get 0 local.get 0 f32x4.relaxed_madd))
const PROBE = [
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 6, 1, 0x60, 1, 0x7b, 1, 0x7b, 3, 2, 1, 0, 10, 13, 1, 11, 0,
  0x20, 0, 0x20, 0, 0x20, 0, 0xfd, 0x85, 0x02, 0x0b,
];

/** Whether this engine has relaxed SIMD. */
const hasRelaxedSimd = () => WebAssembly.validate(Uint8Array.from(PROBE));

/** Whether threads of this host may share memory. Browsers require that the page is cross-origin isolated. */
const canShareMemory = () =>
  typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false;

/**
 * Returns a function that loads and compiles a wasm.
 * @param {() => Promise<{ printable: string }>} load imports the module with the bytes
 */
function makeModuleLoader(load) {
  const compile = loadOnce(async () => compilePrintable((await load()).printable));
  return () => loadNamed('loadAttention', 'the fast build', compile);
}

const compileFast = /* @__PURE__ */ makeModuleLoader(
  () => import('../../dist/attention-fast-wasm.js'),
);
const compileThreads = /* @__PURE__ */ makeModuleLoader(
  () => import('../../dist/attention-threads-wasm.js'),
);

/**
 * Loads the core for the argument of `loadAttention`. An engine without relaxed SIMD gets the exact build. If threads
 * may not share memory, one thread computes.
 * @param {WasmSource | BuildOptions | undefined} given
 * @returns {Promise<Core>}
 */
export async function loadBuild(given) {
  if (!isOptions(given)) return loadCore(given);
  const { fast, threads } = runNamed('loadAttention', () => {
    const options = readFastOptions(given);
    if (options.fast || options.threads === 1) return options;
    const expected = '1, unless options.fast is true';
    throw makeArgumentError('options.threads', expected, `${options.threads}`);
  });
  if (!fast || !hasRelaxedSimd()) return loadCore(undefined);
  const core = threads > 1 && canShareMemory() ? await loadThreads(threads) : undefined;
  return core ?? loadCore(compileFast());
}

/**
 * Loads the fast build with threads.
 * @param {number} threads
 * @returns {Promise<Core | undefined>} undefined if the host does not provide the shared memory and all threads
 */
async function loadThreads(threads) {
  const [module, { startTeam }] = await Promise.all([compileThreads(), import('./threads.js')]);
  const memory = makeSharedMemory();
  if (memory === undefined) return undefined;
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const core = new Core({ exports: { ...exports, memory } });
  await startTeam(core, module, memory, exports, threads);
  return core.team && core;
}

function makeSharedMemory() {
  try {
    return new WebAssembly.Memory(PAGES);
  } catch {
    return undefined;
  }
}

/**
 * Whether an argument is an object of options, not a source: bytes, URLs, responses, modules and promises of them. An
 * instance of another class without keys counts as a source, which is then refused.
 * @param {any} source
 * @returns {source is BuildOptions}
 */
const isOptions = (source) =>
  getTag(source) === 'Object' &&
  !('then' in source) &&
  (Object.keys(source).length > 0 || isPlain(source));
