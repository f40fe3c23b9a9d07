/**
 * Reading tensors from files of PyTorch, NumPy or JSON: see {@link readTensors}.
 *
 * ```js
 * import { fromStateDict } from 'attention-lab';
 * import { readTensors } from 'attention-lab/files';
 *
 * const tensors = await readTensors(await readFile('layer.safetensors'));
 * const layer = attention.createMultiHeadAttention(fromStateDict(tensors), { numHeads: 8 });
 * ```
 * @module attention-lab/files
 */

export type { Tensor } from '../../../src/js/types.js';
export * from '../../entries/files.js';
