// What a consumer of the core in TypeScript may write, and what not.

import * as core from 'attention-lab';
import {
  type Attention,
  AttentionError,
  loadAttention,
  type MaskTensor,
  masks,
  type Nested,
  type Numbers,
  type Tensor,
  type TensorLike,
  tensor,
} from 'attention-lab';
import * as oneFile from 'attention-lab/core.js';

const attention: Attention = await core.loadAttention(new URL('attention.wasm', location.href));
const words: TensorLike = [
  [1, 0],
  [0, 1],
];
const { weights }: { weights?: Tensor } = attention.scaledDotProductAttention(
  words,
  words,
  tensor([2, 1], [1, 2]),
  { isCausal: true },
);
const layer = attention.createMultiHeadAttention(
  { inProjWeight: words, outProjWeight: words },
  { numHeads: 2, inProjLayout: 'per-head' },
);
const first: number | undefined = weights?.data[0];
const sum: number = layer.forward(words).output.data[0] + (first ?? 0);
layer.dispose();
const scoped: number = attention.scope(() => attention.linear(words, words).data[0] + sum);
if (!(await loadAttention().catch((error) => error instanceof AttentionError))) throw sum;

// @ts-expect-error a sentence is no tensor
attention.softmax('They eat fried noodles');
const mask: MaskTensor = masks.slidingWindow(2, 2, { window: 1 });
attention.softmax(words, { attnMask: mask });
// @ts-expect-error a mask has no numbers
attention.linear(words, mask);
// @ts-expect-error a mask holds no numbers
attention.resident([[true]]).write(words);
// @ts-expect-error bits of float16 need their dtype
tensor([2], new Uint16Array(2));
// @ts-expect-error a scope calls a function
attention.scope(scoped);
// A wrapper names the types of its arguments.
export const wrap = (nested: Nested, data: Numbers) => [tensor(nested), tensor([2], data)];
// @ts-expect-error there is no such option
attention.scaledDotProductAttention(words, words, words, { causal: true });
// @ts-expect-error a layer is made by createLinear
new core.LinearLayer();
// @ts-expect-error a tensor is frozen
layer.forward(words).output.shape = [2];
// @ts-expect-error so is its list of sizes
tensor([1]).shape.push(2);
// @ts-expect-error this is the core's own
core.Attention;

export const loaded: Promise<Attention> = oneFile.loadAttention();
