// What a consumer of what learns in TypeScript may write.
import { type Attention, loadAttention } from 'attention-lab';
import {
  createDescriber,
  createMini,
  createPronounResolver,
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
  type PronounResolver,
  type State,
  type Tensor,
  type ToyName,
} from 'attention-lab/learning';

const attention: Attention = await loadAttention();
const describer: Describer = await createDescriber({ seed: 1 });
const { step, loss }: { step: number; loss: number } = describer.train(10);
const { weight }: { weight: number } = describer.evaluate();
const { noun, q }: { noun: string; q: Tensor } = describer.describe('the dog was too tired');
const state: State = describer.getState();
describer.setState(state);

const translator = await createTranslator({ scoring: 'dot' });
const target: string[] = translator.translate('il mange', { blocked: [[0, 1]] }).target;
const { exactMatch }: { exactMatch: number } = translator.evaluate({ pairs: 10 });
translator.rate = 2;
const pairs: Pair[] = frenchEnglishPairs({ seed: 1, count: 10 });
const alignment: number[][] | undefined = pairs[0]?.alignment;

const mini: Mini = await createMini();
const trained: Mini = await loadMini();
const written: string[] = mini.generate('<s>', { temperature: 0, words: 2 }).tokens;
const drop: number | undefined = mini.measureHeads()[0]?.byDependency.colour?.drop;
const { accuracy }: { accuracy: number } = mini.evaluate({ rounds: 1, silenced: [[0, 1]] });
const resolver: PronounResolver = await createPronounResolver({ freeValue: true });
const { noun: it }: { noun: string } = resolver.resolve('the dog was too tired');
const words: string[] = mini.predict('<s> the dogs').next.map(({ word }) => word);
const task: ToyName = 'previous-and-mirror';
const toy = await createToy({ task, numHeads: 2 });
translator.getState().waiting?.map(({ source, target }) => source + target);
const models: Model[] = [describer, translator, mini, trained, toy, resolver];
for (const model of models) {
  const tensors: Record<string, Tensor> = model.run('the');
  console.log(tensors.weights, model.parameters, model.vocabulary);
  // @ts-expect-error a vocabulary is frozen
  model.vocabulary.sort();
  model.dispose();
}

const gradients: Gradients = await loadGradients();
const { gradQuery, trace } = gradients.scaledDotProductAttention([[1]], [[1]], [[2]], [[3]]);
const gradScores: Tensor = trace.gradScores;
console.log(step, loss, weight, noun, q, target, alignment, words, gradQuery, gradScores);
console.log(exactMatch, written, drop, accuracy, it);

const identity = [[1]];
const { gradParameters } = gradients.multiHeadAttention(
  ...([identity, identity, identity, identity] as const),
  { inProjWeight: [[1], [1], [1]], outProjWeight: identity },
  { numHeads: 1 },
);
const gradProjection: Tensor | undefined = gradParameters.inProjWeight;
console.log(gradProjection);
// @ts-expect-error: there is no such parameter
gradParameters.inProjWeigth;

// @ts-expect-error: there is no such task
await createToy({ task: 'sort' });
// @ts-expect-error: nor such scoring
await createTranslator({ scoring: 'sum' });
// @ts-expect-error: what learns has a module of its own
await createMini(attention);
