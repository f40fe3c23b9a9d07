// By default, TypeScript does not know `Symbol.dispose`.
/// <reference lib="esnext.disposable" />

/**
 * Trainable models with attention, and gradients of the attentions. The same seed gives the same numbers on every machine.
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

export type { Gradients } from '../../../src/js/learning/gradients.js';
export * from '../../../src/js/learning/index.js';
export type {
  AdditiveGradients,
  Blocked,
  Describer,
  DescriberMembers,
  DotProductGradients,
  GradientOptions,
  GradientTrace,
  Heads,
  Mini,
  MiniMembers,
  Model,
  ModelFacts,
  ModelMembers,
  MultiHeadGradients,
  Pair,
  PronounResolver,
  PronounResolverMembers,
  State,
  Toy,
  ToyMembers,
  ToyName,
  Translator,
  TranslatorMembers,
} from '../../../src/js/learning/types.js';
export type { Tensor, TensorLike } from '../../../src/js/types.js';
