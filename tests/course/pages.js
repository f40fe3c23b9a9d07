// A page of the course with its run, in Node.

import { pageState, pages } from '../../web/lessons/course/course.js';
import { compute } from '../../web/session/computation.js';
import { settingsOf } from '../../web/session/settings.js';
import { normalise } from '../../web/session/state.js';
import { makeContext } from '../../web/views/context.js';
import { withCourse } from '../../web/views/course/page.js';
import { attention } from '../support/computations.js';

/** @typedef {import('../../web/lessons/course/page.js').CourseContext} CourseContext */
/** @typedef {import('../../web/lessons/course/page.js').Page} Page */

/** @param {string} id @returns {Page} */
export function pageNamed(id) {
  const page = pages.find((one) => one.id === id);
  if (!page) throw new Error(`no page ${id}`);
  return page;
}

/**
 * What a page shows, after a change of its state.
 * @param {Page} page without a model that has to be trained
 * @param {Partial<import('../../web/session/state.js').State>} [change]
 * @returns {CourseContext}
 */
export function contextOf(page, change = {}) {
  const state = normalise({ ...pageState(page), ...change });
  const act = () => {};
  const context = makeContext({
    ...{ state, attention, comparison: undefined, readonly: false },
    ...{ update: act, apply: act, turn: act },
    computation: compute(attention, settingsOf(state)),
  });
  return withCourse(context, page, undefined);
}

/**
 * What is replied to an answer.
 * @param {Page} page
 * @param {string} value
 */
export function judged(page, value) {
  const { task } = page;
  if (!task) throw new Error(`${page.id} has no task`);
  return task.judge(contextOf(page), value);
}
