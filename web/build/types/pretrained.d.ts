// By default, TypeScript does not know `Symbol.dispose`.
/// <reference lib="esnext.disposable" />

/**
 * Pretrained models in the format of Hugging Face, computed by the core. Every head and every number can be read.
 *
 * ```js
 * import { loadAttention } from 'attention-lab';
 * import { loadPretrained } from 'attention-lab/pretrained';
 *
 * const model = await loadPretrained(await loadAttention(), files);
 * const run = model.run('They eat fried noodles', { trace: ['weights'] });
 * ```
 * @module attention-lab/pretrained
 */

export type { HubReason, ModelReason } from '../../../src/js/pretrained/errors.js';
export * from '../../../src/js/pretrained/index.js';
export type { KeptInfo } from '../../../src/js/pretrained/kept.js';
export type { PretrainedModel } from '../../../src/js/pretrained/model.js';
export type { Tokens } from '../../../src/js/pretrained/tokens.js';
export type {
  DescribeOptions,
  GeneratedText,
  GenerateOptions,
  LayerDescription,
  LayerParameters,
  LayerStack,
  LayerTables,
  LoadOptions,
  ModelFile,
  ModelOrigin,
  ModelSizes,
  ModelSource,
  ModelSummary,
  NextToken,
  OuterParameters,
  Projection,
  Run,
  RunChanges,
  RunInput,
  RunOptions,
  StoredLayer,
  StoredPart,
  TableName,
  TokenIntegers,
  TracedTables,
  WrittenToken,
} from '../../../src/js/pretrained/types.js';
export type { RotaryScaling, Tensor } from '../../../src/js/types.js';
