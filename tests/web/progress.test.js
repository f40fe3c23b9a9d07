import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { KeptSettings } from '../../web/elements/kept-settings.js';
import { Progress } from '../../web/elements/progress.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { findPlaceInCourse } from '../../web/state/guide.js';
import '../support/names.js';

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

/** @param {string} value @param {boolean} [isRight] */
const makeAnswer = (value, isRight = false) => ({ value, isRight });

test('answers and the last page are read back as they were kept', () => {
  const kept = progress();
  kept.keepPage('why-flip');
  kept.keepAnswer('why-flip', makeAnswer('1', true));
  assert.deepEqual(Object.keys(stored), [KEY]);
  assert.deepEqual(progress().read(), { guide: 'why-flip', answers: 'why-flip_1*' });
});

test('later answers replace earlier ones and come last, others stay, and the lab is not a place to continue', () => {
  const kept = progress();
  kept.keepPage('why-cup');
  kept.keepAnswer('why-flip', makeAnswer('6'));
  kept.keepAnswer('why-cup', makeAnswer('0.5'));
  kept.keepAnswer('why-flip', makeAnswer('1', true));
  for (const guide of ['', 'opening', 'practice']) kept.keepPage(guide);
  assert.deepEqual(kept.read(), { guide: 'why-flip', answers: 'why-cup_0.5 why-flip_1*' });
});

test('a page that the first screen shows is a place only once the reader goes on or answers', () => {
  const places = (/** @type {Progress} */ kept) => {
    const { guide } = kept.read();
    return guide;
  };
  const first = progress();
  first.keepPage('translation-align', 'opening');
  first.keepPage('', 'translation-align');
  first.keepPage('translation-align', '');
  assert.deepEqual(stored, {}, 'on a first visit, also by way of the lab');
  first.keepPage('why-flip', 'opening');
  first.keepPage('why-unseen', 'why-flip');
  first.keepPage('translation-align', 'opening');
  assert.equal(places(first), 'why-unseen');
  first.keepPage('translation-roles', 'translation-align');
  assert.equal(places(first), 'translation-roles', 'after Next');
  first.keepPage('translation-align', 'translation-roles');
  assert.equal(places(first), 'translation-align', 'after Previous');
  first.keepPage('why-unseen', 'translation-align');
  first.keepPage('translation-align', 'opening');
  first.keepAnswer('translation-align', makeAnswer('2'));
  assert.equal(places(first), 'translation-align', 'after an answer, even a wrong one');
});

test('the place of a page names its chapter, and its page unless it is extra', () => {
  assert.deepEqual(
    ['why', 'why-unseen', 'projections-flat', 'own-end', 'practice-goals', ''].map(
      findPlaceInCourse,
    ),
    [
      { chapter: 1, page: 1 },
      { chapter: 1, page: 2 },
      { chapter: 4, page: 0 },
      { chapter: 8, page: 5 },
      undefined,
      undefined,
    ],
  );
});

test('the choices of the check and the worksheet are not saved', () => {
  const kept = progress();
  kept.keepAnswer('practice-check', makeAnswer('scores'));
  kept.keepAnswer('practice-worksheet', makeAnswer('q.row.1', true));
  kept.keepAnswer('practice-goals-half', makeAnswer('2', true));
  assert.equal(progress().read().answers, 'practice-goals-half_2*');
});

test('nothing is saved or read on other people’s pages', () => {
  const others = progress(false);
  others.keepAnswer('why-flip', makeAnswer('1', true));
  others.keepPage('why-flip');
  assert.deepEqual([stored, others.kept], [{}, { guide: '', answers: '' }]);
  progress().keepAnswer('why-flip', makeAnswer('1', true));
  assert.deepEqual(progress(false).read(), { guide: '', answers: '' });
  progress(false).forget();
  assert.ok(KEY in stored);
});

test('a browser that refuses storage causes no error', () => {
  isRefused = true;
  const kept = progress();
  kept.keepAnswer('why-flip', makeAnswer('1', true));
  assert.equal(kept.isDone('why-flip'), true);
  kept.forget();
  assert.deepEqual([kept.kept, kept.isDone('why-flip')], [{ guide: '', answers: '' }, false]);
});

test('an invalid stored text is ignored', () => {
  stored[KEY] = '{"guide":1}';
  assert.deepEqual(progress().read(), { guide: '', answers: '' });
  stored[KEY] = `v=1&g=${'x'.repeat(99)}&a=nonsense`;
  assert.deepEqual(progress().read(), { guide: '', answers: '' });
});

test('a wrong answer does not replace a right one, even of another tab', () => {
  const kept = progress();
  progress().keepAnswer('why-limits', makeAnswer('1', true));
  kept.keepAnswer('why-limits', makeAnswer('0'));
  assert.equal(kept.read().answers, 'why-limits_1*');
  assert.equal(kept.isDone('why-limits'), true);
});

test('a task is done once the reader has answered it right, here or in a stored answer', () => {
  const kept = progress();
  kept.keepAnswer('why-limits', makeAnswer('0'));
  assert.equal(kept.isDone('why-limits'), false);
  kept.keepAnswer('why-limits', makeAnswer('1', true));
  assert.equal(kept.isDone('why-limits'), true);
  const later = progress();
  assert.equal(later.isDone('why-limits'), false, 'before it is read');
  later.read();
  assert.equal(later.isDone('why-limits'), true);
});

test('the notice about a setting stays while a model trains on, until the next change', () => {
  const host = /** @type {any} */ ({ say: () => {}, requestUpdate: () => {} });
  const settings = new KeptSettings(host, () => true);
  settings.noteChange(['seed'], DEFAULTS, { ...DEFAULTS, seed: 9 }, 'reader');
  assert.equal(settings.notice?.at, 'seed');
  settings.noteChange(['training'], DEFAULTS, { ...DEFAULTS, training: 9 }, 'model');
  assert.equal(settings.notice?.at, 'seed');
  settings.noteChange(['step'], DEFAULTS, { ...DEFAULTS, step: 'weights' }, 'page');
  assert.equal(settings.notice, undefined);
});
