import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { headCounts } from '../../web/session/settings.js';
import { DEFAULTS, normalise } from '../../web/session/state.js';
import { STEPS, stepsOf } from '../../web/session/step-order.js';
import { times } from '../support/extent.js';

fc.configureGlobal({ seed: 7 });

describe('the state', () => {
  it('an empty request gives the default', () => {
    for (const nothing of [undefined, null, {}, 7, 'text'])
      assert.deepEqual(normalise(nothing), DEFAULTS);
  });

  it('an attribute that is taken away gives the default back', () => {
    for (const name of Object.keys(DEFAULTS))
      assert.deepEqual(normalise({ [name]: null }), DEFAULTS);
  });

  it('whatever is requested, the result is in range, and stays as it is', () => {
    const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
    const names = Object.keys(DEFAULTS);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anything), (requested) => {
        const state = normalise(requested);
        assert.deepEqual(Object.keys(state), names);
        assert.deepEqual(normalise(state), state);
        assert.equal(state.dModel % state.heads, 0);
        assert.ok(state.head < state.heads);
        assert.ok(stepsOf(state).includes(state.step));
        assert.ok(stepsOf(state).every((step) => STEPS.includes(step)));
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
      }),
      { numRuns: times(2000) },
    );
  });

  it('texts are numbers where numbers are meant, as attributes are', () => {
    const state = normalise({
      heads: '4',
      dModel: '8',
      seed: '12',
      query: '3',
      head: '2',
      scale: '0.5',
    });
    assert.deepEqual(
      [state.heads, state.dModel, state.seed, state.query, state.head, state.scale],
      [4, 8, 12, 3, 2, 0.5],
    );
  });

  it('numbers out of range go to its end', () => {
    const state = normalise({ seed: -3, query: 99, heads: 8, dModel: 6, head: 1e9, scale: 1e300 });
    assert.deepEqual([state.seed, state.query, state.heads, state.head], [0, 3, 6, 5]);
    assert.equal(state.scale, 'sqrt');
  });

  it('heads divide the width', () => {
    assert.deepEqual(headCounts(8), [1, 2, 4, 8]);
    assert.equal(normalise({ dModel: 4, heads: 3 }).heads, 2);
    assert.equal(normalise({ dModel: 7, heads: 6 }).heads, 1);
  });

  it('a step that the other mechanism lacks goes to the one that does its work', () => {
    const additive = (/** @type {string} */ step) =>
      normalise({ step, mechanism: 'additive' }).step;
    assert.deepEqual(['q', 'heads', 'weights', 'nonsense', 'constructor'].map(additive), [
      'projectedQueries',
      'output',
      'weights',
      'embeddings',
      'embeddings',
    ]);
    assert.equal(normalise({ step: 'features' }).step, 'v');
    assert.equal(normalise({ step: 'output', source: 'article' }).step, 'concatenated');
    assert.equal(normalise({ step: 'mechanisms', dModel: 512 }).step, 'weights');
  });

  it('the selected word moves to the last one when the sentence becomes shorter', () => {
    assert.equal(normalise({ sentence: 'one two', query: 3 }).query, 1);
    assert.equal(normalise({ sentence: '', query: 3 }).query, 0);
  });

  it('a second sentence attends to the first, or to itself where that is requested', () => {
    const layer = (/** @type {object} */ requested) => normalise(requested).layer;
    assert.equal(layer({ target: 'he is tall' }), 'cross');
    assert.equal(layer({ target: 'he is tall', layer: 'self' }), 'self');
    assert.equal(layer({ target: 'he is tall', layer: 'other' }), 'cross');
    // Without a second sentence there is nothing to choose.
    assert.equal(layer({ target: '', layer: 'self' }), 'cross');
    assert.equal(layer({ target: ' \u200b', layer: 'self' }), 'cross');
  });
});
