/** The answers of the course's tasks, from the tasks themselves. */

import { html } from 'lit';
import { compute, openSource } from '../../session/computation.js';
import { settingsOf } from '../../session/settings.js';
import { DEFAULTS, normalise } from '../../session/state.js';
import * as text from '../../text/en/practice/notes.js';
import { rounded } from '../../text/number.js';
import { makeContext } from '../../views/context.js';

/**
 * @typedef {import('../../course/page.js').Page} Page
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('../../views/context.js').ViewContext} ViewContext
 */

/**
 * What a page shows when it is opened.
 * @param {ViewContext} context of any page
 * @param {Page} page
 * @returns {ViewContext | undefined} undefined where a model has to be loaded first
 */
export function contextOfPage({ attention, update, apply, turn }, page) {
  // The course itself is in another script, and is not to be in this one as well.
  const state = normalise({ ...DEFAULTS, ...page.state, guide: page.id });
  const source = openSource(attention, settingsOf(state));
  if (!source || source instanceof Promise) return undefined;
  return makeContext({
    ...{ state, attention, update, apply, turn, comparison: undefined, readonly: true },
    computation: compute(attention, settingsOf(state), source),
  });
}

/**
 * @param {ViewContext} context of any page
 * @param {Page} page
 * @returns {unknown}
 */
export function answerTo(context, page) {
  const { task, id } = page;
  if (!task) return text.noTask;
  if (text.written[id] !== undefined) return text.written[id];
  const course = /** @type {CourseContext} */ (contextOfPage(context, page) ?? {});
  switch (task.kind) {
    case 'choice':
      return html`<b class=${task.isCode ? 'code' : ''}>${task.answers[task.expected()]}</b>`;
    case 'numbers': {
      const expected = task.expected(course);
      return expected.map(
        (one, i) => html`${i > 0 ? '; ' : ''}${task.labels[i]} <b>${rounded(one)}</b>`,
      );
    }
    case 'match': {
      const expected = task.expected(course);
      return task.items.map(
        (item, i) => html`${i > 0 ? '; ' : ''}${text.matched(item, task.options[expected[i]])}`,
      );
    }
    case 'pick': {
      const index = task.expected?.(course) ?? -1;
      return html`<b>${text.pressed[id] ?? course.computation?.keyWords[index] ?? ''}</b>`;
    }
    default:
      return '';
  }
}
