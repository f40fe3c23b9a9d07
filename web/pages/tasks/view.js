/** Renders a task: its question, fields or answers, and the reply. */

import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { fillNumbers } from '../../lessons/chapter-markup.js';
import { AGAIN, SHOWN } from '../../state/guide.js';
import * as text from '../../text/en/pages.js';
import { chapterText } from '../../text/inline.js';
import { withMinus } from '../../text/number.js';

/** @import { CourseContext, Task } from '../types.js' */

/**
 * Returns the place of the question: above the figure in which the reader answers, in place of the
 * figure or below it, or after the figure.
 * @param {Task} task
 * @returns {'setup' | 'figure' | 'task'}
 */
export function findQuestionPlace(task) {
  if (task.isInFigure) return 'setup';
  return task.picture || task.isUngraded ? 'figure' : 'task';
}

/** @param {CourseContext} course @param {Task} task */
export function questionView(course, task) {
  if (course.isOpen && task.isNear) return nothing;
  const { kind, className = '', fields, instruction = nothing, room = '' } = task;
  const { onPaper = text.yourAnswer } = task;
  const question = fillNumbers(task.question, course);
  if (fields) {
    return html`<fieldset class="question ${className}" data-kind=${kind}>
      <legend class="chapter-text">${question}</legend>
      ${fields(course, giveAnswer)}
    </fieldset>`;
  }
  const how = course.isOpen ? nothing : fillNumbers(instruction, course);
  return html`<p class="question asked chapter-text" data-kind=${kind}>${question} ${
    course.isOpen
      ? nothing
      : html`<span class="gesture">${how}</span><span class="on-paper own-answer" data-text=${onPaper}></span>`
  }${course.isOpen && room ? html`<span class="room" data-text=${room}></span>` : nothing}</p>`;
}

/**
 * Renders the reply to an answer. A target that is not reached yet is not called wrong.
 * @param {CourseContext} course
 * @param {Task} task
 * @param {boolean} isLearning whether each step of a training has another reply; screen readers
 * then only announce that the target is reached
 */
export function replyView(course, task, isLearning) {
  const { verdict } = course;
  const isJudged =
    verdict &&
    !verdict.isUnderway &&
    !verdict.isEarlier &&
    !task.isUngraded &&
    (verdict.isRight || !task.judgesScreen);
  // The page of a solved task keeps its tick.
  const wrongSign = course.given?.isRight ? text.alreadySolved : text.notYet;
  const sign = isJudged ? html`<b>${verdict.isRight ? text.right : wrongSign}</b> ` : nothing;
  const labels = task.kind === 'numbers' ? task.labels : [];
  const wrong = verdict?.wrong ?? [];
  // If all numbers are wrong, the reply need not name them.
  const isNamed = wrong.length > 0 && wrong.length < labels.length;
  const wrongLabels = isNamed ? wrong.map((i) => chapterText(fillNumbers(labels[i], course))) : [];
  const subjects = verdict?.about ? [verdict.about] : wrongLabels;
  const named = subjects.length > 0 ? text.wrongNumbers(subjects) : nothing;
  const reply = html`${named}${verdict?.reply ?? nothing}`;
  if (isLearning) return html`<p class="reply"><span role="status">${sign}</span>${reply}</p>`;
  // Screen readers announce a text again only if it is drawn anew.
  const replyToAnswer = keyed(course.given?.value, html`${sign}${reply}`);
  return html`<p role="status" class="reply ${task.isNear ? 'hidden' : ''}">${replyToAnswer}</p>`;
}

/** @param {CourseContext} course @param {Task} task */
export function answerView(course, task) {
  const { given } = course;
  const { shown, isUngraded } = task;
  if (!given || !shown || isUngraded || given.isRight) return nothing;
  if (!course.isOpen) {
    const show = () => {
      // The numbers in the fields stay, so that the reader can compare them with the answer.
      if (task.fields)
        course.progress?.keepDraft(course.state.guide, withMinus(given.value).split('_'));
      course.answer(SHOWN);
    };
    return html`<p><button type="button" class="plain show-answer"
      @click=${show}>${text.showAnswer}</button></p>`;
  }
  const answer = shown(course);
  return html`<div class="the-answer" tabindex="-1">
      ${answer === undefined ? nothing : html`<p>${text.answerIs(answer)}</p>`}
      <p>${findReason(course, task)}</p>
    </div>
    ${
      task.fields
        ? nothing
        : html`<p><button type="button" class="plain" @click=${() => course.answer(AGAIN)}>${text.tryAgain}</button></p>`
    }`;
}

/** Returns the reply to the right answer, which gives the reason. @param {CourseContext} course @param {Task} task */
function findReason(course, task) {
  if (!('expected' in task) || !task.expected) return nothing;
  return task.judge(course, [task.expected(course)].flat().join('_')).reply;
}

/**
 * Stores an answer and scrolls to the reply, which is already visible if the answer is the same.
 * @param {CourseContext} course
 * @param {Event} event
 * @param {string} value
 */
function giveAnswer(course, { currentTarget }, value) {
  course.answer(value);
  const root = /** @type {ShadowRoot} */ (/** @type {Element} */ (currentTarget).getRootNode());
  root.querySelector('.reply')?.scrollIntoView({ block: 'nearest' });
}
