/** Shows the state of the page's address, and writes changes to the address. */

import { whenRemoved } from '../session/async.js';
import { OPENING, readGuide } from '../state/guide.js';
import { findMisspelt, listUnparsableValues } from '../state/problems.js';
import { noPageNamed, noPartRead, noStepNamed } from '../text/en/messages.js';
import { takenAddress } from '../text/en/warnings.js';
import { Permalink } from './permalink.js';
import { revealElement } from './reveal.js';

/**
 * @import { Actor, State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { LabController } from './lab-controller.js'
 */

/** Fields that tell where the reader is. @type {(keyof State)[]} */
const NAVIGATION = ['guide', 'step', 'view'];

/** @type {{ guide: string, step: string, unparsable: string[] }} */
const NOTHING_LINKED = { guide: '', step: '', unparsable: [] };

export class LabAddress {
  #host;
  #lab;
  /** The requests at the first rendering, for an address without a state. @type {Record<string, unknown>} */
  #firstRequests = {};
  /** The page, the step and the unparsable parts of the address, until the reader goes elsewhere. */
  #linked = NOTHING_LINKED;
  #permalink = new Permalink(
    (...address) => this.#show(...address),
    () => console.warn(`<attention-lab> permalink${takenAddress}`, this.#host),
  );

  /** @param {AttentionLab} host @param {LabController} lab */
  constructor(host, lab) {
    this.#host = host;
    this.#lab = lab;
    host.addController(this);
  }

  /** Whether the title leads to the first screen: not in an author's lab. */
  get hasOpening() {
    return this.#host.isWholePage || readGuide(this.#firstRequests.guide) === OPENING;
  }

  /** Whether the address of the page follows the element. */
  get isLinked() {
    return this.#host.permalink && this.#permalink.isFirst;
  }

  /** Says which page, step or number the address names, if it does not exist or cannot be read. */
  get notice() {
    const { guide, step, unparsable } = this.#linked;
    const page = readGuide(guide);
    if (guide !== '' && (page === '' || this.#lab.session.pages.isUnknown(page)))
      return noPageNamed(guide);
    if (findMisspelt('step', step).length > 0) return noStepNamed(step);
    return unparsable.length > 0 ? noPartRead(unparsable) : undefined;
  }

  hostConnected() {
    if (this.#host.permalink) this.#permalink.claim();
    // The element was removed and connected again.
    if (this.#host.hasUpdated) this.follow();
  }

  hostDisconnected() {
    this.#permalink.stop(true);
    whenRemoved(this.#host, () => this.#permalink.release());
  }

  /** Keeps what the author has set before the first rendering. */
  keepFirstRequests() {
    this.#firstRequests = this.#lab.session.requests;
  }

  /** Starts or stops to follow the address. */
  follow() {
    const { answers, keptSettings, session } = this.#lab;
    if (this.#host.permalink && this.#host.isConnected) {
      answers.progress.read();
      keptSettings.open(session.state);
      this.#permalink.start();
      // The first screen offers to continue.
      this.#host.requestUpdate();
    } else this.#permalink.stop();
  }

  /** @param {(keyof State)[]} changed @param {Actor} by */
  noteChange(changed, by) {
    const isNavigation = NAVIGATION.some((name) => changed.includes(name));
    if (by !== 'program' && isNavigation) this.#linked = NOTHING_LINKED;
    // The address of a wrong link stays until the reader goes elsewhere.
    if (this.#host.permalink && (by !== 'program' || this.notice === undefined))
      this.#permalink.write(this.#lab.session.state, changed, by);
  }

  /**
   * Shows the state of an address, or what the author has set if there is none.
   * @param {Partial<State> | undefined} state
   * @param {Actor} by
   */
  #show(state, by) {
    const { announcer, answers, keptSettings, navigation, reveal, session } = this.#lab;
    const isReaders = by === 'reader';
    const { guide } = session.state;
    const { guide: linkedGuide = '', step = '', ...values } = state ?? {};
    this.#linked = { guide: linkedGuide, step, unparsable: listUnparsableValues(values) };
    this.#host.requestUpdate();
    // A field keeps its text when it loses the focus.
    if (isReaders && (state?.guide ?? '') !== guide) this.#blur();
    const given = state?.answers ?? '';
    const isForeign = answers.progress.isForeign(given);
    const chosen = answers.chooseFor(given, by);
    const kept = chosen === '' ? {} : { answers: chosen };
    // A page that was opened by an address with a state still has its first screen.
    const first = { ...this.#firstRequests, ...(this.hasOpening && { guide: OPENING }) };
    const wanted = { guide: '', ...(state ?? first), ...kept };
    const show = () => session.dispatch(wanted, { by: 'program', onto: 'defaults' });
    if (isReaders) navigation.keepPlace(show, true).then(() => state && revealElement(this.#host));
    else show();
    // A frame would also scroll the page around it.
    if (!isReaders && parent === window) {
      if (state?.cell) reveal.expectCell();
      // An author's page has other content above the lab.
      else if (state?.step && this.#host.isWholePage) reveal.expectStep();
    }
    if (isReaders && session.state.guide !== guide) {
      answers.progress.keepPage(session.state.guide, guide);
      announcer.announceView(['guide'], by);
    }
    keptSettings.open(session.state);
    answers.noteForeign(isForeign);
  }

  #blur() {
    const { activeElement } = /** @type {ShadowRoot} */ (this.#host.renderRoot);
    /** @type {HTMLElement | null} */ (activeElement)?.blur();
  }
}
