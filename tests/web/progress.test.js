// What the browser keeps of a reader's answers: for a page of the element's own, and where it is allowed.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Progress } from '../../web/elements/progress.js';

const KEY = 'attention-lab /lab/';
/** @type {Record<string, string>} */
let stored = {};
let isRefused = false;
const page = /** @type {any} */ (globalThis);

beforeEach(() => {
  stored = {};
  isRefused = false;
  const check = () => {
    if (isRefused) throw new Error('denied');
  };
  page.location = { pathname: '/lab/index.html' };
  page.localStorage = {
    getItem: (/** @type {string} */ key) => {
      check();
      return stored[key] ?? null;
    },
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      check();
      stored[key] = value;
    },
    removeItem: (/** @type {string} */ key) => {
      check();
      delete stored[key];
    },
  };
});
afterEach(() => {
  delete page.location;
  delete page.localStorage;
});

const progress = (isOurs = true) => new Progress(() => isOurs);

test('answers and the last page are read back as they were kept', () => {
  progress().keep({ guide: 'why-flip', answers: 'why-flip_1*' });
  assert.deepEqual(Object.keys(stored), [KEY]);
  assert.deepEqual(progress().read(), { guide: 'why-flip', answers: 'why-flip_1*' });
});

test('later answers count, others stay, and the lab is no place to continue', () => {
  const kept = progress();
  kept.keep({ guide: 'why-cup', answers: 'why-flip_6 why-cup_0.5' });
  kept.keep({ guide: '', answers: 'why-flip_1*' });
  assert.deepEqual(kept.read(), { guide: 'why-cup', answers: 'why-flip_1* why-cup_0.5' });
  kept.keep({ guide: 'opening', answers: '' });
  assert.equal(kept.kept.guide, 'why-cup');
});

test('what is chosen to be checked or printed is not kept', () => {
  const answers = 'practice-check_scores practice-worksheet_q.row.1 practice-goals-half_2*';
  progress().keep({ guide: 'practice-check', answers });
  assert.equal(progress().read().answers, 'practice-goals-half_2*');
});

test('nothing is kept or read on a page that is not the element’s own', () => {
  progress(false).keep({ guide: 'why-flip', answers: 'why-flip_1*' });
  assert.deepEqual(stored, {});
  progress().keep({ guide: 'why-flip', answers: 'why-flip_1*' });
  assert.deepEqual(progress(false).read(), { guide: '', answers: '' });
  progress(false).forget();
  assert.ok(KEY in stored);
});

test('a browser that refuses loses nothing but what is kept', () => {
  isRefused = true;
  const kept = progress();
  kept.keep({ guide: 'why-flip', answers: 'why-flip_1*' });
  assert.deepEqual(kept.kept, { guide: 'why-flip', answers: 'why-flip_1*' });
  kept.forget();
  assert.deepEqual(kept.kept, { guide: '', answers: '' });
});

test('what stands there in place of an address is nothing', () => {
  stored[KEY] = '{"guide":1}';
  assert.deepEqual(progress().read(), { guide: '', answers: '' });
  stored[KEY] = `v=1&g=${'x'.repeat(99)}&a=nonsense`;
  assert.deepEqual(progress().read(), { guide: '', answers: '' });
});

test('what a stranger’s link has answered is not the reader’s, nor is a wrong answer put over a right one', () => {
  const kept = progress();
  kept.keep({ guide: 'why-limits', answers: 'why-limits_1*' });
  const stays = 'why-cup_0.182* why-even_0.5 why-limits_0';
  kept.keep({ guide: 'why-flip', answers: `why-flip_1* ${stays}` }, `why-flip_6 ${stays}`);
  assert.equal(kept.read().answers, 'why-limits_1* why-flip_1*');
  // Another tab, which does not know of the right answer.
  progress().keep({ guide: 'why-limits', answers: 'why-limits_0' });
  assert.equal(kept.read().answers, 'why-limits_1* why-flip_1*');
});

test('a wrong answer to a task that a stranger’s link calls done is not kept as right', () => {
  const kept = progress();
  kept.keep({ guide: 'why-limits', answers: 'why-limits_0*' }, 'why-limits_1*');
  assert.equal(kept.read().answers, '');
});
