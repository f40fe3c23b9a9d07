import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { compareComputations } from '../../web/session/compare.js';
import { makeComputation } from '../../web/session/computation.js';
import {
  experiments,
  findLastExperiment,
  isUsual,
  readBefore,
} from '../../web/session/experiments.js';
import { makeOwnSource } from '../../web/sources/own.js';
import { readAddress, writeAddress } from '../../web/state/address.js';
import { DEFAULTS, getSettings, SETTINGS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import * as text from '../../web/text/en/experiments.js';
import { comparisonNote } from '../../web/views/experiments.js';
import {
  attention,
  computationOf,
  experimentNamed,
  stateAfter,
  viewContext,
} from '../support/computations.js';
import { markup } from '../support/markup.js';

/** @param {string} id @param {ReturnType<typeof computationOf>} shown @param {number} changed */
const endsAsUsual = (id, { state, computation: { results, keyWords } }, changed) =>
  isUsual(id, state, { weights: results.weights, keyWords }, changed);

describe('the state before an experiment', () => {
  it('does not exist at first', () => {
    assert.equal(readBefore(normaliseState({})), undefined);
  });

  it('is also recorded if it was the default', () => {
    const state = stateAfter('hotter', {});
    assert.equal(state.before, 'v=1');
    assert.deepEqual(readBefore(state), DEFAULTS);
  });

  it('differs from the present state if that has left the default', () => {
    const state = normaliseState({
      ...stateAfter('hotter', { seed: 9 }),
      mask: 'causal',
      keys: 'queries',
      seed: 3,
    });
    const before = readBefore(state);
    assert.deepEqual(before && getSettings(before), getSettings(normaliseState({ seed: 9 })));
  });

  it('has the reader’s present view', () => {
    const state = normaliseState({
      ...stateAfter('append', {}),
      step: 'weights',
      query: 4,
      head: 1,
      rows: 'one',
    });
    const before = readBefore(state);
    assert.ok(before);
    assert.deepEqual(
      [before.step, before.head, before.rows, before.before],
      ['weights', 1, 'one', ''],
    );
    assert.equal(before.query, 3, 'the fifth word was not there');
  });

  it('has the same words selected at their earlier places', () => {
    const sentence = 'a b c d e f g h';
    for (let place = 0; place < 8; place++) {
      const state = normaliseState({ sentence, query: place, key: place, pin: place });
      const next = normaliseState({
        ...state,
        ...experimentNamed('shuffle').attempt(state).change,
      });
      const before = readBefore(next);
      assert.deepEqual([before?.query, before?.key, before?.pin], [place, place, place]);
    }
  });

  it('is the state before the last click', () => {
    const once = stateAfter('hotter', {});
    const twice = normaliseState({ ...once, ...experimentNamed('append').attempt(once).change });
    assert.equal(readAddress(twice.before).state.temperature, 2);
    assert.equal(readBefore(twice)?.before, '');
  });

  it('takes only settings from a broken address', () => {
    for (const before of ['%', 'x', 's=a+b+%ff&h=NaN', 'step=output&q=3&before=v%3D1']) {
      const state = normaliseState({ before, step: 'weights', query: 2 });
      const found = readBefore(state);
      assert.deepEqual([found?.step, found?.query, found?.before], ['weights', 2, '']);
      for (const name of SETTINGS) {
        if (name !== 'sentence') assert.equal(found?.[name], DEFAULTS[name]);
      }
    }
  });

  it('that is too long to store makes experiments unavailable', () => {
    const state = normaliseState({ sentence: '吃'.repeat(8000) });
    assert.equal(experimentNamed('hotter').attempt(state).reason, text.tooLong);
  });
});

describe('the last experiment', () => {
  const before = 'v=1';
  const edits = 'q.0.0:1;s.0.0.3:2';

  it('is recognised by what differs from the state before', () => {
    assert.equal(findLastExperiment(normaliseState({})), '');
    for (const { id } of experiments) {
      assert.equal(findLastExperiment(stateAfter(id)), id);
      // The edited scores of moved words move, too.
      assert.equal(findLastExperiment(stateAfter(id, { edits, query: 2 })), id);
    }
    assert.equal(findLastExperiment(stateAfter('repeat', { query: 0 })), 'repeat');
    assert.equal(findLastExperiment(stateAfter('repeat', { query: 3 })), 'repeat');
  });

  it('is none if anything else differs', () => {
    for (const requested of [
      { before },
      { before, seed: 8 },
      { before, edits },
      { before, temperature: 2, seed: 8 },
      { before, temperature: 2, edits },
      { before, keys: 'queries', edits },
      { before, sentence: 'noodles fried eat They', seed: 8 },
      { before, sentence: 'They eat rice' },
      { before, sentence: 'They eat fried rice' },
      { before, sentence: 'They eat' },
      { before, sentence: 'They often eat fried noodles' },
      { before, sentence: 'They eat fried noodles here today' },
    ]) {
      assert.equal(findLastExperiment(normaliseState(requested)), '', JSON.stringify(requested));
    }
  });

  it('has its usual result if weights change, or for shuffled words if they do not', () => {
    const shown = computationOf({});
    for (const [id, none, some] of /** @type {[string, boolean, boolean][]} */ ([
      ['shuffle', true, false],
      ['append', false, true],
      ['hotter', false, true],
      ['colder', false, true],
    ])) {
      assert.equal(endsAsUsual(id, shown, 0), none, id);
      assert.equal(endsAsUsual(id, shown, 1), some, id);
    }
    for (const keys of ['queries', 'own']) {
      const shared = computationOf({ keys });
      assert.equal(endsAsUsual('same-keys', shared, 1), keys !== 'own');
    }
  });

  it('has its usual result for a repeated word if both have the same weight in each unmasked row', () => {
    for (const [requested, expected] of /** @type {[object, boolean][]} */ ([
      [{ query: 0 }, true],
      [{ query: 3 }, true],
      [{ query: 1, mechanism: 'additive' }, true],
      [{ query: 1, mask: 'causal' }, false],
      // The mask hides only the last word.
      [{ query: 3, mask: 'padding', pad: 1 }, false],
      [{ query: 0, mask: 'padding', pad: 1 }, true],
      [{ query: 1, positions: 'sinusoidal' }, false],
    ])) {
      const shown = computationOf(stateAfter('repeat', requested));
      assert.equal(endsAsUsual('repeat', shown, 1), expected, JSON.stringify(requested));
    }
  });

  it('also compares the weights of a model’s layer', () => {
    const first = { source: 'pronoun', sentence: 'They eat' };
    const before = writeAddress(getSettings(normaliseState(first)));
    const state = normaliseState({ ...first, sentence: 'They They eat', before });
    assert.equal(findLastExperiment(state), 'repeat');
    const words = ['They', 'They', 'eat'];
    const layer = tensor(words.map(() => [0.25, 0.25, 0.5]));
    const ownNumbers = {
      queryWords: words,
      keyWords: words,
      tensors: { 'layer1/weights': layer, 'layer2/weights': layer },
    };
    const computation = makeComputation(attention, state, makeOwnSource(ownNumbers));
    const comparison = compareComputations(computation, computation);
    const context = viewContext({ state, computation, comparison });
    assert.notEqual(context.overview, 'weights');
    assert.ok(markup(comparisonNote(context, [])).includes(text.morals.repeat[0]));
  });
});
