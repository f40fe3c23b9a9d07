/** A reader's page in the course and the answers: two short texts in the address. */

import { toNumber, toText } from './values.js';

/** @import { Answers, GivenAnswer } from './types.js' */

/** The page's first screen. */
export const OPENING = 'opening';

/** The prefix of pages of an author's own chapter. */
export const OWN_CHAPTER = 'chapter';

/** @param {string} guide */
export const isOwnChapter = (guide) => guide.startsWith(OWN_CHAPTER);

/** Is it a page of the practice, whose script is another than the course's? @param {string} guide */
export const isPractice = (guide) => guide.startsWith('practice') || isOwnChapter(guide);

export const MAX_NAME_LETTERS = 40;

export const MAX_ANSWERS_LETTERS = 3000;

/** The name of a page or chapter. */
export const PAGE_NAME = /^[a-z]+(-[a-z\d]+)*$/;

/** Pages of the guided path that stood here before the course, from 1, and where they lead now. */
const FORMER = (
  'why-cup scoring-dot scoring-share projections-row scoring-dot projections-root ' +
  'projections-root order-causal order-padding order-leak scoring-share mixing-row ' +
  'heads-jobs heads-concatenate heads-output translation-additive translation-align ' +
  'scoring-learn'
).split(' ');

/**
 * @param {unknown} value the name of a page or chapter, or the number of a page of the former path
 * @returns {string} '' outside of the course
 */
export function readGuide(value) {
  const text = toText(value).toLowerCase();
  const former = FORMER[toNumber(value) - 1];
  if (former) return former;
  return text.length <= MAX_NAME_LETTERS && PAGE_NAME.test(text) ? text : '';
}

/** In place of an answer: the reader has let it be shown. */
export const SHOWN = 'shown';

/**
 * Answers as text: `why-flip_6* mixing-row_0.5_1`: a page and what was answered there, with a star where
 * it is right. All its characters stand in an address as they are.
 * @param {string} text of any length
 * @returns {Answers} parts that cannot be read are left out
 */
export function parseAnswers(text) {
  return new Map(
    text.split(' ').flatMap((part) => {
      const found = /^([a-z][a-z\d-]{0,39})_([\w.-]{1,80})(\*?)$/.exec(part);
      return found ? [[found[1], { value: found[2], isRight: found[3] !== '' }]] : [];
    }),
  );
}

/**
 * If answers do not all fit, the oldest are left out.
 * @param {Answers} answers in the order in which they were given
 */
export function formatAnswers(answers) {
  const parts = [...answers].map(
    ([page, { value, isRight }]) => `${page}_${value}${isRight ? '*' : ''}`,
  );
  let length = 0;
  const fits = parts.toReversed().filter((part) => {
    length += part.length + 1;
    return length <= MAX_ANSWERS_LETTERS;
  });
  return fits.reverse().join(' ');
}

/**
 * Answers with one more, or with another to the same task.
 * @param {string} text
 * @param {string} page of the task
 * @param {GivenAnswer} given
 */
export const withAnswer = (text, page, given) =>
  formatAnswers(new Map([...parseAnswers(text), [page, given]]));

/** @param {unknown} value */
export const readAnswers = (value) =>
  formatAnswers(parseAnswers(toText(value).slice(-2 * MAX_ANSWERS_LETTERS)));
