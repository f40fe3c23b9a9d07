import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULTS, getSettings, SETTINGS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { OTHER } from '../support/other-state.js';
import { anyState } from '../support/states.js';
import { ATTRIBUTE, getUndoAndRedo, PAGE, PROGRAM, READER, startStore } from './start-store.js';

/** @import { Store } from '../../web/state/store.js' */
/** @import { Actor as Author } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

describe('a store', () => {
  it('knows which entries a program or the reader has set, and ignores those of the page', () => {
    const { store } = startStore();
    store.dispatch({ source: 'pretrained', query: 1 }, PAGE);
    assert.deepEqual([store.isSet('source'), store.isSet('query')], [false, false]);
    store.dispatch({ query: 1 }, ATTRIBUTE);
    store.dispatch({ head: 1 }, READER);
    assert.deepEqual(
      [store.isSet('query'), store.isSet('head'), store.isSet('key')],
      [true, true, false],
    );
  });

  it('takes the sentence of a new model only if nobody has set one', () => {
    const known = normaliseState({ source: 'mini' }).sentence;
    for (const by of [PROGRAM, ATTRIBUTE]) {
      const { store } = startStore();
      store.dispatch({ seed: 9 }, PROGRAM);
      store.dispatch({ source: 'mini' }, by);
      assert.equal(store.state.sentence, known);
      const { store: other } = startStore();
      other.dispatch({ sentence: DEFAULTS.sentence }, by);
      other.dispatch({ source: 'mini' }, by);
      assert.equal(other.state.sentence, DEFAULTS.sentence);
    }
  });

  it('keeps the same state object if nothing changes', () => {
    const { store } = startStore();
    store.dispatch({ seed: 9 }, PROGRAM);
    const { state } = store;
    store.dispatch({ seed: 9 }, PROGRAM);
    store.dispatch({ seed: 9 }, READER);
    store.dispatch({}, ATTRIBUTE);
    assert.equal(store.state, state);
  });

  it('begins with the defaults, without a request and with nothing to undo', () => {
    const { store, heard } = startStore();
    assert.deepEqual(store.state, DEFAULTS);
    assert.deepEqual([store.requests, store.canUndo, store.canRedo], [{}, false, false]);
    assert.deepEqual(heard, []);
  });

  it('reports the changed entries and the previous state, even if nothing changed', () => {
    const { store, heard } = startStore();
    store.dispatch({ seed: 9, mask: 'causal' }, PROGRAM);
    store.dispatch({ seed: 9 }, PROGRAM);
    assert.deepEqual(heard, [
      { changed: ['seed', 'mask'], before: DEFAULTS },
      { changed: [], before: store.state },
    ]);
  });

  it('has its new state and undo before it reports the change', () => {
    /** @type {unknown[]} */
    const seen = [];
    const { store } = startStore({
      onChange: () => seen.push([store.state.seed, store.canUndo]),
    });
    store.dispatch({ seed: 9 }, READER);
    store.undo();
    assert.deepEqual(seen, [
      [9, true],
      [7, false],
    ]);
  });

  it('has a valid state after any request', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), anyState), { maxLength: 6 }), (requested) => {
        const { store } = startStore();
        for (const [way, state] of requested) {
          if (way === 0) store.dispatch(state, ATTRIBUTE);
          else if (way === 1) store.dispatch(state, PROGRAM);
          else store.dispatch(state, READER);
          assert.deepEqual(normaliseState(store.state), store.state);
        }
      }),
    );
  });
});

describe('requests one by one', () => {
  it('may set heads before the dModel that allows them', () => {
    for (const order of [
      ['heads', 'dModel'],
      ['dModel', 'heads'],
    ]) {
      const { store } = startStore();
      for (const name of order) store.dispatch({ [name]: 8 }, ATTRIBUTE);
      assert.deepEqual([store.state.heads, store.state.dModel], [8, 8]);
    }
  });

  it('are tried again when more steps are shown', () => {
    let only = ['scores', 'weights'];
    const { store } = startStore({
      clamp: (state) => ({ ...state, step: only.includes(state.step) ? state.step : only[0] }),
    });
    store.dispatch({ step: 'q' }, ATTRIBUTE);
    assert.equal(store.state.step, 'scores');
    only = ['q', 'scores'];
    store.dispatch({}, ATTRIBUTE);
    assert.equal(store.state.step, 'q');
  });

  it('are cancelled by null, and replaced by the reader’s choice', () => {
    const { store } = startStore();
    store.dispatch({ heads: 8 }, ATTRIBUTE);
    store.dispatch({ heads: null }, ATTRIBUTE);
    store.dispatch({ dModel: 8 }, ATTRIBUTE);
    assert.equal(store.state.heads, 2);
    store.dispatch({ heads: 16 }, ATTRIBUTE);
    store.dispatch({ heads: 4 }, READER);
    store.dispatch({ dModel: 16 }, ATTRIBUTE);
    assert.equal(store.state.heads, 4);
  });
});

describe('entries set together', () => {
  it('keep the others as shown, not as requested', () => {
    const { store } = startStore();
    store.dispatch({ heads: 8 }, PROGRAM);
    assert.deepEqual([store.state.heads, store.state.dModel], [4, 4]);
    store.dispatch({ dModel: 8 }, PROGRAM);
    assert.deepEqual([store.state.heads, store.state.dModel], [4, 8]);
  });

  it('also keep the others as shown after requests', () => {
    const { store } = startStore();
    store.dispatch({ heads: 8 }, ATTRIBUTE);
    store.dispatch({ dModel: 8 }, PROGRAM);
    assert.equal(store.state.heads, 4);
    store.dispatch({ dModel: 16 }, ATTRIBUTE);
    assert.equal(store.state.heads, 4);
  });

  it('may be anything', () => {
    for (const odd of [undefined, null, 5, 'text', [], { nobody: 'knows' }]) {
      const { store } = startStore();
      store.dispatch(odd, PROGRAM);
      assert.deepEqual(store.state, DEFAULTS);
    }
  });

  it('are completed by the owner of the store', () => {
    const { store } = startStore({
      complete: (change) => ('guide' in change ? { mask: 'causal', ...change } : change),
    });
    store.dispatch({ guide: 'why' }, PROGRAM);
    assert.deepEqual([store.state.guide, store.state.mask], ['why', 'causal']);
  });
});

describe('entries that replace everything', () => {
  const ADDRESS = /** @type {const} */ ({ by: 'program', onto: 'defaults' });

  it('leave nothing of what was shown or requested', () => {
    const { store } = startStore();
    store.dispatch({ sentence: 'a b', heads: 8 }, ATTRIBUTE);
    store.dispatch({ seed: 9 }, ADDRESS);
    assert.deepEqual(store.state, { ...DEFAULTS, seed: 9 });
    store.dispatch({ dModel: 8 }, ATTRIBUTE);
    assert.deepEqual([store.state.heads, store.state.seed], [2, 9]);
  });

  it('let another source bring its own sentence, as if nobody had written one', () => {
    const { store } = startStore();
    store.dispatch({ source: 'describer' }, PROGRAM);
    const { sentence } = store.state;
    assert.notEqual(sentence, DEFAULTS.sentence);
    for (const manner of [ATTRIBUTE, PROGRAM]) {
      store.dispatch({ sentence: 'a b' }, manner);
      store.dispatch({}, ADDRESS);
      store.dispatch({ source: 'describer' }, manner);
      assert.equal(store.state.sentence, sentence);
    }
    store.dispatch({ source: 'describer' }, ADDRESS);
    assert.equal(store.state.sentence, sentence);
  });
});

describe('choices', () => {
  it('select a changed word only in a typed sentence', () => {
    const { store } = startStore({
      chooseQuery: ({ sentence }) => ({ query: sentence.length % 2 }),
    });
    const looked = () => store.state.query;
    store.dispatch({ sentence: 'a b c' }, READER);
    assert.equal(looked(), 1);
    store.dispatch({ sentence: 'a b cd' }, READER);
    assert.equal(looked(), 0);
    // Unlike typing: other settings, proposals of a page, and new entries.
    store.dispatch({ sentence: 'a b c', seed: 8 }, READER);
    assert.equal(looked(), 0);
    store.dispatch({ sentence: 'a b cde' }, PAGE);
    assert.equal(looked(), 0);
    store.dispatch({ seed: 9 }, READER);
    store.dispatch({ sentence: 'a b c' }, PROGRAM);
    assert.equal(looked(), 0);
  });

  describe('of a typed sentence', () => {
    /** Types over a sentence letter by letter. @param {Store} store @param {string} sentence */
    const type = (store, sentence) => {
      for (let end = 1; end <= sentence.length; end++)
        store.dispatch({ sentence: sentence.slice(0, end) }, READER);
    };

    it('keep the chosen word, wherever it stands in the new sentence', () => {
      const { store } = startStore();
      store.dispatch({ query: 2, key: 3, pin: 0 }, READER);
      type(store, 'noodles that they fried');
      const { query, key, pin } = store.state;
      assert.deepEqual([query, key, pin], [3, 0, 0]);
      type(store, 'one more sentence');
      assert.equal(store.state.query, 2, 'its place, if the word is gone');
    });

    it('tell equal words apart by what stands around them', () => {
      for (const [query, sentence, moved] of /** @type {const} */ ([
        [3, 'the cat saw the big dog', 3],
        [3, 'then the cat saw the dog', 4],
        [0, 'near the cat the dog', 1],
        [3, 'the the cat saw the dog', 4],
      ])) {
        const { store } = startStore();
        store.dispatch({ sentence: 'the cat saw the dog', query }, PROGRAM);
        type(store, sentence);
        assert.equal(store.state.query, moved, sentence);
      }
    });

    it('begin anew at a word that is chosen while typing', () => {
      const { store } = startStore();
      type(store, 'They eat hot noodles');
      store.dispatch({ query: 3 }, READER);
      type(store, 'noodles eat');
      assert.equal(store.state.query, 0);
    });

    it('begin anew at a word that the page chooses as soon as it hears of a letter', () => {
      let isListening = false;
      const { store } = startStore({
        onChange: (changed) => {
          if (isListening && changed.includes('sentence')) store.dispatch({ query: 2 }, PROGRAM);
        },
      });
      store.dispatch({ sentence: 'one two three', query: 0 }, PROGRAM);
      isListening = true;
      store.dispatch({ sentence: 'one two threes' }, READER);
      isListening = false;
      store.dispatch({ sentence: 'one two threesy' }, READER);
      assert.equal(store.state.query, 2);
    });

    it('leave the selection of a real model alone, whose tokens are no words', () => {
      const { store } = startStore();
      store.dispatch({ source: 'pretrained', query: 2 }, PROGRAM);
      store.dispatch({ sentence: 'fried noodles' }, READER);
      assert.equal(store.state.query, 2);
    });
  });

  it('are reported as the reader’s, unlike changes by a program', () => {
    /** @type {Author[]} */
    const told = [];
    const { store } = startStore({ onChange: (_, __, by) => told.push(by) });
    store.dispatch({ seed: 8 }, PROGRAM);
    store.dispatch({ seed: 9 }, { by: 'model' });
    store.dispatch({ seed: 10 }, ATTRIBUTE);
    store.dispatch({ seed: 11 }, READER);
    store.undo();
    store.redo();
    assert.deepEqual(told, ['program', 'model', 'program', 'reader', 'reader', 'reader']);
  });

  it('keep the same settings object if only other entries change', () => {
    const { store } = startStore();
    const { settings } = store;
    store.dispatch({ step: 'weights' }, READER);
    assert.equal(store.settings, settings);
    store.dispatch({ seed: 8 }, READER);
    assert.notEqual(store.settings, settings);
    assert.deepEqual(store.settings, getSettings(store.state));
    assert.equal(store.requests.seed, 8);
  });

  it('tell the owner what they are put onto', () => {
    /** @type {unknown[]} */
    const seen = [];
    const { store } = startStore({
      complete: (change, onto) => {
        seen.push(onto);
        return change;
      },
    });
    store.dispatch({ seed: 8 }, ATTRIBUTE);
    store.dispatch({ seed: 9 }, PROGRAM);
    store.dispatch({ seed: 10 }, READER);
    assert.deepEqual(seen, ['requests', 'state', 'state']);
  });

  it('one by one are applied together once the state is read', () => {
    let isUnseen = true;
    let count = 0;
    const { store } = startStore({
      isUnseen: () => isUnseen,
      clamp: (state) => {
        count++;
        return state;
      },
    });
    store.dispatch({ heads: 8 }, ATTRIBUTE);
    store.dispatch({ seed: 9 }, ATTRIBUTE);
    store.dispatch({ dModel: 8 }, ATTRIBUTE);
    assert.deepEqual([count, store.requests.heads, store.requests.dModel], [0, 8, 8]);
    const { settings, state } = store;
    assert.deepEqual([settings.heads, state.seed, state.dModel, count], [8, 9, 8, 1]);
    store.dispatch({ mask: 'causal' }, ATTRIBUTE);
    store.dispatch({ seed: 10 }, READER);
    assert.deepEqual([store.state.mask, store.state.seed], ['causal', 10]);
    store.undo();
    assert.deepEqual([store.state.mask, store.state.seed], ['causal', 9]);
    isUnseen = false;
    count = 0;
    store.dispatch({ seed: 11 }, ATTRIBUTE);
    assert.equal(count, 1);
  });
});

describe('a readonly store', () => {
  const { source, ...settings } = getSettings(/** @type {any} */ (OTHER));
  const other = normaliseState({ ...settings, query: 0, rows: 'one', cell: 'weights.0.0' });

  it('lets choices change the view but no settings', () => {
    // Only the default source has two sentences.
    const all = { ...other, source };
    for (const name of SETTINGS) assert.notEqual(all[name], DEFAULTS[name], name);
    const { store } = startStore({ isFixed: () => true });
    store.dispatch(all, READER);
    const { step, query, rows, cell } = other;
    assert.deepEqual(store.state, { ...DEFAULTS, step, query, rows, cell });
    assert.equal(store.canUndo, false);
  });

  it('opens a page without the numbers chosen with it', () => {
    const { store } = startStore({ isFixed: () => true });
    store.dispatch({ guide: 'why', seed: 9 }, READER);
    assert.deepEqual(store.state, { ...DEFAULTS, guide: 'why' });
  });

  it('accepts a change that the page proposes, without undo', () => {
    const { store } = startStore({ isFixed: () => true });
    store.dispatch(other, PAGE);
    assert.deepEqual(store.state, other);
    assert.deepEqual(getUndoAndRedo(store), [false, false]);
  });

  it('lets the author change everything', () => {
    const { store } = startStore({ isFixed: () => true });
    store.dispatch({ seed: 9 }, PROGRAM);
    store.dispatch({ mask: 'causal' }, ATTRIBUTE);
    assert.deepEqual([store.state.seed, store.state.mask], [9, 'causal']);
  });
});
