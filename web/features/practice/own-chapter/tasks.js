/** What an author's tasks have beyond the course's: blanks to fill in, and mistakes that are those of the bugs. */

import { html, nothing } from 'lit';
import { indexOf, table } from '../../../figures/tables.js';
import { offsetOf } from '../../../graph/cell.js';
import { readCell } from '../../../graph/trace.js';
import { bugs } from '../bugs/bugs.js';
import { AnswerField } from '../check/answer-field.js';
import { wrongTables } from '../check/check.js';
import { covered } from '../check/page.js';
import { bugTexts } from '../text/en/bugs.js';
import * as text from '../text/en/own-chapter.js';

/** @import { CourseContext, FillSpec, Pick as TypesPick } from '../../../pages/types.js' */

/** What a number is with a bug. @param {CourseContext} context @param {string} bug @param {string} place */
function wrongValue(context, bug, place) {
  const { run } = context.computation;
  const cell = readCell(place, run);
  const data = cell && wrongTables(context, cell.id).find((one) => one.bug === bug)?.data;
  return cell && data ? data[offsetOf(run.tensor(cell.id).shape, cell.index) ?? -1] : Number.NaN;
}

/** Mistakes in these numbers that a bug would make. @param {string[]} places */
export const knownMistakes = (places) =>
  bugs.map(({ id }) => ({
    of: (/** @type {CourseContext} */ context) => [
      places.map((place) => wrongValue(context, id, place)),
    ],
    reply: text.byMistake(bugTexts[id].name),
  }));

/** What is blank. @param {FillSpec} task @param {boolean} [isDone] */
const partOf = ({ table: id, row }, isDone = false) => ({
  ...{ id, isDone, isTask: true },
  leading: row === undefined ? [] : [row],
});

/**
 * @param {FillSpec} task
 * @param {(text: string, context?: CourseContext) => unknown} marked
 * @returns {TypesPick}
 */
export const fillTask = ({ question, right, wrong }, marked) => ({
  kind: 'pick',
  question: marked(question),
  judge: (context, value) => {
    const isRight = value.endsWith('_done');
    const said = isRight ? right : wrong;
    return { isRight, reply: said === undefined ? nothing : marked(said, context) };
  },
});

/** The cells that are asked for. @param {CourseContext} context @param {FillSpec} task */
export function blanksOf(context, task) {
  const matrix = table(context, task.table);
  return covered(context, partOf(task)).map((cell) => {
    const [row, column] = cell.split('.').map(Number);
    return [task.table, ...indexOf(matrix, row, column)].join('.');
  });
}

/** Where the blank numbers are typed. @param {CourseContext} context @param {FillSpec} task */
export function fillField(context, task) {
  if (context.isOpen) return nothing;
  AnswerField.define();
  return html`<attention-answer .context=${context} .asked=${partOf(task)} .tables=${[]}></attention-answer>`;
}
