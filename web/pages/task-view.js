/** A task: its question, fields or answers, and the reply. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import * as text from '../text/en/pages.js';
import { rounded } from '../text/number.js';

/** @import { Choice, CourseContext, Match, Numbers, Task, Verdict } from './types.js' */

/** Tasks that are done in the figure are asked above it. @param {Task} task */
export const isInFigure = ({ kind }) => kind === 'pick' || kind === 'target';

/** Does the figure show the reply beside what was pressed? @param {Task} task */
const isNear = (task) => task.kind === 'pick' && task.isNear === true;

/** Is nothing said of an answer, but that it is kept? @param {Task | undefined} task */
export const isCold = (task) => task !== undefined && 'isCold' in task && task.isCold === true;

/** Is the task itself the figure, or stands below it? @param {Task} task */
export const isFigure = (task) =>
  (task.kind === 'match' && task.picture !== undefined) || isCold(task);

/**
 * @param {CourseContext} course
 * @param {Task} task
 */
export function question(course, task) {
  if (course.isOpen && isNear(task)) return nothing;
  const fields = { choice, numbers, match };
  return task.kind === 'pick' || task.kind === 'target'
    ? html`<p class="question asked" data-kind=${task.kind}>${task.question} ${course.isOpen || task.kind === 'target' ? nothing : task.instruction}${
        course.isOpen && task.kind === 'pick' && task.room
          ? html`<span class="room" data-text=${task.room}></span>`
          : nothing
      }</p>`
    : html`<fieldset class="question ${task.kind === 'choice' && task.isCode ? 'is-code' : ''}" data-kind=${task.kind}>
        <legend>${task.question}</legend>
        ${fields[task.kind](course, /** @type {any} */ (task))}
      </fieldset>`;
}

/**
 * What is on its way to a target is not wrong.
 * @param {Verdict | undefined} verdict
 * @param {Task} task
 * @param {boolean} isLearning whether each picture of a training has another reply: only that the target
 *   is reached is announced then
 */
export function replyTo(verdict, task, isLearning) {
  const isJudged =
    verdict && !verdict.isUnderway && !isCold(task) && (verdict.isRight || task.kind !== 'target');
  const sign = isJudged ? html`<b>${verdict.isRight ? text.right : text.notYet}</b> ` : nothing;
  const said = verdict?.reply ?? nothing;
  return isLearning
    ? html`<p class="reply"><span role="status">${sign}</span>${said}</p>`
    : html`<p role="status" class="reply ${isNear(task) ? 'hidden' : ''}">${sign}${said}</p>`;
}

/**
 * The way out for who is stuck, and the answer then.
 * @param {CourseContext} course
 * @param {Task} task
 */
export function answerShown(course, task) {
  const { given } = course;
  if (!given || task.kind === 'choice' || task.kind === 'target' || isCold(task)) return nothing;
  if (!course.isOpen) {
    return html`<p><button type="button" class="plain show-answer"
      @click=${() => course.answer('shown')}>${text.showAnswer}</button></p>`;
  }
  if (given.isRight || task.kind === 'pick') return nothing;
  const expected = task.expected(course);
  const said =
    task.kind === 'numbers'
      ? expected.map((one) => rounded(one))
      : task.items.map((item, i) => text.matched(item, task.options[expected[i]]));
  return html`<p class="the-answer">${text.answerIs(said.join(task.kind === 'numbers' ? ', ' : '; '))}</p>`;
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

/** @param {CourseContext} course @param {Choice} task */
function choice(course, { answers, judge }) {
  const { given } = course;
  return answers.map((answer, i) => {
    const isChosen = given?.value === String(i);
    const isRight = isChosen && judge(course, String(i)).isRight;
    return html`<button type="button" class="answer" aria-pressed=${isChosen}
      @click=${(/** @type {Event} */ event) => give(course, event, String(i))}>${
        isRight ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing
      }${answer}</button>`;
  });
}

/** The texts of the fields of a form. @param {Event} event */
function fieldsOf(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input, select'))];
}

/** Minus signs, decimal commas and fractions as people type them. @param {string} typed */
function toNumber(typed) {
  const text = typed.trim().replace('−', '-').replace(',', '.');
  const [, over, under] = /^(-?[\d.]+)\s*\/\s*([\d.]+)$/.exec(text) ?? [];
  return under === undefined ? text : String(Number(over) / Number(under));
}

/** @param {CourseContext} course @param {Numbers} task */
function numbers(course, { labels, help, isCold }) {
  const { given } = course;
  const values = given?.value.split('_') ?? [];
  /** @param {Event} event */
  const check = (event) => {
    const fields = fieldsOf(event);
    for (const field of fields) {
      const typed = toNumber(field.value);
      const isNumber = typed !== '' && Number.isFinite(Number(typed));
      field.setCustomValidity(isNumber ? '' : text.reply.notANumber(field.value));
      if (!isNumber) {
        field.reportValidity();
        return;
      }
    }
    const numbers = fields.map(({ value }) => Number(Number(toNumber(value)).toPrecision(6)));
    give(course, event, numbers.join('_'));
  };
  const clear = (/** @type {Event} */ event) =>
    /** @type {HTMLInputElement} */ (event.target).setCustomValidity('');
  return html`<form class="blanks" novalidate @submit=${check}>
    ${help ? html`<div class="help">${help(course)}</div>` : nothing}
    ${labels.map(
      (label, i) => html`<label>${label}
        <input type="text" inputmode="decimal" autocomplete="off" size="6" @input=${clear}
          .value=${live(Number.isFinite(Number(values[i])) ? (values[i] ?? '').replace('-', '−') : '')}></label>`,
    )}
    <div class="checks">
      <button type="submit" class="check">${isCold ? text.keep : text.check}</button>
    </div>
  </form>`;
}

/** @param {CourseContext} course @param {Match} task */
function match(course, { items, options, picture }) {
  const values = course.given?.value.split('_') ?? [];
  return html`<form class="blanks ${picture ? 'pictured' : ''}" novalidate @submit=${(
    /** @type {Event} */ event,
  ) =>
    give(
      course,
      event,
      fieldsOf(event)
        .map(({ value }) => value)
        .join('_'),
    )}>
    ${items.map(
      (item, i) => html`<label class="item">${item} ${picture?.(course, i)}
        <select required .value=${live(values[i] ?? '-1')}>
          <option value="-1" ?selected=${(values[i] ?? '-1') === '-1'}>${text.choose}</option>
          ${options.map((option, j) => html`<option value=${j} ?selected=${values[i] === String(j)}>${option}</option>`)}
        </select></label>`,
    )}
    <div class="checks"><button type="submit" class="check">${text.check}</button></div>
  </form>`;
}
