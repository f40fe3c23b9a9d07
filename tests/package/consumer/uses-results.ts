// What comes back is typed by what was asked for, and readonly arrays are taken where tensors are.
import {
  loadAttention,
  masks,
  type Resident,
  type Tensor,
  type TensorOrMask,
  tensor,
} from 'attention-lab';

const attention = await loadAttention();
const rows: readonly (readonly number[])[] = [
  [1, 0],
  [0, 1],
];
const words = [
  [1, 0],
  [0, 1],
] as const;
const column = { shape: [2, 1], data: [1, 2] } as const;
const parameters = { wq: words, wk: words, wv: [1, 0] as const };
const layer = attention.createMultiHeadAttention(
  { inProjWeight: rows, outProjWeight: words },
  { numHeads: 2 },
);
declare const asked: boolean;
declare const lengths: readonly number[] | undefined;

// Weights are there, unless they are not needed.
const plain = attention.scaledDotProductAttention(words, rows, column);
const needed = layer.forward(words, words, words, { needWeights: true, isCausal: true });
const all: Tensor[] = [plain.output, plain.weights, needed.weights];
const without = attention.additiveAttention(words, words, column, parameters, {
  needWeights: false,
});
// @ts-expect-error they were not needed
without.weights.data;
const perhaps = attention.scaledDotProductAttention(words, words, words, {
  needWeights: asked,
  trace: asked,
});
all.push(perhaps.weights ?? perhaps.output, perhaps.trace?.scores ?? perhaps.output);
// @ts-expect-error who knows whether they were needed
perhaps.weights.data;
// @ts-expect-error who knows whether it was asked for
perhaps.trace.scores;

// A trace is there if it is asked for, with the steps of the operation.
// @ts-expect-error it was not asked for
plain.trace.scores;
const dot = attention.scaledDotProductAttention(words, words, words, { trace: true });
all.push(dot.weights, dot.trace.scores, dot.trace.scaledScores, dot.trace.maskedScores);
all.push(dot.trace.rowMax, dot.trace.exponentials, dot.trace.rowSum, dot.trace.weights);
const dropped: Tensor | undefined = dot.trace.dropped;
const named = attention.scaledDotProductAttention(words, words, words, { trace: ['exponentials'] });
all.push(named.weights, named.trace.exponentials);
// @ts-expect-error it was not named
named.trace.scores;
// @ts-expect-error there is no such step
attention.scaledDotProductAttention(words, words, words, { trace: ['scored'] });
// @ts-expect-error that is a step of additive attention
dot.trace.features;
const additive = attention.additiveAttention(words, words, words, parameters, { trace: true });
all.push(additive.trace.projectedQueries, additive.trace.projectedKeys, additive.trace.features);
all.push(additive.trace.scores, additive.trace.weights);
// @ts-expect-error that is a step of multi-head attention
additive.trace.heads;
const heads = layer.forward(words, words, words, { trace: true, needWeights: false });
all.push(heads.trace.q, heads.trace.k, heads.trace.v, heads.trace.heads, heads.trace.scores);
all.push(heads.trace.concatenated, heads.trace.headContributions);
// @ts-expect-error they were not needed
heads.weights.data;
const multi = attention.multiHeadAttention(
  words,
  words,
  words,
  { inProjWeight: rows, outProjWeight: rows },
  { numHeads: 2, trace: true },
);
all.push(multi.weights, multi.trace.headContributions);

// @ts-expect-error beside what is known, too, an unknown option is found
attention.scaledDotProductAttention(words, words, words, { isCausal: true, causal: true });

// Whatever is readonly is taken, and so is an option that may be undefined.
const mask = [
  [true, false],
  [true, true],
] as const;
const taken: TensorOrMask[] = [rows, words, column, mask, plain.output, new Float32Array(2)];
all.push(tensor(rows), tensor(words), attention.softmax(rows, { validLens: lengths }));
all.push(attention.linear(words, rows, new Float32Array(2)), layer.forward(words).weights);
all.push(attention.scaledDotProductAttention(rows, rows, rows, { attnMask: mask }).weights);
all.push(attention.softmax(words, { validLens: 2 }));

// Every typed array that a call takes, and every dtype, is taken.
taken.push(new Int8Array(1), new Int16Array(1), new Uint8ClampedArray(1), new Uint32Array(1));
taken.push({ shape: [1], data: [1], dtype: 'float32' }, { shape: [1], data: [], dtype: 'bool' });
all.push(attention.softmax(rows, { validLens: new Int32Array([1, 2]) }));
const ids = new BigInt64Array(2);
all.push(attention.embedding(ids, rows), attention.rotary(rows, { positions: ids }));
all.push(attention.embedding({ shape: [1, 2], data: ids }, rows));
// @ts-expect-error BigInts are indices, and no numbers of a tensor
all.push(attention.linear(ids, rows));
all.push(tensor(new Float64Array(2)), tensor(attention.resident([1])));
all.push(tensor({ shape: [1], data: new Float32Array(1), dtype: 'float32' }));
const undefinedOptions = { sinks: undefined, fast: undefined, threads: undefined };
masks.slidingWindow(2, 2, { window: 1, sinks: undefinedOptions.sinks });
loadAttention({ fast: undefinedOptions.fast, threads: undefinedOptions.threads });

// The core comes from each source, and from no other.
const module: WebAssembly.Module = await WebAssembly.compile(new Uint8Array(8));
loadAttention(module);
loadAttention(WebAssembly.compileStreaming(fetch('attention.wasm')));
loadAttention(fetch('attention.wasm'));
loadAttention(await fetch('attention.wasm'));
loadAttention(new ArrayBuffer(8));
loadAttention(new SharedArrayBuffer(8));
loadAttention(new Uint8Array(8));
loadAttention('attention.wasm');
loadAttention(new URL('attention.wasm', location.href));
loadAttention({});
loadAttention(undefined);
// @ts-expect-error there is no such option
loadAttention({ fast: true, thread: 8 });
const misspelt = { thread: 8 };
// @ts-expect-error nor in an object that was made before
loadAttention(misspelt);
// @ts-expect-error an option is no number
loadAttention({ fast: 1 });
// @ts-expect-error nor is it text
loadAttention({ fast: 'yes' });
// @ts-expect-error a number is no source
loadAttention(3);
// @ts-expect-error nor is a list of numbers
loadAttention([1, 2, 3]);
// @ts-expect-error nor is a function
loadAttention(() => 1);
// @ts-expect-error nor is the promise of a number
loadAttention(Promise.resolve(1));

// Booleans make a mask, and everything else makes numbers.
const flags: Uint8Array[] = [tensor(mask).data, tensor([[true], [false]]).data];
flags.push(tensor([2], [true, false]).data, tensor({ shape: [1], data: Uint8Array.of(1) }).data);
flags.push(tensor(Uint8Array.of(1)).data, tensor(attention.resident([true])).data);
flags.push(attention.resident([[true]]).read().data, attention.resident(tensor(mask)).read().data);
flags.push(attention.resident([true]).reshape([1, 1]).read().data);
const numbers: Float32Array[] = [tensor([]).data, tensor(rows).data, tensor([1], [0]).data];
numbers.push(tensor({ shape: [1], data: [1] }).data, tensor(new Float32Array(2)).data);
numbers.push(attention.resident(rows).read().data, attention.resident(taken[0]).read().data);
numbers.push(attention.resident([]).slice(0, 0).read().data);
const held: Resident = attention.resident(words);
attention.softmax(words, { out: held });
// @ts-expect-error the elements of a mask are bytes
numbers.push(attention.resident([[true]]).read().data);
// @ts-expect-error the elements of a mask are bytes
numbers.push(tensor([[true]]).data);

// Results have memory of their own, which a Blob takes and another thread may receive.
const window = masks.slidingWindow(2, 2, { window: 1 });
const parts: BlobPart[] = [plain.output.data, heads.trace.q.data, window.data];
parts.push(attention.resident(rows).read().data, attention.softmax(rows).data);
postMessage(plain.output, '*', [plain.output.data.buffer]);

export { all, dropped, flags, numbers, parts, taken };
