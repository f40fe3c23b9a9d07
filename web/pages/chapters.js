/** Finds the pages of all chapters, and the way between them. */

import { findNearest } from '../../src/js/nearest.js';
import { getSlotValues } from '../features.js';
import { formatEdits, parseEdits } from '../state/edits.js';
import { AUTHOR_CHAPTER, OPENING, parseAnswers, readGuide, SHOWN } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import { camel } from '../text/spelling.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Answers, State } from '../state/types.js'
 * @import { Chapter, Page, PageSpec } from './types.js'
 * @import { CSSResult } from 'lit'
 */

/**
 * @typedef {object} Chapters the value of the slot `chapters`
 * @property {readonly Chapter[]} chapters
 * @property {(guide: string, authorChapter?: Chapter) => Page | undefined} findNearestPage finds
 * the page with an unlisted name, or the nearest page; undefined if the guide belongs to another
 * feature
 * @property {(page: Page) => Chapter | undefined} [findChapter] finds the chapter of an unlisted
 * page, such as a page drawn from a seed
 * @property {boolean} [isCourse] whether the chapters are numbered and lead from one to the next
 * @property {readonly CSSResult[]} styles
 * @property {(context: ViewContext, chapter: Chapter) => unknown} [head] content above the pages
 * @property {(context: ViewContext, describe?: (guide: string) => unknown) => unknown} [links] content
 * below the list of chapters; `describe` draws what follows a link
 */

export const getChapterLists = () => getSlotValues('chapters');

const listChapters = () => getChapterLists().flatMap((list) => list.chapters);

/**
 * Finds a page, or the first page of a chapter.
 * @param {readonly Chapter[]} chapters
 * @param {string | undefined} name
 */
export const findPageByName = (chapters, name) =>
  chapters.flatMap(({ pages }) => pages).find(({ id }) => id === name) ??
  chapters.find(({ id }) => id === name)?.pages[0];

/** @returns {readonly Chapter[]} the numbered chapters, in order */
export const getCourseChapters = () =>
  getChapterLists().flatMap((list) => (list.isCourse ? list.chapters : []));

/**
 * Finds the page of a state.
 * @param {Pick<State, 'guide'>} state
 * @param {Chapter} [authorChapter] the author's chapter in the element
 * @returns {Page | undefined} undefined outside of all chapters, and until they are loaded
 */
export function findPage({ guide }, authorChapter) {
  if (guide === '') return undefined;
  const listed = findPageByName(listChapters(), guide);
  if (listed) return listed;
  for (const list of getChapterLists()) {
    const page = list.findNearestPage(guide, authorChapter);
    if (page) return page;
  }
  return undefined;
}

/**
 * Finds the names that an unknown name may mean.
 * @param {string} guide
 * @param {Chapter} [authorChapter] the author's chapter in the element
 * @returns {string[] | undefined} all names if one is similar, otherwise those of the author's
 * chapter, or of the chapters beside the page that is shown instead; undefined if this is the name of a page or chapter
 */
export function findSimilarNames(guide, authorChapter) {
  const name = guide === OPENING ? '' : readGuide(guide);
  const page = findPage({ guide: name }, authorChapter);
  if (!page || authorChapter?.error || `${page.id}-`.startsWith(`${name}-`)) return undefined;
  const listIds = (/** @type {readonly { id: string }[]} */ all) => all.map(({ id }) => id);
  const names = listIds(listChapters().flatMap((chapter) => [chapter, ...chapter.pages]));
  const authorNames = listIds(authorChapter?.pages ?? []);
  // Authors forget the prefix.
  if (findChapter(page) === authorChapter || authorNames.includes(`${AUTHOR_CHAPTER}-${name}`))
    return authorNames;
  if (findNearest(name, names)) return names;
  if (authorChapter) return authorNames;
  const list = getChapterLists().find(({ chapters }) => chapters.includes(findChapter(page)));
  return listIds(list?.chapters ?? []);
}

/** @param {Page} page @returns {Chapter} */
export function findChapter(page) {
  for (const list of getChapterLists()) {
    const chapter =
      list.chapters.find(({ pages }) => pages.includes(page)) ?? list.findChapter?.(page);
    if (chapter) return chapter;
  }
  throw new RangeError(`no chapter has the page ${page.id}`);
}

/**
 * Returns the state in which a page opens.
 * @param {Pick<Page, 'id' | 'state' | 'task'>} page
 * @param {string} [answers] the answers so far
 */
export function makePageState({ id, state, task }, answers = '') {
  const given = parseAnswers(answers).get(id);
  const kept = given?.isRight ? task?.reopen?.(given.value, state) : undefined;
  return normaliseState({ ...state, ...kept, guide: id, answers });
}

/** Returns the pages that Next leads to. @param {readonly Page[]} all */
export const listMainPages = (all) => all.filter(({ isExtra }) => !isExtra);

/**
 * Tells whether a chapter counts a page. It leaves out tasks about a pretrained model, because a
 * copy of the site may come without it.
 * @param {Page} page
 */
export const isCounted = ({ task, state }) => task !== undefined && state.source !== 'pretrained';

/**
 * Counts the tasks of a chapter, without those of extra pages: those that are done, and those whose
 * answer the reader has revealed. Finds the first page whose task is not done.
 * @param {Chapter} chapter
 * @param {Answers} answers
 */
export function countTasks({ pages }, answers) {
  const counted = listMainPages(pages).filter(isCounted);
  const done = counted.filter(({ id }) => answers.get(id)?.isRight);
  const shown = counted.filter(({ id }) => answers.get(id)?.value === SHOWN);
  const open = counted.find((page) => !done.includes(page));
  return { count: counted.length, done: done.length, shown: shown.length, open };
}

/** Returns the pages around a page: those of the course, or of its chapter. @param {Page} page */
function listPagesAround(page) {
  const pages = getCourseChapters().flatMap((chapter) => chapter.pages);
  return pages.includes(page) ? pages : findChapter(page).pages;
}

/** Returns the page that an extra page follows, or the page itself. @param {Page} page */
export function findMainPage(page) {
  const all = listPagesAround(page);
  return (page.isExtra && listMainPages(all.slice(0, all.indexOf(page))).at(-1)) || page;
}

/** Returns the extra pages that follow a page. @param {Page} page */
export function listExtrasAfter(page) {
  const all = listPagesAround(page);
  const rest = all.slice(all.indexOf(page) + 1);
  const end = rest.findIndex(({ isExtra }) => !isExtra);
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * Whether nothing leads from a page to its neighbours once nothing leads out of its chapter: an
 * author has named this page of the course, not the chapter.
 * @param {Page} page
 * @param {unknown} named the page or chapter that the author has named
 */
export function isAlone(page, named) {
  const chapter = findChapter(page);
  return getCourseChapters().includes(chapter) && readGuide(named) !== chapter.id;
}

/**
 * Whether a page leads to a state although nothing leads out of its chapter.
 * @param {Pick<State, 'guide'>} state
 * @param {Partial<State>} to
 * @param {Chapter | undefined} authorChapter the author's chapter in the element
 * @param {unknown} named the page or chapter that the author has named
 */
export function leadsWithin(state, { guide = '' }, authorChapter, named) {
  const [page, target] = [state.guide, guide].map((name) =>
    findPage({ guide: name }, authorChapter),
  );
  if (!page || !target || isAlone(page, named)) return false;
  return findChapter(target) === findChapter(page);
}

/**
 * Finds the next or previous page, in this chapter or the neighbouring one.
 * @param {Pick<State, 'guide'>} state
 * @param {1 | -1} by
 * @param {Chapter} [authorChapter] the author's chapter in the element
 * @param {boolean} [isWithin] whether nothing leads out of the chapter
 * @returns {Page | undefined} undefined at the ends
 */
export function findNeighbourPage(state, by, authorChapter, isWithin = false) {
  const page = /** @type {Page} */ (findPage(state, authorChapter));
  const all = listMainPages(isWithin ? findChapter(page).pages : listPagesAround(page));
  const index = all.indexOf(findMainPage(page));
  return index < 0 ? undefined : all[index + by];
}

/**
 * Returns the state of the next or previous page.
 * @param {State} state
 * @param {1 | -1} by
 * @param {Chapter} [authorChapter] the author's chapter in the element
 * @returns {State | undefined} undefined at the ends
 */
export function findNeighbourState(state, by, authorChapter) {
  const to = findNeighbourPage(state, by, authorChapter);
  return to && makePageState(to, state.answers);
}

// The state that the JSON of a page describes.

/**
 * The tables whose numbers a chapter may set, with their names in edits. Outside of weight
 * matrices, edits belong to the first head.
 * @type {Readonly<Record<string, string>>}
 */
export const HAND_SET_TABLES = {
  q: 'q.0',
  k: 'k.0',
  v: 'v.0',
  scores: 's.0',
  weights: 'weights.0',
  wq: 'q',
  wk: 'k',
  wv: 'v',
  wo: 'o',
};

/** @param {Record<string, number[][]>} tables rows of such tables; missing numbers are computed */
function writeTableEdits(tables) {
  const parts = Object.entries(tables).flatMap(([id, rows]) =>
    rows.flatMap((row, i) => row.map((number, j) => `${HAND_SET_TABLES[id]}.${i}.${j}:${number}`)),
  );
  return formatEdits(parseEdits(parts.join(';')));
}

/**
 * Makes a state from settings and numbers set by hand.
 * @param {Pick<PageSpec, 'settings' | 'numbers'>} spec
 * @returns {Partial<State>}
 */
export function makeState({ settings = {}, numbers }) {
  const state = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [camel(name), value]),
  );
  const edits = [settings.edits, numbers && writeTableEdits(numbers)].filter(Boolean).join(';');
  return edits ? { ...state, edits } : state;
}
