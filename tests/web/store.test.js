import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULTS, SETTINGS, settingsOf } from '../../web/state/fields.js';
import { OPENING } from '../../web/state/guide.js';
import { normalise } from '../../web/state/normalise.js';
import { Store } from '../../web/state/store.js';
import { openingState } from '../../web/views/opening.js';
import { anyState } from '../support/states.js';

fc.configureGlobal({ seed: 7 });

/**
 * @typedef {import('../../web/state/store.js').Rules} Rules
 * @typedef {import('../../web/state/fields.js').State} State
 */

/**
 * A store, and what it has told.
 * @param {Partial<Rules>} [rules]
 */
function started(rules = {}) {
  /** @type {{ changed: (keyof State)[], before: State }[]} */
  const heard = [];
  const store = new Store({
    complete: (change) => change,
    clamp: (state) => state,
    isFixed: () => false,
    onChange: (changed, before) => heard.push({ changed, before }),
    ...rules,
  });
  return { store, heard };
}

/** @param {Store} store @returns {boolean[]} whether it leads back, and forth */
const ways = ({ undo, redo }) => [undo, redo].map(Boolean);

describe('a change of the reader’s', () => {
  it('is not joined with one from before the state was set from outside', () => {
    const { store } = started();
    store.set({ cell: 'wq.0.0.0' });
    store.update({ edits: 'q.0.0:1' });
    store.request({ edits: '', cell: 'wq.0.0.0' });
    store.update({ edits: 'q.0.0:3' });
    store.undo?.();
    assert.equal(store.state.edits, '');
  });
});

describe('a store', () => {
  it('does not lead back to the numbers of the first screen', () => {
    const { store } = started();
    store.set(openingState);
    store.update({ ...DEFAULTS, seed: 8 });
    assert.deepEqual(ways(store), [false, false]);
    store.update({ seed: 9 });
    assert.deepEqual(ways(store), [true, false]);
    store.undo?.();
    assert.equal(store.state.seed, 8);
  });

  it('leads back to no numbers of another page, which would be shown on this one', () => {
    const { store } = started();
    const worksheet = { ...DEFAULTS, guide: 'practice-worksheet' };
    store.set({ guide: 'why-flip', source: 'describer' });
    store.update({ temperature: 2 });
    store.update(worksheet);
    assert.deepEqual(ways(store), [false, false]);
    // With the numbers that are there, the way back to those before stays.
    store.update({ seed: 9 });
    store.update({ guide: '' });
    store.update({ guide: worksheet.guide });
    store.undo?.();
    assert.deepEqual(store.state, worksheet);
    assert.deepEqual(ways(store), [false, true]);
  });

  it('keeps the very state where nothing changes', () => {
    const { store } = started();
    store.set({ seed: 9 });
    const { state } = store;
    store.set({ seed: 9 });
    store.update({ seed: 9 });
    store.request({});
    assert.equal(store.state, state);
  });

  it('begins with the defaults, without a wish and with nothing to undo', () => {
    const { store, heard } = started();
    assert.deepEqual(store.state, DEFAULTS);
    assert.deepEqual([store.requests, store.undo, store.redo], [{}, undefined, undefined]);
    assert.deepEqual(heard, []);
  });

  it('says what has changed and what was there before, also where that is nothing', () => {
    const { store, heard } = started();
    store.set({ seed: 9, mask: 'causal' });
    store.set({ seed: 9 });
    assert.deepEqual(heard, [
      { changed: ['seed', 'mask'], before: DEFAULTS },
      { changed: [], before: store.state },
    ]);
  });

  it('is in its new state, with its way back, before it says so', () => {
    /** @type {unknown[]} */
    const seen = [];
    const { store } = started({
      onChange: () => seen.push([store.state.seed, store.undo !== undefined]),
    });
    store.update({ seed: 9 });
    store.undo?.();
    assert.deepEqual(seen, [
      [9, true],
      [7, false],
    ]);
  });

  it('whatever is requested, normalise leaves the state as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), anyState), { maxLength: 6 }), (requested) => {
        const { store } = started();
        for (const [way, state] of requested) {
          if (way === 0) store.request(state);
          else if (way === 1) store.set(state);
          else store.update(state);
          assert.deepEqual(normalise(store.state), store.state);
        }
      }),
    );
  });
});

describe('wishes that come one by one', () => {
  it('wait for each other: heads may come before the dModel that makes room for them', () => {
    for (const order of [
      ['heads', 'dModel'],
      ['dModel', 'heads'],
    ]) {
      const { store } = started();
      for (const name of order) store.request({ [name]: 8 });
      assert.deepEqual([store.state.heads, store.state.dModel], [8, 8]);
    }
  });

  it('are tried again when there is more to show', () => {
    let only = ['scores', 'weights'];
    const { store } = started({
      clamp: (state) => ({ ...state, step: only.includes(state.step) ? state.step : only[0] }),
    });
    store.request({ step: 'q' });
    assert.equal(store.state.step, 'scores');
    only = ['q', 'scores'];
    store.request({});
    assert.equal(store.state.step, 'q');
  });

  it('are taken back by null, and overtaken by what the reader chooses', () => {
    const { store } = started();
    store.request({ heads: 8 });
    store.request({ heads: null });
    store.request({ dModel: 8 });
    assert.equal(store.state.heads, 2);
    store.request({ heads: 16 });
    store.update({ heads: 4 });
    store.request({ dModel: 16 });
    assert.equal(store.state.heads, 4);
  });
});

describe('entries that are set together', () => {
  it('leave the others as they are shown, not as they were wished', () => {
    const { store } = started();
    store.set({ heads: 8 });
    assert.deepEqual([store.state.heads, store.state.dModel], [4, 4]);
    store.set({ dModel: 8 });
    assert.deepEqual([store.state.heads, store.state.dModel], [4, 8]);
  });

  it('count from what is shown after wishes, too', () => {
    const { store } = started();
    store.request({ heads: 8 });
    store.set({ dModel: 8 });
    assert.equal(store.state.heads, 4);
    store.request({ dModel: 16 });
    assert.equal(store.state.heads, 4);
  });

  it('may be anything at all', () => {
    for (const odd of [undefined, null, 5, 'text', [], { nobody: 'knows' }]) {
      const { store } = started();
      store.set(odd);
      assert.deepEqual(store.state, DEFAULTS);
    }
  });

  it('bring with them what their owner says', () => {
    const { store } = started({
      complete: (change) => ('guide' in change ? { mask: 'causal', ...change } : change),
    });
    store.set({ guide: 'why' });
    assert.deepEqual([store.state.guide, store.state.mask], ['why', 'causal']);
  });
});

describe('choices', () => {
  it('are undone and done again, and what was set otherwise is not', () => {
    const { store } = started();
    store.set({ seed: 9 });
    assert.deepEqual(ways(store), [false, false]);
    store.update({ mask: 'causal' });
    store.update({ step: 'weights' });
    store.undo?.();
    const { seed, mask, step } = store.state;
    assert.deepEqual([seed, mask, step], [9, 'none', 'weights']);
    assert.deepEqual(ways(store), [false, true]);
    store.redo?.();
    assert.equal(store.state.mask, 'causal');
    assert.deepEqual(ways(store), [true, false]);
  });

  it('any number of them can be undone, back to where they began', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState, { maxLength: 6 }), (start, chosen) => {
        const { store } = started();
        store.set(start);
        let begun = settingsOf(store.state);
        for (const state of chosen) {
          const { guide } = store.state;
          store.update(state);
          // What is chosen on the first screen is where they begin, and so is what another page brings.
          if (guide === OPENING || guide !== store.state.guide) begun = settingsOf(store.state);
        }
        while (store.undo) store.undo();
        assert.deepEqual(settingsOf(store.state), begun);
      }),
    );
  });

  it('typed letters, and a number that is moved, are one choice', () => {
    const { store } = started();
    for (const sentence of ['a', 'a b', 'a b c']) store.update({ sentence });
    store.undo?.();
    assert.equal(store.state.sentence, DEFAULTS.sentence);
    store.update({ cell: 'q.0.0.0' });
    for (const value of [1, 2, 3]) store.update({ edits: `q.0.0:${value}` });
    store.update({ cell: 'q.0.0.1' });
    store.update({ edits: 'q.0.0:4' });
    store.undo?.();
    assert.equal(store.state.edits, 'q.0.0:3');
    store.undo?.();
    assert.equal(store.state.edits, '');
  });

  it('a sentence that is typed, and nothing else, is looked at where its words change', () => {
    const { store } = started({ looksAt: ({ sentence }) => ({ query: sentence.length % 2 }) });
    const looked = () => store.state.query;
    store.update({ sentence: 'a b c' });
    assert.equal(looked(), 1);
    store.update({ sentence: 'a b cd' });
    assert.equal(looked(), 0);
    // More than typing, what the page proposes, and another entry.
    store.update({ sentence: 'a b c', seed: 8 });
    assert.equal(looked(), 0);
    store.update({ sentence: 'a b cde' }, true);
    assert.equal(looked(), 0);
    store.update({ seed: 9 });
    store.set({ sentence: 'a b c' });
    assert.equal(looked(), 0);
  });

  it('a number that is dragged on a page of the course is one choice, and one in the lab is not', () => {
    for (const [guide, isAllowed, edits] of /** @type {[string, boolean, string][]} */ ([
      ['why-flip', true, ''],
      ['why-flip', false, 'q.0.0:1'],
      ['', true, 'q.0.0:1'],
    ])) {
      const { store } = started();
      store.set({ guide });
      for (const value of [1, 2]) store.update({ edits: `q.0.0:${value}` }, isAllowed);
      store.undo?.();
      assert.equal(store.state.edits, edits, `${guide} ${isAllowed}`);
    }
  });

  it('on the first screen none of them is remembered, and its page may change without numbers', () => {
    const { store } = started();
    store.set({ guide: OPENING });
    store.update({ seed: 8 });
    assert.deepEqual(ways(store), [false, false]);
    store.update({ guide: '' });
    store.update({ seed: 9 });
    store.update({ guide: 'why' });
    assert.deepEqual(ways(store), [true, false]);
  });

  it('are told as the reader’s, and what a program sets is not', () => {
    /** @type {boolean[]} */
    const told = [];
    const { store } = started({ onChange: (_, __, isReaders) => told.push(isReaders) });
    store.set({ seed: 8 });
    store.set({ seed: 9 }, true);
    store.request({ seed: 10 });
    store.update({ seed: 11 });
    store.undo?.();
    store.redo?.();
    assert.deepEqual(told, [false, true, false, true, true, true]);
  });

  it('keep the settings by identity while only something else changes', () => {
    const { store } = started();
    const { settings } = store;
    store.update({ step: 'weights' });
    assert.equal(store.settings, settings);
    store.update({ seed: 8 });
    assert.notEqual(store.settings, settings);
    assert.deepEqual(store.settings, settingsOf(store.state));
    assert.equal(store.requests.seed, 8);
  });

  it('one by one say to their owner that more will come', () => {
    /** @type {unknown[]} */
    const seen = [];
    const { store } = started({
      complete: (change, isOneOfMany) => {
        seen.push(isOneOfMany);
        return change;
      },
    });
    store.request({ seed: 8 });
    store.set({ seed: 9 });
    store.update({ seed: 10 });
    assert.deepEqual(seen, [true, undefined, undefined]);
  });

  it('what is undone compares with nothing', () => {
    const { store } = started();
    store.update({ temperature: 2, before: 'v=1' });
    store.undo?.();
    assert.deepEqual([store.state.temperature, store.state.before], [1, '']);
  });
});

describe('where the reader may change no numbers', () => {
  const other = normalise({
    ...{
      sentence: 'one two',
      target: 'three four five',
      layer: 'self',
      mechanism: 'additive',
      heads: 3,
    },
    ...{ dModel: 6, keyWidth: 5, keys: 'queries', seed: 1, mask: 'custom', pad: 2, masked: '0.1' },
    ...{ fill: '0', emptyRow: 'nan', scale: 'none', temperature: 2, dropout: 0.5, dropoutSeed: 2 },
    ...{ training: 3, rate: 2, task: 'mirror', variant: 'one', positions: 'sinusoidal' },
    bug: 'scale-d',
    ...{ edits: 'q.0.0:1', source: 'coffee', query: 0, rows: 'one', cell: 'weights.0.0' },
  });

  it('choices change what is looked at and none of what the results depend on', () => {
    for (const name of SETTINGS) assert.notEqual(other[name], DEFAULTS[name], name);
    const { store } = started({ isFixed: () => true });
    store.update(other);
    const { step, query, rows, cell } = other;
    assert.deepEqual(store.state, { ...DEFAULTS, step, query, rows, cell });
    assert.equal(store.undo, undefined);
  });

  it('a page of a path that is chosen with numbers of the reader’s brings none of them', () => {
    const { store } = started({ isFixed: () => true });
    store.update({ guide: 'why', seed: 9 });
    assert.deepEqual(store.state, { ...DEFAULTS, guide: 'why' });
  });

  it('a change that the page proposes goes through, and nothing can be undone', () => {
    const { store } = started({ isFixed: () => true });
    store.update(other, true);
    assert.deepEqual(store.state, other);
    assert.deepEqual([store.undo, store.redo], [undefined, undefined]);
  });

  it('the author may change all', () => {
    const { store } = started({ isFixed: () => true });
    store.set({ seed: 9 });
    store.request({ mask: 'causal' });
    assert.deepEqual([store.state.seed, store.state.mask], [9, 'causal']);
  });
});

describe('what the page sets', () => {
  for (const way of /** @type {const} */ (['set', 'request'])) {
    it(`is where undo leads, by ${way}()`, () => {
      const { store } = started();
      store.set({ cell: 'wq.0.0.0' });
      store.update({ edits: 'q.0.0:1' });
      store[way]({ edits: 'q.0.0:2', cell: 'wq.0.0.0' });
      store.update({ edits: 'q.0.0:3' });
      store.undo?.();
      assert.equal(store.state.edits, 'q.0.0:2');
    });
  }
});
