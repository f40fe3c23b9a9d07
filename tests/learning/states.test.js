import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as learning from '../../src/js/learning/index.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { assertArgumentError, NOTHINGS } from './argument-errors.js';
import { createEach } from './tasks.js';

/** Untyped, so that tests can pass anything. @type {Record<string, any>} */
const any = learning;

const models = await createEach();
const translator = models[3];

describe('setState is all or nothing:', () => {
  for (const [i, model] of models.entries()) {
    const { name } = model.constructor;
    model.train(2);
    const state = model.getState();
    const count = state.parameters.length;
    const changed = (/** @type {object} */ change) => ({ ...state, ...change });
    const means = (/** @type {number} */ at, /** @type {number} */ value) =>
      changed({ means: state.means.with(at, value) });
    const [a, b, c, counter] = state.random;
    /** @type {[state: unknown, argument: string][]} */
    const cases = [
      ...NOTHINGS.map((value) => /** @type {[unknown, string]} */ ([value, 'state'])),
      [undefined, 'state'],
      [{}, 'state'],
      ...[undefined, null, 5, '', `${state.kind}s`, [state.kind]].map(
        (kind) => /** @type {[unknown, string]} */ ([changed({ kind }), 'state.kind']),
      ),
      [changed({ steps: 3 }), 'state.steps'],
      ...[1.5, -1, Number.NaN, Infinity, '2', 2n, null, undefined, 2 ** 31].map(
        (step) => /** @type {[unknown, string]} */ ([changed({ step }), 'state.step']),
      ),
      ...[undefined, null, 5, '5', [], [a, b, c], [a, b, c, counter, 1], [a, b, c, 0.5]].map(
        (random) => /** @type {[unknown, string]} */ ([changed({ random }), 'state.random']),
      ),
      ...[
        [a, b, '1', counter],
        [a, b, 2 ** 32, counter],
        [a, b, c, 2 ** 32],
        [a, b, c, Number.MAX_SAFE_INTEGER],
        [Number.NaN, b, c, counter],
      ].map((random) => /** @type {[unknown, string]} */ ([changed({ random }), 'state.random'])),
      ...[undefined, null, 5, 'text', {}, state.parameters.subarray(1), state.means].map(
        (parameters) =>
          /** @type {[unknown, string]} */ ([changed({ parameters }), 'state.parameters']),
      ),
      [changed({ parameters: new Array(count).fill('0') }), 'state.parameters'],
      [changed({ parameters: new Uint8Array(count) }), 'state.parameters'],
      // Not what JSON makes of a list of numbers: too few, an extra name, a gap.
      ...[{ 0: 1 }, { ...state.parameters, x: 1 }, { ...state.parameters, 0: 'x' }].map(
        (parameters) =>
          /** @type {[unknown, string]} */ ([changed({ parameters }), 'state.parameters']),
      ),
      [changed({ parameters: { ...state.parameters.subarray(1), x: 1 } }), 'state.parameters'],
      [changed({ parameters: new Float32Array(count + 1) }), 'state.parameters'],
      ...[undefined, null, 5, state.parameters, state.means.subarray(1)].map(
        (value) => /** @type {[unknown, string]} */ ([changed({ means: value }), 'state.means']),
      ),
      [means(count, -1), 'state.means'],
      [means(2 * count - 1, -1e-30), 'state.means'],
    ];

    it(`of the ${name} a state that is wrong anywhere changes nothing`, () => {
      for (const [wrong, argument] of cases) {
        assertArgumentError(() => model.setState(wrong), { operation: 'setState', argument });
        assert.deepEqual(model.getState(), state);
      }
      const others = models.filter((_, j) => j !== i);
      for (const other of others) {
        const expected = { operation: 'setState', argument: 'state' };
        assertArgumentError(() => model.setState(other.getState()), expected);
      }
      assert.deepEqual(model.getState(), state);
    });

    it(`of the ${name} a state at the last step is set, and leads to none that is refused`, () => {
      const last = 2 ** 31 - 1;
      model.setState(changed({ step: last - 1, random: [a, b, c, 2 ** 31 - 1] }));
      assert.equal(model.train(1).step, last);
      const reached = model.getState();
      model.setState(reached);
      const error = caught(() => model.train(1));
      const says = /steps would take the model to step 2147483648; the limit is 2147483647/;
      assertRefusal(error, { kind: 'LimitError', operation: 'train', argument: 'steps', says });
      assert.deepEqual(model.getState(), reached);
      model.setState(state);
    });

    it(`of the ${name} a state goes through JSON and back, and leads on to the same`, async () => {
      const withArrays = (/** @type {string} */ _, /** @type {any} */ value) =>
        value instanceof Float32Array ? Array.from(value, Number) : value;
      model.train(2);
      const { parameters } = model;
      const texts = [JSON.stringify(state, withArrays), JSON.stringify(structuredClone(state))];
      for (const json of [...texts, JSON.stringify(state)]) {
        model.setState(JSON.parse(json));
        assert.deepEqual(model.getState(), state);
        model.train(2);
        assert.deepEqual(model.parameters, parameters);
      }
      model.setState(state);
    });
  }

  it('of the translator pairs that wait are checked, and may not be a batch', () => {
    const state = translator.getState();
    const pair = { source: 'il mange', target: 'he eats' };
    const many = (/** @type {number} */ count) => new Array(count).fill(pair);
    /** @type {[waiting: unknown, argument: string][]} */
    const cases = [
      [undefined, 'state.waiting'],
      [null, 'state.waiting'],
      ['pairs', 'state.waiting'],
      [[null], 'state.waiting'],
      [['il mange'], 'state.waiting'],
      [[{ source: 'il mange' }], 'state.waiting.target'],
      [[{ ...pair, source: 'il brontosaure' }], 'state.waiting.source'],
      [[{ ...pair, target: 5 }], 'state.waiting.target'],
      [[{ ...pair, target: '' }], 'state.waiting.target'],
      [[{ ...pair, source: 'il '.repeat(19) }], 'state.waiting.source'],
      [[{ ...pair, more: 1 }], 'state.waiting.more'],
      // Fewer examples than a batch may wait.
      [many(32), 'state.waiting'],
    ];
    for (const [waiting, argument] of cases) {
      const set = () => translator.setState({ ...state, waiting });
      assertArgumentError(set, { operation: 'setState', argument });
      assert.deepEqual(translator.getState(), state);
    }
    translator.setState({ ...state, waiting: many(31) });
    translator.train(1);
    translator.setState(state);
  });

  it('waiting pairs are split at any blank, as their length is checked', () => {
    const state = translator.getState();
    const [{ source, target }] = any.frenchEnglishPairs({ count: 1 });
    const [blanks, tabs] = [source, source.replaceAll(' ', '\t')].map((each) => {
      const waiting = new Array(31).fill({ source: each, target });
      translator.setState({ ...state, waiting });
      translator.train(3);
      return translator.getState();
    });
    assert.deepEqual(tabs.parameters, blanks.parameters);
    assert.equal(tabs.waiting.length, blanks.waiting.length);
    translator.setState(state);
  });

  it('what getState() gave is a copy that changes nothing when it is changed', () => {
    const state = translator.getState();
    const before = structuredClone(state);
    for (const pair of state.waiting) pair.source = 'zebra';
    state.parameters.fill(7);
    state.random.fill(7);
    assert.deepEqual(translator.getState(), before);
  });

  it('of a model that has trained beyond all numbers NaN is kept', async () => {
    const model = await any.createDescriber();
    model.rate = 1e6;
    model.train(20);
    const state = model.getState();
    assert.ok(state.parameters.some(Number.isNaN));
    const other = await any.createDescriber();
    other.setState(state);
    assert.deepEqual(other.getState(), state);
    // JSON writes NaN and infinities alike as null.
    other.setState(JSON.parse(JSON.stringify(state)));
    const finite = (/** @type {number} */ number) =>
      Number.isFinite(number) ? number : Number.NaN;
    const [parameters, means] = [state.parameters.map(finite), state.means.map(finite)];
    assert.deepEqual(other.getState(), { ...state, parameters, means });
  });

  it('the state of a toy is none of a toy of another task or of more heads', async () => {
    const previous = await any.createToy({ task: 'previous', seed: 1 });
    const state = previous.getState();
    for (const [options, kind] of /** @type {[object, string][]} */ ([
      [{ task: 'mirror' }, 'toy: mirror, heads: 2'],
      [{ task: 'previous', numHeads: 4 }, 'toy: previous, heads: 4'],
    ])) {
      const other = await any.createToy(options);
      const error = caught(() => other.setState(state));
      const says = new RegExp(`is "toy: previous, heads: 2"; expected "${kind}"$`);
      const [argument, operation] = ['state.kind', 'setState'];
      assertRefusal(error, { kind: 'ArgumentError', operation, argument, says });
    }
    const same = await any.createToy({ task: 'previous' });
    same.setState(state);
    assert.deepEqual(same.getState(), state);
  });
});
