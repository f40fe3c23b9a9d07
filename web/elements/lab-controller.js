/** Connects the attributes of `<attention-lab>` with its screen: it holds a session and reacts to its changes. */

import { getSlot, getSlotValues } from '../features.js';
import { adoptStyles, waitForPaint } from '../figures/dom.js';
import { getShownStep } from '../lessons/steps.js';
import { makePromise, nextTask, takeSteps, whenRemoved } from '../session/async.js';
import { LabSession } from '../session/lab-session.js';
import { measureScoreVarianceCurve } from '../sources/score-variance.js';
import { listChangedSettings } from '../state/fields.js';
import { OPENING, readGuide } from '../state/guide.js';
import { findMisspelt, listUnparsableValues } from '../state/problems.js';
import { styles } from '../styles/styles.js';
import { computing, noPageNamed, noPartRead, noStepNamed } from '../text/en/messages.js';
import { takenAddress } from '../text/en/warnings.js';
import { ExportController } from '../views/export.js';
import { FileReading } from '../views/files.js';
import { Announcer } from './announcer.js';
import { Answers } from './answers.js';
import { AuthorParts } from './author-parts.js';
import { AuthorWarnings } from './author-warnings.js';
import { settleSelection } from './authored-selection.js';
import { AuthoredValues } from './authored-values.js';
import { ChapterSource } from './chapter-source.js';
import { addChromiumLayoutWorkaround } from './chromium-layout.js';
import { drawConnectors } from './connectors.js';
import { FocusKeeper } from './focus-keeper.js';
import { Help } from './help.js';
import { KeptSettings } from './kept-settings.js';
import { LabView } from './lab-view.js';
import { Navigation } from './navigation.js';
import { Permalink } from './permalink.js';
import { Reveal, revealElement } from './reveal.js';
import { StepTensors } from './step-tensors.js';

/**
 * @import { Actor, State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** The milliseconds of computing after which the page handles other events. */
const SLICE = 20;

/**
 * The milliseconds of rendering after which the page is painted. The layout of the rendered content
 * takes about as long.
 */
const RENDERING_SLICE = 8;

/** Fields that tell where the reader is. @type {(keyof State)[]} */
const NAVIGATION = ['guide', 'step', 'view'];

/** @type {{ guide: string, step: string, unparsable: string[] }} */
const NOTHING_LINKED = { guide: '', step: '', unparsable: [] };

export class LabController {
  #host;
  #opening = makePromise();
  /** Resolves when the core has loaded or failed. @type {Promise<void> | undefined} */
  #started;
  /** Whether what loads and trains has ended, because the element has left the page. */
  #isStopped = false;
  /** Whether the requested content is on screen. */
  #isOpen = false;
  /** The requests at the first rendering, for an address without a state. @type {Record<string, unknown>} */
  #firstRequests = {};
  /** The page, the step and the unparsable parts of the address, until the reader goes elsewhere. */
  #linked = NOTHING_LINKED;
  /** The last reported refusal. @type {unknown} */
  #reportedRefusal;
  #warnings;
  #announcer;
  #stepTensors;
  #permalink = new Permalink(
    (...address) => this.#showAddress(...address),
    () => console.warn(`<attention-lab> permalink${takenAddress}`, this.#host),
  );
  /** The error of loading the core or drawing the page. @type {unknown} */
  failure;

  /** @param {AttentionLab} host */
  constructor(host) {
    this.#host = host;
    this.authored = new AuthoredValues(host);
    this.session = new LabSession(host, {
      // The author may have left out the requested step.
      clamp: (state) => ({ ...state, step: getShownStep(this.parts.listSteps(state), state).id }),
      wasShown: () => this.#isOpen,
      onRestore: (from) => this.#announcer.noteRestored(from),
      onChange: (...change) => this.#onChange(...change),
      onTensors: (by) => {
        host.requestUpdate();
        if (host.hasUpdated) this.#announce(['tensors'], by);
      },
      onResults: () => {
        host.requestUpdate();
        this.#announce(['results'], 'program');
      },
    });
    this.parts = new AuthorParts(host, this.session);
    this.#warnings = new AuthorWarnings(host, this.session, this.parts);
    addChromiumLayoutWorkaround(host);
    new FocusKeeper(host);
    // Readers do not see the address of a frame. A page that follows its address also stores
    // progress.
    const isOurs = () => host.permalink && parent === window;
    this.help = new Help(host, isOurs);
    this.navigation = new Navigation(host, this.session, this.parts, this.help);
    this.exporter = new ExportController(host);
    this.files = new FileReading(host, this.session.tensors);
    this.answers = new Answers(host, this.session, isOurs);
    this.keptSettings = new KeptSettings(host, isOurs);
    this.view = new LabView(host, this);
    this.#announcer = new Announcer(host, this.session, this.parts);
    this.reveal = new Reveal(host, this.session, this.#announcer);
    this.#stepTensors = new StepTensors(this.session);
    new ChapterSource(host, this.session.pages);
    // The error is shown and sent as an event, so callers need not catch it.
    this.#opening.promise.catch(() => {});
    host.addController(this);
  }

  /** Resolves when the lesson is on screen, or rejects if it cannot be shown. */
  get ready() {
    return this.#opening.promise;
  }

  /** Whether the title leads to the first screen: not in an author's lab. */
  get hasOpening() {
    return this.#host.hasOpening || readGuide(this.#firstRequests.guide) === OPENING;
  }

  /** Whether the address of the page follows the element. */
  get isLinked() {
    return this.#host.permalink && this.#permalink.isFirst;
  }

  /** Says which page, step or number the address names, if it does not exist or cannot be read. */
  get linkNotice() {
    const { guide, step, unparsable } = this.#linked;
    const page = readGuide(guide);
    if (guide !== '' && (page === '' || this.session.pages.isUnknown(page)))
      return noPageNamed(guide);
    if (findMisspelt('step', step).length > 0) return noStepNamed(step);
    return unparsable.length > 0 ? noPartRead(unparsable) : undefined;
  }

  hostConnected() {
    if (this.#host.permalink) this.#permalink.claim();
    // The element was removed and connected again.
    if (this.#host.hasUpdated) this.#link();
    if (!this.#started) {
      this.#started = this.#start();
      this.#open();
    } else if (this.#isStopped) this.session.resume();
    this.#isStopped = false;
  }

  hostDisconnected() {
    this.#permalink.stop(true);
    whenRemoved(this.#host, () => {
      this.#isStopped = true;
      this.#permalink.release();
      this.session.connections.stop();
    });
  }

  async #start() {
    try {
      await this.session.start();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.failure = error;
    this.#host.requestUpdate();
    this.#host.report(error);
    this.#opening.reject(error);
  }

  async #open() {
    const { session } = this;
    const host = this.#host;
    try {
      await this.#started;
      if (this.failure) return;
      // Continue in a new task, because the core resolves for all elements of a page at once.
      await nextTask();
      // Load even while the element waits, because it may have to be printed at once.
      await session.pages.load(session.state);
      await host.waiting.ended;
      host.requestUpdate();
      await host.updateComplete;
      await session.pages.load(session.state);
      await host.updateComplete;
      await session.opened();
      await host.updateComplete;
      this.#isOpen = true;
      this.#opening.resolve();
      host.send('attention-ready', {});
      this.#measureSpreadWhenIdle();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Measures the one expensive step, so that it opens at once. */
  #measureSpreadWhenIdle() {
    const { attention, state } = this.session;
    if (!attention || state.step === 'spread' || !this.parts.hasStep('spread')) return;
    globalThis.requestIdleCallback?.(() => {
      try {
        measureScoreVarianceCurve(attention, state.seed);
      } catch {
        // If there is too little memory, the step tries again and reports it.
      }
    });
  }

  // Reactions to a change.

  /** @param {(keyof State)[]} changed @param {State} before @param {Actor} by */
  #onChange(changed, before, by) {
    const host = this.#host;
    // A field may still show a value that was clamped.
    if (changed.length === 0) host.requestUpdate();
    // Keep server-rendered attributes while a framework may still compare them: without options no
    // property is reflected.
    const options = this.#isOpen ? undefined : {};
    for (const name of changed) host.requestUpdate(name, before[name], options);
    // Nothing has changed before the first rendering.
    if (changed.length === 0 || !host.hasUpdated) return;
    const { state, pages, connections } = this.session;
    this.parts.noteChange(changed, by);
    this.keptSettings.noteChange(changed, before, state, by);
    const isPage = changed.includes('guide');
    // The failure no longer matters, because the new content is loaded.
    if (pages.isReady(state)) pages.forgetFailure();
    if (isPage || changed.includes('source')) this.files.cancel();
    else if (listChangedSettings(before, state).length > 0) this.files.dismiss();
    const isNavigation = NAVIGATION.some((name) => changed.includes(name));
    if (by !== 'program' && isNavigation) this.#linked = NOTHING_LINKED;
    // The address of a wrong link stays until the reader goes elsewhere.
    if (host.permalink && (by !== 'program' || this.linkNotice === undefined))
      this.#permalink.write(state, changed, by);
    if (isPage && by !== 'program') this.answers.progress.keepPage(state.guide, before.guide);
    if (isPage && before.guide !== '') this.answers.notice = undefined;
    this.#announce(changed, by);
    if (isPage) connections.pause();
    if (isPage || changed.includes('view') || changed.includes('source'))
      pages.load(this.session.state);
    this.#announcer.announceView(changed, by);
  }

  /** @param {string[]} changed @param {Actor} by */
  #announce(changed, by) {
    // No reader has changed what is not on screen yet.
    this.#announcer.announceChange(changed, this.#isOpen ? by : 'program');
  }

  /**
   * Shows the state of an address, or what the author has set if there is none.
   * @param {Partial<State> | undefined} state
   * @param {Actor} by
   */
  #showAddress(state, by) {
    const isReaders = by === 'reader';
    const { guide } = this.session.state;
    const { guide: linkedGuide = '', step = '', ...values } = state ?? {};
    this.#linked = { guide: linkedGuide, step, unparsable: listUnparsableValues(values) };
    this.#host.requestUpdate();
    // A field keeps its text when it loses the focus.
    if (isReaders && (state?.guide ?? '') !== guide) this.#blur();
    const given = state?.answers ?? '';
    const isForeign = this.answers.progress.isForeign(given);
    const answers = this.answers.chooseFor(given, by);
    const kept = answers === '' ? {} : { answers };
    // A page that was opened by an address with a state still has its first screen.
    const first = { ...this.#firstRequests, ...(this.hasOpening && { guide: OPENING }) };
    const wanted = { guide: '', ...(state ?? first), ...kept };
    const show = () => this.session.dispatch(wanted, { by: 'program', onto: 'defaults' });
    if (isReaders)
      this.navigation.keepPlace(show, true).then(() => state && revealElement(this.#host));
    else show();
    // A frame would also scroll the page around it.
    if (!isReaders && parent === window) {
      if (state?.cell) this.reveal.expectCell();
      // An author's page has other content above the lab.
      else if (state?.step && this.#host.hasOpening) this.reveal.expectStep();
    }
    if (isReaders && this.session.state.guide !== guide) {
      this.answers.progress.keepPage(this.session.state.guide, guide);
      this.#announcer.announceView(['guide'], by);
    }
    this.keptSettings.open(this.session.state);
    this.answers.noteForeign(isForeign);
  }

  #blur() {
    const { activeElement } = /** @type {ShadowRoot} */ (this.#host.renderRoot);
    /** @type {HTMLElement | null} */ (activeElement)?.blur();
  }

  #link() {
    if (this.#host.permalink && this.#host.isConnected) {
      this.answers.progress.read();
      this.keptSettings.open(this.session.state);
      this.#permalink.start();
      // The first screen offers to continue.
      this.#host.requestUpdate();
    } else this.#permalink.stop();
  }

  // The screen.

  /** Returns the style sheets of the content on screen. */
  styleSheets() {
    const { settings, state, connections } = this.session;
    const pages = state.guide === '' ? [] : getSlotValues('chapters');
    const openingStyles = state.guide === OPENING ? getSlot('opening')?.styles : undefined;
    const featureStyles = connections.getFeature(settings)?.styles ?? [];
    return [
      ...styles,
      ...(openingStyles ?? []),
      ...pages.flatMap((page) => page.styles),
      ...featureStyles,
      ...(getSlot('maps')?.styles ?? []),
    ];
  }

  /** @returns {boolean} whether the computation is unfinished */
  compute() {
    return this.session.computeFor(SLICE) || this.#stepTensors.evaluateFor(SLICE);
  }

  /** Prepares everything for the first rendering, in short tasks that keep the page responsive. */
  async prepareFirstUpdate() {
    await this.#host.waiting.ended;
    adoptStyles(/** @type {ShadowRoot} */ (this.#host.renderRoot), this.styleSheets());
    await this.#started;
    await waitForPaint();
    while (this.compute()) await nextTask();
    await nextTask();
    // A printed page has rendered everything already.
    if (this.#host.hasUpdated || this.session.state.guide !== '') return;
    const pieces = this.view.renderPieces();
    while (!takeSteps(pieces, RENDERING_SLICE).done) {
      await waitForPaint();
      // The settings may have changed meanwhile.
      while (this.compute()) await nextTask();
      if (this.#host.hasUpdated || this.session.state.guide !== '') return;
    }
    await waitForPaint();
  }

  /** Computes in slices. If settings change meanwhile, only the last ones are computed to the end. */
  async computeInSlices() {
    const mark = (/** @type {string | null} */ busy) => {
      for (const section of this.#host.renderRoot.querySelectorAll('section'))
        section.ariaBusy = busy;
    };
    mark('true');
    this.#host.say(computing);
    do await nextTask();
    while (this.compute());
    mark(null);
    // Announce again a change that changed all numbers.
    this.#host.say(this.keptSettings.notice?.text ?? '');
  }

  /** Starts listening after the first rendering. */
  listen() {
    const { renderRoot } = this.#host;
    this.#firstRequests = this.session.requests;
    // Matrices scroll sideways under their connectors.
    const redraw = () => drawConnectors(renderRoot);
    renderRoot.addEventListener('scroll', redraw, { capture: true, passive: true });
    this.#announcer.listen(renderRoot);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const { refusal, context } = this.view;
    if (changed.has('permalink')) this.#link();
    if (!this.session.evaluate().isOpening) {
      this.session.shown();
      if (!refusal) this.answers.judge(context);
      // The numbers of a model that is not loaded yet are known later.
      const isComputed = context && !refusal && this.parts.listTensors().length > 0;
      const unchecked = isComputed ? this.authored.takeUnchecked() : undefined;
      if (context && unchecked) settleSelection(this.#host, this, unchecked, context);
      this.#warnings.check(this.authored.names, unchecked, refusal);
    }
    if (refusal && refusal !== this.#reportedRefusal) this.#host.report(refusal);
    this.#reportedRefusal = refusal;
  }
}
