/** The types of `attention-lab/map`: those of the element, and how it gets its name. */

export type { AttentionMapEvents, MapFormat, Tensor, TensorLike } from './element.js';
export { AttentionMap } from './element.js';

/** Gives the element its name, once a document. */
export function defineMap(): void;
