/** A task: its question, fields or answers, and the reply. */

import { html, nothing } from 'lit';
import { SHOWN } from '../../state/guide.js';
import * as text from '../../text/en/pages.js';
import { getTaskKind } from './index.js';

/** @import { CourseContext, PickTask, Task, Verdict } from '../types.js' */

/** Tasks that are done in the figure are asked above it. @param {Task} task */
export const isInFigure = (task) => getTaskKind(task).isInFigure === true;

/** Is what is on screen judged, not an answer? @param {Task | undefined} task */
export const judgesScreen = (task) => task !== undefined && getTaskKind(task).judgesScreen === true;

/** Does the figure show the reply beside what was pressed? @param {Task} task */
const isNear = (task) => 'isNear' in task && task.isNear === true;

/** Is nothing said of an answer, but that it is kept? @param {Task | undefined} task */
export const isCold = (task) => task !== undefined && 'isCold' in task && task.isCold === true;

/** Is the task itself the figure, or stands below it? @param {Task} task */
export const isFigure = (task) => ('picture' in task && task.picture !== undefined) || isCold(task);

/**
 * @param {CourseContext} course
 * @param {Task} task
 * @param {boolean} [isOfScreen] whether it asks about what is on screen; else it leaves its room alone
 */
export function questionView(course, task, isOfScreen = true) {
  if (course.isOpen && isNear(task)) return nothing;
  const { kind } = task;
  const { className, fields } = getTaskKind(task);
  if (fields) {
    return html`<fieldset class="question ${className?.(task) ?? ''}" data-kind=${kind}>
      <legend>${task.question}</legend>
      ${fields(course, task, give)}
    </fieldset>`;
  }
  const { instruction = nothing, room = '' } = /** @type {PickTask} */ (task);
  return html`<p class="question asked ${isOfScreen ? '' : 'of-another'}" data-kind=${kind}>${task.question} ${course.isOpen ? nothing : instruction}${
    course.isOpen && room ? html`<span class="room" data-text=${room}></span>` : nothing
  }</p>`;
}

/**
 * The reply to an answer. A target that is not reached yet is not called wrong.
 * @param {Verdict | undefined} verdict
 * @param {Task} task
 * @param {boolean} isLearning whether each picture of a training has another reply: only that the target
 *   is reached is announced then
 */
export function replyView(verdict, task, isLearning) {
  const isJudged =
    verdict && !verdict.isUnderway && !isCold(task) && (verdict.isRight || !judgesScreen(task));
  const sign = isJudged ? html`<b>${verdict.isRight ? text.right : text.notYet}</b> ` : nothing;
  const reply = verdict?.reply ?? nothing;
  return isLearning
    ? html`<p class="reply"><span role="status">${sign}</span>${reply}</p>`
    : html`<p role="status" class="reply ${isNear(task) ? 'hidden' : ''}">${sign}${reply}</p>`;
}

/**
 * The way out for who is stuck, and the answer then.
 * @param {CourseContext} course
 * @param {Task} task
 */
export function answerView(course, task) {
  const { given } = course;
  const { shown } = getTaskKind(task);
  if (!given || !shown || isCold(task)) return nothing;
  if (!course.isOpen) {
    return html`<p><button type="button" class="plain show-answer"
      @click=${() => course.answer(SHOWN)}>${text.showAnswer}</button></p>`;
  }
  const answer = given.isRight ? undefined : shown(course, task);
  return answer === undefined
    ? nothing
    : html`<p class="the-answer">${text.answerIs(String(answer))}</p>`;
}

/**
 * The reply is brought into sight when it comes; that of the same answer once more is there already.
 * @param {CourseContext} course
 * @param {Event} event
 * @param {string} value
 */
function give(course, { currentTarget }, value) {
  course.answer(value);
  const root = /** @type {ShadowRoot} */ (/** @type {Element} */ (currentTarget).getRootNode());
  root.querySelector('.reply')?.scrollIntoView({ block: 'nearest' });
}
