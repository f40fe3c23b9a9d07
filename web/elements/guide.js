/** An element's course: its script is loaded when the element first shows a page of it. */

import { loadCourse, loadedCourse } from '../loading/course.js';
import { loadedPractice, loadPractice } from '../loading/practice.js';
import { isPractice, OPENING, readGuide } from '../session/guide.js';
import { DEFAULTS } from '../session/state.js';
import { adopt } from '../views/adopt.js';
import { openingState } from '../views/opening.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('../session/store.js').Store} Store
 */

/** Whatever else is requested, the page's own settings are not. */
const ALONE = ['v', 'guide', 'answers'];

export class Guide {
  #host;
  #store;
  /** A page that was requested by its name alone, before it was known what it shows. */
  #pending = { guide: '', isOneOfMany: false };
  /** Why there is no course. @type {unknown} */
  failure;

  /**
   * @param {{ requestUpdate(): void }} host
   * @param {() => Store} store
   */
  constructor(host, store) {
    this.#host = host;
    this.#store = store;
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
    const course = loadedCourse();
    const page = course?.pageOf({ guide });
    if (course && page) return course.pageState(page, requested.answers);
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
    const isLab = guide === '' && view !== 'whole';
    if (isLab || guide === OPENING) return true;
    return loadedCourse() !== undefined && (!isPractice(guide) || loadedPractice() !== undefined);
  }

  /**
   * A run with a bug in it.
   * @param {import('../../src/js/attention.js').Operations} core
   * @param {import('../session/settings.js').Settings} settings
   */
  openBug(core, settings) {
    const practice = loadedPractice();
    return practice
      ? practice.open(core, settings)
      : loadPractice().then(({ open }) => open(core, settings));
  }

  /** What a reader has reached is kept. @param {import('../views/context.js').ViewContext} context */
  record(context) {
    if (context.state.guide === '' || context.computation.queryWords.length === 0) return;
    const answers = loadedCourse()?.newAnswers(context);
    if (answers !== undefined) this.#store().set({ answers });
  }

  /** The figures of the course bring their styles. @param {ShadowRoot} root */
  dress(root) {
    adopt(root, [...(loadedCourse()?.styles ?? []), ...(loadedPractice()?.styles ?? [])]);
  }

  /** Loads what a state shows. @param {Partial<State>} state */
  async load(state) {
    if (this.isReady(state)) return;
    try {
      const [course] = await Promise.all([
        loadCourse(),
        isPractice(state.guide ?? '') && loadPractice(),
      ]);
      this.failure = undefined;
      const { guide, isOneOfMany } = this.#pending;
      const page = course.pageOf({ guide });
      if (page) this.#complete(course.pageState(page, state.answers), isOneOfMany);
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
