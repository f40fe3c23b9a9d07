/**
 * The data that an element stores in the browser for its reader: answers, the last page, and
 * whether Expert is open.
 */

import { readAddress, writeAddress } from '../state/address.js';
import { SETTINGS } from '../state/fields.js';
import {
  findEntrance,
  mergeAnswers,
  OPENING,
  parseAnswers,
  readAnswers,
  readGuide,
  withAnswer,
} from '../state/guide.js';
import { headsChanged, seedChanged, widthChanged } from '../text/en/controls.js';
import { listChangedExpertNames } from '../views/expert-settings.js';

/**
 * @import { Actor, GivenAnswer, Settings, State } from '../state/types.js'
 * @import { SettingsNotice } from '../views/expert-settings.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** A text in the browser's storage. If the browser refuses to store it, everything works until the page is closed. */
class StoredText {
  #key;
  #isOurs;

  /** @param {() => string} key @param {() => boolean} isOurs whether the element may store data on this page */
  constructor(key, isOurs) {
    this.#key = key;
    this.#isOurs = isOurs;
  }

  /** @returns {string | null | undefined} undefined if nothing can be stored */
  read() {
    try {
      return this.#isOurs() ? localStorage.getItem(this.#key()) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {string | null} text the text, or null to remove it */
  write(text) {
    try {
      if (!this.#isOurs()) return;
      if (text === null) localStorage.removeItem(this.#key());
      else localStorage.setItem(this.#key(), text);
    } catch {}
  }
}

/** @typedef {{ readonly guide: string, readonly answers: string }} Kept */

/** @type {Kept} */
const NO_PROGRESS = { guide: '', answers: '' };

/** Whether a page only lets the reader choose what to check or print, which is no answer. @param {string} page */
const hasNoAnswers = (page) => page === findEntrance('check') || page === findEntrance('worksheet');

/** The key contains the path, because several pages of one server may have different chapters. */
const makeAnswersKey = () => `attention-lab ${location.pathname.replace(/index\.html$/, '')}`;

export class Progress {
  #isOurs;
  #stored;
  /** The stored progress. It stays the same object until something changes. @type {Kept} */
  kept = NO_PROGRESS;
  /** Pages whose task was solved in this element. @type {Set<string>} */
  #done = new Set();
  /** The answers that were given in this element, as `page_value`. @type {Set<string>} */
  #given = new Set();

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

  /** Stores the page where the reader is. @param {string} guide */
  keepPage(guide) {
    if (guide !== '' && guide !== OPENING) this.#keep({ ...this.read(), guide });
  }

  /**
   * Stores an answer of the reader. A wrong answer does not replace a right one.
   * @param {string} page the page of the task
   * @param {GivenAnswer} given
   */
  keepAnswer(page, given) {
    const kept = this.read();
    const isDone = this.isDone(page);
    if (given.isRight) this.#done.add(page);
    this.#given.add(`${page}_${given.value}`);
    if (hasNoAnswers(page) || (isDone && !given.isRight)) return;
    this.#keep({ ...kept, answers: withAnswer(kept.answers, page, given) });
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

/** The state of an element's settings: whether Expert is open, and what the last change has also changed. */
export class KeptSettings {
  #host;
  #stored;
  isExpertOpen = false;
  /** @type {SettingsNotice | undefined} */
  notice;

  /**
   * @param {AttentionLab} host
   * @param {() => boolean} isOurs whether the element may store data on this page
   */
  constructor(host, isOurs) {
    this.#host = host;
    this.#stored = new StoredText(() => 'attention-lab expert', isOurs);
  }

  /** Reads the stored state, and opens Expert if a link sets something in it. @param {State} state */
  open(state) {
    this.isExpertOpen ||=
      listChangedExpertNames(state).length > 0 || typeof this.#stored.read() === 'string';
  }

  /** Called when the reader opens or closes Expert. @param {boolean} isOpen */
  setExpertOpen = (isOpen) => {
    if (isOpen === this.isExpertOpen) return;
    this.isExpertOpen = isOpen;
    this.#host.requestUpdate();
    this.#stored.write(isOpen ? 'open' : null);
  };

  /**
   * Writes a notice if a change of one setting changes all numbers.
   * @param {readonly (keyof State)[]} changed
   * @param {State} before
   * @param {State} state
   * @param {Actor} by
   */
  noteChange(changed, before, state, by) {
    this.notice = by === 'reader' ? writeNotice(changed, before, state) : undefined;
    if (this.notice) this.#host.say(this.notice.text);
  }
}

/**
 * @param {readonly (keyof State)[]} changed
 * @param {State} before
 * @param {State} state
 * @returns {SettingsNotice | undefined}
 */
function writeNotice(changed, before, state) {
  const names = changed.filter((name) => SETTINGS.includes(/** @type {keyof Settings} */ (name)));
  // A preset changes more settings.
  switch (names.join()) {
    case 'heads,dModel':
    case 'dModel':
      return {
        at: names[0] === 'heads' ? 'heads' : 'dModel',
        text: widthChanged(before.dModel, state.dModel),
      };
    case 'heads':
      return { at: 'heads', text: headsChanged(state.dModel / state.heads) };
    case 'seed':
      return { at: 'seed', text: seedChanged(state.seed) };
    default:
      return undefined;
  }
}
