/** The page of the course that is open, and the answers: two short texts in the address. */

import { getSlotValues } from '../features.js';
import { keepFitting, toText } from './values.js';

/** @import { Answers, GivenAnswer } from './types.js' */

/** The name of the first screen. */
export const OPENING = 'opening';

/** The prefix of pages of an author's own chapter. */
export const AUTHOR_CHAPTER = 'chapter';

/** @param {string} guide */
export const isAuthorChapter = (guide) => guide.startsWith(AUTHOR_CHAPTER);

/** @param {'course' | 'check' | 'worksheet'} purpose @returns {string} '' without such a feature */
export const findEntrance = (purpose) =>
  getSlotValues('entrances').find((entrances) => entrances[purpose])?.[purpose] ?? '';

/** Returns the chapters of the course, each with the ids of the pages that Next leads to. */
export const getCoursePages = () =>
  getSlotValues('entrances').find(({ coursePages }) => coursePages)?.coursePages ?? {};

/**
 * Returns the numbers of a page's chapter and of the page in it, counted from 1.
 * @param {string} guide the name of a page or chapter
 * @returns {{ chapter: number, page: number } | undefined} the page is 0 if Next skips it; undefined
 *   outside of the course
 */
export function findPlaceInCourse(guide) {
  const chapters = Object.entries(getCoursePages());
  const index = chapters.findIndex(([id]) => `${guide}-`.startsWith(`${id}-`));
  if (index < 0) return undefined;
  const [id, pages] = chapters[index];
  return { chapter: index + 1, page: guide === id ? 1 : pages.indexOf(guide) + 1 };
}

/** Whether a page's name has the prefix of an author's chapter or of a feature. @param {string} guide */
export const isReservedName = (guide) =>
  isAuthorChapter(guide) ||
  getSlotValues('entrances').some(({ prefix }) => prefix && guide.startsWith(prefix));

/** Whether a page only lists the pages of a feature. @param {string} guide */
export const isPrefix = (guide) =>
  getSlotValues('entrances').some(({ prefix }) => prefix === guide);

export const MAX_NAME_LETTERS = 40;
export const MAX_ANSWERS_LETTERS = 3000;

/** The form of the name of a page or chapter. */
export const PAGE_NAME = /^[a-z]+(-[a-z\d]+)*$/;

/**
 * @param {unknown} value the name of a page or chapter
 * @returns {string} the name, or '' outside of the course
 */
export function readGuide(value) {
  const text = toText(value).toLowerCase();
  return text.length <= MAX_NAME_LETTERS && PAGE_NAME.test(text) ? text : '';
}

/** The value of an answer that the reader has revealed. */
export const SHOWN = 'shown';

/**
 * The value of an answer that the reader takes back after it was revealed, to try again. If the
 * answer were removed, merging with kept answers would bring it back.
 */
export const AGAIN = 'again';

/** An answer on a page. The longest has eight numbers of six digits, such as -0.00000123456. */
const ANSWER = /^([a-z][a-z\d-]{0,39})_([\w.-]{1,120})(\*?)$/;

/**
 * Parses answers. `why-flip_6* mixing-row_0.5_1` lists pages with their answers; a star marks a
 * right answer. Addresses need no escapes for these characters.
 * @param {string} text a text of any length
 * @returns {Answers} the answers; invalid parts are left out
 */
export function parseAnswers(text) {
  return new Map(
    text.split(' ').flatMap((part) => {
      const found = ANSWER.exec(part);
      return found ? [[found[1], { value: found[2], isRight: found[3] !== '' }]] : [];
    }),
  );
}

/**
 * Returns the page where the reader was: without stored progress, the last answered one.
 * @param {string} answers
 * @param {string} [kept] the stored page, which another script may have written
 * @returns {string | undefined}
 */
export const findLastPage = (answers, kept = '') =>
  [kept, ...[...parseAnswers(answers).keys()].reverse()].find(
    (page) => findPlaceInCourse(page) !== undefined || isReservedName(page),
  );

/** Leaves out the oldest answers if they do not all fit. @param {Answers} answers */
export function formatAnswers(answers) {
  const parts = [...answers].map(
    ([page, { value, isRight }]) => `${page}_${value}${isRight ? '*' : ''}`,
  );
  return keepFitting(parts.toReversed(), MAX_ANSWERS_LETTERS).reverse().join(' ');
}

/** @param {string} text @param {string} page the page of the task @param {GivenAnswer} given */
export const withAnswer = (text, page, given) => replaceAnswers(text, new Map([[page, given]]));

/** @param {string} text @param {string} later answers that replace those to the same pages */
export const mergeAnswers = (text, later) => replaceAnswers(text, parseAnswers(later));

/** The later answers come last, also where they replace others. @param {string} text @param {Answers} later */
function replaceAnswers(text, later) {
  const others = [...parseAnswers(text)].filter(([page]) => !later.has(page));
  return formatAnswers(new Map([...others, ...later]));
}

/** @param {unknown} value */
export const readAnswers = (value) =>
  formatAnswers(parseAnswers(toText(value).slice(-2 * MAX_ANSWERS_LETTERS)));
