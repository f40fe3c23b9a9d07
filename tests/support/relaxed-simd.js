import { setFlagsFromString } from 'node:v8';

/** Node 20 needs a flag for relaxed SIMD. Later versions do not. */
export function allowRelaxedSimd() {
  if (process.versions.node.startsWith('20.')) {
    setFlagsFromString('--experimental-wasm-relaxed-simd');
  }
}
