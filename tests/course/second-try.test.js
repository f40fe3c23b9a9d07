// A task that is done stays done while the reader tries other answers, and its explanation stays open.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeContext } from '../../web/lessons/context.js';
import { pageState } from '../../web/pages/chapters.js';
import { withCourse } from '../../web/pages/page.js';
import { compute } from '../../web/session/computation.js';
import { attention } from '../support/computations.js';
import { pageNamed } from './pages.js';

const page = pageNamed('scoring-share');

/** The page after some answers, and what another answer makes of them. @param {string} answers */
function pageAfter(answers) {
  const state = pageState(page, answers);
  /** @type {string[]} */
  const changes = [];
  const act = () => {};
  const context = makeContext({
    ...{ state, computation: compute(attention, state), attention, comparison: undefined },
    ...{ update: act, turn: act, readonly: false },
    apply: (/** @type {{ answers?: string }} */ change) => changes.push(String(change.answers)),
  });
  const course = withCourse(context, page, undefined);
  return { course, changes };
}

it('a wrong answer after a right one leaves the task done and the explanation open', () => {
  const { course, changes } = pageAfter('scoring-share_9*');
  assert.equal(page.task?.judge(course, '9').isRight, false, 'the answer is wrong');
  assert.equal(course.isOpen, true);
  course.answer('8');
  assert.deepEqual(changes, ['scoring-share_8*']);
});

it('a wrong answer to a task that is not done leaves both as they were', () => {
  const { course, changes } = pageAfter('scoring-share_9');
  assert.equal(course.isOpen, false);
  course.answer('8');
  assert.deepEqual(changes, ['scoring-share_8']);
});
