/**
 * Only `<attention-map>`, without the core. Importing this module registers the element.
 * @module attention-lab/map
 */

export type { AttentionMapEvents, MapFormat, Tensor, TensorLike } from './element.js';
export { AttentionMap } from './element.js';

/** Registers the element, once per document. */
export function defineMap(): void;
