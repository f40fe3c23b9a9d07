// The address of a page and a pending change of the state.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, mock } from 'node:test';
import { Permalink } from '../../web/elements/permalink.js';
import { DEFAULTS } from '../../web/state/fields.js';

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

afterEach(() => mock.timers.reset());

it('the address has the last of several changes', () => {
  permalink.write({ ...DEFAULTS, seed: 8 }, ['seed']);
  permalink.write({ ...DEFAULTS, seed: 9 }, ['seed']);
  assert.equal(page.location.hash, '');
  mock.timers.tick(100);
  assert.match(page.location.hash, /seed=9/);
});

it('a pending change does not replace an address that was set in the meantime', () => {
  permalink.write({ ...DEFAULTS, seed: 8 }, ['seed']);
  changeHash('#v=1&seed=5');
  mock.timers.tick(100);
  assert.equal(page.location.hash, '#v=1&seed=5');
  // The next change counts again.
  permalink.write({ ...DEFAULTS, seed: 6 }, ['seed']);
  mock.timers.tick(100);
  assert.match(page.location.hash, /seed=6/);
});

it('the address follows the state even after a state in the address could not be shown', () => {
  changeHash('#v=1&seed=5');
  permalink = new Permalink(() => {
    throw new Error('This state cannot be shown.');
  });
  assert.throws(() => permalink.start(), /cannot be shown/);
  permalink.write({ ...DEFAULTS, seed: 6 }, ['seed']);
  mock.timers.tick(100);
  assert.match(page.location.hash, /seed=6/);
});
