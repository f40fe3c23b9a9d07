/** An element's page of the course or the practice: these are loaded when the element first shows one. */

import { all, get, has, need } from '../features.js';
import { adopt } from '../figures/dom.js';
import { lessonSteps, shownStep } from '../lessons/steps.js';
import { DEFAULTS } from '../state/fields.js';
import { isOwnChapter, OPENING, OWN_CHAPTER, readGuide } from '../state/guide.js';
import { openingState } from '../views/opening.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Chapter } from '../pages/types.js'
 * @import { Settings, State } from '../state/fields.js'
 * @import { Store } from '../state/store.js'
 */

/**
 * @typedef {object} Host the element
 * @property {() => void} requestUpdate
 * @property {(selector: string) => Element | null} querySelector
 */

/** Whatever else is requested, the page's own settings are not. */
const ALONE = ['v', 'guide', 'answers'];

/** An author's own chapter, among the children. */
const CHAPTER = ':scope > script[type="application/json"]';

const loadPages = () => Promise.all([need('pages'), need('chapters')]);

export class Guide {
  #host;
  #store;
  /** A page that was requested by its name alone, before it was known what it shows. */
  #pending = { guide: '', isOneOfMany: false };
  /** Why there is no course. @type {unknown} */
  failure;
  /** The author's chapter as it stands in the element; null as long as not all of it is there. @type {string | null | undefined} */
  #written;
  /** @type {Chapter | undefined} */
  own;

  /** When all of the document is there. @type {Promise<void> | undefined} */
  #whole;
  #report;

  /**
   * @param {Host} host
   * @param {() => Store} store
   * @param {(error: unknown) => void} report
   */
  constructor(host, store, report) {
    this.#host = host;
    this.#store = store;
    this.#report = report;
  }

  /**
   * A page that is requested by its name alone brings its own state.
   * @param {Partial<State>} requested
   * @param {boolean} [isOneOfMany] whether further requests add to it, as attributes do
   * @returns {Partial<State>}
   */
  complete(requested, isOneOfMany = false) {
    if (!Object.hasOwn(requested, 'guide')) return requested;
    const guide = readGuide(requested.guide);
    // What an address asks for is asked for once more, with all defaults.
    if (guide !== this.#pending.guide) this.#pending = { guide: '', isOneOfMany };
    const names = Object.keys(isOneOfMany ? { ...this.#requested, ...requested } : requested);
    const isAlone = names.every((name) => ALONE.includes(name));
    if (guide === '' || !isAlone) return requested;
    if (guide === OPENING) return { ...openingState, ...requested };
    const page = this.#isLoaded(guide) && get('pages').pageOf({ guide }, this.own);
    if (page) return get('pages').pageState(page, requested.answers);
    this.#pending = { guide, isOneOfMany };
    return requested;
  }

  /** What has been requested so far, beyond defaults. */
  get #requested() {
    return Object.fromEntries(
      Object.entries(this.#store().requests).filter(
        ([name, value]) => value !== DEFAULTS[/** @type {keyof State} */ (name)],
      ),
    );
  }

  /** Whether all is there for what the state shows. @param {Partial<State>} state */
  isReady({ guide = '', view }) {
    if (guide === OPENING) return true;
    if (guide === '') return view !== 'whole' || get('picture') !== undefined;
    // Its numbers are not those of the page yet.
    return guide !== this.#pending.guide && this.#isLoaded(guide);
  }

  /** @param {string} guide */
  #isLoaded(guide) {
    const isUnread = isOwnChapter(guide) && this.#written !== undefined && !this.own;
    return get('pages') !== undefined && has('chapters') && !isUnread;
  }

  /** Looks for an author's chapter, which may come or be changed at any time: its first page is shown. */
  look() {
    const script = this.#host.querySelector(CHAPTER);
    const isWhole = document.readyState !== 'loading';
    const written = script ? (isWhole ? script.textContent : null) : undefined;
    if (written === this.#written) return;
    const store = this.#store();
    const { guide } = store.state;
    // The page that is shown of it is shown anew.
    if (this.own) this.#pending = { guide: isOwnChapter(guide) ? guide : '', isOneOfMany: false };
    this.#written = written;
    this.own = undefined;
    if (script && !Object.hasOwn(store.requests, 'guide')) store.request({ guide: OWN_CHAPTER });
    if (isWhole) {
      const read = () => this.#read();
      // Why it cannot be loaded is said where it is opened.
      if (script) loadPages().then(read, () => {});
      else this.#host.requestUpdate();
      return;
    }
    this.#whole = new Promise((resolve) =>
      document.addEventListener('DOMContentLoaded', resolve, { once: true }),
    ).then(() => this.look());
  }

  /** Reads the chapter once it is there. */
  #read() {
    const read = get('own chapter');
    if (!read || this.own || typeof this.#written !== 'string') return;
    const chapter = /** @type {Chapter} */ (read(this.#written));
    this.own = chapter;
    if (chapter.error) this.#report(chapter.error);
    this.#open();
    this.#host.requestUpdate();
  }

  /** The page that was requested before it was known. */
  #open() {
    const { guide, isOneOfMany } = this.#pending;
    if (!this.#isLoaded(guide)) return;
    this.#pending = { guide: '', isOneOfMany };
    const page = get('pages').pageOf({ guide }, this.own);
    const { answers } = this.#store().state;
    if (page) this.#complete(get('pages').pageState(page, answers), isOneOfMany);
  }

  /**
   * A run with a bug in it.
   * @param {Operations} core
   * @param {Settings} settings
   */
  openBug(core, settings) {
    const bug = get('bug');
    return bug ? bug.open(core, settings) : need('bug').then(({ open }) => open(core, settings));
  }

  /**
   * @param {string} name of an attribute
   * @param {string} value
   * @returns {string[] | undefined} the values that there are, where this is none; known once they are loaded
   */
  namesBeside(name, value) {
    return name === 'bug'
      ? get('bug')?.namesBeside(value)
      : get('pages')?.namesBeside(value, this.own);
  }

  /** What a reader has reached is kept. @param {ViewContext} context */
  record(context) {
    if (context.state.guide === '' || context.computation.queryWords.length === 0) return;
    const answers = get('pages')?.newAnswers(context);
    if (answers !== undefined) this.#store().set({ answers }, true);
  }

  /** Chapters bring their styles. @param {ShadowRoot} root */
  dress(root) {
    adopt(
      root,
      all('chapters').flatMap(({ styles }) => styles),
    );
  }

  /** Loads what a state shows. @param {Partial<State>} state */
  async load(state) {
    if (this.isReady(state)) return;
    try {
      const { guide = '', view } = state;
      await Promise.all([
        guide === '' && view === 'whole' ? need('picture') : loadPages(),
        isOwnChapter(guide) && this.#whole,
      ]);
      this.failure = undefined;
      this.#read();
      this.#open();
    } catch (error) {
      this.failure = error;
    }
    this.#host.requestUpdate();
  }

  /**
   * @param {State} state of the page
   * @param {boolean} isOneOfMany
   */
  #complete(state, isOneOfMany) {
    const store = this.#store();
    if (!isOneOfMany) return store.set(state);
    store.request({ ...state, ...this.#requested, guide: state.guide });
  }
}

// The page before and the page after: of the course, or of the steps.

/**
 * The change that leads to the next or previous page.
 * @param {State} state
 * @param {1 | -1} by
 * @param {string[]} [wanted] steps that an author wants
 * @param {Chapter} [own] of the element
 * @returns {Partial<State> | undefined} undefined at the ends
 */
export function turned(state, by, wanted, own) {
  if (state.guide === OPENING) return by > 0 ? { guide: 'why' } : undefined;
  if (state.guide !== '') return get('pages')?.turnedPage(state, by, own);
  const steps = lessonSteps(state, wanted);
  const target = steps[steps.indexOf(shownStep(steps, state)) + by];
  return target && { step: target.id, view: 'step' };
}
