/** The training that an element shows: which run, at which step, and whether it plays. */

import { LoadState } from '../../../session/load-state.js';
import { UnknownWordError } from '../../../state/words.js';
import { findDefaultQuery, isShipped, makeSource } from '../kinds/models.js';
import { opening } from '../text/en/training.js';
import { Turns } from './turns.js';
import { Writer } from './writer.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { ModelName, Settings, State } from '../../../state/types.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { AskTrainer, FirstExamples, Progress, Reply, Request } from '../types.js'
 * @import { RemoteTrainer } from './remote-trainer.js'
 */

/** The number of cached replies, with which a reader can go back and forth without waiting. */
const MAX_KEPT_REPLIES = 16;

/** The number of training steps between two pictures. */
const SPEEDS = Object.freeze({ slow: 1, medium: 10, fast: 100 });

export class Training {
  #host;
  #change;
  #trainer;
  /** The last replies by request, the oldest first. @type {Map<string, Reply>} */
  #replies = new Map();
  /** The key of the run on the screen. */
  #runKey = '';
  /** The key of the request whose numbers should be on the screen. */
  #wantedKey = '';
  /**
   * The request that the trainer is working on.
   * @type {{ key: string, reply: Promise<Reply | undefined> } | undefined}
   */
  #fetching;
  /** @type {Reply | undefined} the reply whose numbers are on the screen */
  #reply;
  /** @type {Progress | undefined} the progress of the run */
  progress;
  /** The step that training is heading for, until it arrives. @type {number | undefined} */
  wanted;
  /** @type {keyof typeof SPEEDS} */
  speed = 'medium';
  isPlaying = false;
  #shownStep = 0;
  #turns = new Turns();
  /**
   * The tables to redraw in this picture; undefined means all tables.
   * @type {Set<Element> | undefined}
   */
  #dueTables;
  /** Counts how often the model was left or stopped. */
  #halts = 0;
  /** The first examples of the run, once the reader has asked for them. @type {LoadState<FirstExamples>} */
  examples;
  #hasOpenExamples = false;
  /** The page on which the list of examples was opened, '' for the lab. @type {string | undefined} */
  examplesPage;

  /**
   * @param {SessionHost} host
   * @param {(change: Partial<State>) => void} change changes the state without an undo entry
   * @param {RemoteTrainer} trainer
   */
  constructor(host, change, trainer) {
    this.#host = host;
    this.#change = change;
    this.#trainer = trainer;
    this.examples = new LoadState(host);
    this.writer = new Writer(host, this.#askTrainer);
  }

  // The numbers on the screen

  /**
   * Opens the source of a model's numbers at a step. The source depends only on the settings.
   * @param {Operations} attention
   * @param {Settings} settings
   * @returns {Source | undefined | Promise<Source | undefined>} undefined if there are no words
   */
  open(attention, settings) {
    const request = makeRequest(settings);
    this.#switchRun(request);
    const key = JSON.stringify(request);
    const kept = this.#replies.get(key);
    if (!kept)
      return this.#awaitReply(request, key).then((reply) =>
        this.#makeSource(reply, settings, attention),
      );
    this.#wantedKey = key;
    return this.#makeSource(kept, settings, attention);
  }

  /**
   * Requests the numbers of the next picture while the current one is drawn.
   * @param {Settings} settings
   */
  #fetchNext(settings) {
    const request = makeRequest({ ...settings, training: this.#findNextStep(settings.training) });
    return this.#fetch(request, JSON.stringify(request));
  }

  /** Switches to the run of a request. A new run starts paused. @param {Request} request */
  #switchRun({ spec, step }) {
    const run = JSON.stringify(spec);
    if (run !== this.#runKey || step !== this.#shownStep) this.writer.heads.forget();
    if (run === this.#runKey) return;
    this.#runKey = run;
    this.#reply = undefined;
    this.examples.forget();
    this.isPlaying = false;
    this.#clearProgress();
  }

  /** Clears the progress of the run. */
  #clearProgress() {
    if (this.progress) this.progress = { ...this.progress, reached: 0, losses: [], measures: [] };
  }

  /** Waits for a reply while it is wanted. @param {Request} request @param {string} key @returns {Promise<Reply>} */
  async #awaitReply(request, key) {
    // Do not train for an element that is not on the page. The element asks again when it is
    // connected.
    if (!this.#host.isConnected)
      throw new DOMException('The element is not on the page', 'AbortError');
    this.wanted = request.step;
    this.#wantedKey = key;
    /** @type {Reply | undefined} */
    let reply;
    // The fetch may be stopped while its reply is still wanted, because the run restarts or a later
    // picture was requested in advance.
    while (this.#wantedKey === key && !reply) reply = await this.#fetch(request, key);
    if (!reply || this.#wantedKey !== key)
      throw new DOMException('Another step is wanted', 'AbortError');
    return reply;
  }

  /**
   * @param {Request} request
   * @param {string} key
   * @returns {Promise<Reply | undefined>} undefined if a later request replaced this request
   */
  async #fetch(request, key) {
    const kept = this.#replies.get(key);
    if (kept) return kept;
    if (this.#fetching?.key === key) return this.#fetching.reply;
    const reply = this.#requestReply(request, key).finally(() => {
      if (this.#fetching?.reply === reply) this.#fetching = undefined;
    });
    this.#fetching = { key, reply };
    return reply;
  }

  /** Requests a reply, and keeps it. @param {Request} request @param {string} key */
  async #requestReply(request, key) {
    const reply = await this.#trainer.answer(request, (progress) => {
      if (this.#wantedKey !== key) return;
      this.progress = progress;
      this.#host.requestUpdate();
    });
    if (reply) this.#replies.set(key, reply);
    for (const old of this.#replies.keys()) {
      if (this.#replies.size > MAX_KEPT_REPLIES) this.#replies.delete(old);
    }
    return reply;
  }

  /**
   * @param {Reply} reply
   * @param {Settings} settings
   * @param {Operations} attention
   * @returns {Source | undefined} undefined if there are no words
   */
  #makeSource(reply, settings, attention) {
    this.#reply = reply;
    this.progress = reply.progress;
    this.wanted = undefined;
    const { unknown, words, most } = reply.reading;
    if (unknown.length > 0) throw new UnknownWordError(unknown, reply.vocabulary);
    if (words.length === 0) return undefined;
    const leftOut = Math.max(0, words.length - most);
    if (this.isPlaying && !this.#isOver(settings.training))
      this.#fetchNext(settings).catch(() => {});
    return { ...makeSource(reply, settings, attention), leftOut };
  }

  /** @type {AskTrainer} */
  #askTrainer = async (settings, ask) => {
    const request = makeRequest(settings);
    const call = () => this.#trainer.call((trainer) => ask(trainer, request));
    const halts = this.#halts;
    const answer = await call();
    // Do not restart a model that was left in the meantime.
    if (answer !== undefined || halts !== this.#halts) return answer;
    // After a stop, such as when the element was removed, the trainer has no model until one is
    // requested.
    return (await this.#trainer.answer(request, () => {})) && call();
  };

  // Training examples

  /**
   * @param {Settings & { guide?: string }} state the state on the screen
   * @param {boolean} isOpen whether the list of examples is open
   */
  showExamples({ guide = '', ...settings }, isOpen) {
    this.#hasOpenExamples = isOpen;
    if (isOpen) this.examplesPage = guide;
    this.#drawExamples(settings);
  }

  /** @param {Settings} settings */
  #drawExamples(settings) {
    const { examples } = this;
    if (this.#hasOpenExamples && examples.isFresh)
      examples.run(() => this.#askTrainer(settings, (trainer, run) => trainer.drawExamples(run)));
  }

  // The words of the model

  /** The words that the model knows. */
  get vocabulary() {
    return this.#reply?.vocabulary ?? [];
  }

  /** Returns the reason for waiting while there are no numbers. @param {Settings} settings */
  openingMessage(settings) {
    const { isTraining, isStarting, isRandom } = opening;
    if (!this.progress || isShipped(settings)) return isStarting;
    return settings.training === 0 ? isRandom : isTraining;
  }

  /** Returns the word to select in a newly typed sentence. @param {Settings} settings */
  defaultQuery(settings) {
    return findDefaultQuery(settings, this.vocabulary);
  }

  // Playback

  /** Continues the training, picture by picture. */
  play() {
    this.isPlaying = true;
    this.show(this.#findNextStep(this.#shownStep));
  }

  pause() {
    this.isPlaying = false;
    this.#host.requestUpdate();
  }

  /** Restarts the same run and computes it anew. */
  again() {
    this.#trainer.stop();
    this.#replies.clear();
    this.#fetching = undefined;
    this.#clearProgress();
    this.isPlaying = true;
    this.#shownStep = 0;
    this.show(0);
  }

  oneStep() {
    this.pause();
    this.show(Math.min(Math.max(0, this.#shownStep) + 1, this.progress?.total ?? Infinity));
  }

  /** @param {number} step */
  show(step) {
    this.#change({ training: step });
  }

  /** Returns the step of the picture after a step. @param {number} step */
  #findNextStep(step) {
    const { total = Infinity, reached = 0, every = 1 } = this.progress ?? {};
    const from = Math.max(0, step);
    const next = from + SPEEDS[this.speed];
    // For steps already trained, move from checkpoint to checkpoint, because only these are stored.
    const isAhead = next > reached || this.speed === 'slow';
    return Math.min(isAhead ? next : every * (Math.floor(from / every) + 1), total);
  }

  /** Tells whether a run has no further steps. @param {number} step */
  #isOver(step) {
    return step < 0 || step >= (this.progress?.total ?? 0) || this.hasOverflowed;
  }

  /** @param {string} speed */
  setSpeed(speed) {
    if (Object.hasOwn(SPEEDS, speed)) this.speed = /** @type {keyof typeof SPEEDS} */ (speed);
    this.#host.requestUpdate();
  }

  /**
   * Called when numbers are on the screen: continues with the next picture.
   * @param {Settings} settings the settings of these numbers
   */
  shown(settings) {
    const { training } = settings;
    this.#shownStep = training;
    if (!this.#host.isConnected) return;
    // The examples of the previous run were discarded with it.
    this.#drawExamples(settings);
    this.writer.shown(settings);
    if (!this.isPlaying) return;
    if (this.#isOver(training)) this.pause();
    else this.#showNext(settings);
  }

  /**
   * Shows the next picture in the next frame, or as soon as its numbers are ready. A hidden page has
   * no frames, so playing waits there and does not train unseen.
   * @param {Settings} settings the settings on the screen
   */
  async #showNext(settings) {
    const next = this.#findNextStep(settings.training);
    const wantedKey = this.#wantedKey;
    const frame = new Promise((resolve) => requestAnimationFrame(resolve));
    // If this fails, opening the next picture also fails and reports the error.
    await this.#fetchNext(settings).catch(() => {});
    await frame;
    // Another step may be wanted meanwhile, for example by Undo.
    if (!this.isPlaying || this.#wantedKey !== wantedKey) return;
    this.#dueTables = this.#turns.next(this.#host.renderRoot);
    this.show(next);
    // The element reports the error of an update itself.
    await Promise.allSettled([this.#host.updateComplete]);
    this.#dueTables = undefined;
  }

  /** @param {Element} table */
  keepsOldNumbers(table) {
    return this.#dueTables !== undefined && !this.#dueTables.has(table);
  }

  /** Whether the run's numbers have left the range of float32. */
  get hasOverflowed() {
    return this.progress?.losses.some(([, loss]) => Number.isNaN(loss)) ?? false;
  }

  /** Whether the trainer runs on the page instead of in a Worker. */
  get onPage() {
    return this.#trainer.onPage;
  }

  /**
   * Called when other numbers replace the model's. A Worker goes on to the step that was wanted, so
   * that a reader who looks at another page does not wait again.
   */
  leave() {
    this.#halt();
    // On the page, training would take time from the numbers on the screen.
    if (this.onPage && this.#fetching) this.#trainer.call(async (trainer) => trainer.stop());
  }

  /** Ends all training. */
  stop() {
    this.#halt();
    this.#fetching = undefined;
    this.#trainer.stop();
  }

  #halt() {
    if (this.isPlaying) this.#host.requestUpdate();
    this.isPlaying = false;
    this.writer.stop();
    this.#halts++;
    this.#wantedKey = '';
  }
}

/** @param {Settings} settings @returns {Request} */
function makeRequest(settings) {
  const { seed, rate, mechanism, task, heads, variant, training, sentence } = settings;
  const kind = /** @type {ModelName} */ (settings.source);
  return {
    spec: { kind, seed, rate, mechanism, task, heads, variant },
    step: training,
    sentence,
  };
}
