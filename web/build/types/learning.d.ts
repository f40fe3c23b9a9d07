// `Symbol.dispose` is younger than what TypeScript knows by default.
/// <reference lib="esnext.disposable" />

/** The types of `attention-lab/learning`: those made from the sources, and those that JSDoc hides. */

export type {
  Blocked,
  Describer,
  Heads,
  Mini,
  Model,
  PronounResolver,
  State,
  Toy,
  ToyName,
  Translator,
} from '../../../src/js/learning/create.js';
export type { Gradients } from '../../../src/js/learning/gradients.js';
export type { Pair } from '../../../src/js/learning/grammars/french-english.js';
export * from '../../../src/js/learning/index.js';
export type { Tensor, TensorLike } from '../../../src/js/tensor.js';
