/**
 * `<attention-map>` alone, without the core: importing it registers the element.
 * @module attention-lab/map
 */

export type { AttentionMapEvents, MapFormat, Tensor, TensorLike } from './element.js';
export { AttentionMap } from './element.js';

/** Gives the element its name, once a document. */
export function defineMap(): void;
