// Imports every entry, and prints its exports, its results, and its changes of globals.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compute } from './compute.js';

const [entries, modules] = process.argv.slice(2).map((names) => names.split(','));

/** @type {string[]} */
const touched = [];
const BROWSER = ['document', 'window', 'self', 'location', 'navigator', 'localStorage'].concat(
  ['customElements', 'HTMLElement', 'Element', 'Node', 'ShadowRoot', 'CSSStyleSheet', 'matchMedia'],
  ['ResizeObserver', 'MutationObserver', 'requestAnimationFrame', 'requestIdleCallback', 'history'],
);
// Getters also detect code that only tests whether a global exists.
for (const name of BROWSER.filter((name) => !(name in globalThis))) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      touched.push(name);
    },
    set(value) {
      touched.push(`${name} =`);
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    },
  });
}

// Lit replaces some of what Node lacks, which is allowed.
await import('lit');
const byLit = touched.splice(0);
const before = new Set(Reflect.ownKeys(globalThis));

/** @type {Record<string, string[]>} */
const exported = {};
for (const entry of modules) exported[entry] = Object.keys(await import(entry));

const addedGlobals = Reflect.ownKeys(globalThis).filter((name) => !before.has(name));
const resolved = entries.filter((entry) => existsSync(fileURLToPath(import.meta.resolve(entry))));
const library = await import('attention-lab');
const oneFile = await import('attention-lab/core.js');
const address = import.meta.resolve('attention-lab/dist/attention.wasm');
const bytes = await readFile(fileURLToPath(address));
const computed = {
  here: await compute(library),
  'from the wasm file': await compute(library, bytes),
  'from its address': await compute(library, address),
  'by the one file': await compute(oneFile),
  'by the one file from its address': await compute(oneFile, address),
  'in a thread': await new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.js', import.meta.url));
    thread.on('message', resolve).on('error', reject);
  }),
};
console.log(
  JSON.stringify({
    byLit,
    touched,
    addedGlobals: addedGlobals.map(String),
    exported,
    resolved,
    computed,
  }),
);
