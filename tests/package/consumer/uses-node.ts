// What a program for Node may write, which has the types of Node and none of a page.
import { readFile } from 'node:fs/promises';
import { fromStateDict, loadAttention, type WasmSource } from 'attention-lab';
import { readTensors } from 'attention-lab/files';
import { createMini } from 'attention-lab/learning';
import attentionFences from 'attention-lab/markdown-it';
import { loadPretrained, type ModelSource } from 'attention-lab/pretrained';

const wasm: WasmSource = await readFile('attention.wasm');
const attention = await loadAttention(wasm);
await loadAttention(new URL('attention.wasm', import.meta.url));
// @ts-expect-error a number is no source
await loadAttention(3);
// @ts-expect-error there is no such option
await loadAttention({ thread: 8 });
const tensors = await readTensors(await readFile('layer.safetensors'));
const source: ModelSource = './gpt2/';
export const { output } = attention
  .createMultiHeadAttention(fromStateDict(tensors), { numHeads: 2 })
  .forward([[1, 0]]);
export const models = [await loadPretrained(attention, source), await createMini()];
export { attentionFences };
