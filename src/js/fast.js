// The fast build of the core, which fuses multiply-adds where the processor can, alone and with threads: each is
// loaded when it is first wanted.

import { Core, loadCore } from './core.js';
import { makeArgumentError, runNamed } from './errors.js';
import { CORE_EXPORTS, checkExports, compileOnce, toLoadError } from './exports.js';
import { defineFlag, defineInteger, isPlain, makeOptionReader } from './keys.js';

/** @import { BuildOptions, WasmSource } from './types.js' */

/** More would wait for each other. */
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

/** Whether threads of this host may share memory: pages have to be isolated. */
const canShareMemory = () =>
  typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false;

/** @param {() => Promise<{ printable: string }>} load the module of the bytes */
function lazyModule(load) {
  /** @type {(() => Promise<WebAssembly.Module>) | undefined} */
  let compile;
  return async () => {
    try {
      compile ??= compileOnce((await load()).printable);
      return await compile();
    } catch (cause) {
      throw runNamed('loadAttention', () => toLoadError(cause, 'the fast build'));
    }
  };
}

const compileFast = /* @__PURE__ */ lazyModule(() => import('../../dist/attention-fast-wasm.js'));
const compileThreads = /* @__PURE__ */ lazyModule(
  () => import('../../dist/attention-threads-wasm.js'),
);

/**
 * The core that `loadAttention` was asked for. An engine without relaxed SIMD runs the exact build. Where
 * threads may not share memory, one thread computes.
 *
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
 * @param {number} threads
 * @returns {Promise<Core | undefined>} undefined where the host does not give such a memory and all threads
 */
async function loadThreads(threads) {
  const [module, { startTeam }] = await Promise.all([compileThreads(), import('./threads.js')]);
  const memory = makeSharedMemory();
  if (memory === undefined) return undefined;
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const all = { ...exports, memory };
  runNamed('loadAttention', () => checkExports(all, 'attention-threads.wasm', CORE_EXPORTS));
  const core = new Core({ exports: all });
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
 * Sources are bytes, addresses, responses, modules and promises of them; another object holds options. An object of a
 * class without keys is a source, which is refused.
 *
 * @param {unknown} source
 * @returns {source is BuildOptions}
 */
const isOptions = (source) =>
  Object.prototype.toString.call(source) === '[object Object]' &&
  !('then' in /** @type {object} */ (source)) &&
  (Object.keys(/** @type {object} */ (source)).length > 0 ||
    isPlain(/** @type {object} */ (source)));
