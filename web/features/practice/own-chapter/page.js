/**
 * A chapter of an author's own: read as the course's are, by what its script brings; goals, bugs and blanks are
 * the practice's.
 */

import { html, nothing } from 'lit';
import { readCell } from '../../../graph/trace.js';
import { renderParagraphs } from '../../../lessons/marks.js';
import { makePage } from '../../../pages/chapter.js';
import { findPictureProblem } from '../../../pages/pictures.js';
import { findTaskKind } from '../../../pages/tasks/index.js';
import { joinPath, makeProblem } from '../../../pages/tasks/schema.js';
import { OWN_CHAPTER } from '../../../state/guide.js';
import * as text from '../text/en/own-chapter.js';
import { makeKnownMistakes } from './bug.js';
import { ChapterError, readChapter } from './read.js';
import { kinds } from './schema.js';

/** @import { Chapter, CourseContext, Page, PageSpec, Problem } from '../../../pages/types.js' */

/** Problems that are listed. */
const MOST_LISTED = 8;

/** @type {WeakMap<Page, Chapter>} */
const chapterOf = new WeakMap();

/**
 * The chapter that an element has inside; where it cannot be read, one of a page that says why not.
 * @param {string} json
 * @returns {Chapter}
 */
export function makeOwnChapter(json) {
  try {
    const { title, question = '', recap, pages } = readChapter(json);
    return keepChapter({
      id: OWN_CHAPTER,
      title,
      question,
      pages: pages.map(makeAuthorPage),
      ...(recap && { recap: () => renderParagraphs(recap) }),
    });
  } catch (error) {
    const chapterError =
      error instanceof ChapterError
        ? error
        : new ChapterError([{ path: '', message: String(error) }]);
    const page = notePage(text.title, () => problemList(text.found, chapterError.problems));
    return {
      ...keepChapter({ id: OWN_CHAPTER, title: text.title, question: '', pages: [page] }),
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
export const getOwnChapter = (page) => chapterOf.get(page);

/** In place of a chapter that is not there. */
const none = keepChapter({
  id: OWN_CHAPTER,
  title: text.none.title,
  question: '',
  pages: [notePage(text.none.title, () => html`<p>${text.none.text}</p>`)],
});

/**
 * @param {string} guide
 * @param {Chapter} [chapter] of the element
 * @returns {Page} the first where the name is of no page
 */
export const findOwnPage = (guide, { pages } = none) =>
  pages.find(({ id }) => id === guide) ?? pages[0];

/** A page that says something of the chapter. @param {string} title @param {() => unknown} setup @returns {Page} */
function notePage(title, setup) {
  return {
    id: OWN_CHAPTER,
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

/** @param {PageSpec} spec @param {number} index @param {PageSpec[]} pages @returns {Page} */
function makeAuthorPage(spec, index, pages) {
  const page = makePage(OWN_CHAPTER, spec, pages, { kinds, known: makeKnownMistakes });
  const figure = picturesOf(spec, page);
  const parts = findTaskKind(spec.task?.kind, kinds)?.parts?.(spec.task, spec, figure) ?? {};
  const { figure: shown = figure, after } = parts;
  return {
    ...page,
    ...parts,
    figure: (context) => {
      const problems = problemsOf(context, spec, `pages[${index}]`);
      return problems.length > 0 ? problemList(text.notHere, problems) : shown(context);
    },
    after: (context) => html`${after?.(context)}${page.after?.(context)}`,
  };
}

/** @param {PageSpec} spec @param {Page} page @returns {Page['figure']} apart from each other, and from what follows */
const picturesOf =
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
 * @returns {Problem[]}
 */
function problemsOf(context, { show = [], task }, path) {
  return [
    ...show.flatMap((picture, i) =>
      makeProblem(`show[${i}]`, findPictureProblem(context, picture)),
    ),
    ...namesIn(context, task, 'task'),
    ...(findTaskKind(task?.kind, kinds)?.missing?.(context, task) ?? []),
  ].map((found) => ({ ...found, path: joinPath(path, found.path) }));
}

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
    return Object.entries(value ?? {}).flatMap(([key, item]) =>
      namesIn(context, item, isList ? `${path}[${key}]` : joinPath(path, key), isList ? name : key),
    );
  }
  const { run } = context.computation;
  const string = String(value);
  const message =
    name === 'table'
      ? findPictureProblem(context, { kind: 'table', of: string })
      : (name === 'cell' || name === 'cells') && !readCell(string, run)
        ? text.noCell(string)
        : undefined;
  return makeProblem(path, message);
}
