// `Symbol.dispose` is younger than what TypeScript knows by default.
/// <reference lib="esnext.disposable" />

/**
 * Models that learn, with attention in them, and gradients of the attentions. The same seed gives the same numbers
 * everywhere.
 *
 * ```js
 * import { createTranslator } from 'attention-lab/learning';
 *
 * const translator = await createTranslator({ seed: 7 });
 * translator.train(500);
 * const { target, weights } = translator.translate('le chat dort');
 * ```
 * @module attention-lab/learning
 */

export type {
  Blocked,
  Describer,
  DescriberMembers,
  Heads,
  Mini,
  MiniMembers,
  Model,
  ModelFacts,
  ModelMembers,
  PronounResolver,
  PronounResolverMembers,
  State,
  Toy,
  ToyMembers,
  Translator,
  TranslatorMembers,
} from '../../../src/js/learning/create.js';
export type {
  AdditiveGradients,
  DotProductGradients,
  Gradients,
  GradientTrace,
  MultiHeadGradients,
} from '../../../src/js/learning/gradients.js';
export type { Pair } from '../../../src/js/learning/grammars/french-english.js';
export type { ToyName } from '../../../src/js/learning/grammars/toys.js';
export * from '../../../src/js/learning/index.js';
export type { Tensor, TensorLike } from '../../../src/js/tensor.js';
