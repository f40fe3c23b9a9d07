/**
 * Makes a chapter from an author's JSON. It is read like a chapter of the course; goals, bugs and
 * blank tables come from the practice.
 */

import { html, nothing } from 'lit';
import { parseCell } from '../../../graph/cell.js';
import { getLocalName } from '../../../graph/graph.js';
import { makeChapter } from '../../../pages/chapter.js';
import { findTaskKind } from '../../../pages/tasks/index.js';
import { AUTHOR_CHAPTER } from '../../../state/guide.js';
import * as text from '../text/en/author-chapter.js';
import { makeKnownMistakes } from './bug.js';
import { ChapterError, readChapter } from './read.js';
import { findPageRunProblems, findRunProblems } from './run-problems.js';
import { kinds } from './schema.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Chapter, ChapterSpec, Page, PageSpec, Problem } from '../../../pages/types.js'
 */

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
    return keepChapter({
      ...chapter,
      pages: chapter.pages.map((page, i) => withAuthorParts(page, spec, i)),
      check: (attention) => checkRuns(attention, spec),
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

/**
 * @param {Operations} attention
 * @param {ChapterSpec} spec
 * @returns {Generator<undefined, ChapterError | undefined>}
 */
function* checkRuns(attention, spec) {
  const problems = yield* findRunProblems(attention, spec);
  return problems.length > 0 ? new ChapterError(problems) : undefined;
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
 * Tables with a row for each query, by how many axes come after that of the queries. A chapter is read
 * before its runs, so their axes are not known.
 */
const TABLES_OF_QUERIES = [
  'rowMax rowSum',
  `q projectedQueries scores scaledScores biasedScores maskedScores exponentials weights dropped heads
    headContributions contributionSum concatenated output`,
  'features',
].map((names) => names.split(/\s+/));

/**
 * Returns the query whose row the first cell of a task is in. Without a query of the author, the page frames it.
 * @param {PageSpec['task']} task
 */
function findTaskRow(task) {
  const name = task && 'cells' in task ? task.cells[0]?.cell : undefined;
  const cell = parseCell(name ?? '');
  if (!cell) return {};
  const after = TABLES_OF_QUERIES.findIndex((tables) => tables.includes(getLocalName(cell.id)));
  const query = after < 0 ? undefined : cell.index.at(-1 - after);
  return query === undefined ? {} : { query };
}

/**
 * Adds the parts of a page that only an author's chapter has.
 * @param {Page} page
 * @param {ChapterSpec} chapter
 * @param {number} index
 * @returns {Page}
 */
function withAuthorParts(page, chapter, index) {
  const spec = chapter.pages[index];
  const figure = makeFigure(spec, page);
  const parts = findTaskKind(spec.task?.kind, kinds)?.parts?.(spec.task, spec, figure) ?? {};
  const { figure: shown = figure, after } = parts;
  return {
    ...page,
    ...parts,
    state: { ...findTaskRow(spec.task), ...page.state },
    figure: (context) => {
      // Pictures show the last head in place of one that the reader has removed.
      const problems = findPageRunProblems(context, chapter, index).filter(
        ({ path }) => !path.endsWith('.head'),
      );
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
