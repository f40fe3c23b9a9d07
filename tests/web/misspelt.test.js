// A misspelt name is read as the nearest: values of attributes, groups, steps, pages and bugs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from '../../web/features/course/index.js';
import { bugOf } from '../../web/features/practice/bugs/puzzle.js';
import { practice } from '../../web/features/practice/index.js';
import { stepOf } from '../../web/lessons/steps.js';
import { correctValue, hiddenGroups } from '../../web/state/attributes.js';
import { DEFAULTS } from '../../web/state/fields.js';
import '../support/names.js';

test('a misspelt value of an attribute is the nearest, and one like none stays', () => {
  assert.equal(correctValue('mask', 'casual'), 'causal');
  assert.equal(correctValue('step', 'weigths'), 'weights');
  assert.equal(correctValue('step', 'layer12/weights'), 'layer12/weights');
  assert.equal(correctValue('step', 'layer12/weigths'), 'layer12/weights');
  assert.equal(correctValue('mask', 'carnival'), 'carnival');
  assert.equal(correctValue('scale', '0.25'), '0.25');
  assert.equal(correctValue('heads', 'many'), 'many');
  assert.equal(correctValue('sentence', 'causl'), 'causl');
});

test('a misspelt group is hidden or shown as the nearest', () => {
  assert.deepEqual(hiddenGroups({ hide: 'titel,exprot' }), ['title', 'export']);
  assert.deepEqual(hiddenGroups({ hide: 'title,tools', show: 'tols' }), ['title']);
  assert.deepEqual(hiddenGroups({ steps: 'q', show: 'al' }), []);
  assert.deepEqual(hiddenGroups({ hide: 'nonsense' }), ['nonsense']);
});

test('a misspelt table stands in the step of the nearest', () => {
  assert.equal(stepOf(DEFAULTS, 'weigths'), 'weights');
  assert.equal(stepOf(DEFAULTS, 'nonsense'), 'embeddings');
});

test('a misspelt page or chapter of the course is the nearest', () => {
  const opened = (/** @type {string} */ guide) => pageOf(guide)?.id;
  assert.equal(opened('scoring-trun'), 'scoring-turn');
  assert.equal(opened('mixign'), opened('mixing'));
  assert.equal(opened('mixing-nothing-like-it'), opened('mixing'));
  assert.equal(opened('nonsense'), opened('why'));
});

test('a misspelt page of the practice is the nearest, and bugs and tests keep their numbers', () => {
  const opened = (/** @type {string} */ guide) => practice.chapters.pageOf(guide)?.id;
  assert.equal(opened('practice-gaols'), opened('practice-goals'));
  assert.equal(opened('practice-bugs-2-17'), 'practice-bugs-2-17');
  assert.equal(opened('practice-test-5-1'), 'practice-test-5-1');
  assert.equal(opened('practice-tset'), opened('practice-test'));
  assert.equal(opened('practice'), 'practice-bugs-1-0');
});

test('a misspelt bug is the nearest', () => {
  assert.equal(bugOf('scale-nnoe')?.id, 'scale-none');
  assert.equal(bugOf('nonsense'), undefined);
});
