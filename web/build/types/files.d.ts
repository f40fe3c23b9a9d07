/** The types of `attention-lab/files`: those made from the sources. */

export type { Tensor } from '../../../src/js/tensor.js';
export * from '../../entries/files.js';
