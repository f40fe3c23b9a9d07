import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { DEFAULTS, getSettings } from '../../web/state/fields.js';
import { OPENING } from '../../web/state/guide.js';
import { anyState } from '../support/states.js';
import { ATTRIBUTE, getUndoAndRedo, PAGE, PROGRAM, READER, startStore } from './start-store.js';

/** @import { Store } from '../../web/state/store.js' */
/** @import { Actor as Author } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

it('another source of numbers brings back its step and head; another setting leaves them', () => {
  const { store } = startStore();
  const readPlace = () => [store.state.source, store.state.step, store.state.head];
  store.dispatch({ step: 'scores', head: 1 }, READER);
  store.dispatch({ source: 'mini', step: 'layer2/weights', head: 3 }, READER);
  store.undo();
  assert.deepEqual(readPlace(), ['seed', 'scores', 1]);
  store.dispatch({ step: 'weights' }, READER);
  store.redo();
  assert.deepEqual(readPlace(), ['mini', 'layer2/weights', 3]);
  store.undo();
  assert.deepEqual(readPlace(), ['seed', 'weights', 1]);
  store.dispatch({ seed: 9 }, READER);
  store.dispatch({ step: 'scores', head: 0 }, READER);
  store.undo();
  assert.deepEqual(readPlace(), ['seed', 'scores', 0]);
});

it('undo brings back the marks that another source of numbers has moved, and redo its own', () => {
  const { store } = startStore();
  const readMarks = () => [store.state.query, store.state.key, store.state.pin];
  store.dispatch({ query: 3, key: 2, pin: 1 }, READER);
  store.dispatch({ source: 'mini', query: 0, key: -1, pin: -1 }, READER);
  store.dispatch({ query: 1 }, READER);
  store.undo();
  assert.deepEqual(readMarks(), [3, 2, 1]);
  store.redo();
  assert.deepEqual(readMarks(), [1, -1, -1]);
});

it('undo brings back the head that fewer heads have closed', () => {
  const { store } = startStore();
  store.dispatch({ heads: 4, dModel: 4, head: 3 }, PROGRAM);
  store.dispatch({ heads: 1 }, READER);
  assert.equal(store.state.head, 0);
  store.undo();
  assert.deepEqual([store.state.heads, store.state.head], [4, 3]);
});

describe('other words typed by the reader', () => {
  for (const name of /** @type {const} */ (['sentence', 'target'])) {
    it(`close the open number, and undo opens it again: ${name}`, () => {
      const { store } = startStore();
      store.dispatch({ sentence: 'a b c', cell: 'weights.0.1.1' }, PROGRAM);
      store.dispatch({ [name]: 'a b d' }, READER);
      assert.equal(store.state.cell, '');
      store.dispatch({ [name]: 'a b d e' }, READER);
      store.undo();
      if (name === 'target') store.undo();
      const { sentence, target, cell } = store.state;
      assert.deepEqual([sentence, target, cell], ['a b c', '', 'weights.0.1.1']);
      store.redo();
      assert.equal(store.state.cell, '');
    });
  }

  it('open it again with undo, even if a blank was typed before them', () => {
    const { store } = startStore();
    store.dispatch({ sentence: 'a b c', cell: 'weights.0.1.1' }, PROGRAM);
    for (const sentence of ['a b c ', 'a b c d', 'a b c de']) store.dispatch({ sentence }, READER);
    assert.equal(store.state.cell, '');
    store.undo();
    assert.deepEqual([store.state.sentence, store.state.cell], ['a b c', 'weights.0.1.1']);
    assert.deepEqual(getUndoAndRedo(store), [false, true]);
    store.redo();
    assert.deepEqual([store.state.sentence, store.state.cell], ['a b c de', '']);
  });

  it('leave it closed after undo if it was opened between two letters', () => {
    const { store } = startStore();
    store.dispatch({ sentence: 'a b c' }, PROGRAM);
    store.dispatch({ sentence: 'a b c d' }, READER);
    store.dispatch({ cell: 'weights.0.3.3' }, READER);
    store.dispatch({ sentence: 'a b c de' }, READER);
    store.undo();
    assert.deepEqual([store.state.sentence, store.state.cell], ['a b c', '']);
  });

  it('close it even if the letters between the blanks and commas are the same', () => {
    const { store } = startStore();
    store.dispatch({ sentence: 'a,b c', cell: 'embeddings.0.1' }, PROGRAM);
    store.dispatch({ sentence: 'a b,c' }, READER);
    assert.equal(store.state.cell, '');
    store.undo();
    assert.equal(store.state.cell, 'embeddings.0.1');
  });

  it('leave a number open that stands in the same change, or if only a blank is typed', () => {
    const { store } = startStore();
    const cell = 'weights.0.1.1';
    store.dispatch({ sentence: 'a b c', cell }, READER);
    assert.equal(store.state.cell, cell);
    store.dispatch({ sentence: 'a b c ' }, READER);
    assert.equal(store.state.cell, cell);
    store.dispatch({ sentence: 'a b d' }, PROGRAM);
    assert.equal(store.state.cell, cell, 'an author keeps it');
  });
});

describe('a store', () => {
  it('cannot undo to the numbers of the first screen', () => {
    const { store } = startStore({ wasShown: () => false });
    store.dispatch(makeOpeningState(), PROGRAM);
    store.dispatch({ ...DEFAULTS, seed: 8 }, READER);
    assert.deepEqual(getUndoAndRedo(store), [false, false]);
    store.dispatch({ seed: 9 }, READER);
    assert.deepEqual(getUndoAndRedo(store), [true, false]);
    store.undo();
    assert.equal(store.state.seed, 8);
  });

  it('cannot undo to the numbers of another page', () => {
    const { store } = startStore();
    const worksheet = { ...DEFAULTS, guide: 'practice-worksheet' };
    store.dispatch({ guide: 'why-flip', source: 'describer' }, PROGRAM);
    store.dispatch({ temperature: 2 }, READER);
    store.dispatch(worksheet, READER);
    assert.deepEqual(getUndoAndRedo(store), [false, false]);
    // If the numbers stay, the earlier ones can still be restored.
    store.dispatch({ seed: 9 }, READER);
    store.dispatch({ guide: '' }, READER);
    store.dispatch({ guide: worksheet.guide }, READER);
    store.undo();
    assert.deepEqual(store.state, worksheet);
    assert.deepEqual(getUndoAndRedo(store), [false, true]);
  });
});

describe('the lab', () => {
  /** Undoes all, and lists the seed after each step. @param {Store} store */
  const listUndone = (store) => {
    const seeds = [];
    while (store.canUndo) {
      store.undo();
      seeds.push(store.state.seed);
    }
    return seeds;
  };

  /** A reader chooses seed 8 in the lab and opens a page with other numbers. @param {string} guide */
  function leaveLab(guide) {
    const { store } = startStore();
    store.dispatch({ seed: 8, step: 'weights' }, READER);
    store.dispatch({ ...DEFAULTS, guide, source: 'describer' }, PAGE);
    return store;
  }

  it('is kept with its history while its reader is on the first screen or on a page', () => {
    for (const guide of [OPENING, 'why-flip']) {
      const store = leaveLab(guide);
      assert.equal(store.canUndo, false, 'the numbers of the page are not the reader’s');
      const { leftLab } = store;
      assert.deepEqual([leftLab?.seed, leftLab?.step, leftLab?.guide], [8, 'weights', '']);
      // By a link, then by Back.
      for (const manner of [PAGE, ATTRIBUTE]) {
        store.dispatch({ ...leftLab }, manner);
        assert.deepEqual([store.state.seed, store.state.step], [8, 'weights']);
        store.undo();
        assert.equal(store.state.seed, DEFAULTS.seed);
        store.redo();
        store.dispatch({ ...DEFAULTS, guide }, PAGE);
      }
    }
  });

  it('can be restored after the numbers of a page are opened in it', () => {
    const store = leaveLab('why-flip');
    store.dispatch({ seed: 5 }, READER);
    store.dispatch({ seed: 6 }, READER);
    store.dispatch({ guide: '', step: 'q' }, PAGE);
    assert.deepEqual([store.state.source, store.state.seed], ['describer', 6]);
    assert.deepEqual(listUndone(store), [5, DEFAULTS.seed, 8, DEFAULTS.seed]);
    assert.equal(store.state.source, DEFAULTS.source);
  });

  it('continues with what its reader changes on a page that has its numbers', () => {
    const { store } = startStore();
    store.dispatch({ seed: 8 }, READER);
    store.dispatch({ guide: 'practice-check' }, PAGE);
    store.dispatch({ seed: 9 }, READER);
    store.dispatch({ guide: '' }, PAGE);
    assert.equal(store.state.seed, 9);
    assert.deepEqual(listUndone(store), [8, DEFAULTS.seed]);
  });

  it('is kept only once somebody has seen it', () => {
    const { store } = startStore({ wasShown: () => false });
    store.dispatch({ guide: OPENING }, PROGRAM);
    assert.equal(store.leftLab, undefined);
    store.dispatch({ guide: '', seed: 8 }, PAGE);
    assert.equal(store.canUndo, false);
  });
});

describe('choices', () => {
  it('can be undone and redone, unlike other changes', () => {
    const { store } = startStore();
    store.dispatch({ seed: 9 }, PROGRAM);
    assert.deepEqual(getUndoAndRedo(store), [false, false]);
    store.dispatch({ mask: 'causal' }, READER);
    store.dispatch({ step: 'weights' }, READER);
    store.undo();
    const { seed, mask, step } = store.state;
    assert.deepEqual([seed, mask, step], [9, 'none', 'weights']);
    assert.deepEqual(getUndoAndRedo(store), [false, true]);
    store.redo();
    assert.equal(store.state.mask, 'causal');
    assert.deepEqual(getUndoAndRedo(store), [true, false]);
  });

  it('any number of them can be undone, back to where they began', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState, { maxLength: 6 }), (start, chosen) => {
        const { store } = startStore();
        store.dispatch(start, PROGRAM);
        // The lab was open before.
        let begun = getSettings(store.state);
        const inLab = start.guide === '' ? begun : getSettings(DEFAULTS);
        for (const state of chosen) {
          const { guide } = store.state;
          store.dispatch(state, READER);
          // A choice on the first screen starts a new history, and so does another page. The lab
          // keeps its own.
          if (guide === OPENING || guide !== store.state.guide)
            begun = store.state.guide === '' ? inLab : getSettings(store.state);
        }
        while (store.canUndo) store.undo();
        assert.deepEqual(getSettings(store.state), begun);
      }),
    );
  });

  it('join typed letters, and moves of a number', () => {
    const { store } = startStore();
    for (const sentence of ['a', 'a b', 'a b c']) store.dispatch({ sentence }, READER);
    store.undo();
    assert.equal(store.state.sentence, DEFAULTS.sentence);
    for (const comparedSentence of ['a', 'a b']) store.dispatch({ comparedSentence }, READER);
    store.undo();
    assert.equal(store.state.comparedSentence, DEFAULTS.comparedSentence);
    const { query } = store.state;
    for (const sentence of ['a', 'a b']) store.dispatch({ sentence, query }, READER);
    store.undo();
    assert.equal(store.state.sentence, 'a', 'a change of several fields is not typed');
    store.dispatch({ cell: 'q.0.0.0' }, READER);
    for (const value of [1, 2, 3]) store.dispatch({ edits: `q.0.0:${value}` }, READER);
    store.dispatch({ cell: 'q.0.0.1' }, READER);
    store.dispatch({ edits: 'q.0.0:4' }, READER);
    store.undo();
    assert.equal(store.state.edits, 'q.0.0:3');
    store.undo();
    assert.equal(store.state.edits, '');
  });

  it('join moves of a slider or a mark only until another one begins', () => {
    for (const [guide, cell, by] of /** @type {[string, string, Author][]} */ ([
      ['why-flip', '', 'page'],
      ['', 'q.0.0.0', 'reader'],
    ])) {
      const { store } = startStore();
      store.dispatch({ guide, cell }, PROGRAM);
      for (const drag of ['q.0.0:1', 'q.0.0:1;q.0.1:']) {
        store.endMove();
        for (const value of [1, 2]) store.dispatch({ edits: `${drag}${value}` }, { by });
      }
      store.undo();
      assert.equal(store.state.edits, 'q.0.0:12', guide);
      store.undo();
      assert.equal(store.state.edits, '', guide);
      store.redo();
      assert.equal(store.state.edits, 'q.0.0:12', guide);
    }
  });

  it('join drags of a number only on a course page', () => {
    for (const [guide, by, edits] of /** @type {[string, Author, string][]} */ ([
      ['why-flip', 'page', ''],
      ['why-flip', 'reader', 'q.0.0:1'],
      ['', 'page', 'q.0.0:1'],
    ])) {
      const { store } = startStore();
      store.dispatch({ guide }, PROGRAM);
      for (const value of [1, 2]) store.dispatch({ edits: `q.0.0:${value}` }, { by });
      store.undo();
      assert.equal(store.state.edits, edits, `${guide} ${by}`);
    }
  });

  it('are not recorded on the first screen, whose page may change without numbers', () => {
    const { store } = startStore();
    store.dispatch({ guide: OPENING }, PROGRAM);
    store.dispatch({ seed: 8 }, READER);
    assert.deepEqual(getUndoAndRedo(store), [false, false]);
    store.dispatch({ guide: '' }, READER);
    store.dispatch({ seed: 9 }, READER);
    store.dispatch({ guide: 'why' }, READER);
    assert.deepEqual(getUndoAndRedo(store), [true, false]);
  });

  it('are undone without a comparison', () => {
    const { store } = startStore();
    store.dispatch({ temperature: 2, before: 'v=1' }, READER);
    store.undo();
    assert.deepEqual([store.state.temperature, store.state.before], [1, '']);
  });
});

describe('painted cells', () => {
  const painted = { sentence: 'a b c', mask: 'custom', masked: '0.2 1.2' };

  it('that no mask uses go with the words, and undo brings them back', () => {
    for (const [name, words] of Object.entries({ sentence: 'a b c d', target: 'e f' })) {
      const { store } = startStore();
      store.dispatch(painted, READER);
      store.dispatch({ mask: 'none' }, READER);
      assert.equal(store.state.masked, painted.masked);
      store.dispatch({ [name]: words }, READER);
      assert.equal(store.state.masked, '', name);
      store.undo();
      assert.equal(store.state.masked, painted.masked);
    }
  });

  it('stay while they are in use, beside the same words, and where a program wrote them', () => {
    const { store } = startStore();
    store.dispatch(painted, PROGRAM);
    store.dispatch({ sentence: 'a b c d' }, READER);
    assert.equal(store.state.masked, painted.masked);
    store.dispatch({ mask: 'none' }, READER);
    store.dispatch({ sentence: 'a b c d ' }, READER);
    assert.equal(store.state.masked, painted.masked);
    store.dispatch({ sentence: 'a b' }, PROGRAM);
    assert.equal(store.state.masked, painted.masked);
  });
});

describe('what the page sets', () => {
  for (const manner of [PROGRAM, ATTRIBUTE]) {
    it(`is the state that undo restores, ${manner.onto ? 'one by one' : 'together'}`, () => {
      const { store } = startStore();
      store.dispatch({ cell: 'wq.0.0.0' }, PROGRAM);
      store.dispatch({ edits: 'q.0.0:1' }, READER);
      store.dispatch({ edits: 'q.0.0:2', cell: 'wq.0.0.0' }, manner);
      store.dispatch({ edits: 'q.0.0:3' }, READER);
      store.undo();
      assert.equal(store.state.edits, 'q.0.0:2');
    });
  }
});
