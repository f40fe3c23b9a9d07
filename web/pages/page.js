/** A page of the course: an introduction, a picture, a task, and a reply. */

import { html, nothing } from 'lit';
import { rememberState } from '../session/experiments.js';
import { listFieldsWith, usesSetting } from '../state/fields.js';
import { parseAnswers, SHOWN, withAnswer } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import { getLearningModelName } from '../state/source-kinds.js';
import { splitWords } from '../state/words.js';
import * as text from '../text/en/pages.js';
import { answersNotice } from '../views/answers-notice.js';
import { pageLink, stateLink } from '../views/link.js';
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
  isCounted,
  listExtrasAfter,
  listMainPages,
  makePageState,
} from './chapters.js';
import {
  answerView,
  findQuestionPlace,
  judgesScreen,
  questionView,
  replyView,
} from './tasks/view.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { GivenAnswer, State } from '../state/types.js'
 * @import { Chapter, CourseContext, Page, Task, Verdict } from './types.js'
 */

/**
 * @param {ViewContext} context
 * @param {{ training?: unknown, tools?: unknown, waiting?: unknown, isOpening?: boolean, hasLinks?:
 * boolean }} frame `waiting` is shown in place of numbers; `isOpening` tells that numbers are on
 * their way; `hasLinks` tells whether to link to other chapters and to the lab
 */
export function coursePage(
  context,
  { training = nothing, tools = nothing, waiting, isOpening = false, hasLinks = true },
) {
  const page = findPage(context.state, context.ownChapter);
  // The script of the practice has not loaded yet.
  if (!page) return undefined;
  return html`
    ${courseBar(context, findChapter(page), { tools, hasLinks, isUngraded: page.task?.isUngraded === true })}
    ${answersNotice(context)}
    <section class="course" aria-label=${page.title}>
      <div class="one">
        <header>
          <div data-level="2" class="step-title" tabindex="-1">${page.title}</div>
        </header>
        ${pageBody(context, page, { training, waiting, isOpening })}
      </div>
      ${chapterBar(context, page)}
    </section>`;
}

/**
 * Renders the name of the chapter and the links out of it.
 * @param {ViewContext} context
 * @param {Chapter} chapter
 * @param {{ tools: unknown, hasLinks: boolean, isUngraded: boolean }} frame
 */
function courseBar(context, chapter, { tools, hasLinks, isUngraded }) {
  // Practice chapters have no number.
  const chapters = getCourseChapters();
  const number = chapters.indexOf(chapter) + 1;
  return html`<div class="course-bar">
      <p class="note">${number === 0 ? chapter.title : text.chapter(number, chapters.length, chapter.title)}</p>
      ${isUngraded || !hasLinks ? nothing : getChapterLists().map(({ head }) => head?.(context, chapter))}
      ${hasLinks ? html`${contentsList(context)} ${stateLink(context, { ...context.state, guide: '', cell: '' }, text.leave)}` : nothing} ${tools}
    </div>`;
}

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
  const restore = html`<p><button type="button" class="plain"
    @click=${() => context.dispatch({ ...makePageState(page), answers: state.answers }, { by: 'page' })}>${text.restore}</button></p>`;
  if (differsFromPage(state, page) || (isRefused && !page.hasSentence))
    return html`<div class="prose">${isRefused ? waiting : html`<p>${text.differsFromPage}</p>`} ${restore}</div>`;
  if (hasNoNumbers && !page.meanwhile && !page.hasSentence)
    return html`<div class="prose">${waiting}
      ${findMark(state, page) === 'solved' ? html`<p>${text.solvedEarlier}</p>` : nothing}</div>`;
  const course = withCourse(context, page, training, hasNoNumbers);
  return figureAndTask(course, page, {
    hasNoNumbers,
    training: page.hasSentence ? nothing : training,
    waiting: isRefused ? html`${waiting} ${restore}` : waiting,
    // Mark numbers that were set by hand, because they were not computed.
    traced: { ...course, originalOf: context.originalOf },
  });
}

/** Renders the navigation between the pages of the chapter. @param {ViewContext} context @param {Page} page */
function chapterBar({ state, ownChapter, navigateTo }, page) {
  const chapter = findChapter(page);
  const pages = listMainPages(chapter.pages);
  // The page of a bug has no position, because there are infinitely many.
  const index = pages.indexOf(findMainPage(page));
  if (index < 0 || pages.length === 1) return nothing;
  const neighbour = (/** @type {1 | -1} */ way) => findNeighbourPage(state, way, ownChapter);
  /** @param {Page | undefined} to */
  const open = (to) => to && navigateTo(makePageState(to, state.answers));
  return pageBar({
    label: text.pagesOf(chapter.title),
    pages: pages.map((other) => ({
      name: other.title,
      dot: true,
      mark: findMark(state, other),
      isUncounted: !isCounted(other, parseAnswers(state.answers)),
    })),
    index,
    back: page.isExtra ? () => open(pages[index]) : undefined,
    open: (to) => open(pages[to] ?? neighbour(to > index ? 1 : -1)),
    more: { before: neighbour(-1) !== undefined, after: neighbour(1) !== undefined },
  });
}

/**
 * Renders the content of a page below its title.
 * @param {CourseContext} course
 * @param {Page} page
 * @param {{ hasNoNumbers: boolean, waiting: unknown, training: unknown, traced: CourseContext }} now
 * `traced` is the context for the panel of a number
 */
function figureAndTask(course, page, { hasNoNumbers, waiting, training, traced }) {
  const { task } = page;
  const { verdict } = course;
  // A solved question stays solved while the model trains again.
  const isSolvedEarly = hasNoNumbers && task?.kind === 'choice' && verdict !== undefined;
  const isAsked = hasNoNumbers ? page.meanwhileWords !== undefined || isSolvedEarly : true;
  /** @param {ReturnType<typeof findQuestionPlace>} place */
  const questionAt = (place) =>
    task && isAsked && findQuestionPlace(task) === place ? questionView(course, task) : nothing;
  return html`<div class="prose setup">${page.setup(course)} ${questionAt('setup')}</div>
    <div class="figure stage ${hasNoNumbers && page.meanwhileWords ? 'waits' : ''}" part="step">
      ${hasNoNumbers ? html`${page.meanwhile?.(course)} ${waiting} ${training}` : page.figure(course)}
      ${questionAt('figure')}
      ${course.isOpen || page.isTraced ? tracePanel(page.panel?.(traced) ?? traced) : nothing}
      <svg class="connectors" aria-hidden="true"></svg>
    </div>
    <div class="answering"><div class="prose task">
      ${questionAt('task')}
      ${task ? replyView(verdict, task, page.state.training === 0) : nothing}
      ${task && !hasNoNumbers ? answerView(course, task) : nothing}
      ${(course.isOpen || isSolvedEarly) && page.after ? html`<div class="after">${page.after(course)}</div>` : nothing}
    </div>
    ${course.isOpen ? html`<div class="prose closing">${chapterRecap(course, page)} ${extraLinks(course, page)}</div>` : nothing}</div>
    <div class="prose origin">${hasNoNumbers ? nothing : pageOrigin(course, page)}</div>`;
}

/** Renders where the numbers come from. @param {CourseContext} course @param {Page} page */
function pageOrigin(course, page) {
  const origin = page.origin ?? (isByHand(page) ? text.byHand : undefined);
  if (origin === undefined) return originBadge(course);
  return origin && html`<p class="badge" part="badge">${origin}</p>`;
}

/**
 * Returns the verdict while the page's model trains: on a solved question, or on a pressed word. Of
 * another task, the kept answer only tells that it is solved.
 * @param {CourseContext} course
 * @param {Page} page
 */
function judgeWithoutNumbers(course, { task, meanwhileWords }) {
  const { given, computation } = course;
  if (!task || !given || given.value === SHOWN) return undefined;
  if (task.kind === 'choice') return given.isRight ? task.judge(course, given.value) : undefined;
  if (meanwhileWords)
    return task.judge(
      { ...course, computation: { ...computation, ...meanwhileWords } },
      given.value,
    );
  return given.isRight ? { isRight: true, reply: text.solvedEarlier } : undefined;
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
  const extras = listExtrasAfter(page);
  if (extras.length === 0) return nothing;
  return html`<p class="note more">${text.more} ${extras.map((extra, i) => html`${i > 0 ? ' ' : ''}${pageLink(course, extra.id, extra.title)}`)}</p>`;
}

/** Settings that no page lets a reader change. The mechanism is an exception if a model learns with either. */
const FIXED = /** @type {(keyof State)[]} */ ([...listFieldsWith('fixedOnPages')]);

/** Whether a model is shown before or during its training. @param {Pick<State, 'training'>} state */
const hasTraining = ({ training }) => training >= 0;

/**
 * Whether the state shows numbers other than those of the page. An address may request anything,
 * including a model in the middle of a training that the page does not show.
 * @param {State} state
 * @param {Page} page
 */
export function differsFromPage(state, page) {
  if (page.keepsState) return false;
  const expected = makePageState(page);
  const isLearningModel = getLearningModelName(expected) !== undefined;
  // A model with a choice of mechanisms learns with either.
  const free = isLearningModel && usesSetting(expected, 'mechanism') ? 'mechanism' : '';
  const isSwitched = (/** @type {string} */ name) => page.switches?.includes(name) ?? false;
  const words = (/** @type {typeof state} */ { sentence }) => splitWords(sentence).words.length;
  return (
    FIXED.some((name) => name !== free && !isSwitched(name) && state[name] !== expected[name]) ||
    (isLearningModel && hasTraining(state) && !hasTraining(expected) && !isSwitched('training')) ||
    words(state) < words(expected)
  );
}

/**
 * @param {ViewContext} context
 * @param {Page} page
 * @param {unknown} training
 * @param {boolean} hasNoNumbers whether there are no numbers yet to judge answers
 * @returns {CourseContext}
 */
export function withCourse(context, page, training, hasNoNumbers = false) {
  const { state, dispatch } = context;
  const given = parseAnswers(state.answers).get(page.id);
  /** @type {CourseContext} */
  const course = {
    ...context,
    // The page's own numbers are not marked as changed.
    originalOf: page.state.edits ? () => undefined : context.originalOf,
    given,
    training,
    chapters: getCourseChapters(),
    isOpen: false,
    labLink: (change) =>
      stateLink(
        context,
        normaliseState({ ...page.state, ...change, guide: '', answers: state.answers }),
        text.openHere,
      ),
    answer: (value) => {
      const isRight = page.task?.judge(course, value).isRight ?? true;
      context.progress?.keepAnswer(page.id, { value, isRight });
      // A solved task stays solved while the reader tries other answers.
      const isDone = given?.isRight || isRight;
      dispatch(
        { answers: withAnswer(state.answers, page.id, { value, isRight: isDone }) },
        { by: 'page' },
      );
    },
  };
  course.verdict = hasNoNumbers ? judgeWithoutNumbers(course, page) : judgeTask(course, page);
  const isRight = given?.isRight || course.verdict?.isRight;
  course.isOpen = !hasNoNumbers && (!page.task || given?.value === SHOWN || isRight === true);
  return course;
}

/** Whether the page has set its own numbers, which are small enough to compute with by hand. @param {Page} page */
const isByHand = ({ state: { source = 'seed', edits = '' } }) => source === 'seed' && edits !== '';

/**
 * @param {CourseContext} course
 * @param {Page} page
 * @returns {Verdict | undefined} undefined without an answer
 */
function judgeTask(course, page) {
  const { task } = page;
  if (!task) return undefined;
  if (judgesScreen(task)) {
    const verdict = task.judge(course, '');
    return isOpenedAgain(course, page) && !verdict.isRight
      ? { isRight: true, reply: text.reachedBefore }
      : verdict;
  }
  const { given } = course;
  return given && given.value !== SHOWN ? task.judge(course, given.value) : undefined;
}

/**
 * Whether a target that was reached is shown in its initial state.
 * @param {CourseContext} course
 * @param {Page} page
 */
const isOpenedAgain = ({ state, given, progress }, page) =>
  given?.isRight === true &&
  progress?.isDone(page.id) !== false &&
  !(page.task?.kept && !page.task.reopen) &&
  rememberState(state) === rememberState(makePageState(page));

/**
 * Returns the answer that judging the current page adds. This is a target that is reached now or
 * better than before, or a wrong answer that a link calls right.
 * @param {ViewContext} context
 * @returns {{ page: string, given: GivenAnswer } | undefined} undefined if the answers do not
 * change
 */
export function judgeAnswer(context) {
  const page = findPage(context.state, context.ownChapter);
  if (!page?.task || differsFromPage(context.state, page)) return undefined;
  const course = withCourse(context, page, nothing);
  const given = judgesScreen(page.task)
    ? findReachedTarget(course, page.task)
    : findUnfoundedAnswer(course, page);
  return given && { page: page.id, given };
}

/** @param {CourseContext} course @param {Task} task @returns {GivenAnswer | undefined} */
function findReachedTarget(course, task) {
  const before = course.given?.isRight ? course.given.value : undefined;
  // A kept result may still improve.
  if ((before !== undefined && !task.kept) || !task.judge(course, '').isRight) return undefined;
  const value = task.kept?.(course, before) ?? 'reached';
  return value === before ? undefined : { value, isRight: true };
}

/** @param {CourseContext} course @param {Page} page @returns {GivenAnswer | undefined} */
function findUnfoundedAnswer(course, page) {
  const { given, verdict } = course;
  // A solved task stays solved, whatever the reader tries afterwards.
  if (!given?.isRight || course.progress?.isDone(page.id) !== false) return undefined;
  return verdict?.isRight === false ? { ...given, isRight: false } : undefined;
}

/** Renders the chapters and the progress in each. @param {ViewContext} context */
function contentsList(context) {
  const { ownChapter } = context;
  const answers = parseAnswers(context.state.answers);
  return html`<details class="contents" @click=${closeChosen} @keydown=${closeChosen}>
    <summary @click=${closeOutside}>${text.contents}</summary>
    <div>${ownChapter ? html`<p>${stateLink(context, makePageState(ownChapter.pages[0], context.state.answers), ownChapter.title)} <span class="note">${ownChapter.question}</span></p>` : nothing}
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
