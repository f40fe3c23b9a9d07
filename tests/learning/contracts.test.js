// Every model guarantees more than learning: its steps, parameters that are set, refusals. A Mini
// does not learn from stories of two colours.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LimitError, OutOfMemoryError } from '../../src/js/errors.js';
import {
  createDescriber,
  createPronounResolver,
  createToy,
  createTranslator,
  loadMini,
} from '../../src/js/learning/index.js';
import { Model } from '../../src/js/learning/model.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { NounFinder } from '../../src/js/learning/noun-finder.js';
import { Random } from '../../src/js/random.js';
import { drawBinding } from './grammars/binding.js';
import { createEach } from './tasks.js';

/** The options of a short evaluation, where they are not rounds. @type {Record<string, object>} */
const SMALL = { translator: { pairs: 2 } };

const create = () => createToy({ task: 'recall', seed: 1 });

it('each model says after how many steps its learning rate has come down', async () => {
  assert.deepEqual(
    (await createEach()).map(({ steps }) => steps),
    [2500, 1500, 2000, 1500, 600],
  );
});

it('parameters that are set are those of the model they come from; what has no name there is left', async () => {
  const [from, to] = [/** @type {any} */ (await create()), /** @type {any} */ (await create())];
  from.train(3);
  const [first, ...others] = Object.entries(from.parameters);
  const before = to.parameters[first[0]];
  assert.notDeepEqual(to.parameters, from.parameters);
  to.setParameters(Object.fromEntries(others));
  assert.deepEqual(to.parameters, Object.fromEntries([[first[0], before], ...others]));
  to.setParameters(from.parameters);
  assert.deepEqual(to.parameters, from.parameters);
});

it('nothing that a model hands out changes it, or a later model', async () => {
  const makers = /** @type {(() => Promise<any>)[]} */ ([
    () => createDescriber({ seed: 1 }),
    () => createPronounResolver({ seed: 1 }),
    () => createTranslator({ seed: 1 }),
    loadMini,
    ...['previous', 'mirror', 'recall', 'order', 'induction', 'order-without-positions'].map(
      (task) => () => createToy({ task: /** @type {any} */ (task), seed: 1 }),
    ),
  ]);
  for (const make of makers) {
    const model = await make();
    const [answer, vocabulary] = [
      model.evaluate(SMALL[model.kind] ?? { rounds: 1 }),
      [...model.vocabulary],
    ];
    assert.throws(() => model.vocabulary.reverse(), TypeError, model.kind);
    for (const name of Object.keys(model)) {
      assert.throws(
        () => {
          model[name] = 3;
        },
        TypeError,
        `${model.kind}: ${name}`,
      );
    }
    model.getState().parameters.fill(0);
    for (const { data } of Object.values(model.parameters)) data.fill(0);
    for (const each of [model, await make()]) {
      assert.deepEqual(each.vocabulary, vocabulary);
      assert.deepEqual(each.evaluate(SMALL[model.kind] ?? { rounds: 1 }), answer, model.kind);
    }
  }
});

it('a model that is frozen still learns, and takes another learning rate', async () => {
  const model = await create();
  model.rate = 2;
  assert.equal(model.rate, 2);
  assert.equal(model.train(2).step, 2);
});

it('a model that leaves out its own part says which', () => {
  const { forward, readInput, updateOptions, watch } = /** @type {any} */ (Model.prototype);
  const parts = [forward, readInput, updateOptions, watch, NounFinder.prototype.forward];
  for (const part of parts) assert.throws(() => part([]), /needs its own \w+\(\)/);
});

it('memory that cannot grow is an error that says so; a status of the core is one, too', async () => {
  const module = await loadLearning();
  const { byteLength } = module.memory.buffer;
  assert.throws(() => module.reach(2 ** 40), LimitError);
  const { grow } = module.memory;
  module.memory.grow = () => {
    throw new RangeError('no more pages');
  };
  assert.throws(() => module.reach(byteLength + 1), OutOfMemoryError);
  module.memory.grow = grow;
  assert.equal(module.memory.buffer.byteLength, byteLength);
  module.reach(byteLength + 1);
  assert.ok(module.memory.buffer.byteLength > byteLength);
  // The address 3 is not aligned to a float.
  assert.throws(() => module.call('attn_split_heads', Array(8).fill(3)), { code: 'ERR_INTERNAL' });
});

it('in stories of two colours each forced word is the one it comes from, in either order', () => {
  const random = new Random(3, 'test');
  const firsts = new Set();
  for (let i = 0; i < 200; i++) {
    const { words, forced } = drawBinding(random);
    assert.deepEqual(
      forced.map(({ kind }) => kind),
      ['binding', 'leftover'],
    );
    for (const { position, source } of forced) assert.equal(words[position], words[source]);
    assert.notEqual(forced[0].source, forced[1].source);
    firsts.add(forced[0].source < forced[1].source);
  }
  assert.equal(firsts.size, 2);
});

it('a model of a `using` declaration gives its memory back at the end', async () => {
  const model = /** @type {any} */ (await create());
  model[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
  assert.throws(() => model.train(1), { code: 'ERR_DISPOSED' });
});
