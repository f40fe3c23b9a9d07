/**
 * The practice, which is loaded when it is first opened: bugs to find, goals to reach, answers to check, a
 * test, worksheets and notes for teachers.
 */

import { bugs } from './practice/bugs/bugs.js';
import { BUG_PAGES, bugLab, bugPage } from './practice/bugs/page.js';
import { bugOf, sourcesOf } from './practice/bugs/puzzle.js';
import { checker } from './practice/check/page.js';
import { goalChapter } from './practice/goals/page.js';
import { teacherNotes } from './practice/notes/page.js';
import { chapterOfOwn, ownChapter, ownPage } from './practice/own-chapter/page.js';
import { selfTest, TEST_PAGES, testChapter, testPage } from './practice/self-test/page.js';
import { worksheet } from './practice/worksheet/page.js';
import { isOwnChapter, isPractice } from './session/guide.js';
import { practiceStyles } from './styles/practice.js';
import * as text from './text/en/practice/hunt.js';

/**
 * @typedef {import('./session/settings.js').Settings} Settings
 * @typedef {import('./course/page.js').Page} Page
 * @typedef {import('./course/page.js').Chapter} Chapter
 */

const WORDS = {
  badge: text.badge,
  program: text.badge,
  title: text.programTitle,
  given: () => text.badge,
  tensors: text.tensors,
};

/** @type {readonly Chapter[]} */
const chapters = [bugLab, checker, selfTest, goalChapter, worksheet, teacherNotes];

/**
 * The page of a name: of a chapter's own, a question by seed and number, or a bug by level and number.
 * @param {string} guide
 * @param {Chapter} [own] of the element
 * @returns {Page | undefined}
 */
function pageOf(guide, own) {
  if (!isPractice(guide)) return undefined;
  return (
    (isOwnChapter(guide) ? ownPage(guide, own) : undefined) ??
    chapters.flatMap(({ pages }) => pages).find(({ id }) => id === guide) ??
    chapters.find(({ id, pages }) => id === guide && pages.length > 0)?.pages[0] ??
    (guide.startsWith(TEST_PAGES) ? testPage(guide) : bugPage(guide.slice(BUG_PAGES.length + 1)))
  );
}

/** @param {Page} page @returns {Chapter | undefined} of a test the pages that its seed draws */
function chapterOf(page) {
  const { id } = page;
  if (!isPractice(id)) return undefined;
  return id.startsWith(TEST_PAGES)
    ? testChapter(id)
    : (chapterOfOwn(page) ?? chapters.find((chapter) => id.startsWith(chapter.id)) ?? bugLab);
}

export const practice = {
  chapters: { chapters, pageOf, chapterOf, styles: [practiceStyles] },
  bug: {
    /**
     * A run with a bug in it. One that there is not, or that changes nothing here, is no mistake on purpose.
     * @param {import('../src/js/attention.js').Operations} core
     * @param {Settings} settings
     */
    open(core, settings) {
      const { right, wrong } = sourcesOf(core, settings) ?? {};
      return wrong && wrong !== right ? { ...wrong, words: WORDS } : right;
    },

    /** The names of all bugs, where this is none of one. @param {string} bug */
    namesBeside: (bug) => (bugOf(bug) ? undefined : bugs.map(({ id }) => id)),
  },
  'own chapter': ownChapter,
};
