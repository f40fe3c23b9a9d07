/**
 * The kinds of tasks: pages, notes and the schema of a chapter read this list. To add a kind, write its file and name it
 * here.
 */

import { choiceKind } from './choice.js';
import { matchKind } from './match.js';
import { numbersKind } from './numbers.js';
import { pickKind, pressKind } from './pick.js';
import { targetKind } from './target.js';

/** @import { Code, CourseContext, Page, PageSpec, Problem, Schema, Task } from '../types.js' */

/** @typedef {(course: CourseContext, event: Event, value: string) => void} Give gives an answer, as the address keeps it */

/**
 * @template [Spec=any] of JSON
 * @template [Made=any] the task
 * @typedef {object} TaskKind how a chapter's JSON writes a task, and how a page shows and judges one; either half may be
 *   missing
 * @property {string} kind by which JSON and tasks name it
 *
 * @property {Schema} [schema] of what an author may write
 * @property {{ en: Record<string, string> }} [words] what its parts are for, by path, as editors show it; '': the task
 * @property {(task: Spec, page: PageSpec) => Problem[]} [problems] what the schema cannot say; their paths begin at the page
 * @property {(context: CourseContext, task: Spec) => Problem[]} [missing] what the task names and the page's run lacks
 * @property {(task: Spec, code: Code, pages: readonly PageSpec[]) => Task} [read] from JSON
 * @property {(task: Spec, context: CourseContext) => string[]} [wantedCells] numbers that its fields ask for
 * @property {boolean} [isPressed] whether words of the figure are pressed
 * @property {(task: Spec, page: PageSpec, figure: Page['figure']) => Partial<Page>} [parts] other parts of its page
 *
 * @property {boolean} [isInFigure] whether it is done in the figure, and asked above it
 * @property {boolean} [judgesScreen] whether what is on screen is judged, not an answer
 * @property {(task: Made) => string} [className]
 * @property {(course: CourseContext, task: Made, give: Give) => unknown} [fields] in which it is answered
 * @property {(course: CourseContext, task: Made) => unknown} [shown] the answer after “Show the answer”; undefined where the
 *   figure shows it. Without it, there is no such button
 * @property {(course: CourseContext, task: Made) => unknown} [printed] the answer in the notes for teachers
 */

/** @type {TaskKind[]} */
export const taskKinds = [choiceKind, pressKind, numbersKind, matchKind, targetKind, pickKind];

/** @param {string | undefined} name @param {readonly TaskKind[]} [kinds] @returns {TaskKind | undefined} */
export const findTaskKind = (name, kinds = taskKinds) => kinds.find(({ kind }) => kind === name);

/** @param {Task} task */
export const getTaskKind = ({ kind }) => /** @type {TaskKind} */ (findTaskKind(kind));
