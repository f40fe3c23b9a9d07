/** The form of an answer: its fields, the text that a reader has typed, and the refusal of a field. */

import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { readField } from '../../figures/controls.js';

/** @import { CourseContext } from '../types.js' */

/** Returns the fields of a form, which the browser does not send. @param {Event} event */
export function readFields(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input, select'))];
}

/**
 * Returns the value of a field: what was typed there but not checked, otherwise that of the answer.
 * It changes only with the page and its answer, so that typed text stays, also on paper.
 * @param {CourseContext} course
 * @param {number} i the index of the field
 * @param {string} value
 */
export const keepTyped = (course, i, value) =>
  guard([course.state.guide, course.given?.value], () => live(readTyped(course, i) ?? value));

/** @param {CourseContext} course @param {number} i */
export const readTyped = ({ state, progress }, i) => progress?.readDraft(state.guide)?.[i];

/** Returns a function that keeps what is in the fields of a form until the reader checks it. @param {CourseContext} course */
export const keepDraft =
  ({ state, progress }) =>
  (/** @type {Event} */ event) =>
    progress?.keepDraft(
      state.guide,
      readFields(event).map(({ value }) => value),
    );

/**
 * Shows the error of fields, and focuses the first. While a field is invalid, the reply to an earlier
 * answer is hidden.
 * @param {readonly HTMLInputElement[]} fields
 * @param {string} message
 */
export function refuseFields(fields, message) {
  for (const field of fields) setMessage(field, message);
  fields[0].focus();
}

/** Removes the mark of a refusal, because the new text has not been judged. */
export const clearRefusal = readField((field) => {
  field.removeAttribute('aria-invalid');
  field.removeAttribute('data-right');
  setMessage(field, '');
});

/** @param {HTMLInputElement} field @param {string} message the message, or '' for none */
function setMessage(field, message) {
  field.setCustomValidity(message);
  if (message) field.setAttribute('aria-invalid', 'true');
  const place = field.form?.querySelector('.refused');
  if (place) place.textContent = message;
}

/** Names the refusal of a page, because several pages may be printed. @param {CourseContext} course */
export const refusalId = ({ state }) => `refused-${state.guide}`;

/**
 * Renders what stands below the fields: the refusal, and the button with a note beside it.
 * @param {CourseContext} course
 * @param {string} label
 * @param {unknown} [note]
 */
export const formEnd = (
  course,
  label,
  note = nothing,
) => html`<p class="refused" id=${refusalId(course)} role="alert"></p>
  <div class="checks"><button type="submit" class="check">${label}</button> ${note}</div>`;

/**
 * Marks a field as wrong or right, unless nobody has checked its text. A refused field stays marked until its text
 * changes, or the answer is shown.
 * @param {CourseContext} course
 * @param {number} i
 * @param {string} value the value in the answer
 * @param {readonly number[] | undefined} wrong the indices of wrong fields; undefined if no field is judged
 */
export function markField(course, i, value, wrong) {
  const isChecked = (readTyped(course, i) ?? value) === value;
  const isWrong = isChecked ? wrong?.includes(i) : undefined;
  return ref((element) => {
    const field = /** @type {HTMLInputElement | undefined} */ (element);
    if (!field) return;
    if (field.validity.customError) {
      if (!course.isOpen) return;
      setMessage(field, '');
    }
    field.setAttribute('aria-invalid', `${isWrong === true}`);
    field.setAttribute('data-right', `${isWrong === false}`);
  });
}
