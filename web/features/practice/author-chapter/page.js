/**
 * Makes a chapter from an author's JSON. It is read like a chapter of the course; goals, bugs and
 * blank tables come from the practice.
 */

import { html, nothing } from 'lit';
import { formatCell } from '../../../graph/cell.js';
import { readCell } from '../../../graph/trace.js';
import { listQuotedCells, listUnknownNames } from '../../../lessons/chapter-markup.js';
import { makeChapter } from '../../../pages/chapter.js';
import { listMainPages } from '../../../pages/chapters.js';
import { findMeantTable, findPictureProblem } from '../../../pages/pictures.js';
import { findTaskKind } from '../../../pages/tasks/index.js';
import { joinPath, makeProblem } from '../../../pages/tasks/schema.js';
import { AUTHOR_CHAPTER } from '../../../state/guide.js';
import * as text from '../text/en/author-chapter.js';
import { makeKnownMistakes } from './bug.js';
import { ChapterError, readChapter } from './read.js';
import { kinds } from './schema.js';

/** @import { Chapter, CourseContext, Page, PageSpec, Problem, ShowSpec, TaskSpec } from '../../../pages/types.js' */

/** The largest number of problems that a page lists. */
const MOST_LISTED = 8;

/** @type {WeakMap<Page, Chapter>} */
const chapterOf = new WeakMap();

/**
 * Makes the chapter of an element. If its JSON cannot be read, the chapter has one page that says
 * why.
 * @param {string} json
 * @returns {Chapter}
 */
export function makeAuthorChapter(json) {
  try {
    const spec = readChapter(json);
    const chapter = makeChapter(AUTHOR_CHAPTER, spec, { kinds, known: makeKnownMistakes });
    const last = listMainPages(chapter.pages).at(-1);
    return keepChapter({
      ...chapter,
      pages: chapter.pages.map((page, i) =>
        withAuthorParts(page, spec.pages[i], i, page === last ? spec.recap : undefined),
      ),
    });
  } catch (error) {
    const chapterError =
      error instanceof ChapterError
        ? error
        : new ChapterError([{ path: '', message: String(error) }]);
    const page = notePage(text.title, () => problemList(text.found, chapterError.problems));
    return {
      ...keepChapter({ id: AUTHOR_CHAPTER, title: text.title, question: '', pages: [page] }),
      error: chapterError,
    };
  }
}

/** @param {Chapter} chapter */
function keepChapter(chapter) {
  for (const page of chapter.pages) chapterOf.set(page, chapter);
  return chapter;
}

/** @param {Page} page */
export const getAuthorChapter = (page) => chapterOf.get(page);

/** The chapter of an element that has no chapter. */
const emptyChapter = keepChapter({
  id: AUTHOR_CHAPTER,
  title: text.none.title,
  question: '',
  pages: [notePage(text.none.title, () => html`<p>${text.none.text}</p>`)],
});

/**
 * @param {string} guide
 * @param {Chapter} [chapter] the author's chapter of the element
 * @returns {Page} the first page if no page has this name
 */
export const findAuthorPage = (guide, { pages } = emptyChapter) =>
  pages.find(({ id }) => id === guide) ?? pages[0];

/** @param {string} title @param {() => unknown} setup @returns {Page} */
function notePage(title, setup) {
  return {
    id: AUTHOR_CHAPTER,
    title,
    state: {},
    keepsState: true,
    origin: text.origin,
    setup,
    figure: () => nothing,
  };
}

/** @param {string} heading @param {readonly Problem[]} problems */
const problemList = (heading, problems) => html`<div role="alert"><p>${heading}</p>
  <ul>${problems
    .slice(0, MOST_LISTED)
    .map(({ path, message }) => html`<li>${text.problem(path, message)}</li>`)}
    ${problems.length > MOST_LISTED ? html`<li>${text.more(problems.length - MOST_LISTED)}</li>` : nothing}</ul></div>`;

/**
 * Adds the parts of a page that only an author's chapter has.
 * @param {Page} page
 * @param {PageSpec} spec
 * @param {number} index
 * @param {string} [recap] the recap of the chapter, on the page that shows it
 * @returns {Page}
 */
function withAuthorParts(page, spec, index, recap) {
  const figure = makeFigure(spec, page);
  const parts = findTaskKind(spec.task?.kind, kinds)?.parts?.(spec.task, spec, figure) ?? {};
  const { figure: shown = figure, after } = parts;
  return {
    ...page,
    ...parts,
    figure: (context) => {
      const problems = findProblems(context, spec, `pages[${index}]`, recap);
      return problems.length > 0 ? problemList(text.notHere, problems) : shown(context);
    },
    after: (context) => html`${after?.(context)}${page.after?.(context)}`,
  };
}

/**
 * @param {PageSpec} spec
 * @param {Page} page
 * @returns {Page['figure']} pictures, spaced apart from each other and from what follows
 */
const makeFigure =
  ({ task, show = [] }, { figure }) =>
  (context) =>
    findTaskKind(task?.kind)?.isPressed || show.some(({ after }) => context.isOpen || !after)
      ? html`<div class="pictures">${figure(context)}</div>`
      : nothing;

/**
 * Finds the tensors, cells and words of a page that its run does not have.
 * @param {CourseContext} context
 * @param {PageSpec} spec
 * @param {string} path
 * @param {string} [recap] the recap of the chapter, on the page that shows it
 * @returns {Problem[]}
 */
function findProblems(context, spec, path, recap) {
  const { text: setup, show = [], task, after } = spec;
  const hasFixedTables = !changesTables(show, task);
  const problems = [
    ...show.flatMap((picture, i) =>
      makeProblem(`show[${i}]`, findPictureProblem(context, picture)),
    ),
    ...findUnknownNames(context, { task, ...(hasFixedTables && { text: setup, show, after }) }, ''),
    ...(findTaskKind(task?.kind, kinds)?.missing?.(context, task, spec) ?? []),
  ].map((found) => ({ ...found, path: joinPath(path, found.path) }));
  return hasFixedTables ? [...problems, ...findUnknownNames(context, recap, 'recap')] : problems;
}

/**
 * Whether the reader may open tables that the page does not begin with, or close some. Its texts may
 * then quote numbers that are not always there.
 * @param {ShowSpec[]} show
 * @param {TaskSpec | undefined} task
 */
const changesTables = (show, task) =>
  show.some(
    (picture) => picture.kind === 'switch' && picture.choices.some((choice) => choice.settings),
  ) ||
  (task?.kind === 'goal' && task.settings !== undefined);

/** Properties whose texts have marks. Answers may be code. */
const MARKED = new Set('text note after question right wrong reply help recap'.split(' '));

/** What a reply may name in braces. */
const REPLY_WORDS = ['word', 'item', 'option'];

/**
 * Finds names of tables and cells, anywhere in a part of a page, that the run does not have.
 * @param {CourseContext} context
 * @param {unknown} value
 * @param {string} path
 * @param {string} [name] the property that holds the value
 * @returns {Problem[]}
 */
function findUnknownNames(context, value, path, name) {
  if (typeof value === 'object') {
    const isList = Array.isArray(value);
    return Object.entries(value ?? {}).flatMap(([key, item]) =>
      findUnknownNames(
        context,
        item,
        isList ? `${path}[${key}]` : joinPath(path, key),
        isList ? name : key,
      ),
    );
  }
  const string = String(value);
  if (name === 'table')
    return makeProblem(path, findPictureProblem(context, { kind: 'table', of: string }));
  const { run } = context.computation;
  const cells = name === 'cell' || name === 'cells' ? [string] : listQuotedCells(string);
  const missing = cells.find((cell) => !readCell(cell, run));
  const [unknown] = name && MARKED.has(name) ? listUnknownNames(string, REPLY_WORDS) : [];
  return [
    ...makeProblem(path, missing && text.noCell(missing, findNearestCell(context, missing))),
    ...makeProblem(path, unknown && text.noName(unknown)),
  ];
}

/** Finds the nearest number that the run has. @param {CourseContext} context @param {string} name */
function findNearestCell({ computation: { nodes, results } }, name) {
  const [table, ...index] = name.split('.');
  const id = findMeantTable(nodes, table);
  if (id === undefined) return undefined;
  const { shape } = results[id];
  // Leading axes may be missing, such as the head.
  const nearest = shape.map((length, axis) =>
    Math.min(Number(index.at(axis - shape.length) ?? 0), length - 1),
  );
  return formatCell({ id, index: nearest });
}
