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
   * Adds answers to those that are kept: they may come from a link that somebody else has sent.
   * @param {Kept} state
   */
  keep({ guide, answers }) {
    if (!this.#isOurs()) return;
    const before = this.read();
    const isPage = guide !== '' && guide !== OPENING;
    const given = [...parseAnswers(answers)].filter(([page]) => !CHOSEN.test(page));
    const all = new Map([...parseAnswers(before.answers), ...given]);
    const after = { guide: isPage ? guide : before.guide, answers: formatAnswers(all) };
    if (after.guide === before.guide && after.answers === before.answers) return;
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
