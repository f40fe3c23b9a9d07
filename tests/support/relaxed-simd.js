import { setFlagsFromString } from 'node:v8';

/** Node 20 has relaxed SIMD behind a flag; later versions have it as it is. */
export function allowRelaxedSimd() {
  if (process.versions.node.startsWith('20.')) {
    setFlagsFromString('--experimental-wasm-relaxed-simd');
  }
}
