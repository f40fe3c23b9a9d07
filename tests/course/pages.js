// Runs a page of the course in Node.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pages } from '../../web/features/course/index.js';
import { renderMarked } from '../../web/lessons/chapter-markup.js';
import { makePageState } from '../../web/pages/chapters.js';
import { withCourse } from '../../web/pages/judging.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { computationAt } from '../support/models.js';
import { RIGHT } from './answers.js';
import '../support/features.js';

/** @import { CourseContext, Page } from '../../web/pages/types.js' */
/** @import { State } from '../../web/state/types.js' */

/** Reads a page from its chapter's JSON. @param {string} id @returns {any} */
export function pageJson(id) {
  const [chapter, name] = id.split('-');
  const json = readFileSync(
    new URL(`../../web/features/course/text/en/${chapter}.json`, import.meta.url),
    'utf8',
  );
  return JSON.parse(json).pages.find((/** @type {{ id: string }} */ page) => page.id === name);
}

/** Renders a text of the JSON as plain text. @param {string} text */
export const readMarked = (text) => plain(markup(renderMarked(text)));

/**
 * Returns the replies in a page's JSON: to each answer, or to each known mistake and then to
 * others. For a match: to each item by option, then to others.
 * @param {string} id
 * @returns {any[]}
 */
export function readReplies(id) {
  const { answers, mistakes, items, wrong } = pageJson(id).task;
  const replies = items
    ? items.map((/** @type {any} */ { replies: some, wrong: ofItem }) =>
        some
          ? Object.fromEntries(
              some.map((/** @type {any} */ item) => [item.option, readMarked(item.reply)]),
            )
          : readMarked(ofItem),
      )
    : (answers ?? mistakes).map((/** @type {any} */ { reply }) => readMarked(reply));
  return wrong ? [...replies, readMarked(wrong)] : replies;
}

/** @param {string} id @returns {Page} */
export function pageNamed(id) {
  const page = pages.find((coursePage) => coursePage.id === id);
  if (!page) throw new Error(`no page ${id}`);
  return page;
}

/**
 * Returns the context of a page after a change of its state.
 * @param {Page} page a page without a model that must be trained
 * @param {Partial<State>} [change]
 * @returns {CourseContext}
 */
export function contextOf(page, change = {}) {
  const state = normaliseState({ ...makePageState(page), ...change });
  const computation = makeComputation(attention, getSettings(state));
  return withCourse(viewContext({ state, computation }), page, undefined);
}

/** Judges an answer. @param {Page} page @param {string} value */
export function judge(page, value) {
  const { task } = page;
  if (!task) throw new Error(`${page.id} has no task`);
  return task.judge(contextOf(page), value);
}

/**
 * Returns the reply to an answer in plain text.
 * @param {string} id the id of a page
 * @param {any} context the context that the task reads
 * @param {string} [value]
 */
export function replyTo(id, context, value = '') {
  const { task } = pageNamed(id);
  assert.ok(task, id);
  const { isRight, reply } = task.judge(context, value);
  return { isRight, reply: plain(markup(reply)) };
}

/**
 * Returns a page's numbers from a translator in its current state of training.
 * @param {any} model
 * @param {string} id
 * @param {object} [change]
 * @returns {any}
 */
export function translatorContext(model, id, change) {
  const state = normaliseState({ ...pageNamed(id).state, ...change });
  return { ...computationAt(model, state), selected: state.query };
}

/**
 * Asserts that a page accepts its right answer with these numbers.
 * @param {string} id
 * @param {any} context
 */
export const assertRight = (id, context) =>
  assert.equal(replyTo(id, context, RIGHT[id]).isRight, true, id);

/**
 * Asserts that each of these answers has its own reply.
 * @param {string} id the id of a page
 * @param {any} context
 * @param {string[]} values
 */
export function assertOwnReplies(id, context, values) {
  const replies = values.map((value) => {
    const { isRight, reply } = replyTo(id, context, value);
    assert.equal(isRight, false, `${id}: ${value}`);
    assert.doesNotMatch(reply, /[Tt]he result is (a )?different|undefined|NaN/, `${id}: ${value}`);
    return reply;
  });
  assert.equal(new Set(replies).size, replies.length, id);
}

/** @param {ArrayLike<number>} actual @param {number[]} expected @param {number} [most] */
export function assertNear(actual, expected, most = 1e-5) {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(actual[i] - value) < most, `${actual[i]} is ${value}`);
}

/**
 * Asserts that there are at most two sentences before a question, and three after it.
 * @param {{ pages: Page[] }} chapter
 */
export function assertFewSentences({ pages: ofChapter }) {
  const count = (/** @type {unknown} */ content) =>
    plain(markup(content))
      .replace(/…,/g, '')
      .match(/[.?!](?= |$)/g)?.length ?? 0;
  for (const { id, setup, after } of ofChapter) {
    assert.ok(count(setup(/** @type {any} */ ({ state: {} }))) <= 2, id);
    assert.ok(count(after?.(/** @type {any} */ ({}))) <= 3, id);
  }
}
