/** The practice: bugs, goals, the answer checker, a self-test, worksheets, notes for teachers. */

import { findNearest } from '../../../src/js/nearest.js';
import { findPageByName } from '../../pages/chapters.js';
import { isAuthorChapter, isReservedName } from '../../state/guide.js';
import { findAuthorPage, getAuthorChapter, makeAuthorChapter } from './author-chapter/page.js';
import { bugs } from './bugs/bugs.js';
import { BUG_PAGES, bugLab, makeBugPage } from './bugs/page.js';
import { findPuzzle, makeBugSources } from './bugs/puzzle.js';
import { checker } from './check/page.js';
import { goalChapter } from './goals/goals.js';
import { practiceList } from './list.js';
import { teacherNotes } from './notes.js';
import { selfTest, TEST_PAGES, testChapter, testPage } from './self-test/page.js';
import { practiceStyles } from './styles.js';
import * as text from './text/en/bug-lab.js';
import { worksheet } from './worksheet/page.js';

/**
 * @import { Operations } from '../../../src/js/attention.js'
 * @import { Chapter, Page } from '../../pages/types.js'
 * @import { Settings } from '../../state/types.js'
 */

const PAGE_TEXTS = {
  badge: text.badge,
  program: text.programOrigin,
  title: text.programTitle,
  given: () => text.badge,
  tensors: text.tensors,
};

/** @type {readonly Chapter[]} */
const chapters = [bugLab, checker, selfTest, goalChapter, worksheet, teacherNotes, practiceList];

const guideNames = chapters.flatMap(({ id, pages }) => [id, ...pages.map((page) => page.id)]);

/**
 * Finds a page by its name: a page or chapter of the practice, a question by seed and number, or a
 * bug by level and number.
 * @param {string} name
 * @returns {Page | undefined}
 */
function findPracticePage(name) {
  const page = findPageByName(chapters, name);
  if (page) return page;
  if (name.startsWith(TEST_PAGES)) return testPage(name);
  return name.startsWith(BUG_PAGES) ? makeBugPage(name.slice(BUG_PAGES.length + 1)) : undefined;
}

/** @param {string} guide @param {Chapter} [authorChapter] the author's chapter of the element */
function findNearestPage(guide, authorChapter) {
  if (!isReservedName(guide)) return undefined;
  return (
    (isAuthorChapter(guide) ? findAuthorPage(guide, authorChapter) : undefined) ??
    findPracticePage(guide) ??
    findPracticePage(findNearest(guide, guideNames) ?? '') ??
    makeBugPage('')
  );
}

/**
 * @param {Page} page
 * @returns {Chapter | undefined} for a page of a self-test, the test with all pages of the same
 *   seed
 */
function findChapter(page) {
  const { id } = page;
  if (!isReservedName(id)) return undefined;
  return id.startsWith(TEST_PAGES)
    ? testChapter(id)
    : (getAuthorChapter(page) ?? chapters.find((chapter) => id.startsWith(chapter.id)) ?? bugLab);
}

export const practice = {
  chapters: { chapters, findNearestPage, findChapter, styles: [practiceStyles] },
  bug: {
    /**
     * Opens a source with a bug. An unknown bug, or a bug that changes nothing here, leaves the
     * right source.
     * @param {Operations} attention
     * @param {Settings} settings
     */
    open(attention, settings) {
      const { right, wrong } = makeBugSources(attention, settings) ?? {};
      return wrong && wrong !== right ? { ...wrong, words: PAGE_TEXTS } : right;
    },

    /** If no bug has this name, returns the names of all bugs. @param {string} bug */
    findSimilarNames: (bug) =>
      findPuzzle(bug) || bugs.some(({ id }) => id === bug) ? undefined : bugs.map(({ id }) => id),
  },
  authorChapter: makeAuthorChapter,
};
