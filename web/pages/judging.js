/** Judges answers on a page of the course, and finds whether the page shows its own numbers. */

import { nothing } from 'lit';
import { rememberState } from '../session/experiments.js';
import { parseEdits } from '../state/edits.js';
import { listFieldsWith, usesSetting } from '../state/fields.js';
import { AGAIN, parseAnswers, SHOWN, withAnswer } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import { isLearningModel } from '../state/source-kinds.js';
import { splitWords } from '../state/words.js';
import * as text from '../text/en/pages.js';
import { canLeadTo, stateLink } from '../views/link.js';
import { findPage, makePageState } from './chapters.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { GivenAnswer, State } from '../state/types.js'
 * @import { CourseContext, Page, Task, Verdict } from './types.js'
 */

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
  const isLearning = isLearningModel(expected);
  // A model with a choice of mechanisms learns with either.
  const free = isLearning && usesSetting(expected, 'mechanism') ? 'mechanism' : '';
  const isSwitched = (/** @type {string} */ name) => page.switches?.includes(name) ?? false;
  const words = (/** @type {typeof state} */ { sentence }) => splitWords(sentence).words.length;
  return (
    FIXED.some((name) => name !== free && !isSwitched(name) && state[name] !== expected[name]) ||
    (isLearning && hasTraining(state) && !hasTraining(expected) && !isSwitched('training')) ||
    (!page.isSettable &&
      !isSwitched('edits') &&
      hasOtherEdits(state, expected, isSwitched('sentence'))) ||
    words(state) < words(expected)
  );
}

/**
 * Whether other numbers are set by hand than those of the page. An address may have them in another
 * order.
 * @param {State} state
 * @param {State} expected
 * @param {boolean} hasOtherWords whether the page has a switch to other words, which leaves out
 * numbers of its own words
 */
function hasOtherEdits(state, expected, hasOtherWords) {
  const [edits, expectedEdits] = [state, expected].map((each) => parseEdits(each.edits));
  return (
    [...edits].some(([name, value]) => expectedEdits.get(name) !== value) ||
    (!hasOtherWords && edits.size < expectedEdits.size)
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
  const kept = parseAnswers(state.answers).get(page.id);
  const given = kept?.value === AGAIN ? undefined : kept;
  /** @type {CourseContext} */
  const course = {
    ...context,
    // The page's own numbers are not marked as changed.
    originalOf: page.state.edits ? () => undefined : context.originalOf,
    given,
    training,
    isOpen: false,
    labLink: (change) => {
      const lab = normaliseState({ ...page.state, ...change, guide: '' });
      return canLeadTo(context, lab) ? stateLink(context, lab, text.openHere) : '';
    },
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

/**
 * @param {CourseContext} course
 * @param {Page} page
 * @returns {Verdict | undefined} undefined without an answer
 */
function judgeTask(course, page) {
  const { task } = page;
  if (!task) return undefined;
  if (task.judgesScreen) {
    const verdict = task.judge(course, '');
    if (verdict.isRight || !isReachedBefore(course, page)) return verdict;
    const reply = isOpenedAgain(course, page)
      ? text.reachedBefore
      : text.reachedBeforeNow(verdict.reply);
    return { isRight: true, isEarlier: true, reply };
  }
  const { given } = course;
  return given && given.value !== SHOWN ? task.judge(course, given.value) : undefined;
}

/** @param {CourseContext} course @param {Page} page */
const isReachedBefore = ({ given, progress }, page) =>
  given?.isRight === true && progress?.isDone(page.id) !== false;

/** Whether a target that was reached is shown in its initial state. @param {CourseContext} course @param {Page} page */
const isOpenedAgain = ({ state }, page) =>
  rememberState(state) === rememberState(makePageState(page));

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

/** Returns the current page if it shows its own numbers. @param {ViewContext} context */
function findJudgedPage({ state, authorChapter }) {
  const page = findPage(state, authorChapter);
  return page && !differsFromPage(state, page) ? page : undefined;
}

/** Keeps the reader's changes on the current page, if its task does. @param {ViewContext} context */
export const keepDraft = (context) => findJudgedPage(context)?.task?.keepDraft?.(context);

/**
 * Returns the answer that judging the current page adds. This is what a task keeps of a reached target, if it has
 * not kept the same before, or a wrong answer that a link calls right.
 * @param {ViewContext} context
 * @returns {{ page: string, given: GivenAnswer } | undefined} undefined if the answers do not
 * change
 */
export function judgeAnswer(context) {
  const page = findJudgedPage(context);
  if (!page?.task) return undefined;
  const course = withCourse(context, page, nothing);
  const given = page.task.judgesScreen
    ? findReachedTarget(course, page.task)
    : findUnfoundedAnswer(course, page);
  return given && { page: page.id, given };
}

/** @param {CourseContext} course @param {Task} task @returns {GivenAnswer | undefined} */
function findReachedTarget(course, task) {
  const before = course.given?.isRight ? course.given.value : undefined;
  // The task decides what it keeps after another right result: the last one, or the better one.
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
