/** The page of the course or the practice that a state shows: its parts are loaded when one is first shown. */

import { getSlot, hasSlot, needSlot } from '../features.js';
import { DEFAULTS, listFieldsWith } from '../state/fields.js';
import { isOwnChapter, OPENING, OWN_CHAPTER, readGuide } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import * as text from '../text/en/messages.js';

/**
 * @import { Store } from '../state/store.js'
 * @import { State } from '../state/types.js'
 * @import { Slots } from '../types.js'
 */

/**
 * @typedef {object} PageHost whoever shows the page
 * @property {() => void} requestUpdate
 * @property {(error: unknown) => void} onError
 */

// The first screen.

export const OPENING_START =
  'the animal did not carry the box across the street because it was too';

/** @returns {State} */
export const makeOpeningState = () =>
  normaliseState({
    ...DEFAULTS,
    guide: OPENING,
    source: 'describer',
    seed: 0,
    sentence: `${OPENING_START} tired`,
    query: OPENING_START.split(' ').length,
    step: 'weights',
  });

/** A change of these alone opens a page with the page's own settings. */
const NAMING = new Set(['v', ...listFieldsWith('namesPage')]);

const loadPages = () => Promise.all([needSlot('pages'), needSlot('chapters')]);

export class PageLoader {
  #host;
  #store;
  /** A page that was requested by its name alone, before it was known what it shows. */
  #pending = { guide: '', isPartial: false };
  /** The text of an author's chapter; null as long as not all of it is there. @type {string | null | undefined} */
  #chapterText;
  /** When all of it is there. @type {Promise<void> | undefined} */
  #chapterReady;
  /** Why its file does not come. @type {Error | undefined} */
  #chapterFailure;
  /** The author's chapter, once it is read. @type {ReturnType<Slots['ownChapter']> | undefined} */
  ownChapter;
  /** Why what was wanted last did not load. @type {Error | undefined} */
  failure;

  /** @param {PageHost} host @param {() => Store} store */
  constructor(host, store) {
    this.#host = host;
    this.#store = store;
  }

  /**
   * Adds the page's own settings to a change that only names the page. Notes the page until it is loaded.
   * @param {Partial<State>} requested
   * @param {boolean} isPartial whether further changes complete it, as attributes do
   * @returns {Partial<State>}
   */
  takeRequest(requested, isPartial) {
    if (!Object.hasOwn(requested, 'guide')) return requested;
    const guide = readGuide(requested.guide);
    const completed = this.#withPageSettings(requested, guide, isPartial);
    if (!completed) this.#pending = { guide, isPartial };
    // An address is requested once more, with all defaults.
    else if (guide !== this.#pending.guide) this.#pending = { guide: '', isPartial };
    return completed ?? requested;
  }

  /**
   * @param {Partial<State>} requested
   * @param {string} guide of the request
   * @param {boolean} isPartial
   * @returns {Partial<State> | undefined} undefined as long as the page is not loaded
   */
  #withPageSettings(requested, guide, isPartial) {
    const names = Object.keys(isPartial ? { ...this.#requested(), ...requested } : requested);
    if (guide === '' || !names.every((name) => NAMING.has(name))) return requested;
    if (guide === OPENING) return { ...makeOpeningState(), ...requested };
    return this.#stateOfPage(guide, requested.answers);
  }

  /** The state in which a page opens, once it is loaded. @param {string} guide @param {string} [answers] */
  #stateOfPage(guide, answers) {
    const pages = this.#isLoaded(guide) ? getSlot('pages') : undefined;
    const page = pages?.findPage({ guide }, this.ownChapter);
    return page && pages?.makePageState(page, answers);
  }

  /** The requests so far that differ from the defaults. */
  #requested() {
    return Object.fromEntries(
      Object.entries(this.#store().requests).filter(
        ([name, value]) => value !== DEFAULTS[/** @type {keyof State} */ (name)],
      ),
    );
  }

  /** Whether all is there for what the state shows. @param {Partial<State>} state */
  isReady({ guide = '', view }) {
    if (guide === OPENING) return true;
    if (guide === '') return view !== 'whole' || getSlot('picture') !== undefined;
    // Its numbers are not those of the page yet.
    return guide !== this.#pending.guide && this.#isLoaded(guide);
  }

  /** @param {string} guide */
  #isLoaded(guide) {
    const isMissing = isOwnChapter(guide) && this.#chapterText !== undefined && !this.ownChapter;
    return getSlot('pages') !== undefined && hasSlot('chapters') && !isMissing;
  }

  /**
   * Takes an author's chapter, which may come or be changed at any time: its first page is shown.
   * @param {string | null | undefined} text null as long as not all of it is there; undefined without a chapter
   * @param {Promise<void>} [ready] when all of it is there
   */
  setChapter(text, ready) {
    this.#chapterReady = ready;
    if (text === this.#chapterText) return;
    const store = this.#store();
    const { guide } = store.state;
    // The page that is shown of it is shown anew.
    if (this.ownChapter) {
      this.#pending = { guide: isOwnChapter(guide) ? guide : '', isPartial: false };
    }
    this.#chapterText = text;
    this.#chapterFailure = undefined;
    this.ownChapter = undefined;
    if (text === undefined) return this.#host.requestUpdate();
    if (!Object.hasOwn(store.requests, 'guide'))
      store.dispatch({ guide: OWN_CHAPTER }, { by: 'program', isPartial: true });
    // Ignore the error here: opening the page reports it.
    if (text !== null) loadPages().then(this.#readChapter, () => {});
  }

  /** The file of the first chapter does not come. @param {Error} error */
  refuseChapter(error) {
    this.#chapterFailure = error;
    this.failure = error;
  }

  #readChapter = () => {
    const read = getSlot('ownChapter');
    if (!read || this.ownChapter || typeof this.#chapterText !== 'string') return;
    const chapter = read(this.#chapterText);
    this.ownChapter = chapter;
    if (chapter.error) this.#host.onError(chapter.error);
    this.#showPending();
    this.#host.requestUpdate();
  };

  /** Shows the page that was requested before it was known. */
  #showPending() {
    const { guide, isPartial } = this.#pending;
    if (!this.#isLoaded(guide)) return;
    this.#pending = { guide: '', isPartial };
    const store = this.#store();
    const state = this.#stateOfPage(guide, store.state.answers);
    if (!state) return;
    const change = isPartial ? { ...state, ...this.#requested(), guide: state.guide } : state;
    store.dispatch(change, { by: 'program', isPartial });
  }

  /** Loads what a state shows. @param {Partial<State>} state */
  async load(state) {
    // The first screen waits for nothing: its player comes when it has loaded.
    if (state.guide === OPENING && !hasSlot('story'))
      needSlot('story').then(
        () => this.#host.requestUpdate(),
        () => {},
      );
    if (this.isReady(state)) return;
    try {
      const { guide = '', view } = state;
      await (guide === '' && view === 'whole' ? needSlot('picture') : loadPages());
      if (isOwnChapter(guide)) await this.#chapterReady;
      this.failure = isOwnChapter(guide) ? this.#chapterFailure : undefined;
      this.#readChapter();
      this.#showPending();
    } catch (error) {
      const what = state.guide ? text.theCourse : text.theWholePicture;
      const reason = error instanceof Error ? error.message : String(error);
      this.failure = new Error(text.didNotLoad(what, reason), { cause: error });
    }
    this.#host.requestUpdate();
  }

  /**
   * @param {string} guide
   * @returns {string[] | undefined} the names that there are, where this is none; known once they are loaded
   */
  namesNear(guide) {
    return getSlot('pages')?.findSimilarNames(guide, this.ownChapter);
  }
}
