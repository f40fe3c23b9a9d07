// What a consumer of what learns in TypeScript may write.
import { type Attention, loadAttention } from 'attention-lab';
import {
  createDescriber,
  createMini,
  createToy,
  createTranslator,
  type Describer,
  frenchEnglishPairs,
  type Gradients,
  loadGradients,
  loadMini,
  type Mini,
  type Model,
  type Pair,
  type State,
  type Tensor,
  type ToyName,
} from 'attention-lab/learning';

const attention: Attention = await loadAttention();
const describer: Describer = await createDescriber(attention, { seed: 1 });
const { step, loss }: { step: number; loss: number } = describer.train(10);
const { weight }: { weight: number } = describer.evaluate();
const { noun, q }: { noun: string; q: Tensor } = describer.describe('the dog was too tired');
const state: State = describer.getState();
describer.setState(state);

const translator = await createTranslator(attention, { scoring: 'dot' });
const target: string[] = translator.translate('il mange').target;
const pairs: Pair[] = frenchEnglishPairs({ seed: 1, count: 10 });
const alignment: number[][] | undefined = pairs[0]?.alignment;

const mini: Mini = await createMini(attention);
const trained: Mini = await loadMini(attention);
const words: string[] = mini.predict('<s> the dogs').next.map(({ word }) => word);
const task: ToyName = 'previous-and-mirror';
const toy = await createToy(attention, { task, numHeads: 2 });
const models: Model[] = [describer, translator, mini, trained, toy];
for (const model of models) {
  const tensors: Record<string, Tensor> = model.run('the');
  console.log(tensors.weights, model.parameters, model.vocabulary);
  model.dispose();
}

const gradients: Gradients = await loadGradients(attention);
const { gradQuery, trace } = gradients.scaledDotProductAttention([[1]], [[1]], [[2]], [[3]]);
const gradScores: Tensor = trace.gradScores;
console.log(step, loss, weight, noun, q, target, alignment, words, gradQuery, gradScores);

// @ts-expect-error: there is no such task
await createToy(attention, { task: 'sort' });
// @ts-expect-error: nor such scoring
await createTranslator(attention, { scoring: 'sum' });
