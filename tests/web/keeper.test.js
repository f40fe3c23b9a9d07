import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Keeper } from '../../web/model/keeper.js';
import { DECISIVE, DEFAULTS, decisive, normalise } from '../../web/model/state.js';
import { anyState } from '../support/states.js';

fc.configureGlobal({ seed: 7 });

/**
 * @typedef {import('../../web/model/keeper.js').Rules} Rules
 * @typedef {import('../../web/model/state.js').State} State
 */

/**
 * A keeper, and what it has told.
 * @param {Partial<Rules>} [rules]
 */
function started(rules = {}) {
  /** @type {{ changed: (keyof State)[], before: State }[]} */
  const heard = [];
  const keeper = new Keeper({
    complete: (change) => change,
    fit: (state) => state,
    isFixed: () => false,
    told: (changed, before) => heard.push({ changed, before }),
    ...rules,
  });
  return { keeper, heard };
}

/** @param {Keeper} keeper @returns {boolean[]} whether it leads back, and forth */
const ways = ({ undo, redo }) => [undo, redo].map(Boolean);

describe('a keeper', () => {
  it('keeps the very state where nothing changes', () => {
    const { keeper } = started();
    keeper.set({ seed: 9 });
    const { state } = keeper;
    keeper.set({ seed: 9 });
    keeper.choose({ seed: 9 });
    keeper.wish({});
    assert.equal(keeper.state, state);
  });

  it('begins with the defaults, without a wish and with nothing to undo', () => {
    const { keeper, heard } = started();
    assert.deepEqual(keeper.state, DEFAULTS);
    assert.deepEqual([keeper.wishes, keeper.undo, keeper.redo], [{}, undefined, undefined]);
    assert.deepEqual(heard, []);
  });

  it('says what has changed and what was there before, also where that is nothing', () => {
    const { keeper, heard } = started();
    keeper.set({ seed: 9, mask: 'causal' });
    keeper.set({ seed: 9 });
    assert.deepEqual(heard, [
      { changed: ['seed', 'mask'], before: DEFAULTS },
      { changed: [], before: keeper.state },
    ]);
  });

  it('is in its new state, with its way back, before it says so', () => {
    /** @type {unknown[]} */
    const seen = [];
    const { keeper } = started({
      told: () => seen.push([keeper.state.seed, keeper.undo !== undefined]),
    });
    keeper.choose({ seed: 9 });
    keeper.undo?.();
    assert.deepEqual(seen, [
      [9, true],
      [7, false],
    ]);
  });

  it('whatever is asked for, the state is one that normalise leaves as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), anyState), { maxLength: 6 }), (asked) => {
        const { keeper } = started();
        for (const [way, state] of asked) {
          if (way === 0) keeper.wish(state);
          else if (way === 1) keeper.set(state);
          else keeper.choose(state);
          assert.deepEqual(normalise(keeper.state), keeper.state);
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
      const { keeper } = started();
      for (const name of order) keeper.wish({ [name]: 8 });
      assert.deepEqual([keeper.state.heads, keeper.state.dModel], [8, 8]);
    }
  });

  it('are tried again when there is more to show', () => {
    let only = ['scores', 'weights'];
    const { keeper } = started({
      fit: (state) => ({ ...state, step: only.includes(state.step) ? state.step : only[0] }),
    });
    keeper.wish({ step: 'q' });
    assert.equal(keeper.state.step, 'scores');
    only = ['q', 'scores'];
    keeper.wish({});
    assert.equal(keeper.state.step, 'q');
  });

  it('are taken back by null, and overtaken by what the reader chooses', () => {
    const { keeper } = started();
    keeper.wish({ heads: 8 });
    keeper.wish({ heads: null });
    keeper.wish({ dModel: 8 });
    assert.equal(keeper.state.heads, 2);
    keeper.wish({ heads: 16 });
    keeper.choose({ heads: 4 });
    keeper.wish({ dModel: 16 });
    assert.equal(keeper.state.heads, 4);
  });
});

describe('entries that are set together', () => {
  it('leave the others as they are shown, not as they were wished', () => {
    const { keeper } = started();
    keeper.set({ heads: 8 });
    assert.deepEqual([keeper.state.heads, keeper.state.dModel], [4, 4]);
    keeper.set({ dModel: 8 });
    assert.deepEqual([keeper.state.heads, keeper.state.dModel], [4, 8]);
  });

  it('count from what is shown after wishes, too', () => {
    const { keeper } = started();
    keeper.wish({ heads: 8 });
    keeper.set({ dModel: 8 });
    assert.equal(keeper.state.heads, 4);
    keeper.wish({ dModel: 16 });
    assert.equal(keeper.state.heads, 4);
  });

  it('may be anything at all', () => {
    for (const odd of [undefined, null, 5, 'text', [], { nobody: 'knows' }]) {
      const { keeper } = started();
      keeper.set(odd);
      assert.deepEqual(keeper.state, DEFAULTS);
    }
  });

  it('bring with them what their owner says', () => {
    const { keeper } = started({
      complete: (change) => ('guide' in change ? { mask: 'causal', ...change } : change),
    });
    keeper.set({ guide: 3 });
    assert.deepEqual([keeper.state.guide, keeper.state.mask], [3, 'causal']);
  });
});

describe('choices', () => {
  it('are undone and done again, and what was set otherwise is not', () => {
    const { keeper } = started();
    keeper.set({ seed: 9 });
    assert.deepEqual(ways(keeper), [false, false]);
    keeper.choose({ mask: 'causal' });
    keeper.choose({ step: 'weights' });
    keeper.undo?.();
    const { seed, mask, step } = keeper.state;
    assert.deepEqual([seed, mask, step], [9, 'none', 'weights']);
    assert.deepEqual(ways(keeper), [false, true]);
    keeper.redo?.();
    assert.equal(keeper.state.mask, 'causal');
    assert.deepEqual(ways(keeper), [true, false]);
  });

  it('any number of them can be undone, back to where they began', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState, { maxLength: 6 }), (start, chosen) => {
        const { keeper } = started();
        keeper.set(start);
        const begun = decisive(keeper.state);
        for (const state of chosen) keeper.choose(state);
        while (keeper.undo) keeper.undo();
        assert.deepEqual(decisive(keeper.state), begun);
      }),
    );
  });

  it('typed letters, and a number that is moved, are one choice', () => {
    const { keeper } = started();
    for (const sentence of ['a', 'a b', 'a b c']) keeper.choose({ sentence });
    keeper.undo?.();
    assert.equal(keeper.state.sentence, DEFAULTS.sentence);
    keeper.choose({ cell: 'q.0.0.0' });
    for (const value of [1, 2, 3]) keeper.choose({ edits: `q.0.0:${value}` });
    keeper.choose({ cell: 'q.0.0.1' });
    keeper.choose({ edits: 'q.0.0:4' });
    keeper.undo?.();
    assert.equal(keeper.state.edits, 'q.0.0:3');
    keeper.undo?.();
    assert.equal(keeper.state.edits, '');
  });

  it('what is undone compares with nothing', () => {
    const { keeper } = started();
    keeper.choose({ temperature: 2, before: 'v=1' });
    keeper.undo?.();
    assert.deepEqual([keeper.state.temperature, keeper.state.before], [1, '']);
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
    ...{ edits: 'q.0.0:1', source: 'coffee', query: 0, rows: 'one', cell: 'weights.0.0' },
  });

  it('choices change what is looked at and none of what the results depend on', () => {
    for (const name of DECISIVE) assert.notEqual(other[name], DEFAULTS[name], name);
    const { keeper } = started({ isFixed: () => true });
    keeper.choose(other);
    const { step, query, rows, cell } = other;
    assert.deepEqual(keeper.state, { ...DEFAULTS, step, query, rows, cell });
    assert.equal(keeper.undo, undefined);
  });

  it('a page of a path that is chosen with numbers of the reader’s brings none of them', () => {
    const { keeper } = started({ isFixed: () => true });
    keeper.choose({ guide: 3, seed: 9 });
    assert.deepEqual(keeper.state, { ...DEFAULTS, guide: 3 });
  });

  it('what the lesson itself offers goes through, and nothing can be undone', () => {
    const { keeper } = started({ isFixed: () => true });
    keeper.choose(other, true);
    assert.deepEqual(keeper.state, other);
    assert.deepEqual([keeper.undo, keeper.redo], [undefined, undefined]);
  });

  it('the author may change all', () => {
    const { keeper } = started({ isFixed: () => true });
    keeper.set({ seed: 9 });
    keeper.wish({ mask: 'causal' });
    assert.deepEqual([keeper.state.seed, keeper.state.mask], [9, 'causal']);
  });
});
