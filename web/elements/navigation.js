/** Navigation in the lab: between pages and steps, and to a pressed number. */

import { getSlot } from '../features.js';
import { scrollAround } from '../figures/scroller.js';
import { readCell } from '../graph/trace.js';
import { findStep, getShownStep } from '../lessons/steps.js';
import { listChangedSettings } from '../state/fields.js';
import { findEntrance, OPENING } from '../state/guide.js';
import { changeToStep } from '../views/figure.js';
import { readPlace } from '../views/places.js';
import { selectQueryOfOperands } from '../views/trace-panel.js';
import { revealMarked, revealPage, revealTraced } from './reveal.js';

/**
 * @import { LabSession } from '../session/lab-session.js'
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorParts } from './author-parts.js'
 * @import { Help } from './help.js'
 */

/** Whether two states of the lab show the same step of the same numbers. @param {State} a @param {State} b */
const hasSameStep = (a, b) =>
  a.step === b.step && a.view === b.view && listChangedSettings(a, b).length === 0;

export class Navigation {
  #host;
  #parts;
  /** Whether the last press was on a number. */
  #isCellPressed = false;
  /** The distance of the lab from the top of the window when the reader left it for a page. */
  #leftTop = 0;
  /** The steps as the reader left them for the whole picture. @type {{ state: State, top: number } | undefined} */
  #leftSteps;

  /**
   * @param {AttentionLab} host
   * @param {LabSession} session
   * @param {AuthorParts} parts
   * @param {Help} help
   */
  constructor(host, session, parts, help) {
    this.#host = host;
    this.session = session;
    this.#parts = parts;
    this.help = help;
  }

  /** Opens the next or previous step or page, as a program wants. @param {1 | -1} by */
  turn(by) {
    const change = this.changeToNeighbour(by) ?? {};
    this.session.dispatch(change, { by: 'program', isDerived: true });
  }

  /** Opens the next or previous step or page. @param {1 | -1} by */
  goToNeighbour(by) {
    const change = this.changeToNeighbour(by);
    if (change && this.#leadsTo(change)) this.navigateTo(change);
  }

  /** Whether the open page leads the reader to a state. @param {Partial<State>} to */
  #leadsTo(to) {
    const { state, pages, authored } = this.session;
    if (this.#parts.makePartTest()('course') || ['', OPENING].includes(state.guide)) return true;
    return getSlot('pages')?.leadsWithin(state, to, pages.authorChapter, authored.guide);
  }

  /**
   * Returns the change that leads to the next or previous page of the course, or step of the lesson.
   * @param {1 | -1} by
   * @returns {Partial<State> | undefined} undefined at the ends
   */
  changeToNeighbour(by) {
    const { state, pages } = this.session;
    if (state.guide === OPENING) return by > 0 ? { guide: findEntrance('course') } : undefined;
    if (state.guide !== '')
      return getSlot('pages')?.findNeighbourState(state, by, pages.authorChapter);
    const steps = this.#parts.listSteps();
    const target = steps[steps.indexOf(getShownStep(steps, state)) + by];
    return target && changeToStep(target.id);
  }

  /** Returns the position of the reader. A learning model changes the rest of the state. */
  #readPosition() {
    const { guide, view, step, source, heads } = this.session.state;
    return [guide, view, step, source, heads].join();
  }

  /**
   * Shows another page, and scrolls to its top, unless all of it is visible.
   * @param {Partial<State>} change
   * @param {object} [target]
   * @param {number} [target.top] the distance from the top of the window at which a number was pressed
   * @param {string} [target.marked] the tensor whose marked numbers to scroll to
   */
  async navigateTo(change, { top, marked } = {}) {
    const session = this.session;
    // Navigate at once if the page is loaded, because the next key press may already be pending.
    if (!session.pages.isReady(change)) {
      const from = this.#readPosition();
      const isWanted = await session.pages.load(change);
      // The reader may have navigated elsewhere meanwhile.
      if (!isWanted || this.#readPosition() !== from) return;
      // The current content stays, with the message above it.
      if (session.pages.failure) return this.#revealFailure();
    }
    const { guide } = session.state;
    const isBack = await this.keepPlace(() => session.dispatch(change, { by: 'page' }));
    const host = this.#host;
    if (top === undefined && !isBack) revealPage(host, guide !== '' && session.state.guide === '');
    if (change.cell && !isBack) revealTraced(host, change.cell, top);
    else if (marked) revealMarked(host, marked);
  }

  /**
   * Shows another state. Scrolls to where the reader left the lab for a page, if the reader is back
   * there. By Back, also scrolls to where the reader left the steps for the whole picture.
   * @param {() => void} show
   * @param {boolean} [isHistory] whether the reader goes back or forward in the browser
   */
  async keepPlace(show, isHistory = false) {
    const { state: before, leftLab } = this.session;
    const measureTop = () => this.#host.getBoundingClientRect().top;
    const top = measureTop();
    if (before.guide === '') this.#leftTop = top;
    show();
    await this.#host.updateComplete;
    const { state } = this.session;
    if (before.view === 'step' && state.view === 'whole') this.#leftSteps = { state: before, top };
    const ofLab = leftLab && { state: leftLab, top: this.#leftTop };
    const ofSteps = isHistory && before.view !== state.view ? this.#leftSteps : undefined;
    const left = before.guide === '' ? ofSteps : ofLab;
    if (!left || state.guide !== '' || !hasSameStep(left.state, state)) return false;
    scrollAround(this.#host, measureTop() - left.top);
    return true;
  }

  async #revealFailure() {
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Traces a number, however it was pressed. A number of the overview is traced in the step that
   * makes it, which also shows its operands. If these are shown for one query at a time, selects
   * their query.
   * @param {string} cell
   * @param {boolean} isInOverview
   */
  async pressCell(cell, isInOverview) {
    if (this.#parts.isLocked()) return;
    const { state } = this.session;
    const { computation } = this.session.evaluate();
    const place = readCell(cell, computation.run);
    const change = { cell, ...(place && selectQueryOfOperands({ computation, state }, place)) };
    const step = findStep(state, place?.id ?? '');
    if (isInOverview && this.#parts.hasStep(step)) {
      const pressed = this.#host.renderRoot.querySelector(`.first [data-place="${cell}"]`);
      return this.navigateTo({ ...change, step }, { top: pressed?.getBoundingClientRect().top });
    }
    this.session.dispatch(change, { by: 'reader' });
    await this.#host.updateComplete;
    revealTraced(this.#host, cell);
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    // The second click of a double click may hit something else if the page has scrolled.
    if (event.detail > 1) return;
    const pressed = readPlace(event);
    this.#isCellPressed = pressed !== undefined;
    if (pressed) this.pressCell(pressed.place, pressed.isInOverview);
  };

  onDoubleClick = () => {
    if (this.#isCellPressed) this.edit();
  };

  /** Focuses the field of the traced number, after it is drawn. */
  async edit() {
    await this.#host.updateComplete;
    this.focusField();
  }

  /** Focuses the field of the traced number, so that the key being pressed writes there. @returns {boolean} whether there is one */
  focusField() {
    const field = /** @type {HTMLInputElement | null} */ (
      this.#host.renderRoot.querySelector('.edit')
    );
    field?.focus();
    field?.select();
    return field !== null;
  }
}
