/** The course: its chapters, their pages, and the way through them. */

import { loadedPractice } from '../loading/practice.js';
import { isPractice, OPENING, readGuide } from '../session/guide.js';
import { DEFAULTS, normalise } from '../session/state.js';
import why from '../text/en/course/why.json' with { type: 'json' };
import { chapterOf as read } from './chapter/page.js';
import { heads } from './heads.js';
import { mixing } from './mixing.js';
import { order } from './order.js';
import { own } from './own.js';
import { projections } from './projections.js';
import { scoring } from './scoring.js';
import { translation } from './translation.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('./page.js').Page} Page
 * @typedef {import('./page.js').Chapter} Chapter
 */

/** @type {readonly Chapter[]} */
export const chapters = Object.freeze([
  read('why', why),
  mixing,
  scoring,
  projections,
  order,
  heads,
  translation,
  own,
]);

/** @type {readonly Page[]} all of them, in order */
export const pages = Object.freeze(chapters.flatMap((chapter) => chapter.pages));

/**
 * The page that a state is on.
 * @param {Pick<State, 'guide'>} state
 * @param {Chapter} [own] an author's, of the element
 * @returns {Page | undefined} undefined outside of the course; the first of a chapter that is named alone,
 *   and of the course for a name that it does not know
 */
export function pageOf({ guide }, own) {
  if (guide === '') return undefined;
  if (isPractice(guide)) return loadedPractice()?.pageOf(guide, own);
  const [chapter] = guide.split('-');
  return (
    pages.find(({ id }) => id === guide) ??
    chapters.find(({ id }) => id === chapter)?.pages[0] ??
    pages[0]
  );
}

/**
 * @param {string} guide
 * @param {Chapter} [own] of the element
 * @returns {string[] | undefined} the names that there are, where this is none of a page or chapter
 */
export function namesBeside(guide, own) {
  const page = pageOf({ guide: guide === OPENING ? '' : readGuide(guide) }, own);
  if (!page || own?.error || `${page.id}-`.startsWith(`${readGuide(guide)}-`)) return undefined;
  const all = [...chapters, ...(loadedPractice()?.chapters ?? []), ...(own ? [own] : [])];
  return all.flatMap((chapter) => [chapter, ...chapter.pages]).map(({ id }) => id);
}

/** @param {Page} page */
export const chapterOf = (page) =>
  /** @type {Chapter} */ (
    chapters.find((chapter) => chapter.pages.includes(page)) ?? loadedPractice()?.chapterOf(page)
  );

/**
 * The state in which a page opens.
 * @param {Page} page
 * @param {string} [answers] given so far
 */
export const pageState = ({ id, state }, answers = '') =>
  normalise({ ...DEFAULTS, ...state, guide: id, answers });

/** Those that Next leads to. @param {readonly Page[]} all */
export const mainPages = (all) => all.filter(({ isExtra }) => !isExtra);

/** Those among which a page stands: of the course, or of its chapter. @param {Page} page */
const around = (page) => (pages.includes(page) ? pages : chapterOf(page).pages);

/** The page that an extra one follows; any other itself. @param {Page} page */
export function mainPageOf(page) {
  const all = around(page);
  return (page.isExtra && mainPages(all.slice(0, all.indexOf(page))).at(-1)) || page;
}

/** The extra pages that follow a page. @param {Page} page */
export function extrasAfter(page) {
  const all = around(page);
  const rest = all.slice(all.indexOf(page) + 1);
  const end = rest.findIndex(({ isExtra }) => !isExtra);
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * The next page, or the one before, in this chapter or the neighbouring one.
 * @param {Pick<State, 'guide'>} state
 * @param {1 | -1} by
 * @param {Chapter} [own] of the element
 * @returns {Page | undefined} undefined at the ends
 */
export function neighbour(state, by, own) {
  const page = /** @type {Page} */ (pageOf(state, own));
  const all = mainPages(around(page));
  const index = all.indexOf(mainPageOf(page));
  return index < 0 ? undefined : all[index + by];
}

/**
 * The state of the next page, or the one before.
 * @param {State} state
 * @param {1 | -1} by
 * @param {Chapter} [own] of the element
 * @returns {State | undefined} undefined at the ends
 */
export function turnedPage(state, by, own) {
  const to = neighbour(state, by, own);
  return to && pageState(to, state.answers);
}
