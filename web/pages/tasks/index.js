/**
 * The kinds of tasks. Pages and the schema of a chapter read this list. To add a kind, write
 * its file and add it here.
 */

import { choiceKind } from './choice.js';
import { matchKind } from './match.js';
import { numbersKind } from './numbers.js';
import { pickKind, pressKind } from './pick.js';
import { targetKind } from './target.js';

/** @import { Code, CourseContext, Page, PageRun, PageSpec, Problem, Schema, Task } from '../types.js' */

/**
 * @template [Spec=any] the task in JSON
 * @typedef {object} TaskKind how a task in the JSON of a chapter is checked and read
 * @property {string} kind the name in JSON
 * @property {Schema} [schema] the schema for authors
 * @property {Record<string, string>} [descriptions] descriptions of the parts by path, which
 * editors show; '' stands for the task
 * @property {(task: Spec, page: PageSpec) => Problem[]} [problems] finds problems that the schema
 * cannot express; their paths begin at the page
 * @property {(context: PageRun, task: Spec, page: PageSpec) => Problem[]} [missing] finds
 * problems that only the page's run reveals, such as names that it lacks
 * @property {(task: Spec, code: Code, pages: readonly PageSpec[]) => Task} [read] makes the task
 * from JSON
 * @property {(task: Spec, context: CourseContext) => string[]} [wantedCells] returns the numbers
 * that the fields ask for
 * @property {boolean} [isPressed] whether the reader answers by pressing words of the figure
 * @property {(task: Spec, page: PageSpec, figure: Page['figure']) => Partial<Page>} [parts] returns
 * other parts of the page
 */

/** @type {TaskKind[]} */
export const taskKinds = [choiceKind, pressKind, numbersKind, matchKind, targetKind, pickKind];

/** @param {string | undefined} name @param {readonly TaskKind[]} [kinds] @returns {TaskKind | undefined} */
export const findTaskKind = (name, kinds = taskKinds) => kinds.find(({ kind }) => kind === name);
