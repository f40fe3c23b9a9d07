import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Permalink } from '../../web/elements/permalink.js';
import { DEFAULTS } from '../../web/state/fields.js';
import '../support/names.js';

const page = /** @type {any} */ (globalThis);
let permalink = new Permalink(() => {});

/** @param {string} hash */
const changeHash = (hash) => {
  page.location.hash = hash;
  page.location.href = `http://page/${hash}`;
};

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  page.parent = page;
  page.window = page;
  page.location = { pathname: '/', search: '' };
  changeHash('');
  page.history = { state: null };
  page.history.replaceState = (/** @type {any} */ _, __ = '', url = '') =>
    changeHash(url.slice(url.indexOf('#')));
  page.addEventListener = () => {};
  page.removeEventListener = () => {};
  permalink = new Permalink(() => {});
  permalink.start();
});

afterEach(() => {
  permalink.stop();
  mock.timers.reset();
});

it('the address has the last of several changes', () => {
  permalink.write({ ...DEFAULTS, seed: 8 }, ['seed'], 'reader');
  permalink.write({ ...DEFAULTS, seed: 9 }, ['seed'], 'reader');
  assert.equal(page.location.hash, '');
  mock.timers.tick(100);
  assert.match(page.location.hash, /seed=9/);
});

it('a pending change does not replace an address that was set in the meantime', () => {
  permalink.write({ ...DEFAULTS, seed: 8 }, ['seed'], 'reader');
  changeHash('#v=1&seed=5');
  mock.timers.tick(100);
  assert.equal(page.location.hash, '#v=1&seed=5');
  // The next change counts again.
  permalink.write({ ...DEFAULTS, seed: 6 }, ['seed'], 'reader');
  mock.timers.tick(100);
  assert.match(page.location.hash, /seed=6/);
});

it('the address follows the state even after a state in the address could not be shown', () => {
  changeHash('#v=1&seed=5');
  permalink.stop();
  permalink = new Permalink(() => {
    throw new Error('This state cannot be shown.');
  });
  assert.throws(() => permalink.start(), /cannot be shown/);
  permalink.write({ ...DEFAULTS, seed: 6 }, ['seed'], 'reader');
  mock.timers.tick(100);
  assert.match(page.location.hash, /seed=6/);
});
it('while own tensors are shown, the address names no other numbers', () => {
  permalink.write({ ...DEFAULTS, sentence: 'one two', edits: 'x.one.0:2' }, ['edits'], 'reader');
  mock.timers.tick(100);
  assert.match(page.location.hash, /one/);
  const withTensors = {
    ...DEFAULTS,
    source: /** @type {const} */ ('own'),
    sentence: 'one two',
    query: 3,
  };
  permalink.write(withTensors, ['source', 'edits', 'query'], 'reader');
  mock.timers.tick(100);
  assert.equal(page.location.hash, '#v=1&q=3');
});

describe('the history of the browser', () => {
  /** The addresses in the history, the one on screen last. @type {string[]} */
  let entries = [];
  beforeEach(() => {
    entries = [''];
    const { replaceState } = page.history;
    page.history.replaceState = (/** @type {[any, string, string]} */ ...to) => {
      replaceState(...to);
      entries[entries.length - 1] = page.location.hash;
    };
    page.history.pushState = (/** @type {[any, string, string]} */ ...to) => {
      replaceState(...to);
      entries.push(page.location.hash);
    };
  });

  /** @type {import('../../web/state/types.js').State} */
  let state = DEFAULTS;
  /** @param {Partial<typeof state>} change @param {import('../../web/state/types.js').Actor} by */
  const change = (change, by = 'reader') => {
    state = { ...state, ...change };
    permalink.write(state, /** @type {any} */ (Object.keys(change)), by);
  };

  it('has one entry for all settings, steps and sentences of a page', () => {
    change({ mechanism: 'additive' });
    mock.timers.tick(100);
    change({ step: 'weights' });
    change({ step: 'scores', sentence: 'one two', mechanism: 'dot' }, 'program');
    mock.timers.tick(100);
    assert.equal(entries.length, 1);
    assert.match(entries[0], /s=one\+two/);
    assert.doesNotMatch(entries[0], /m=additive/);
  });

  it('has an entry for each model, and for each step of a model that learns', () => {
    state = DEFAULTS;
    change({ mask: 'causal' });
    change({ source: 'toy', task: 'induction', step: 'q' });
    change({ step: 'weights' });
    change({ query: 2 });
    change({ task: 'recall' });
    mock.timers.tick(100);
    assert.equal(entries.length, 4);
    assert.deepEqual(
      entries.map((entry) => /step=([^&]+)/.exec(entry)?.[1]),
      [undefined, 'q', 'weights', 'weights'],
    );
  });

  it('has an entry for each page, and for the whole picture that a reader opens or leaves', () => {
    state = DEFAULTS;
    change({ step: 'weights' });
    change({ target: 'le chat' });
    change({ view: 'whole' }, 'page');
    change({ mask: 'causal' });
    change({ view: 'step', step: 'scores' }, 'page');
    change({ guide: 'mixing' }, 'page');
    change({ seed: 9 });
    change({ guide: '' }, 'program');
    mock.timers.tick(100);
    assert.deepEqual(entries, [
      '#v=1&t=le+chat&step=weights',
      '#v=1&t=le+chat&mask=causal&view=whole&step=weights',
      '#v=1&t=le+chat&mask=causal&step=scores',
      '#v=1&t=le+chat&seed=9&mask=causal&step=scores&g=mixing',
      '#v=1&t=le+chat&seed=9&mask=causal&step=scores',
    ]);
  });

  it('has no entry for own tensors, which Back would lose', () => {
    state = { ...DEFAULTS, sentence: 'one two' };
    change({ source: 'own' });
    change({ view: 'whole' });
    mock.timers.tick(100);
    assert.deepEqual(entries, ['#v=1&view=whole']);
  });

  it('has no entry for a picture that a program shows', () => {
    state = DEFAULTS;
    change({ view: 'whole' }, 'program');
    mock.timers.tick(100);
    assert.deepEqual(entries, ['#v=1&view=whole']);
  });
});

describe('of several elements, the first has the address', () => {
  /** @type {unknown[]} */
  let shown = [];
  let warnings = 0;
  const makeSecond = () => {
    [shown, warnings] = [[], 0];
    return new Permalink(
      (state) => shown.push(state),
      () => warnings++,
    );
  };
  const change = (/** @type {Permalink} */ changed, /** @type {number} */ seed) => {
    changed.write({ ...DEFAULTS, seed }, ['seed'], 'reader');
    mock.timers.tick(100);
  };

  it('and a later one neither reads nor writes it, and warns', () => {
    change(permalink, 5);
    const second = makeSecond();
    second.start();
    change(second, 8);
    assert.deepEqual([warnings, shown], [1, []]);
    assert.match(page.location.hash, /seed=5/);
    second.stop();
  });

  it('until the first leaves', () => {
    change(permalink, 5);
    const second = makeSecond();
    second.start();
    permalink.stop();
    assert.deepEqual(shown, []);
    change(second, 8);
    assert.match(page.location.hash, /seed=8/);
    second.stop();
  });

  it('even if it is moved, or if the second is rendered earlier', async () => {
    const second = makeSecond();
    second.start();
    permalink.stop(true);
    permalink.claim();
    await null;
    permalink.start();
    change(permalink, 5);
    change(second, 8);
    assert.match(page.location.hash, /seed=5/);
    second.stop();
    const [first, third] = [makeSecond(), makeSecond()];
    permalink.stop();
    first.claim();
    third.start();
    first.start();
    change(first, 6);
    change(third, 9);
    assert.match(page.location.hash, /seed=6/);
    first.stop();
    third.stop();
  });
});
