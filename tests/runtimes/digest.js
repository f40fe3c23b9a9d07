// Prints the digests of seeded calls in any runtime, however the core is loaded.
import { loadAttention } from '../../src/js/index.js';
import { digestMany } from '../support/cases.js';

const dist = new URL('../../dist/', import.meta.url);
/** @type {typeof import('../../src/js/index.js')} */
const oneFile = await import(new URL('core.js', dist).href);
console.log(
  JSON.stringify({
    'src/js': await digestMany(await loadAttention()),
    'dist/core.js': await digestMany(await oneFile.loadAttention()),
    'dist/attention.wasm': await digestMany(
      await oneFile.loadAttention(new URL('attention.wasm', dist)),
    ),
  }),
);
