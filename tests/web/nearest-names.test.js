import assert from 'node:assert/strict';
import { test } from 'node:test';
import { course } from '../../web/features/course/index.js';
import { findBug } from '../../web/features/practice/bugs/puzzle.js';
import { practice } from '../../web/features/practice/index.js';
import { findStep } from '../../web/lessons/steps.js';
import { findSimilarNames } from '../../web/pages/chapters.js';
import { DEFAULTS, FIELD_NAMES, FIELDS } from '../../web/state/fields.js';
import { listHiddenNames, listHiddenParts } from '../../web/state/hidden-parts.js';
import { correctValue, findMisspelt, findUnparsableParts } from '../../web/state/problems.js';
import '../support/features.js';

test('a misspelt value becomes the nearest, and an unlike one stays', () => {
  assert.equal(correctValue('mask', 'casual'), 'causal');
  assert.equal(correctValue('step', 'weigths'), 'weights');
  assert.equal(correctValue('step', 'layer12/weights'), 'layer12/weights');
  assert.equal(correctValue('step', 'layer12/weigths'), 'layer12/weights');
  assert.equal(correctValue('mask', 'carnival'), 'carnival');
  assert.equal(correctValue('scale', '0.25'), '0.25');
  assert.equal(correctValue('heads', 'many'), 'many');
  assert.equal(correctValue('sentence', 'causl'), 'causl');
});

test('each text that a field cannot read is found, except answers and cells', () => {
  const listWrong = (/** @type {string} */ name, /** @type {string} */ value) => [
    ...findMisspelt(name, value),
    ...findUnparsableParts(name, value),
  ];
  const uncheckedNames = FIELD_NAMES.filter((name) => {
    const read = FIELDS[name].read('§ §', 'seed');
    return read !== '§ §' && typeof read === 'string' && listWrong(name, '§ §').length === 0;
  });
  assert.deepEqual(uncheckedNames, ['cell', 'answers']);
  const right = {
    endpoint: '../models',
    lineHeads: '0 2 5',
    layerEdits: '0.weights.1.2.0:0.5;1.q.0.1:2',
    bug: '2-17',
  };
  for (const [name, value] of Object.entries(right)) assert.deepEqual(listWrong(name, value), []);
});

test('a misspelt part hides or shows the nearest part, and no other name has an effect', () => {
  assert.deepEqual(listHiddenParts({ hide: 'cuorse,exprot' }), ['course', 'export']);
  assert.deepEqual(listHiddenParts({ hide: 'course,toolbar', show: 'tolbar' }), ['course']);
  assert.deepEqual(listHiddenParts({ steps: 'q', show: 'lba' }), []);
  assert.deepEqual(listHiddenNames({ hide: 'nonsense,weights' }), []);
});

test('a preset decides which parts are shown, and show and hide change them', () => {
  const all = ['course', 'sentence', 'settings', 'toolbar', 'text', 'export'];
  const aside = all.slice(0, 3);
  assert.deepEqual(listHiddenParts({}), []);
  assert.deepEqual(listHiddenParts({ steps: 'q' }), aside);
  assert.deepEqual(listHiddenParts({ table: 'q' }), all);
  assert.deepEqual(listHiddenParts({ show: 'table' }), all);
  assert.deepEqual(listHiddenParts({ table: 'q', show: 'step' }), aside);
  assert.deepEqual(listHiddenParts({ steps: 'q', show: 'lab', hide: 'course' }), ['course']);
  assert.deepEqual(listHiddenParts({ table: 'q', show: 'toolbar,text' }), [...aside, 'export']);
  for (const show of ['step', 'table']) assert.ok(listHiddenNames({ show }).includes('programs'));
  assert.deepEqual(listHiddenParts({ show: 'lab', locked: true }), [...aside, 'toolbar', 'export']);
});

test('a misspelt table gives the step of the nearest table', () => {
  assert.equal(findStep(DEFAULTS, 'weigths'), 'weights');
  assert.equal(findStep(DEFAULTS, 'nonsense'), 'embeddings');
});

test('a misspelt page or chapter of the course gives the nearest', () => {
  const findPageId = (/** @type {string} */ guide) => course.chapters.findNearestPage(guide)?.id;
  assert.equal(findPageId('scoring-trun'), 'scoring-turn');
  assert.equal(findPageId('mixign'), findPageId('mixing'));
  assert.equal(findPageId('mixing-nothing-like-it'), findPageId('mixing'));
  assert.equal(findPageId('nonsense'), findPageId('why'));
});

test('a misspelt page of the practice gives the nearest, and bugs and tests keep their numbers', () => {
  const findPageId = (/** @type {string} */ guide) => practice.chapters.findNearestPage(guide)?.id;
  assert.equal(findPageId('practice-gaols'), findPageId('practice-goals'));
  assert.equal(findPageId('practice-bugs-2-17'), 'practice-bugs-2-17');
  assert.equal(findPageId('practice-test-5-1'), 'practice-test-5-1');
  assert.equal(findPageId('practice-tset'), findPageId('practice-test'));
  assert.equal(findPageId('practice'), 'practice');
});

test('an unknown page is told the names that are near, or else the chapters beside it', () => {
  assert.equal(findSimilarNames('scoring-turn'), undefined);
  assert.ok(findSimilarNames('scoring-trun')?.includes('scoring-turn'));
  assert.deepEqual(
    findSimilarNames('zzz'),
    course.chapters.chapters.map(({ id }) => id),
  );
  assert.deepEqual(
    findSimilarNames('practice-zzzzzzzzzzzzzzzzzzzzzzz'),
    practice.chapters.chapters.map(({ id }) => id),
  );
});

test('a misspelt bug gives the nearest', () => {
  assert.equal(findBug('scale-nnoe')?.id, 'scale-none');
  assert.equal(findBug('nonsense'), undefined);
});
