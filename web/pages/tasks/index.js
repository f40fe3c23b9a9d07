/**
 * The kinds of tasks. Pages, notes and the schema of a chapter read this list. To add a kind, write
 * its file and add it here.
 */

import { choiceKind } from './choice.js';
import { matchKind } from './match.js';
import { numbersKind } from './numbers.js';
import { pickKind, pressKind } from './pick.js';
import { targetKind } from './target.js';

/** @import { Code, CourseContext, Page, PageSpec, Problem, Schema, Task } from '../types.js' */

/**
 * Stores an answer in the format of the address.
 * @typedef {(course: CourseContext, event: Event, value: string) => void} Give
 */

/**
 * @template [Spec=any] the task in JSON
 * @template [Made=any] the task of a page
 * @typedef {object} TaskKind the form of a task in the JSON of a chapter, and how a page shows and
 * judges it. A kind whose tasks are of another kind lacks the second half: `press` and `fill` make
 * tasks of the kind `pick`, and `goal` makes targets.
 * @property {string} kind the name in JSON and tasks
 *
 * @property {Schema} [schema] the schema for authors
 * @property {{ en: Record<string, string> }} [words] descriptions of the parts by path, which
 * editors show; '' stands for the task
 * @property {(task: Spec, page: PageSpec) => Problem[]} [problems] finds problems that the schema
 * cannot express; their paths begin at the page
 * @property {(context: CourseContext, task: Spec) => Problem[]} [missing] finds names in the task
 * that the page's run lacks
 * @property {(task: Spec, code: Code, pages: readonly PageSpec[]) => Task} [read] makes the task
 * from JSON
 * @property {(task: Spec, context: CourseContext) => string[]} [wantedCells] returns the numbers
 * that the fields ask for
 * @property {boolean} [isPressed] whether the reader answers by pressing words of the figure
 * @property {(task: Spec, page: PageSpec, figure: Page['figure']) => Partial<Page>} [parts] returns
 * other parts of the page
 *
 * @property {boolean} [isInFigure] whether the reader answers in the figure, and the question
 * stands above it
 * @property {boolean} [judgesScreen] whether the screen is judged, not an answer
 * @property {(task: Made) => string} [className]
 * @property {(course: CourseContext, task: Made, give: Give) => unknown} [fields] renders the
 * fields of the answer
 * @property {(course: CourseContext, task: Made) => unknown} [shown] renders the answer after “Show
 * the answer”; undefined if the figure shows it. Without this function, there is no such button
 * @property {(course: CourseContext, task: Made) => unknown} [printed] renders the answer in the
 * notes for teachers
 */

/** @type {TaskKind[]} */
export const taskKinds = [choiceKind, pressKind, numbersKind, matchKind, targetKind, pickKind];

/** @param {string | undefined} name @param {readonly TaskKind[]} [kinds] @returns {TaskKind | undefined} */
export const findTaskKind = (name, kinds = taskKinds) => kinds.find(({ kind }) => kind === name);

/** @param {Task} task */
export const getTaskKind = ({ kind }) => /** @type {TaskKind} */ (findTaskKind(kind));
