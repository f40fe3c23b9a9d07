/**
 * A chapter of an author's own: read as the course's are, by what its script brings; goals, bugs and blanks are
 * the practice's.
 */

import { html, nothing } from 'lit';
import { numberAt, readCell } from '../../../graph/trace.js';
import { pageOf as makePage } from '../../../pages/chapter.js';
import { stateOf } from '../../../pages/chapters.js';
import { marked } from '../../../pages/marks.js';
import { pictureProblem } from '../../../pages/pictures.js';
import { OWN_CHAPTER } from '../../../state/guide.js';
import { bugs } from '../bugs/bugs.js';
import { bugParts, wrongTables } from '../bugs/page.js';
import { choicesBeside, shuffled } from '../bugs/puzzle.js';
import { goalParts } from '../goals/page.js';
import * as text from '../text/en/own-chapter.js';
import { ChapterError, readChapter } from './read.js';
import { blanksOf, fillField, fillTask, knownMistakes } from './tasks.js';
import { within } from './validate.js';

/**
 * @import { Bug } from '../bugs/bugs.js'
 * @import { Goal } from '../goals/goal.js'
 * @import { Problem } from './validate.js'
 * @import { Chapter, CourseContext, GoalSpec, Page, PageSpec } from '../../../pages/types.js'
 */

/** Problems that are listed. */
const MOST_LISTED = 8;

/** @type {WeakMap<Page, Chapter>} */
const chapters = new WeakMap();

/**
 * The chapter that an element has inside; where it cannot be read, one of a page that says why not.
 * @param {string} written JSON
 * @returns {Chapter}
 */
export function ownChapter(written) {
  try {
    const { title, question = '', pages } = readChapter(written);
    return kept({ id: OWN_CHAPTER, title, question, pages: pages.map(pageOf) });
  } catch (error) {
    const asked =
      error instanceof ChapterError
        ? error
        : new ChapterError([{ path: '', message: String(error) }]);
    const page = notePage(text.title, () => problemList(text.found, asked.problems));
    return {
      ...kept({ id: OWN_CHAPTER, title: text.title, question: '', pages: [page] }),
      error: asked,
    };
  }
}

/** @param {Chapter} chapter */
function kept(chapter) {
  for (const page of chapter.pages) chapters.set(page, chapter);
  return chapter;
}

/** @param {Page} page */
export const chapterOfOwn = (page) => chapters.get(page);

/** In place of a chapter that is not there. */
const none = kept({
  ...{ id: OWN_CHAPTER, title: text.none.title, question: '' },
  pages: [notePage(text.none.title, () => html`<p>${text.none.text}</p>`)],
});

/**
 * @param {string} guide
 * @param {Chapter} [chapter] of the element
 * @returns {Page} the first where the name is of no page
 */
export const ownPage = (guide, { pages } = none) =>
  pages.find(({ id }) => id === guide) ?? pages[0];

/** A page that says something of the chapter. @param {string} title @param {() => unknown} setup @returns {Page} */
function notePage(title, setup) {
  return {
    ...{ id: OWN_CHAPTER, title, state: {}, keepsState: true, origin: text.origin, setup },
    figure: () => nothing,
  };
}

/** @param {string} said @param {readonly Problem[]} problems */
const problemList = (said, problems) => html`<div role="alert"><p>${said}</p>
  <ul>${problems
    .slice(0, MOST_LISTED)
    .map(({ path, message }) => html`<li>${text.problem(path, message)}</li>`)}
    ${problems.length > MOST_LISTED ? html`<li>${text.more(problems.length - MOST_LISTED)}</li>` : nothing}</ul></div>`;

/** @param {PageSpec} spec @param {number} index @param {PageSpec[]} pages @returns {Page} */
function pageOf(spec, index, pages) {
  const { task } = spec;
  const page = makePage(OWN_CHAPTER, spec, pages, {
    known: knownMistakes,
    asked: (context) => (task?.kind === 'fill' ? blanksOf(context, task) : []),
  });
  const parts = { ...page, ...partsOf(spec, picturesOf(spec, page)) };
  const after = task?.kind === 'bug' ? parts.after : undefined;
  return {
    ...parts,
    figure: (context) => {
      const problems = problemsOf(context, spec, `pages[${index}]`);
      return problems.length > 0 ? problemList(text.notHere, problems) : parts.figure(context);
    },
    after: (context) => html`${after?.(context)}${page.after?.(context)}`,
  };
}

/** @param {PageSpec} spec @param {Page} page @returns {Page['figure']} apart from each other, and from what follows */
const picturesOf =
  ({ task, show = [] }, { figure }) =>
  (context) =>
    task?.kind === 'press' || show.some(({ after }) => context.isOpen || !after)
      ? html`<div class="pictures">${figure(context)}</div>`
      : nothing;

/**
 * The figure, and what the course has no task of.
 * @param {PageSpec} spec
 * @param {Page['figure']} figure
 * @returns {Pick<Page, 'figure'> & Partial<Pick<Page, 'task' | 'panel' | 'isTraced' | 'after'>>}
 */
function partsOf(spec, figure) {
  const { task, settings } = spec;
  switch (task?.kind) {
    case 'fill':
      return {
        task: fillTask(task, marked),
        figure: (context) => html`${figure(context)} ${fillField(context, task)}`,
      };
    case 'goal':
      return goalParts(goalOf(spec, task), marked(task.question), figure);
    case 'bug': {
      const bug = /** @type {Bug} */ (bugs.find(({ id }) => id === settings?.bug));
      const others = bugs.filter(({ id }) => id !== bug.id && task.choices?.includes(id));
      const choices = task.choices
        ? shuffled([bug, ...others], 0, bug.id)
        : choicesBeside(bug, 0, settings ?? {});
      const parts = bugParts({ bug, choices }, task.question && marked(task.question));
      return { ...parts, figure: (context) => html`${figure(context)} ${parts.figure(context)}` };
    }
    default:
      return { figure };
  }
}

/**
 * @param {PageSpec} spec
 * @param {GoalSpec} task
 * @returns {Goal}
 */
function goalOf(spec, { wanted, changes, numbers, range, paint, temperature, settings = {} }) {
  return {
    ...{
      id: spec.id,
      state: stateOf(spec),
      moves: changes,
      shows: {},
      range,
      temperature,
    },
    isPainted: paint,
    choices: settings,
    numbers: numbers && Object.fromEntries(numbers.map(({ table, ...part }) => [table, part])),
    measures: wanted.map(({ cell, name, least, most }) => ({
      ...{ name, least, most },
      of: ({ computation: { run } }) => {
        const found = readCell(cell, run);
        return found ? numberAt(run, found) : Number.NaN;
      },
      end: Math.max(1, 2 * Math.abs(least ?? 0), 2 * Math.abs(most ?? 0)),
    })),
  };
}

/**
 * What of a page is not in its run.
 * @param {CourseContext} context
 * @param {PageSpec} spec
 * @param {string} path
 * @returns {Problem[]}
 */
function problemsOf(context, { show = [], task }, path) {
  const { keyWords } = context.computation;
  const problem = (/** @type {string} */ at, /** @type {string | undefined} */ message) =>
    message === undefined ? [] : [{ path: within(path, at), message }];
  return [
    ...show.flatMap((one, i) => problem(`show[${i}]`, pictureProblem(context, one))),
    ...namesIn(context, task, within(path, 'task')),
    ...(task?.kind === 'fill' && task.row !== undefined
      ? problem('task.row', rowProblem(context, task.table, task.row))
      : []),
    ...(task?.kind === 'press' && Number(task.word) >= keyWords.length
      ? problem('task.word', text.noSuchWord)
      : []),
    ...(task?.kind === 'bug' && wrongTables(context).length === 0
      ? problem('settings.bug', text.unseenBug)
      : []),
  ];
}

/** @param {CourseContext} context @param {string} id @param {number} row */
const rowProblem = (context, id, row) =>
  pictureProblem(context, { kind: 'table', of: id, rows: [row] });

/**
 * Names of tables and cells, wherever a task has them, that the run does not have.
 * @param {CourseContext} context
 * @param {unknown} value
 * @param {string} path
 * @param {string} [name] under which the value stands
 * @returns {Problem[]}
 */
function namesIn(context, value, path, name) {
  if (typeof value === 'object') {
    const isList = Array.isArray(value);
    return Object.entries(value ?? {}).flatMap(([key, one]) =>
      namesIn(context, one, isList ? `${path}[${key}]` : within(path, key), isList ? name : key),
    );
  }
  const { run } = context.computation;
  const asked = String(value);
  const message =
    name === 'table'
      ? pictureProblem(context, { kind: 'table', of: asked })
      : (name === 'cell' || name === 'cells') && !readCell(asked, run)
        ? text.noCell(asked)
        : undefined;
  return message === undefined ? [] : [{ path, message }];
}
