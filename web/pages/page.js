/** A page of the course: an introduction, a picture, a task, and a reply. */

import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { cache } from 'lit/directives/cache.js';
import { listChangedSettings } from '../state/fields.js';
import { AUTHOR_CHAPTER, parseAnswers } from '../state/guide.js';
import * as text from '../text/en/pages.js';
import { chapterText, toAuthorClass } from '../text/inline.js';
import { canLeadTo, pageLink, stateLink } from '../views/link.js';
import { originBadge } from '../views/overview.js';
import { pageBar } from '../views/page-bar.js';
import { closeChosen, closeOutside } from '../views/pop-up.js';
import { tracePanel } from '../views/trace-panel.js';
import {
  countTasks,
  findChapter,
  findMainPage,
  findNeighbourPage,
  findPage,
  getChapterLists,
  getCourseChapters,
  isAlone,
  isCounted,
  leadsWithin,
  listExtrasAfter,
  listMainPages,
  makePageState,
} from './chapters.js';
import { differsFromPage, withCourse } from './judging.js';
import { answerView, findQuestionPlace, questionView, replyView } from './tasks/view.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 * @import { Chapter, CourseContext, Page } from './types.js'
 */

/**
 * @param {ViewContext} outer
 * @param {{ training?: unknown, tools?: unknown, waiting?: unknown, isOpening?: boolean, hasLinks?:
 * boolean, named?: unknown }} frame `waiting` is shown in place of numbers; `isOpening` tells that
 * numbers are on their way; `hasLinks` tells whether to link to other chapters and to the lab;
 * `named` is the page or chapter that the author has named
 */
export function coursePage(
  outer,
  { training = nothing, tools = nothing, waiting, isOpening = false, hasLinks = true, named },
) {
  const page = findPage(outer.state, outer.authorChapter);
  // The script of the practice has not loaded yet.
  if (!page) return undefined;
  const chapter = findChapter(page);
  const hasNeighbours = hasLinks || !isAlone(page, named);
  /** @type {ViewContext['leadsTo']} */
  const leadsTo = (to) => hasLinks || leadsWithin(outer.state, to, outer.authorChapter, named);
  const context = { ...outer, leadsTo };
  const name = hasNeighbours ? chapterName(chapter, hasLinks) : nothing;
  return html`
    ${courseBar(context, chapter, { name, tools, hasLinks, isUngraded: page.task?.isUngraded === true })}
    ${context.progress?.notice}
    <section class="course ${findAuthorClass(context, chapter)}" aria-label=${page.title}>
      <div class="one">
        <header role="presentation">
          <div data-level="2" class="step-title chapter-text" tabindex="-1">${page.title}</div>
        </header>
        ${pageBody(context, page, { training, waiting, isOpening })}
      </div>
      ${hasNeighbours ? chapterBar(context, page, !hasLinks) : nothing}
    </section>`;
}

/** Practice chapters have no number. @param {Chapter} chapter @param {boolean} hasLinks */
function chapterName(chapter, hasLinks) {
  const chapters = getCourseChapters();
  const number = hasLinks ? chapters.indexOf(chapter) + 1 : 0;
  return html`<p class="note chapter-text">${number === 0 ? chapter.title : text.chapter(number, chapters.length, chapter.title)}</p>`;
}

/** @param {ViewContext} context @param {Chapter} chapter */
const findAuthorClass = ({ authorChapter }, chapter) =>
  toAuthorClass(chapter === authorChapter ? chapter : undefined);

/**
 * Renders the name of the chapter and the links out of it.
 * @param {ViewContext} context
 * @param {Chapter} chapter
 * @param {{ name: unknown, tools: unknown, hasLinks: boolean, isUngraded: boolean }} frame
 */
function courseBar(context, chapter, { name, tools, hasLinks, isUngraded }) {
  return html`<div class="course-bar ${findAuthorClass(context, chapter)}">
      ${name}
      ${isUngraded || !hasLinks ? nothing : getChapterLists().map(({ head }) => head?.(context, chapter))}
      ${hasLinks ? html`${contentsList(context)} ${labLink(context)}` : nothing} ${tools}
    </div>`;
}

/** Renders the link to the lab as the reader left it, or with the numbers of the page. @param {ViewContext} context */
const labLink = (context) =>
  context.leftLab
    ? stateLink(context, context.leftLab, text.backToLab)
    : numbersLink(context, text.openLab);

/** Renders a link to the numbers of the page in the lab. @param {ViewContext} context @param {string} label */
const numbersLink = (context, label) =>
  stateLink(context, { ...context.state, guide: '', cell: '' }, label);

/**
 * Renders the page, or the reason why it cannot be shown.
 * @param {ViewContext} context
 * @param {Page} page
 * @param {{ training: unknown, waiting: unknown, isOpening: boolean }} frame
 */
function pageBody(context, page, { training, waiting, isOpening }) {
  const { state } = context;
  const hasNoNumbers = waiting !== undefined;
  const isRefused = hasNoNumbers && !isOpening;
  // The page of a chapter that is missing or has a mistake has no numbers.
  const restore =
    page.id === AUTHOR_CHAPTER
      ? nothing
      : html`<p><button type="button" class="plain"
    @click=${() => context.dispatch({ ...makePageState(page), answers: state.answers }, { by: 'page' })}>${text.restore}</button></p>`;
  if (differsFromPage(state, page) || (isRefused && !page.hasSentence))
    return html`<div class="prose">${isRefused ? waiting : html`<p>${text.differsFromPage}</p>`} ${restore}</div>`;
  if (hasNoNumbers && !page.meanwhile && !page.hasSentence)
    return html`<div class="prose">${waiting}
      ${findMark(state, page) === 'solved' ? html`<p>${text.solvedEarlier}</p>` : nothing}</div>`;
  const course = withCourse(context, page, training, hasNoNumbers);
  return figureAndTask(course, page, {
    isOpening,
    training: page.hasSentence ? nothing : training,
    waiting: isRefused ? html`${waiting} ${restore}` : waiting,
    traced: {
      ...course,
      // Mark numbers that were set by hand, because they were not computed.
      originalOf: context.originalOf,
      // Texts and replies are about the page's own numbers.
      ...(!page.isSettable && { readonly: true, hidesFormula: true }),
    },
  });
}

/**
 * Renders the navigation between the pages of the chapter.
 * @param {ViewContext} context
 * @param {Page} page
 * @param {boolean} isWithin whether nothing leads out of the chapter
 */
function chapterBar({ state, authorChapter, navigateTo }, page, isWithin) {
  const chapter = findChapter(page);
  const pages = listMainPages(chapter.pages);
  // The page of a bug has no position, because there are infinitely many.
  const index = pages.indexOf(findMainPage(page));
  if (index < 0 || pages.length === 1) return nothing;
  const neighbour = (/** @type {1 | -1} */ way) =>
    findNeighbourPage(state, way, authorChapter, isWithin);
  /** @param {Page | undefined} to */
  const open = (to) => to && navigateTo(makePageState(to, state.answers));
  return pageBar({
    label: text.pagesOf(chapter.title),
    pages: pages.map((other) => ({
      name: other.title,
      dot: true,
      mark: isCounted(other) ? findMark(state, other) : undefined,
      isUncounted: !isCounted(other),
      isUnnumbered: other.isUnnumbered,
    })),
    index,
    back: page.isExtra ? () => open(pages[index]) : undefined,
    open: (to) => open(pages[to] ?? neighbour(to > index ? 1 : -1)),
    more: { before: neighbour(-1) !== undefined, after: neighbour(1) !== undefined },
  });
}

/** Keeps the figure of a solved page while a switch of the page trains another model. */
const keptFigure = directive(
  class extends Directive {
    /** @type {{ page: Page, figure: unknown } | undefined} */
    #shown;

    /**
     * @param {Page} page
     * @param {unknown} figure undefined while there are no numbers
     * @param {unknown} meanwhile what is shown then
     * @param {boolean} isSolved
     */
    render(page, figure, meanwhile, isSolved) {
      if (figure !== undefined) this.#shown = { page, figure };
      else if (!isSolved || this.#shown?.page !== page) this.#shown = undefined;
      return cache(this.#shown?.figure ?? html`${meanwhile}`);
    }
  },
);

/**
 * Renders the content of a page below its title.
 * @param {CourseContext} course
 * @param {Page} page
 * @param {{ isOpening: boolean, waiting: unknown, training: unknown, traced: CourseContext }} now
 * `traced` is the context for the panel of a number
 */
function figureAndTask(course, page, { isOpening, waiting, training, traced }) {
  const { task } = page;
  const hasNoNumbers = waiting !== undefined;
  const { verdict } = course;
  // A solved question stays solved while the model trains again.
  const isSolvedEarly = hasNoNumbers && task?.kind === 'choice' && verdict !== undefined;
  const learned = page.state.training === 0 ? course.state.training : 0;
  const isAsked = !hasNoNumbers || page.meanwhileWords !== undefined || isSolvedEarly;
  /** @param {ReturnType<typeof findQuestionPlace>} place */
  const drawQuestion = (place) =>
    task && isAsked && findQuestionPlace(task) === place ? questionView(course, task) : nothing;
  return html`<div class="prose setup">${isOpening && hasNoNumbers && learned > 0 ? html`<p>${text.learnsAgain(learned)}</p>` : page.setup(course)} ${drawQuestion('setup')}</div>
    <div class="figure stage ${hasNoNumbers && page.meanwhileWords ? 'waits' : ''}" part="step">
      ${keptFigure(
        page,
        hasNoNumbers ? undefined : html`${page.figure(course)}`,
        hasNoNumbers && page.meanwhile?.(course),
        course.given?.isRight === true,
      )}
      ${hasNoNumbers ? waiting : nothing} ${hasNoNumbers || page.state.training !== 0 ? training : nothing}
      ${drawQuestion('figure')}
      ${course.isOpen || page.isSettable ? tracePanel(page.panel?.(traced) ?? traced) : nothing}
      <svg class="connectors" aria-hidden="true"></svg>
    </div>
    <div class="answering"><div class="prose task">
      ${drawQuestion('task')}
      ${task && !isAsked && !verdict && isOpening ? html`<p class="note">${text.questionLater}</p>` : nothing}
      ${task ? replyView(course, task, page.state.training === 0 && task.judgesScreen === true) : nothing}
      ${task && !hasNoNumbers && !task.isNear ? answerView(course, task) : nothing}
      ${(course.isOpen || isSolvedEarly) && page.after ? html`<div class="after">${page.after(course)}</div>` : nothing}
    </div>
    ${course.isOpen ? html`<div class="prose closing">${chapterRecap(course, page)} ${extraLinks(course, page)}</div>` : nothing}</div>
    <div class="prose origin">${hasNoNumbers ? nothing : pageOrigin(course, page)}</div>`;
}

/** Whether the page has set its own numbers, which are small enough to compute with by hand. @param {Page} page */
const isByHand = ({ state: { source = 'seed', edits = '' } }) => source === 'seed' && edits !== '';

/** Renders where the numbers come from. @param {CourseContext} course @param {Page} page */
function pageOrigin(course, page) {
  const origin = page.origin ?? (isByHand(page) ? text.byHand : undefined);
  if (origin === undefined) return originBadge(course);
  return origin && html`<p class="badge chapter-text" part="badge">${origin}</p>`;
}

/** Renders the summary at the end of a chapter. @param {CourseContext} course @param {Page} page */
function chapterRecap(course, page) {
  const { pages, recap } = findChapter(page);
  return recap && listMainPages(pages).at(-1) === page
    ? html`<div class="recap">${recap(course)}</div>`
    : nothing;
}

/**
 * Returns how far the task of a page is. A self-test reveals its answers only at its end.
 * @param {State} state
 * @param {Page} page
 */
function findMark({ answers }, { id, task }) {
  const given = parseAnswers(answers).get(id);
  if (!task || !given) return undefined;
  if (task.isUngraded) return 'answered';
  return given.isRight ? 'solved' : undefined;
}

/** Renders links to the extra pages. @param {CourseContext} course @param {Page} page */
function extraLinks(course, page) {
  const extras = listExtrasAfter(page).filter(({ id }) => canLeadTo(course, { guide: id }));
  if (extras.length === 0) return nothing;
  return html`<p class="note more">${text.more} ${extras.map((extra, i) => html`${i > 0 ? ' ' : ''}${pageLink(course, extra.id, chapterText(extra.title))}`)}</p>`;
}

/**
 * Renders the chapters and the progress in each, and the way to the page's numbers in the lab if
 * the bar leads to another lab.
 * @param {ViewContext} context
 */
function contentsList(context) {
  const { authorChapter, leftLab, state } = context;
  const hasOtherNumbers = leftLab && listChangedSettings(leftLab, state).length > 0;
  const answers = parseAnswers(state.answers);
  return html`<details class="contents" @click=${closeChosen} @keydown=${closeChosen}>
    <summary @click=${closeOutside}>${text.contents}</summary>
    <div>${hasOtherNumbers ? html`<p>${numbersLink(context, text.openHere)}</p>` : nothing}
    ${authorChapter ? html`<p class=${toAuthorClass(authorChapter)}>${stateLink(context, makePageState(authorChapter.pages[0], context.state.answers), chapterText(authorChapter.title))} <span class="note chapter-text">${authorChapter.question}</span></p>` : nothing}
    <ol>
      ${getCourseChapters().map((chapter) => {
        const { done, count } = countTasks(chapter, answers);
        return html`<li>
          ${stateLink(context, makePageState(chapter.pages[0], context.state.answers), chapter.title)}
          <span class="note">${chapter.question} ${text.progress(done, count)}</span>
        </li>`;
      })}
    </ol>
    ${getChapterLists().map(({ links }) => links?.(context))}
    ${
      answers.size > 0 && context.progress
        ? html`<p><button type="button" class="plain" @click=${context.progress.forget}>${text.forget}</button></p>`
        : nothing
    }</div>
  </details>`;
}
