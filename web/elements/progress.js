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

/** Whether a page comes before another one in the course. @param {string} guide @param {string} other */
function isEarlier(guide, other) {
  const [place, otherPlace] = [findPlaceInCourse(guide), findPlaceInCourse(other)];
  if (!place || !otherPlace) return false;
  const { chapter, page } = otherPlace;
  return place.chapter < chapter || (place.chapter === chapter && place.page < page);
}

/** Whether a page is the first one of the course. @param {string} guide */
function isCourseStart(guide) {
  const { chapter, page } = findPlaceInCourse(guide) ?? {};
  return chapter === 1 && page === 1;
}

/** @param {string | null | undefined} text @returns {Record<string, string[]>} */
function readDrafts(text) {
  try {
    return { ...JSON.parse(text ?? '{}') };
  } catch {
    // Another script of the page has written it.
    return {};
  }
}

export class Progress {
  #isOurs;
  #stored;
  /** The stored progress. @type {Kept} */
  kept = NO_PROGRESS;
  /** Pages whose task was solved in this element. @type {Set<string>} */
  #done = new Set();
  /** Texts that were typed but not checked, by page. @type {Record<string, readonly string[]> | undefined} */
  #drafts;
  #storedDrafts;
  /** The answers that were given in this element, as `page_value`. @type {Set<string>} */
  #given = new Set();
  /** A page that was opened from the first screen, beside the way through the course. */
  #example = '';

  /** @param {() => boolean} isOurs whether the element may store data on this page */
  constructor(isOurs) {
    this.#isOurs = isOurs;
    this.#stored = new StoredText(makeAnswersKey, isOurs);
    this.#storedDrafts = new StoredText(
      () => `${makeAnswersKey()} drafts`,
      isOurs,
      () => sessionStorage,
    );
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
    this.#keep({ ...kept, guide: this.#chooseLast(guide) });
  }

  /** Returns where to continue. A reader who looks at an earlier, solved page stays farther on. @param {string} guide */
  #chooseLast(guide) {
    const last = this.kept.guide;
    return this.isDone(guide) && isEarlier(guide, last) ? last : guide;
  }

  /**
   * Stores an answer of the reader, and its page. A wrong answer does not replace a right one.
   * @param {string} page the page of the task
   * @param {GivenAnswer} given
   */
  keepAnswer(page, given) {
    const kept = this.read();
    const isDone = this.isDone(page);
    const guide = this.#chooseLast(page);
    if (given.isRight) this.#done.add(page);
    this.#given.add(`${page}_${given.value}`);
    if (hasNoAnswers(page)) return;
    const isKept = given.isRight || !isDone;
    this.#keep({
      guide,
      answers: isKept ? withAnswer(kept.answers, page, given) : kept.answers,
    });
  }

  /** Returns what the reader has typed on a page but not checked. @param {string} page */
  readDraft(page) {
    this.#drafts ??= readDrafts(this.#storedDrafts.read());
    return this.#drafts[page];
  }

  /** Keeps what the reader has typed, until it is checked. @param {string} page @param {readonly string[]} [typed] */
  keepDraft(page, typed) {
    this.readDraft(page);
    this.#drafts = { ...this.#drafts, [page]: typed ?? [] };
    this.#storedDrafts.write(JSON.stringify(this.#drafts));
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
    this.#drafts = {};
    this.#storedDrafts.write(null);
  }
}
