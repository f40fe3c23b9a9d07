// What a consumer of the file reader in TypeScript may write, and what not.

import { fromStateDict, loadAttention } from 'attention-lab';
import { FileError, type FileSource, readTensors, type Tensor } from 'attention-lab/files';

const attention = await loadAttention();
const tensors: Record<string, Tensor> = await readTensors(await fetch('layer.safetensors'));
export const layer = attention.createMultiHeadAttention(fromStateDict(tensors, 'encoder.'), {
  numHeads: 2,
});
const source: FileSource = new Uint8Array(4);
export const { q } = await readTensors(source, 'q.npy').catch((error) => {
  throw error instanceof FileError ? error.message : error;
});

// @ts-expect-error an address is no file
readTensors('layer.safetensors');
