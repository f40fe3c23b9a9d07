/** The progress of a reader, which the browser stores: answers and the last page. */

import { readAddress, writeAddress } from '../state/address.js';
import {
  findEntrance,
  findPlaceInCourse,
  isPrefix,
  mergeAnswers,
  OPENING,
  parseAnswers,
  readAnswers,
  readGuide,
  withAnswer,
} from '../state/guide.js';
import { StoredText } from './stored-text.js';

/** @import { GivenAnswer } from '../state/types.js' */

/** @typedef {{ readonly guide: string, readonly answers: string }} Kept */

/** @type {Kept} */
const NO_PROGRESS = { guide: '', answers: '' };

/** Whether a page only lets the reader choose what to check or print, which is no answer. @param {string} page */
const hasNoAnswers = (page) => page === findEntrance('check') || page === findEntrance('worksheet');

/** The key contains the path, because several pages of one server may have different chapters. */
const makeAnswersKey = () => `attention-lab ${location.pathname.replace(/index\.html$/, '')}`;

/** Whether a page is the first one of the course. @param {string} guide */
function isCourseStart(guide) {
  const { chapter, page } = findPlaceInCourse(guide) ?? {};
  return chapter === 1 && page === 1;
}

export class Progress {
  #isOurs;
  #stored;
  /** The stored progress. @type {Kept} */
  kept = NO_PROGRESS;
  /** Pages whose task was solved in this element. @type {Set<string>} */
  #done = new Set();
  /** The answers that were given in this element, as `page_value`. @type {Set<string>} */
  #given = new Set();
  /** A page that was opened from the first screen, beside the way through the course. */
  #example = '';

  /** @param {() => boolean} isOurs whether the element may store data on this page */
  constructor(isOurs) {
    this.#isOurs = isOurs;
    this.#stored = new StoredText(makeAnswersKey, isOurs);
  }

  /** Reads the stored progress. */
  read() {
    if (!this.#isOurs()) return NO_PROGRESS;
    const { guide, answers } = readAddress(this.#stored.read() ?? '').state;
    this.kept = { guide: readGuide(guide), answers: readAnswers(answers) };
    return this.kept;
  }

  /**
   * Stores the page where the reader is. A page that the first screen shows as an example is stored
   * once the reader goes on from it, or answers there.
   * @param {string} guide
   * @param {string} [before] the page before
   */
  keepPage(guide, before) {
    if (guide === '' || guide === OPENING || isPrefix(guide)) return;
    const kept = this.read();
    if (before === OPENING && guide !== kept.guide && !isCourseStart(guide)) this.#example = guide;
    if (guide === this.#example) return;
    this.#example = '';
    this.#keep({ ...kept, guide });
  }

  /**
   * Stores an answer of the reader, and its page. A wrong answer does not replace a right one.
   * @param {string} page the page of the task
   * @param {GivenAnswer} given
   */
  keepAnswer(page, given) {
    const kept = this.read();
    const isDone = this.isDone(page);
    if (given.isRight) this.#done.add(page);
    this.#given.add(`${page}_${given.value}`);
    if (hasNoAnswers(page)) return;
    const isKept = given.isRight || !isDone;
    this.#keep({
      guide: page,
      answers: isKept ? withAnswer(kept.answers, page, given) : kept.answers,
    });
  }

  /** Whether the reader has solved the task of a page, now or in a stored session. @param {string} page */
  isDone(page) {
    return this.#done.has(page) || parseAnswers(this.kept.answers).get(page)?.isRight === true;
  }

  /**
   * Whether an address holds answers of somebody else. Unless the browser stores answers, nobody
   * can tell.
   * @param {string} answers
   */
  isForeign(answers) {
    if (this.#stored.read() === undefined) return false;
    const kept = parseAnswers(this.read().answers);
    return [...parseAnswers(answers)].some(
      ([page, { value }]) =>
        !hasNoAnswers(page) &&
        !this.isDone(page) &&
        kept.get(page)?.value !== value &&
        !this.#given.has(`${page}_${value}`),
    );
  }

  /** Stores progress that was forgotten, and the answers given since. @param {Kept} kept */
  bringBack({ guide, answers }) {
    const now = this.read();
    this.#keep({ guide: now.guide || guide, answers: mergeAnswers(answers, now.answers) });
  }

  /** @param {Kept} kept */
  #keep(kept) {
    const { guide, answers } = this.kept;
    if (!this.#isOurs() || (kept.guide === guide && kept.answers === answers)) return;
    this.kept = kept;
    this.#stored.write(writeAddress(kept));
  }

  forget() {
    this.kept = NO_PROGRESS;
    this.#done.clear();
    this.#stored.write(null);
  }
}
