/** The tasks of an author's page. What is right is of the run; known mistakes are those of the bugs. */

import { html, nothing } from 'lit';
import { offsetOf } from '../../../graph/cell.js';
import { numberAt, readCell } from '../../../graph/trace.js';
import { bugTexts } from '../../../text/en/practice/bugs.js';
import * as text from '../../../text/en/practice/own-chapter.js';
import { AnswerField } from '../../../views/practice/answer-field.js';
import { choice, numbers, pick } from '../../course/tasks.js';
import { indexOf, table } from '../../tables.js';
import { bugs } from '../bugs/bugs.js';
import { wrongTables } from '../check/check.js';
import { covered } from '../check/page.js';
import { marked } from './marks.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('./spec.js').ChoiceSpec} ChoiceSpec
 * @typedef {import('./spec.js').PressSpec} PressSpec
 * @typedef {import('./spec.js').NumbersSpec} NumbersSpec
 * @typedef {import('./spec.js').FillSpec} FillSpec
 */

/** @param {ChoiceSpec} task */
export const choiceTask = ({ question, answers }) =>
  choice({
    question: marked(question),
    answers: answers.map(({ answer, reply }) => [
      marked(answer),
      (/** @type {CourseContext} */ context) => marked([reply].flat().join(' '), context),
    ]),
    right: answers.findIndex(({ right }) => right),
  });

/** @param {PressSpec} task */
export function pressTask({ question, word, right, wrong, replies = [] }) {
  /** @param {CourseContext} context */
  const wanted = (context) => {
    if (word !== 'largest') return word;
    const { view } = table(context, 'weights');
    const weights = context.computation.keyWords.map((_, key) => view.at(context.selected, key));
    return weights.indexOf(Math.max(...weights));
  };
  return pick({
    question: marked(question),
    right: wanted,
    reply: (context, index) =>
      marked(
        index === wanted(context)
          ? right
          : (replies.find((one) => one.word === index)?.reply ?? wrong),
        context,
      ),
  });
}

/** @param {CourseContext} context @param {string} place */
function numberOf({ computation: { run } }, place) {
  const cell = readCell(place, run);
  return cell ? numberAt(run, cell) : Number.NaN;
}

/** What each bug makes of a table. @type {WeakMap<object, Map<string, ReturnType<typeof wrongTables>>>} */
const made = new WeakMap();

/** @param {CourseContext} context @param {string} id */
function madeOf(context, id) {
  const known = made.get(context.computation) ?? new Map();
  if (!known.has(id)) known.set(id, wrongTables(context, id));
  made.set(context.computation, known);
  return /** @type {ReturnType<typeof wrongTables>} */ (known.get(id));
}

/** What a number is with a bug. @param {CourseContext} context @param {string} bug @param {string} place */
function wrongValue(context, bug, place) {
  const { run } = context.computation;
  const cell = readCell(place, run);
  const data = cell && madeOf(context, cell.id).find((one) => one.bug === bug)?.data;
  return cell && data ? data[offsetOf(run.tensor(cell.id).shape, cell.index) ?? -1] : Number.NaN;
}

/** @param {NumbersSpec} task */
export function numbersTask({ question, cells, help, right, wrong, mistakes = [] }) {
  const places = cells.map(({ cell }) => cell);
  return numbers({
    question: marked(question),
    labels: cells.map(({ cell, label = cell }) => label),
    ...(help !== undefined && { help: (context) => marked(help, context) }),
    expected: (context) => places.map((place) => numberOf(context, place)),
    right: marked(right),
    mistakes: [
      ...mistakes.map((mistake) => ({
        of: (/** @type {CourseContext} */ context) =>
          mistake.cells.map((place) => numberOf(context, place)),
        reply: marked(mistake.reply),
      })),
      ...bugs.map(({ id }) => ({
        of: (/** @type {CourseContext} */ context) =>
          places.map((place) => wrongValue(context, id, place)),
        reply: text.byMistake(bugTexts[id].name),
      })),
    ],
    ...(wrong !== undefined && { wrong: marked(wrong) }),
  });
}

/** What is blank. @param {FillSpec} task @param {boolean} [isDone] */
const partOf = ({ table: id, row }, isDone = false) => ({
  ...{ id, isDone, isTask: true },
  leading: row === undefined ? [] : [row],
});

/** @param {FillSpec} task @returns {import('../../course/page.js').Pick} */
export const fillTask = ({ question, right, wrong }) => ({
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
