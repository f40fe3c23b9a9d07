/** Connects the attributes of `<attention-lab>` with its screen: it holds a session and reacts to its changes. */

import { getShownStep } from '../lessons/steps.js';
import { makePromise, nextTask, whenRemoved } from '../session/async.js';
import { LabSession } from '../session/lab-session.js';
import { measureScoreVarianceCurve } from '../sources/score-variance.js';
import { listChangedSettings } from '../state/fields.js';
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
import { LabAddress } from './lab-address.js';
import { LabView } from './lab-view.js';
import { Navigation } from './navigation.js';
import { Reveal } from './reveal.js';

/**
 * @import { Actor, State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

export class LabController {
  #host;
  #opening = makePromise();
  /** Resolves when the core has loaded or failed. @type {Promise<void> | undefined} */
  started;
  /** Whether what loads and trains has ended, because the element has left the page. */
  #isStopped = false;
  /** Whether the requested content is on screen. */
  #isOpen = false;
  /** The last reported refusal. @type {unknown} */
  #reportedRefusal;
  #warnings;
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
      onRestore: (from) => this.announcer.noteRestored(from),
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
    this.announcer = new Announcer(host, this.session, this.parts);
    this.reveal = new Reveal(host, this.session, this.announcer);
    new ChapterSource(host, this.session.pages);
    this.address = new LabAddress(host, this);
    // The error is shown and sent as an event, so callers need not catch it.
    this.#opening.promise.catch(() => {});
    host.addController(this);
  }

  /** Resolves when the lesson is on screen, or rejects if it cannot be shown. */
  get ready() {
    return this.#opening.promise;
  }

  hostConnected() {
    if (!this.started) {
      this.started = this.#start();
      this.#open();
    } else if (this.#isStopped) this.session.resume();
    this.#isStopped = false;
  }

  hostDisconnected() {
    whenRemoved(this.#host, () => {
      this.#isStopped = true;
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
      await this.started;
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
    if (by !== 'program' && changed.includes('source')) this.session.tensors.refusal = undefined;
    if (isPage || changed.includes('source')) this.files.cancel();
    else if (listChangedSettings(before, state).length > 0) this.files.dismiss();
    this.address.noteChange(changed, by);
    if (isPage && by !== 'program') this.answers.progress.keepPage(state.guide, before.guide);
    if (isPage && before.guide !== '') this.answers.notice = undefined;
    this.#announce(changed, by);
    if (isPage) connections.pause();
    if (isPage || changed.includes('view') || changed.includes('source'))
      pages.load(this.session.state);
    this.announcer.announceView(changed, by);
  }

  /** @param {string[]} changed @param {Actor} by */
  #announce(changed, by) {
    // No reader has changed what is not on screen yet.
    this.announcer.announceChange(changed, this.#isOpen ? by : 'program');
  }

  /** Starts listening after the first rendering. */
  listen() {
    const { renderRoot } = this.#host;
    this.address.keepFirstRequests();
    // Matrices scroll sideways under their connectors.
    const redraw = () => drawConnectors(renderRoot);
    renderRoot.addEventListener('scroll', redraw, { capture: true, passive: true });
    this.announcer.listen(renderRoot);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const { refusal, context } = this.view;
    if (changed.has('permalink')) this.address.follow();
    if (!this.session.evaluate().isOpening) {
      this.session.shown();
      if (!refusal) this.answers.judge(context);
      // The numbers of a model that is not loaded yet are known later.
      const isComputed = context && !refusal && this.parts.listTensors().length > 0;
      const unchecked = isComputed ? this.authored.takeUnchecked() : undefined;
      if (context && unchecked) settleSelection(this.#host, this, unchecked, context);
      this.#warnings.check(this.authored.names, unchecked, refusal);
    }
    // The console omits refusals of models, because a reader chooses their words and files.
    if (refusal && refusal !== this.#reportedRefusal) this.#host.sendError(refusal);
    this.#reportedRefusal = refusal;
  }
}
