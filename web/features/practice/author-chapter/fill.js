/**
 * A task kind: type or paste a table or one of its rows. The stored answer says how many numbers
 * are right, and at the end that the task is done.
 */

import { html, nothing } from 'lit';
import { makeTable, nameCell } from '../../../figures/tables.js';
import { deferMarked, renderMarked } from '../../../lessons/chapter-markup.js';
import { drawTable } from '../../../pages/figures.js';
import { listTableIds } from '../../../pages/pictures.js';
import { makePick } from '../../../pages/tasks/pick.js';
import { index, makeKindSchema, tableName, text } from '../../../pages/tasks/schema.js';
import { chapterText } from '../../../text/inline.js';
import { answerField, parsePart } from '../check/answer-field.js';
import { listPartCells } from '../check/page.js';

/**
 * @import { CourseContext, FillSpec } from '../../../pages/types.js'
 * @import { TaskKind } from '../../../pages/tasks/index.js'
 */

/** Returns the blank part of the table. @param {FillSpec} task */
const findBlankPart = ({ table: id, row }) => ({
  id,
  isDone: false,
  isTask: true,
  leading: row === undefined ? [] : [row],
});

/** @type {TaskKind<FillSpec>} */
export const fillKind = {
  kind: 'fill',
  schema: makeKindSchema(
    'fill',
    { question: text(), table: tableName, row: index, right: text(), wrong: text() },
    ['question', 'table', 'right'],
  ),
  descriptions: {
    '': 'A table, or a row of it, to be typed or pasted. A number may be off by 0.006, or by 1 % above 0.6.',
  },
  wantedCells(task, context) {
    const matrix = makeTable(context, task.table);
    return listPartCells(context, findBlankPart(task)).map((cell) => {
      const [row, column] = cell.split('.').map(Number);
      return nameCell(matrix, row, column);
    });
  },

  read: ({ question, right, wrong }) =>
    makePick({
      question: deferMarked(question),
      expected: () => '_done',
      judge: (context, value) => {
        const { isDone: isRight } = parsePart(value);
        const reply = isRight ? right : wrong;
        return {
          isRight,
          reply: reply === undefined ? nothing : chapterText(renderMarked(reply, context)),
        };
      },
    }),

  parts: (task, { show = [] }, figure) => ({
    figure: (context) => html`${figure(context)}
      ${show.flatMap(listTableIds).includes(task.table) ? nothing : drawBlanks(context, task)}
      ${context.isOpen ? nothing : answerField({ context, part: findBlankPart(task) })}`,
  }),
};

/**
 * Draws the table with its blanks, which the numbers replace once the task is done.
 * @param {CourseContext} context
 * @param {FillSpec} task
 */
function drawBlanks(context, task) {
  const covered = context.isOpen ? [] : listPartCells(context, findBlankPart(task));
  const rows = task.row === undefined ? undefined : [task.row];
  return html`<div class="pictures">${drawTable(context, task.table, { covered, rows })}</div>`;
}
