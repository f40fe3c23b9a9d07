/** Notes for teachers, with the right answers of all pages. */

import { html, nothing } from 'lit';
import { memoizeByOwner } from '../../graph/memoize.js';
import { fillNumbers } from '../../lessons/chapter-markup.js';
import { makeContext } from '../../lessons/context.js';
import { getCourseChapters } from '../../pages/chapters.js';
import { makeComputation, openSource } from '../../session/computation.js';
import { getSettings } from '../../state/fields.js';
import { normaliseState } from '../../state/normalise.js';
import { canLeadTo, pageLink } from '../../views/link.js';
import goals from './text/en/goals.json' with { type: 'json' };
import * as text from './text/en/notes.js';

/**
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { Chapter, CourseContext, Page } from '../../pages/types.js'
 */

// The answers of the course's tasks, from the tasks themselves.

/**
 * Returns the context of a page in the state in which the page opens.
 * @param {ViewContext} context the context of any page
 * @param {Page} page
 * @returns {ViewContext | undefined} undefined if a model must be loaded first
 */
function makePageContext({ attention, dispatch, navigateTo }, page) {
  const state = normaliseState({ ...page.state, guide: page.id });
  const source = openSource(attention, getSettings(state));
  if (!source || source instanceof Promise) return undefined;
  return makeContext({
    state,
    attention,
    dispatch,
    navigateTo,
    comparison: undefined,
    readonly: true,
    computation: makeComputation(attention, getSettings(state), source),
  });
}

/** @param {ViewContext} context the context of any page @param {Page} page @returns {unknown} */
export function findQuestion(context, page) {
  const question = page.task?.question;
  if (typeof question !== 'function') return question;
  return fillNumbers(question, /** @type {ViewContext} */ (makePageContext(context, page)));
}

/** @param {ViewContext} context the context of any page @param {Page} page @returns {unknown} */
export function findAnswer(context, page) {
  const { task, id } = page;
  if (!task) return text.noTask;
  if (text.writtenAnswers[id] !== undefined) return text.writtenAnswers[id];
  const course = /** @type {CourseContext} */ (makePageContext(context, page) ?? {});
  if (text.pressed[id]) return html`<b>${text.pressed[id]}</b>`;
  return (task.printed ?? task.shown)?.(course) ?? '';
}

/** Finds the questions and answers of all pages. They do not change. */
const findSolutions = memoizeByOwner(
  (/** @type {CourseContext} */ context) =>
    new Map(
      getCourseChapters()
        .flatMap(({ pages }) => pages)
        .map((page) => [
          page,
          { question: findQuestion(context, page), answer: findAnswer(context, page) },
        ]),
    ),
  ({ attention }) => attention,
);

/** @param {CourseContext} context */
function figure(context) {
  const chapters = getCourseChapters();
  return html`<ol class="contents-of-notes">${chapters.map(
    ({ id, title }) =>
      html`<li><button type="button" class="plain" @click=${scrollToNotes} data-notes=${id}>${title}</button>
        <span class="note">${text.inShort(text.notes[id].minutes)} ${canLeadTo(context, { guide: id }) ? html`· ${pageLink(context, id, text.chapterItself)}` : nothing}</span></li>`,
  )}<li><button type="button" class="plain" @click=${scrollToNotes} data-notes="practice">${text.practice.title}</button></li></ol>
    <p class="options"><button type="button" class="check"
      @click=${() => globalThis.print()}>${text.print}</button></p>
    <div class="papers">${chapters.map((chapter, i) => chapterNotes(context, chapter, i + 1))}
      <section class="paper notes" id="notes-practice"><div data-level="3" tabindex="-1">${text.practice.title}</div>
        <dl class="wide">${text.practice.parts.map(
          ({ guide, name, aim, minutes }) =>
            html`<dt>${pageLink(context, guide, name)}</dt><dd>${aim} <span class="note">${minutes}</span></dd>`,
        )}</dl>
        <p>${text.practice.answers}</p>
        <div data-level="4">${text.planned}</div>
        <p>${text.lessons(planLessons(chapters, 45), planLessons(chapters, 90))}</p>
        <p>${text.slide}</p>
        <p>${text.address}</p>
        <p>${text.ownChapter}</p>
        <div data-level="4">${text.solutions}</div>
        <ul>${goals.pages.map(
          ({ id, title }) => html`<li>${title}: ${text.goalSolutions[id]}</li>`,
        )}</ul>
      </section></div>`;
}

/**
 * Scrolls to the notes of a chapter. A link cannot do this, because the page's address holds the
 * state.
 * @param {Event} event
 */
function scrollToNotes({ currentTarget }) {
  const button = /** @type {HTMLElement} */ (currentTarget);
  const root = /** @type {ShadowRoot} */ (button.getRootNode());
  const heading = root.querySelector(`#notes-${button.dataset.notes} [data-level='3']`);
  heading?.scrollIntoView();
  /** @type {HTMLElement | null} */ (heading)?.focus({ preventScroll: true });
}

/**
 * Distributes the chapters over lessons, by the minutes that each chapter takes in class.
 * @param {readonly Chapter[]} chapters
 * @param {number} length minutes of a lesson
 * @returns {number[][]} the numbers of the chapters of each lesson, counted from 1
 */
function planLessons(chapters, length) {
  /** @type {number[][]} */
  const lessons = [];
  let left = 0;
  chapters.forEach(({ id }, i) => {
    const minutes = Number(text.notes[id].minutes[1]);
    if (minutes > left) {
      lessons.push([]);
      left = length;
    }
    left -= minutes;
    lessons[lessons.length - 1].push(i + 1);
  });
  return lessons;
}

/** @param {CourseContext} context @param {Chapter} chapter @param {number} number */
function chapterNotes(context, { id, title, question, pages }, number) {
  const solutions = findSolutions(context);
  const { aim, minutes, misconceptions } = text.notes[id];
  return html`<section class="paper notes" id="notes-${id}">
    <div data-level="3" tabindex="-1">${text.heading(number, title)}</div>
    <p>${question}</p>
    <dl>
      <dt>${text.aim}</dt><dd>${aim}</dd>
      <dt>${text.time}</dt><dd>${text.minutes(minutes)}</dd>
    </dl>
    <div data-level="4">${text.misconceptions}</div>
    <ul>${misconceptions.map(([wrong, right]) => html`<li><i>${wrong}</i> ${right}</li>`)}</ul>
    <div data-level="4">${text.answers}</div>
    <ol>${pages.map(
      (
        page,
      ) => html`<li>${pageLink(context, page.id, page.title)}${page.isExtra ? html` <i>${text.extra}</i>` : ''} ${page.task ? html`<span class="note">· ${solutions.get(page)?.question}</span><br>` : ''}
        ${solutions.get(page)?.answer}</li>`,
    )}</ol>
  </section>`;
}

/** @type {Page} */
export const notesPage = {
  id: 'practice-notes',
  title: text.title,
  state: {},
  origin: text.origin,
  keepsState: true,
  setup: () => text.setup,
  figure,
};

/** @type {Chapter} */
export const teacherNotes = { id: notesPage.id, ...text.chapter, pages: [notesPage] };
