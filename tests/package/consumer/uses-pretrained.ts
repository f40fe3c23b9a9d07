// What a consumer of pretrained models in TypeScript may write.
import { type Attention, loadAttention } from 'attention-lab';
import {
  type GeneratedText,
  loadPretrained,
  ModelError,
  type ModelReason,
  type NextToken,
  type OuterParameters,
  type PretrainedModel,
  type Run,
  type Tensor,
  type Tokens,
  type WrittenToken,
} from 'attention-lab/pretrained';

const attention: Attention = await loadAttention();
const files = { 'config.json': {}, 'model.safetensors': new Uint8Array(), 'tokenizer.json': '{}' };
const { signal } = new AbortController();
const model: PretrainedModel = await loadPretrained(attention, files, {
  signal,
  maxBytes: 2 ** 31,
  onProgress: ({ loaded, total }: { loaded: number; total: number }) => loaded / total,
});
const tokens: Tokens = model.tokenize('the old mill');
// @ts-expect-error: what a model says of itself is fixed
model.family = 'bert';
// @ts-expect-error: so is its size
model.parameters = 3;
const run: Run = model.run(tokens, { trace: ['weights'], silence: ['0.1'], block: ['*.*.2.0'] });
const weights: Tensor | undefined = run.layers[0]?.weights;
const [traced] = model.run('the', { trace: ['weights', 'afterAttn'] }).layers;
const [all] = model.run('the', { trace: true }).layers;
const [partly] = model.run('the', { trace: true, layers: [0] }).layers;
const [none] = model.run('the').layers;
const certain: Tensor[] = traced && all ? [traced.weights, all.q, all.output] : [];
// Not every model has these tables, and not every layer is traced.
const uncertain: (Tensor | undefined)[] = [traced?.afterAttn, all?.crossWeights, partly?.q];
console.log(certain, uncertain);
// @ts-expect-error: scores are not traced
console.log(traced?.scores);
// @ts-expect-error: nothing is traced
console.log(none?.weights.data);
// @ts-expect-error: some models have no rotary positions
console.log(all?.qRot.shape);
const next: NextToken[] = model.next(run, -1, 3);
const { text }: GeneratedText = model.generate([1, 2], { tokens: 3, temperature: 0.7, topK: 5 });
const written: WrittenToken[] = [...model.stream('the', { tokens: 2 })];
model.run(new Uint16Array([1]), { trace: ['weights'] });
console.log(model.decode(new Int32Array([1])) + model.decode(tokens.ids) + written.at(-1)?.text);
const [first] = next;
const { unembedding }: OuterParameters = model.outerParameters([first?.id ?? 0]);
console.log(first?.logit, unembedding?.weight.shape);
const layers: number = model.sizes.layers;
console.log(weights, next, text, layers, run.hidden.shape, run.encoder?.hidden.shape);
model.dispose();
await loadPretrained(attention, [new File([], 'config.json')]).catch((error: unknown) => {
  if (error instanceof ModelError) {
    const reason: ModelReason = error.reason;
    console.log(error.code, reason, error.expected);
  }
});

model.run(BigInt64Array.of(1n));
// @ts-expect-error: plain arrays hold numbers
model.run([1n]);
// @ts-expect-error: there is no such table
model.run('the', { trace: ['weight'] });
// @ts-expect-error: a model is loaded into the memory of an attention
await loadPretrained(files);
