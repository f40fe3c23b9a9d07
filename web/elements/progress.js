/** What a reader has answered, and where the reader was: kept in the browser, if the page's address follows the element. */

import { readAddress, writeAddress } from '../state/address.js';
import { formatAnswers, OPENING, parseAnswers, readAnswers, readGuide } from '../state/guide.js';

/** @typedef {{ readonly guide: string, readonly answers: string }} Kept */

/** @type {Kept} */
const NOTHING = { guide: '', answers: '' };

/** What is chosen to be checked or printed is no answer. */
const CHOSEN = /^practice-(check|worksheet)$/;

/** Pages of one server keep theirs apart: each may have a chapter of its own. */
const key = () => `attention-lab ${location.pathname.replace(/index\.html$/, '')}`;

export class Progress {
  #isOurs;
  /** @type {Kept} */
  #kept = NOTHING;

  /** @param {() => boolean} isOurs whether the element may keep anything on this page */
  constructor(isOurs) {
    this.#isOurs = isOurs;
  }

  /** The same object as long as nothing else is kept. */
  get kept() {
    return this.#kept;
  }

  /** Reads what is kept. A browser may refuse it: then nothing is. */
  read() {
    if (!this.#isOurs()) return NOTHING;
    try {
      const { guide, answers } = readAddress(localStorage.getItem(key()) ?? '').state;
      this.#kept = { guide: readGuide(guide), answers: readAnswers(answers) };
    } catch {
      this.#kept = NOTHING;
    }
    return this.#kept;
  }

  /**
   * Adds what has just been answered to what is kept. Other answers may come from a link that somebody else has sent, or
   * another tab may have kept a right one meanwhile.
   * @param {Kept} state
   * @param {string} [answersBefore] of the element
   */
  keep({ guide, answers }, answersBefore = '') {
    if (!this.#isOurs()) return;
    const kept = this.read();
    const isPage = guide !== '' && guide !== OPENING;
    const all = new Map(parseAnswers(kept.answers));
    const old = parseAnswers(answersBefore);
    for (const [page, answer] of parseAnswers(answers)) {
      const { value, isRight } = old.get(page) ?? {};
      const isNew = answer.value !== value || answer.isRight !== isRight;
      const isWorse = all.get(page)?.isRight && !answer.isRight;
      // A task that a link calls done stays done on screen, whatever the reader answers.
      const isTheirs = isRight && !all.get(page)?.isRight;
      if (isNew && !isWorse && !isTheirs && !CHOSEN.test(page)) all.set(page, answer);
    }
    const after = { guide: isPage ? guide : kept.guide, answers: formatAnswers(all) };
    if (after.guide === kept.guide && after.answers === kept.answers) return;
    this.#kept = after;
    try {
      localStorage.setItem(key(), writeAddress(after));
    } catch {
      // All works without, until the page is closed.
    }
  }

  forget() {
    this.#kept = NOTHING;
    try {
      if (this.#isOurs()) localStorage.removeItem(key());
    } catch {
      // Nothing is kept where this is refused.
    }
  }
}
