import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Session } from '../../web/model/session.js';
import { DECISIVE, DEFAULTS, decisive, normalise } from '../../web/model/state.js';
import { anyState } from '../support/states.js';

fc.configureGlobal({ seed: 7 });

/**
 * @typedef {import('../../web/model/session.js').Rules} Rules
 * @typedef {import('../../web/model/state.js').State} State
 */

/**
 * A session, and what it has told.
 * @param {Partial<Rules>} [rules]
 */
function started(rules = {}) {
  /** @type {{ changed: (keyof State)[], before: State }[]} */
  const heard = [];
  const session = new Session({
    complete: (change) => change,
    fit: (state) => state,
    isFixed: () => false,
    told: (changed, before) => heard.push({ changed, before }),
    ...rules,
  });
  return { session, heard };
}

/** @param {Session} session @returns {boolean[]} whether it leads back, and forth */
const ways = ({ undo, redo }) => [undo, redo].map(Boolean);

describe('a session', () => {
  it('begins with the defaults, without a wish and with nothing to undo', () => {
    const { session, heard } = started();
    assert.deepEqual(session.state, DEFAULTS);
    assert.deepEqual([session.wishes, session.undo, session.redo], [{}, undefined, undefined]);
    assert.deepEqual(heard, []);
  });

  it('says what has changed and what was there before, also where that is nothing', () => {
    const { session, heard } = started();
    session.set({ seed: 9, mask: 'causal' });
    session.set({ seed: 9 });
    assert.deepEqual(heard, [
      { changed: ['seed', 'mask'], before: DEFAULTS },
      { changed: [], before: session.state },
    ]);
  });

  it('is in its new state, with its way back, before it says so', () => {
    /** @type {unknown[]} */
    const seen = [];
    const { session } = started({
      told: () => seen.push([session.state.seed, session.undo !== undefined]),
    });
    session.choose({ seed: 9 });
    session.undo?.();
    assert.deepEqual(seen, [
      [9, true],
      [7, false],
    ]);
  });

  it('whatever is asked for, the state is one that normalise leaves as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), anyState), { maxLength: 6 }), (asked) => {
        const { session } = started();
        for (const [way, state] of asked) {
          if (way === 0) session.wish(state);
          else if (way === 1) session.set(state);
          else session.choose(state);
          assert.deepEqual(normalise(session.state), session.state);
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
      const { session } = started();
      for (const name of order) session.wish({ [name]: 8 });
      assert.deepEqual([session.state.heads, session.state.dModel], [8, 8]);
    }
  });

  it('are tried again when there is more to show', () => {
    let only = ['scores', 'weights'];
    const { session } = started({
      fit: (state) => ({ ...state, step: only.includes(state.step) ? state.step : only[0] }),
    });
    session.wish({ step: 'q' });
    assert.equal(session.state.step, 'scores');
    only = ['q', 'scores'];
    session.wish({});
    assert.equal(session.state.step, 'q');
  });

  it('are taken back by null, and overtaken by what the reader chooses', () => {
    const { session } = started();
    session.wish({ heads: 8 });
    session.wish({ heads: null });
    session.wish({ dModel: 8 });
    assert.equal(session.state.heads, 2);
    session.wish({ heads: 16 });
    session.choose({ heads: 4 });
    session.wish({ dModel: 16 });
    assert.equal(session.state.heads, 4);
  });
});

describe('entries that are set together', () => {
  it('leave the others as they are shown, not as they were wished', () => {
    const { session } = started();
    session.set({ heads: 8 });
    assert.deepEqual([session.state.heads, session.state.dModel], [4, 4]);
    session.set({ dModel: 8 });
    assert.deepEqual([session.state.heads, session.state.dModel], [4, 8]);
  });

  it('count from what is shown after wishes, too', () => {
    const { session } = started();
    session.wish({ heads: 8 });
    session.set({ dModel: 8 });
    assert.equal(session.state.heads, 4);
    session.wish({ dModel: 16 });
    assert.equal(session.state.heads, 4);
  });

  it('may be anything at all', () => {
    for (const odd of [undefined, null, 5, 'text', [], { nobody: 'knows' }]) {
      const { session } = started();
      session.set(odd);
      assert.deepEqual(session.state, DEFAULTS);
    }
  });

  it('bring with them what their owner says', () => {
    const { session } = started({
      complete: (change) => ('guide' in change ? { mask: 'causal', ...change } : change),
    });
    session.set({ guide: 3 });
    assert.deepEqual([session.state.guide, session.state.mask], [3, 'causal']);
  });
});

describe('choices', () => {
  it('are undone and done again, and what was set otherwise is not', () => {
    const { session } = started();
    session.set({ seed: 9 });
    assert.deepEqual(ways(session), [false, false]);
    session.choose({ mask: 'causal' });
    session.choose({ step: 'weights' });
    session.undo?.();
    const { seed, mask, step } = session.state;
    assert.deepEqual([seed, mask, step], [9, 'none', 'weights']);
    assert.deepEqual(ways(session), [false, true]);
    session.redo?.();
    assert.equal(session.state.mask, 'causal');
    assert.deepEqual(ways(session), [true, false]);
  });

  it('any number of them can be undone, back to where they began', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState, { maxLength: 6 }), (start, chosen) => {
        const { session } = started();
        session.set(start);
        const begun = decisive(session.state);
        for (const state of chosen) session.choose(state);
        while (session.undo) session.undo();
        assert.deepEqual(decisive(session.state), begun);
      }),
    );
  });

  it('typed letters, and a number that is moved, are one choice', () => {
    const { session } = started();
    for (const sentence of ['a', 'a b', 'a b c']) session.choose({ sentence });
    session.undo?.();
    assert.equal(session.state.sentence, DEFAULTS.sentence);
    session.choose({ cell: 'q.0.0.0' });
    for (const value of [1, 2, 3]) session.choose({ edits: `q.0.0:${value}` });
    session.choose({ cell: 'q.0.0.1' });
    session.choose({ edits: 'q.0.0:4' });
    session.undo?.();
    assert.equal(session.state.edits, 'q.0.0:3');
    session.undo?.();
    assert.equal(session.state.edits, '');
  });

  it('what is undone compares with nothing', () => {
    const { session } = started();
    session.choose({ temperature: 2, before: 'v=1' });
    session.undo?.();
    assert.deepEqual([session.state.temperature, session.state.before], [1, '']);
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
    const { session } = started({ isFixed: () => true });
    session.choose(other);
    const { step, query, rows, cell } = other;
    assert.deepEqual(session.state, { ...DEFAULTS, step, query, rows, cell });
    assert.equal(session.undo, undefined);
  });

  it('a page of a path that is chosen with numbers of the reader’s brings none of them', () => {
    const { session } = started({ isFixed: () => true });
    session.choose({ guide: 3, seed: 9 });
    assert.deepEqual(session.state, { ...DEFAULTS, guide: 3 });
  });

  it('what the lesson itself offers goes through, and nothing can be undone', () => {
    const { session } = started({ isFixed: () => true });
    session.choose(other, true);
    assert.deepEqual(session.state, other);
    assert.deepEqual([session.undo, session.redo], [undefined, undefined]);
  });

  it('the author may change all', () => {
    const { session } = started({ isFixed: () => true });
    session.set({ seed: 9 });
    session.wish({ mask: 'causal' });
    assert.deepEqual([session.state.seed, session.state.mask], [9, 'causal']);
  });
});
