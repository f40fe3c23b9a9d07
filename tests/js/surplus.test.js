// No public function drops an argument silently: one more than it takes is refused, unless it is undefined.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as library from '../../src/js/index.js';
import * as learning from '../../src/js/learning/index.js';
import { assertRefusal, caught } from '../support/refusal.js';

/** Called with anything. @type {any} */
const { fromStateDict, loadAttention, masks, tensor, toNested } = library;
const attention = await loadAttention();
/** @type {any} */
const models = learning;

const one = [[1]];
const heads = { inProjWeight: [[1], [2], [3]], outProjWeight: one };
const dict = { in_proj_weight: heads.inProjWeight, 'out_proj.weight': one };
const linear = attention.createLinear(one);
const layer = attention.createMultiHeadAttention(heads, { numHeads: 1 });
const cache = layer.createCache();
const resident = attention.resident(one);
const additive = { wq: one, wk: one, wv: [1] };
const mini = await models.createMini();
const describer = await models.createDescriber();
const resolver = await models.createPronounResolver();
const translator = await models.createTranslator();
const toy = await models.createToy({ task: 'recall' });
const gradients = await models.loadGradients();
const sentences = new Map([
  [describer, 'the dog was too tired'],
  [resolver, 'the dog did not cross the street because it was too tired'],
  [mini, '<s> the dogs'],
  [translator, 'il mange'],
  [toy, toy.vocabulary[0]],
]);

/** Each with as many arguments as it takes. @type {[object: any, operation: string, args: unknown[], name?: string][]} */
const CALLS = [
  [attention, 'linear', [one, one, undefined, undefined]],
  [attention, 'scaledDotProductAttention', [one, one, one, undefined]],
  [attention, 'additiveAttention', [one, one, one, additive, undefined]],
  [attention, 'softmax', [one, undefined]],
  [attention, 'multiHeadAttention', [one, one, one, heads, { numHeads: 1 }]],
  [attention, 'createLinear', [one, undefined]],
  [attention, 'createMultiHeadAttention', [heads, { numHeads: 1 }]],
  [attention, 'resident', [one]],
  [linear, 'forward', [one, undefined]],
  [layer, 'forward', [one, one, one, undefined]],
  [layer, 'createCache', [undefined]],
  [cache, 'reset', []],
  [resident, 'read', []],
  [resident, 'write', [one]],
  [attention.resident(one), 'dispose', []],
  [masks, 'alibi', [2, 2, 2], 'masks.alibi'],
  [masks, 'slidingWindow', [2, 2, { window: 1 }], 'masks.slidingWindow'],
  [{ tensor }, 'tensor', [[1], [2]]],
  [{ toNested }, 'toNested', [one]],
  [{ fromStateDict }, 'fromStateDict', [dict, '']],
  [models, 'frenchEnglishPairs', [{ count: 1 }]],
  ...[...sentences].flatMap(
    ([model, sentence]) =>
      /** @type {[any, string, unknown[]][]} */ ([
        [model, 'train', [1]],
        [model, 'getState', []],
        [model, 'setState', [model.getState()]],
        [model, 'evaluate', [undefined]],
        [model, 'run', model === mini || model === translator ? [sentence, undefined] : [sentence]],
      ]),
  ),
  [describer, 'describe', [sentences.get(describer)]],
  [resolver, 'resolve', [sentences.get(resolver)]],
  [translator, 'translate', [sentences.get(translator), undefined]],
  [toy, 'answer', [sentences.get(toy)]],
  [mini, 'predict', [sentences.get(mini), undefined]],
  [mini, 'generate', [sentences.get(mini), undefined]],
  [mini, 'measureHeads', [undefined]],
  [await models.createDescriber(), 'dispose', []],
  [gradients, 'scaledDotProductAttention', [one, one, one, one, undefined]],
  [gradients, 'additiveAttention', [one, one, one, one, additive, undefined]],
  [gradients, 'multiHeadAttention', [one, one, one, one, heads, { numHeads: 1 }]],
];

describe('an argument too many is refused', () => {
  for (const [object, operation, args, name = operation] of CALLS) {
    const title =
      object.constructor === Object ? '' : ` of ${object.constructor?.name ?? 'learning'}`;
    it(`by ${name}()${title}`, () => {
      const [kind, argument] = ['ArgumentError', 'surplus argument'];
      for (const value of [{ x: 1 }, null, 0, 'x']) {
        for (const surplus of [[value], [undefined, value]]) {
          const error = caught(() => object[operation](...args, ...surplus));
          assertRefusal(error, { kind, operation: name, argument, says: /with fewer arguments/ });
        }
      }
    });
  }

  it('by loadAttention()', async () => {
    const error = await loadAttention(undefined, { x: 1 }).catch((/** @type {any} */ e) => e);
    const [kind, operation] = ['ArgumentError', 'loadAttention'];
    assertRefusal(error, { kind, operation, argument: 'surplus argument' });
  });

  it('by every operation of the core and of its gradients', () => {
    const tried = (/** @type {object} */ object) =>
      CALLS.filter(([receiver]) => receiver === object).map(([, operation]) => operation);
    assert.deepEqual(tried(attention).sort(), Object.keys(attention).sort());
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(gradients));
    assert.deepEqual(['constructor', ...tried(gradients)].sort(), methods.sort());
    assert.deepEqual(tried(masks).sort(), Object.keys(masks).sort());
  });
});

it('undefined after the last argument is no argument', () => {
  assert.deepEqual(toNested(attention.softmax([[1]], undefined, undefined)), [[1]]);
  assert.deepEqual(toNested(tensor([1], [2], undefined)), [2]);
  assert.deepEqual([...masks.alibi(1, 1, 1, undefined, undefined).data], [0]);
});
