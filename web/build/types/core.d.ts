// `Symbol.dispose` is younger than what TypeScript knows by default.
/// <reference lib="esnext.disposable" />

/**
 * The types of `attention-lab`: those made from the sources, and those that JSDoc would hand on
 * under another name and without their parameters. A class has to have another name: as such it would
 * be something to call.
 */

export type { WasmSource } from '../../../src/js/core.js';
export * from '../../../src/js/index.js';
export type { LinearOptions } from '../../../src/js/linear.js';
export type { ForwardOptions, MultiHeadTrace } from '../../../src/js/multi-head.js';
export type { LayerOptions, MultiHeadParameters } from '../../../src/js/multi-head-parameters.js';
export type {
  AdditiveParameters,
  AdditiveTrace,
  SoftmaxOptions,
} from '../../../src/js/operations.js';
export type { AttentionOptions, Destination } from '../../../src/js/options.js';
export type { AttentionResult, AttentionTrace } from '../../../src/js/outputs.js';
export type { MaskTensor, Tensor, TensorLike } from '../../../src/js/tensor.js';
