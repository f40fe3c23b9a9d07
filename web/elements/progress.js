/** The reader's answers and last page: kept in the browser, if the page's address follows the element. */

import { readAddress, writeAddress } from '../state/address.js';
import { OPENING, parseAnswers, readAnswers, readGuide, withAnswer } from '../state/guide.js';

/** @import { GivenAnswer } from '../state/types.js' */

/** @typedef {{ readonly guide: string, readonly answers: string }} Kept */

/** @type {Kept} */
const NO_PROGRESS = { guide: '', answers: '' };

/** Pages whose choices, of what to check or to print, are no answers. */
const CHOSEN = /^practice-(check|worksheet)$/;

/** Pages of one server keep theirs apart: each may have a chapter of its own. */
const key = () => `attention-lab ${location.pathname.replace(/index\.html$/, '')}`;

export class Progress {
  #isOurs;
  /** The same object as long as nothing else is kept. @type {Kept} */
  kept = NO_PROGRESS;
  /** Pages whose task was done here. @type {Set<string>} */
  #done = new Set();

  /** @param {() => boolean} isOurs whether the element may keep anything on this page */
  constructor(isOurs) {
    this.#isOurs = isOurs;
  }

  /** Reads what is kept. A browser may refuse it: then nothing is. */
  read() {
    if (!this.#isOurs()) return NO_PROGRESS;
    try {
      const { guide, answers } = readAddress(localStorage.getItem(key()) ?? '').state;
      this.kept = { guide: readGuide(guide), answers: readAnswers(answers) };
    } catch {
      this.kept = NO_PROGRESS;
    }
    return this.kept;
  }

  /** Keeps the page where the reader is. @param {string} guide */
  keepPage(guide) {
    if (guide !== '' && guide !== OPENING) this.#keep({ ...this.read(), guide });
  }

  /**
   * Keeps what the reader has answered. A wrong answer does not replace a right one.
   * @param {string} page of the task
   * @param {GivenAnswer} given
   */
  keepAnswer(page, given) {
    const kept = this.read();
    const isDone = this.isDone(page);
    if (given.isRight) this.#done.add(page);
    if (CHOSEN.test(page) || (isDone && !given.isRight)) return;
    this.#keep({ ...kept, answers: withAnswer(kept.answers, page, given) });
  }

  /** Whether the reader has done the task of a page: here, or when the browser kept it. @param {string} page */
  isDone(page) {
    return this.#done.has(page) || parseAnswers(this.kept.answers).get(page)?.isRight === true;
  }

  /** @param {Kept} kept */
  #keep(kept) {
    const { guide, answers } = this.kept;
    if (!this.#isOurs() || (kept.guide === guide && kept.answers === answers)) return;
    this.kept = kept;
    try {
      localStorage.setItem(key(), writeAddress(kept));
    } catch {
      // All works without, until the page is closed.
    }
  }

  forget() {
    this.kept = NO_PROGRESS;
    this.#done.clear();
    try {
      if (this.#isOurs()) localStorage.removeItem(key());
    } catch {
      // Nothing is kept where this is refused.
    }
  }
}
