/** Loads the page that a state shows, with the parts of the course on first use. */

import { findNearest } from '../../src/js/nearest.js';
import { getSlot, hasSlot, needSlot } from '../features.js';
import { namesOnlyPage } from '../state/address.js';
import { DEFAULTS } from '../state/fields.js';
import { AUTHOR_CHAPTER, isAuthorChapter, OPENING, readGuide } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import * as text from '../text/en/messages.js';
import { streetSentence } from '../text/en/street.js';
import { readMessage } from '../text/error.js';
import { Signal } from './async.js';
import { LoadState } from './load-state.js';

/** @import { Store } from '../state/store.js' */
/** @import { Onto, State } from '../state/types.js' */
/** @import { Slots } from '../types.js' */
/** @import { SessionHost } from './types.js' */

// The state of the first screen.

/** @returns {State} */
export const makeOpeningState = () =>
  normaliseState({
    ...DEFAULTS,
    guide: OPENING,
    source: 'describer',
    seed: 0,
    sentence: `${streetSentence} tired`,
    query: streetSentence.split(' ').length,
    step: 'weights',
  });

// The first screen and some pages show the trained describer.

const loadPages = () =>
  Promise.all([needSlot('pages'), needSlot('chapters'), needSlot('trainedDescriber')]);

const hasPages = () => getSlot('pages') !== undefined && hasSlot('chapters');

/** Returns what a state shows beside the steps: its name in messages, and how it is loaded. @param {Partial<State>} state */
function findParts({ guide = '' }) {
  if (guide === '') return { name: text.theWholePicture, load: () => needSlot('picture') };
  if (guide !== OPENING) return { name: text.theCourse, load: loadPages };
  const load = () => Promise.all([needSlot('opening'), needSlot('trainedDescriber')]);
  return { name: text.theFirstScreen, load };
}

/** @param {string} name the name in messages @param {() => Promise<unknown>} load */
async function loadNamed(name, load) {
  try {
    await load();
  } catch (error) {
    throw new Error(text.didNotLoad(name, readMessage(error)), { cause: error });
  }
}

export class PageLoader {
  #host;
  #store;
  /** The page that was requested by name before its settings were known. */
  #pending = { guide: '', onto: /** @type {Onto} */ ('state') };
  /** The state to show if the requested page is unknown. @type {Partial<State> | undefined} */
  #shown;
  /** The state of the page before the requested one, which is not what an author has set. @type {Partial<State>} */
  #earlier = {};
  /** The text of an author's chapter, or null until it is complete. @type {string | null | undefined} */
  #chapterText;
  /** The error of its file. @type {Error | undefined} */
  #chapterFailure;
  /** Sent when the wait for a chapter may be over. */
  #changed = new Signal();
  /** The author's chapter, once its text is parsed. @type {ReturnType<Slots['authorChapter']> | undefined} */
  authorChapter;
  /** The newest load of what a state shows. @type {LoadState<void>} */
  #content;
  /** The player of the first screen. @type {LoadState<Slots['story']>} */
  story;
  /** The views of all heads and layers of own weights. @type {LoadState<unknown>} */
  #maps;

  /** @param {SessionHost} host @param {Store} store */
  constructor(host, store) {
    this.#host = host;
    this.#store = store;
    this.#content = new LoadState(host);
    this.story = new LoadState(host);
    this.#maps = new LoadState(host);
  }

  /**
   * Adds the page's own settings to a change that only names the page. Remembers the page until it
   * is loaded. If something is on screen, an unknown page is ignored; an address without its page
   * opens the lab.
   * @param {Partial<State>} requested
   * @param {Onto} onto
   * @returns {Partial<State>}
   */
  takeRequest(requested, onto) {
    if (!Object.hasOwn(requested, 'guide')) return requested;
    const guide = readGuide(requested.guide);
    const isShown = this.#host.hasUpdated !== false;
    const { guide: requestedGuide, ...others } = requested;
    if (isShown && this.isUnknown(guide)) return others;
    this.#changed.send();
    if (!isShown) this.#shown = undefined;
    else if (onto === 'defaults') this.#shown = others;
    else if (this.#pending.guide === '') this.#shown = this.#store.state;
    const { guide: before } = this.#store.requests;
    this.#earlier = this.makePageState(readGuide(before)) ?? {};
    // A misspelt name may be that of a page in a chapter that is still to come.
    const mayFollow = !isShown && this.findSimilarNames(guide) !== undefined;
    const completed = mayFollow ? undefined : this.#withPageSettings(requested, guide, onto);
    this.#pending = { guide: completed ? '' : guide, onto };
    return completed ?? requested;
  }

  /**
   * @param {Partial<State>} requested
   * @param {string} guide the requested page
   * @param {Onto} onto
   * @returns {Partial<State> | undefined} undefined until the page is loaded
   */
  #withPageSettings(requested, guide, onto) {
    const all =
      onto === 'requests' ? { ...this.#selectChangedRequests(), ...requested } : requested;
    if (guide === '' || !namesOnlyPage(all)) return requested;
    const state = this.makePageState(guide, requested.answers);
    return guide === OPENING ? { ...state, ...requested } : state;
  }

  /** Returns the state in which a page opens, if it is loaded. @param {string} guide @param {string} [answers] */
  makePageState(guide, answers) {
    if (guide === OPENING) return makeOpeningState();
    const page = this.#findPage(guide);
    return page && getSlot('pages')?.makePageState(page, answers);
  }

  /** Whether the texts of a page name words and numbers of its own settings. @param {string} guide */
  hasOwnNumbers(guide) {
    return this.#findPage(guide)?.keepsState !== true;
  }

  /** @param {string} guide */
  #findPage(guide) {
    return this.#hasPage(guide)
      ? getSlot('pages')?.findPage({ guide }, this.authorChapter)
      : undefined;
  }

  /** Returns the requests that differ from the defaults and from the earlier page. */
  #selectChangedRequests() {
    return Object.fromEntries(
      Object.entries(this.#store.requests).filter(([key, value]) => {
        const name = /** @type {keyof State} */ (key);
        return value !== DEFAULTS[name] && value !== this.#earlier[name];
      }),
    );
  }

  /** Whether everything that the state shows is loaded. @param {Partial<State>} state */
  isReady({ guide = '', view }) {
    if (guide === OPENING) return getSlot('opening') !== undefined;
    if (guide === '') return view !== 'whole' || getSlot('picture') !== undefined;
    // Without a chapter, a page of the practice says so.
    if (isAuthorChapter(guide) && this.#chapterText === undefined) return hasPages();
    // The numbers do not belong to the page yet.
    return guide !== this.#pending.guide && this.#hasPage(guide);
  }

  /** Whether the chapter of this page is loaded. An author's chapter may still follow. @param {string} guide */
  #hasPage(guide) {
    return hasPages() && (this.authorChapter !== undefined || !this.#isOfChapter(guide));
  }

  /** Whether the author's chapter has this page, or shows its first page instead. @param {string} guide */
  #isOfChapter(guide) {
    if (isAuthorChapter(guide)) return true;
    const hasChapter = this.#chapterText !== undefined && guide !== '';
    return hasChapter && getSlot('pages')?.findSimilarNames(guide) !== undefined;
  }

  /**
   * Sets an author's chapter, which may arrive or change at any time, and shows its first page.
   * @param {string | null | undefined} text null until it is complete; undefined without a chapter
   */
  setChapter(text) {
    this.#chapterFailure = undefined;
    if (text === this.#chapterText) return;
    this.#changed.send();
    const store = this.#store;
    const { guide } = store.state;
    // Show the current page of the chapter again.
    if (this.authorChapter) {
      this.#pending = { guide: isAuthorChapter(guide) ? guide : '', onto: 'state' };
    }
    this.#chapterText = text;
    this.authorChapter = undefined;
    if (text === undefined) return this.#host.requestUpdate();
    if (!Object.hasOwn(store.requests, 'guide'))
      store.dispatch({ guide: AUTHOR_CHAPTER }, { by: 'program', onto: 'requests' });
    // Ignore the error here: opening the page reports it.
    if (text !== null) loadPages().then(this.#readChapter, () => {});
  }

  /** Reports that the file of the first chapter did not load. @param {Error} error */
  refuseChapter(error) {
    this.#chapterFailure = error;
    this.#changed.send();
  }

  /** Resolves when the chapter is complete or refused, or when the store shows another page. */
  async #chapterSettled() {
    const isAwaited = () => this.#chapterText === null && !this.#chapterFailure;
    while (isAwaited() && this.#isOfChapter(this.#store.state.guide)) await this.#changed.next();
  }

  #readChapter = () => {
    const read = getSlot('authorChapter');
    if (!read || this.authorChapter || typeof this.#chapterText !== 'string') return;
    const chapter = read(this.#chapterText);
    this.authorChapter = chapter;
    if (chapter.error) this.#host.report?.(chapter.error);
    this.#showPending();
    this.#host.requestUpdate();
  };

  /** Shows the page that was requested before it was loaded. */
  #showPending() {
    const store = this.#store;
    const { guide, onto } = this.#pending;
    if (guide === '' && this.#shown && this.isUnknown(store.state.guide))
      return store.dispatch({ guide: '' }, { by: 'program', isDerived: true });
    // The page of a chapter that is missing has no name but this.
    if (this.#chapterFailure && this.#isOfChapter(guide) && !isAuthorChapter(guide))
      return store.dispatch({ guide: AUTHOR_CHAPTER }, { by: 'program', isDerived: true });
    if (!this.#hasPage(guide)) return;
    this.#pending = { guide: '', onto };
    const isUnknown = this.isUnknown(guide);
    if (this.#shown && isUnknown)
      return store.dispatch(this.#shown, { by: 'program', onto, isDerived: true });
    // An element with a chapter of its author shows that one, not the course.
    const page = this.authorChapter && isUnknown ? AUTHOR_CHAPTER : guide;
    const state = this.makePageState(page, store.state.answers);
    if (!state) return;
    const change =
      onto === 'requests'
        ? { ...state, ...this.#selectChangedRequests(), guide: state.guide }
        : state;
    store.dispatch(change, { by: 'program', onto, isDerived: true });
  }

  /**
   * Loads what a state shows.
   * @param {Partial<State>} state
   * @returns {Promise<boolean>} whether no newer load has replaced this one
   */
  async load(state) {
    // The first screen appears without its player, which is added when it has loaded.
    if (state.guide === OPENING && !hasSlot('story')) this.story.run(() => needSlot('story'));
    // Own weights appear without these views, which are added when they have loaded.
    if (state.source === 'own-weights' && !hasSlot('maps'))
      this.#maps.run(() => loadNamed(text.theMapViews, () => needSlot('maps')));
    if (this.isReady(state)) {
      this.#content.forget();
      return true;
    }
    return this.#content.run(async () => {
      const { name, load } = findParts(state);
      await loadNamed(name, async () => {
        await load();
        await this.#chapterSettled();
        this.#readChapter();
        this.#showPending();
      });
    });
  }

  /** Resolves when the newest load has ended, whether it has failed or not. */
  async opened() {
    await this.#content.loading?.catch(() => {});
  }

  /** Why the state is not shown, or why the last requested page did not load. */
  get failure() {
    const isOfChapter = this.#isOfChapter(this.#store.state.guide);
    return (isOfChapter && this.#chapterFailure) || this.#content.failure;
  }

  /** Why own weights are shown without their map views. */
  get mapsFailure() {
    return this.#store.state.source === 'own-weights' ? this.#maps.failure : undefined;
  }

  /** Forgets that an earlier load failed. */
  forgetFailure() {
    if (this.#content.failure) this.#content.forget();
  }

  /** Whether a name is neither that of a page nor similar to one. @param {string} guide */
  isUnknown(guide) {
    const names = this.findSimilarNames(guide);
    return names !== undefined && findNearest(guide, names) === undefined;
  }

  /** Undefined until the chapter is loaded. @param {string} guide @returns {string[] | undefined} */
  findSimilarNames(guide) {
    if (!this.#hasPage(readGuide(guide))) return undefined;
    return getSlot('pages')?.findSimilarNames(guide, this.authorChapter);
  }
}
