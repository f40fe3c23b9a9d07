// For any arguments, functions and methods of learning report mistakes with the library's errors,
// which name the call and the argument, and nothing changes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import * as learning from '../../src/js/learning/index.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { assertArgumentError, NOTHINGS } from './argument-errors.js';
import { createEach } from './tasks.js';

/** Untyped, so that tests can pass anything. @type {Record<string, any>} */
const any = learning;
const attention = await loadAttention();

/** @param {() => unknown} run */
async function rejected(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
  assert.fail('nothing was thrown');
}

/**
 * Every function that creates something, its signature, and valid arguments.
 * @type {[name: string, call: string, right: any][]}
 */
const MAKERS = [
  ['createDescriber', 'createDescriber({ seed })', {}],
  ['createMini', 'createMini({ seed })', {}],
  ['createPronounResolver', 'createPronounResolver({ seed, layers, freeValue })', {}],
  ['createToy', 'createToy({ task, numHeads, layers, seed })', { task: 'recall' }],
  ['createTranslator', 'createTranslator({ seed, scoring })', {}],
  ['loadMini', 'loadMini()', undefined],
  ['loadGradients', 'loadGradients()', undefined],
];

describe('what makes a model', () => {
  it('takes its seed from its only argument: createMini({ seed: 5 }) has seed 5', async () => {
    for (const [name, , right] of MAKERS.slice(0, 5)) {
      const model = await any[name]({ ...right, seed: 5 });
      assert.equal(model.seed, 5, name);
      const other = await any[name]({ ...right, seed: 0 });
      assert.notDeepEqual(model.parameters, other.parameters, name);
      assert.equal((await any[name]({ ...right, seed: undefined })).seed, 0);
    }
  });

  it('refuses a seed that would be another: createMini({ seed: 2 ** 32 }) is not seed 0', async () => {
    for (const seed of [
      2 ** 32,
      -1,
      2 ** 32 + 5,
      -(2 ** 32),
      0.5,
      Number.NaN,
      Infinity,
      '5',
      null,
    ]) {
      const [kind, argument, says] = [
        'ArgumentError',
        'options.seed',
        /integer from 0 to 2\^32 - 1/,
      ];
      for (const [operation, , right] of MAKERS.slice(0, 5)) {
        const error = await rejected(() => any[operation]({ ...right, seed }));
        assertRefusal(error, { kind, operation, argument, says });
      }
      const draw = () => any.frenchEnglishPairs({ seed, count: 1 });
      assertArgumentError(draw, { operation: 'frenchEnglishPairs', argument, says });
    }
    assert.equal((await any.createDescriber({ seed: 2 ** 32 - 1 })).seed, 2 ** 32 - 1);
  });

  it('refuses an attention in front of the options, and shows the right call', async () => {
    for (const [operation, call, right] of MAKERS) {
      const wrong = [[attention], [attention, right], [undefined, { seed: 5 }], [{}, {}, {}]];
      for (const args of wrong) {
        const error = await rejected(() => any[operation](...args));
        assertRefusal(error, { kind: 'ArgumentError', operation, argument: 'options' });
        assert.ok(/** @type {any} */ (error).message.includes(`expected ${call}`));
      }
    }
  });

  it('refuses what is no object', async () => {
    for (const [operation] of MAKERS) {
      for (const options of NOTHINGS) {
        const error = await rejected(() => any[operation](options));
        assertRefusal(error, { kind: 'ArgumentError', operation, argument: 'options' });
      }
    }
  });

  it('refuses a name or value that it does not know, and says the nearest first', async () => {
    /** @type {[string, object, string, RegExp][]} */
    const cases = [
      ['createMini', { sede: 5 }, 'options.sede', /did you mean seed\?/],
      ['createDescriber', { Seed: 5 }, 'options.Seed', /did you mean seed\?/],
      ['createToy', { task: 'recall', heads: 2 }, 'options.heads', /numHeads/],
      [
        'createToy',
        { task: 'recall', num_heads: 2 },
        'options.num_heads',
        /did you mean numHeads\?/,
      ],
      [
        'createToy',
        { task: 'recal' },
        'options.task',
        /did you mean recall\?\); expected one of previous/,
      ],
      ['createPronounResolver', { layer: 1 }, 'options.layer', /did you mean layers\?/],
      ['createTranslator', { scorring: 'dot' }, 'options.scorring', /did you mean scoring\?/],
      ['createTranslator', { scoring: 'sum' }, 'options.scoring', /'additive' or 'dot'/],
      ['createToy', { task: 'toString' }, 'options.task', /previous/],
      ['createToy', { task: 'order', numHeads: 3 }, 'options.numHeads', /expected 1, 2, 4 or 8/],
      ['createPronounResolver', { layers: 3 }, 'options.layers', /expected 1 or 2/],
      ['createPronounResolver', { freeValue: 1 }, 'options.freeValue', /expected true or false/],
      ['loadMini', { seed: 5 }, 'options.seed', /not a known name/],
      ['loadGradients', { seed: 5 }, 'options.seed', /not a known name/],
    ];
    for (const [operation, options, argument, says] of cases) {
      const error = await rejected(() => any[operation](options));
      assertRefusal(error, { kind: 'ArgumentError', operation, argument, says });
    }
    const operation = 'frenchEnglishPairs';
    for (const options of [{ size: 3 }, { count: 1e9 }]) {
      const argument = `options.${Object.keys(options)}`;
      assertArgumentError(() => any.frenchEnglishPairs(options), { operation, argument });
    }
    for (const options of NOTHINGS) {
      assertArgumentError(() => any.frenchEnglishPairs(options), {
        operation,
        argument: 'options',
      });
    }
  });
});

const describer = await any.createDescriber();
const resolver = await any.createPronounResolver();
const mini = await any.createMini();
const translator = await any.createTranslator();
const toy = await any.createToy({ task: 'recall' });

const SENTENCES = new Map([
  [describer, 'the dog was too tired'],
  [resolver, 'the dog did not cross the street because it was too tired'],
  [mini, '<s> the dogs'],
  [translator, 'il mange'],
  [toy, toy.vocabulary[0]],
]);

/**
 * Methods that take a sentence, with the names of their options.
 * @type {[model: any, method: string, options: string[]][]}
 */
const READERS = [
  [describer, 'describe', []],
  [describer, 'run', []],
  [resolver, 'resolve', []],
  [resolver, 'run', []],
  [mini, 'predict', ['silenced']],
  [mini, 'run', ['silenced']],
  [mini, 'generate', ['temperature', 'seed', 'words']],
  [translator, 'translate', ['blocked']],
  [translator, 'run', ['blocked']],
  [toy, 'answer', []],
  [toy, 'run', []],
];
/** Methods that measure. @type {[model: any, method: string, options: string[]][]} */
const MEASURES = [
  [describer, 'evaluate', ['rounds']],
  [resolver, 'evaluate', ['rounds']],
  [mini, 'evaluate', ['rounds', 'silenced', 'optional']],
  [mini, 'measureHeads', ['rounds']],
  [translator, 'evaluate', ['pairs']],
  [toy, 'evaluate', ['rounds']],
];

/** The array has no elements, but its length is too large for a copy. */
const longList = new Array(2 ** 32 - 1);
/** Invalid values of each option. @type {Record<string, unknown[]>} */
const WRONG = {
  silenced: [null, 5, 'all', {}, [[0]], [[0, 4]], [[-1, 0]], [[0.5, 0]], [['0', 0]], [null]],
  blocked: [null, 5, 'all', {}, [[0]], [[0, 99]], [[-1, 0]], [[0, 0.5]], [[0n, 0]], [undefined]],
  optional: [null, 5, 'then', {}, [5], ['zebra'], ['__proto__'], [undefined]],
  rounds: [null, 0, -1, 1.5, Number.NaN, Infinity, '1', 1n, [1], 1e6 + 1, 1e12, 2 ** 60],
  pairs: [null, 0, -1, 1.5, Number.NaN, Infinity, '1', 1n, [1], 1e6 + 1, 1e12, 2 ** 60],
  temperature: [null, -1, 101, Number.NaN, '1', 1n, Symbol('t')],
  seed: [null, 0.5, -1, Number.NaN, Infinity, '1', 1n, 2 ** 32, 2 ** 60],
  words: [null, 0, -1, 0.5, Number.NaN, '1', 1n, 1e6 + 1],
};
for (const name of ['silenced', 'blocked', 'optional']) {
  WRONG[name].push(longList);
}

describe('a method', () => {
  for (const [model, operation, names] of [...READERS, ...MEASURES]) {
    const sentence = READERS.some(([, method]) => method === operation)
      ? [SENTENCES.get(model)]
      : [];
    const call = (/** @type {unknown} */ options) => model[operation](...sentence, options);
    const title = `${operation} of the ${model.constructor.name}`;

    if (sentence.length > 0) {
      it(`${title} refuses what is no sentence`, () => {
        const wrong = [undefined, ...NOTHINGS, '', ' ', 'zebra', '__proto__', 'the '.repeat(1e5)];
        // The resolver needs an "it" in the sentence.
        if (model === resolver) wrong.push('the dog');
        for (const value of wrong) {
          const refused = { operation, argument: 'sentence' };
          const error = assertArgumentError(() => model[operation](value), refused);
          assert.ok(error.message.length < 200);
        }
      });
    }

    if (names.length === 0) {
      it(`${title} refuses any option`, () => {
        for (const options of NOTHINGS) {
          assertArgumentError(() => call(options), { operation, argument: 'options' });
        }
        for (const name of ['blocked', 'silenced', 'foo']) {
          const argument = `options.${name}`;
          const says = /is not a known name; expected an object without properties/;
          assertArgumentError(() => call({ [name]: [] }), { operation, argument, says });
        }
        assert.deepEqual(call({}), call(undefined));
      });
    }

    if (names.length > 0) {
      it(`${title} refuses options that it does not know or cannot use`, () => {
        for (const options of NOTHINGS) {
          assertArgumentError(() => call(options), { operation, argument: 'options' });
        }
        for (const name of names) {
          const misspelt = `${name}s`;
          const says = new RegExp(`did you mean ${name}\\?`);
          const argument = `options.${misspelt}`;
          assertArgumentError(() => call({ [misspelt]: 1 }), { operation, argument, says });
          for (const value of WRONG[name]) {
            assertArgumentError(() => call({ [name]: value }), {
              operation,
              argument: `options.${name}`,
            });
          }
        }
      });
    }
  }

  it('train refuses what is no count, and has trained nothing', () => {
    for (const model of SENTENCES.keys()) {
      const state = model.getState();
      const wrong = [undefined, null, 0, -1, 1.5, Number.NaN, '1', 1n, {}];
      // Counts of steps that would take days and block everything else.
      for (const steps of [...wrong, 1e6 + 1, 1e12, Infinity]) {
        assertArgumentError(() => model.train(steps), { operation: 'train', argument: 'steps' });
      }
      assert.deepEqual(model.getState(), state);
    }
  });

  it('of a model that is disposed of says which it was', async () => {
    const models = await createEach();
    const live = [...SENTENCES.keys()];
    for (const [i, model] of models.entries()) {
      const state = model.getState();
      model.dispose();
      const calls = [
        ...[['train', 1], ['getState'], ['setState', state], ['evaluate']],
        ...READERS.filter(([owner]) => owner === live[i]).map(([owner, method]) => [
          method,
          SENTENCES.get(owner),
        ]),
      ];
      for (const [operation, ...args] of calls) {
        const error = caught(() => model[operation](...args));
        assertRefusal(error, { kind: 'DisposedError', operation, argument: 'model' });
      }
      const kind = 'DisposedError';
      assertRefusal(
        caught(() => model.parameters),
        { kind, operation: 'parameters', argument: 'model' },
      );
      const setRate = () => {
        model.rate = 2;
      };
      assertRefusal(caught(setRate), { kind, operation: 'rate', argument: 'model' });
    }
  });
});

it('A gradient refuses what the attention refuses, whatever reads it.', async () => {
  const gradients = await any.loadGradients();
  const x = tensor([[1, 2]]);
  const wide = { shape: [60_000, 0], data: [] };
  const parameters = { wq: [[1, 2]], wk: [[1, 2]], wv: [1] };
  const heads = {
    inProjWeight: new Array(6).fill([1, 2]),
    outProjWeight: [
      [1, 2],
      [3, 4],
    ],
  };
  /** @type {[operation: string, args: unknown[], code: RegExp][]} */
  const cases = [
    ['scaledDotProductAttention', [], /ERR_ARGUMENT/],
    ['scaledDotProductAttention', [x, x, x, x, null], /ERR_ARGUMENT/],
    ['scaledDotProductAttention', [x, x, x, x, { isCausl: true }], /ERR_ARGUMENT/],
    ['scaledDotProductAttention', [wide, wide, wide, wide], /ERR_LIMIT/],
    ['additiveAttention', [x, x, x, x], /ERR_ARGUMENT/],
    ['additiveAttention', [x, x, x, x, { ...parameters, wz: 1 }], /ERR_ARGUMENT/],
    ['additiveAttention', [[[1]], x, x, x, parameters], /ERR_SHAPE/],
    ['multiHeadAttention', [x, x, x, x, heads], /ERR_ARGUMENT/],
    ['multiHeadAttention', [x, x, x, x, heads, { numHeads: 3 }], /ERR_ARGUMENT/],
    ['multiHeadAttention', [x, x, x, x, null, { numHeads: 1 }], /ERR_ARGUMENT/],
  ];
  for (const [operation, args, code] of cases) {
    const error = /** @type {any} */ (caught(() => gradients[operation](...args)));
    assert.equal(error.operation, operation, String(error));
    assert.match(error.code, code);
  }
  // Each parameter is read only once.
  let reads = 0;
  const counting = {
    ...heads,
    get inProjWeight() {
      reads++;
      return heads.inProjWeight;
    },
  };
  const { gradParameters } = gradients.multiHeadAttention(x, x, x, x, counting, { numHeads: 1 });
  assert.ok(gradParameters.inProjWeight);
  assert.equal(reads, 1);
});

it('A gradient that would take more than 4 GiB is a LimitError, as the attention is, and the next call works.', async () => {
  const gradients = await any.loadGradients();
  const wide = { shape: [40_000, 0], data: [] };
  const refused = { kind: 'LimitError', operation: 'scaledDotProductAttention' };
  const says = /would take 5\.96\d* GiB.*the limit is 4 GiB/;
  const calls = [
    () => /** @type {any} */ (attention).scaledDotProductAttention(wide, wide, wide),
    () => gradients.scaledDotProductAttention(wide, wide, wide, wide),
  ];
  for (const call of calls) assertRefusal(caught(call), { ...refused, says });
  const { gradValue } = gradients.scaledDotProductAttention([[1]], [[1]], [[1]], [[1]]);
  assert.deepEqual([...gradValue.data], [1]);
});
