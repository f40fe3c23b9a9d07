/** The training that an element shows: which run, at which step, and whether it goes on. */

import { getLearningModelName } from '../../../state/source-kinds.js';
import { UnknownWordError } from '../../../state/words.js';
import { findDefaultQuery, isShipped, makeSource } from '../kinds/models.js';
import { opening } from '../text/en/training.js';
import { Writer } from './writer.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { ModelName, Settings, State } from '../../../state/types.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { Done, ModelTask, Progress, Reply, Request } from '../types.js'
 * @import { Thread } from './thread.js'
 */

/** Replies that are kept: to go back and forth needs no waiting. */
const MAX_KEPT_REPLIES = 16;

/** How many steps are trained between two pictures. */
const SPEEDS = Object.freeze({ slow: 1, medium: 10, fast: 100 });

/** One frame redraws about so many numbers. */
const MAX_CELLS_PER_FRAME = 150;

/** Distributes the tables over the frames of a playback, since drawing all of them takes longer than one frame. */
class Turns {
  #picture = 0;
  /** The picture in which a table was drawn last. @type {WeakMap<Element, number>} */
  #drawn = new WeakMap();

  /**
   * The tables in view that have waited longest.
   * @param {ParentNode} [root] without one, no table is
   * @returns {Set<Element>}
   */
  next(root) {
    this.#picture++;
    const waiting = [...(root?.querySelectorAll('.map, .matrix:not(.map *)') ?? [])]
      .filter(isInView)
      .toSorted((first, second) => this.#lastOf(first) - this.#lastOf(second));
    /** @type {Set<Element>} */
    const due = new Set();
    let numbers = 0;
    for (const table of waiting) {
      numbers += table.querySelectorAll('td').length;
      if (due.size > 0 && numbers > MAX_CELLS_PER_FRAME) break;
      due.add(table);
      this.#drawn.set(table, this.#picture);
    }
    return due;
  }

  /** @param {Element} table */
  #lastOf(table) {
    return this.#drawn.get(table) ?? 0;
  }
}

/** @param {Element} table */
function isInView(table) {
  const { top, bottom } = table.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

export class Training {
  #host;
  #set;
  #thread;
  /** @type {Map<string, Reply>} by request, the last one last */
  #replies = new Map();
  /** The run that is shown. */
  #run = '';
  /** The request whose numbers are wanted on screen. */
  #wantedKey = '';
  /** The request that the trainer works on. @type {{ key: string, reply: Promise<Reply | undefined> } | undefined} */
  #fetching;
  /** @type {Reply | undefined} the one whose numbers are on screen */
  #reply;
  /** @type {Progress | undefined} of the run */
  progress;
  /** The step that is trained to, as long as it is on its way. @type {number | undefined} */
  wanted;
  /** @type {keyof typeof SPEEDS} */
  speed = 'medium';
  isPlaying = false;
  /** The step on screen. */
  #step = 0;
  #turns = new Turns();
  /** The tables that are drawn in this picture; undefined for all. @type {Set<Element> | undefined} */
  #due;
  /** How often the model was left or stopped. */
  #halts = 0;

  /**
   * @param {SessionHost} host
   * @param {(change: Partial<State>) => void} set changes the state without an entry for undo
   * @param {Thread} thread
   */
  constructor(host, set, thread) {
    this.#host = host;
    this.#set = set;
    this.#thread = thread;
    this.writer = new Writer(host, set, (settings, task) => this.#perform(settings, task));
  }

  // The numbers on screen

  /**
   * The source of a model's numbers at a step: the settings decide it alone.
   * @param {Operations} attention
   * @param {Settings} settings
   * @returns {Source | undefined | Promise<Source | undefined>} undefined without words
   */
  open(attention, settings) {
    const request = requestOf(settings);
    this.#follow(request);
    const key = JSON.stringify(request);
    const kept = this.#replies.get(key);
    /** @param {Reply} reply */
    const sourceOf = (reply) => this.#sourceOf(reply, settings, attention);
    if (!kept) return this.#ask(request, key).then(sourceOf);
    this.#wantedKey = key;
    return sourceOf(kept);
  }

  /** Asks for the next picture's numbers, which are computed while this one is drawn. @param {Settings} settings */
  #fetchNext(settings) {
    const request = requestOf({ ...settings, training: this.#next(settings.training) });
    const key = JSON.stringify(request);
    const kept = this.#replies.get(key);
    return kept ? Promise.resolve(kept) : this.#fetch(request, key);
  }

  /** Another run begins paused. @param {Request} request */
  #follow({ spec, step }) {
    const run = JSON.stringify(spec);
    if (run !== this.#run || step !== this.#step) this.writer.forgetHeads();
    if (run === this.#run) return;
    this.#run = run;
    this.examples = undefined;
    this.isPlaying = false;
    this.#forget();
  }

  /** Clears the progress of the run. */
  #forget() {
    if (this.progress) this.progress = { ...this.progress, reached: 0, losses: [], measures: [] };
  }

  /** @param {Request} request @param {string} key @returns {Promise<Reply>} */
  async #ask(request, key) {
    // Nothing is trained for an element that is not on the page: it asks once more when it is.
    if (!this.#host.isConnected)
      throw new DOMException('The element is not on the page', 'AbortError');
    this.wanted = request.step;
    this.#wantedKey = key;
    /** @type {Reply | undefined} */
    let reply;
    // It may be stopped while it is wanted: the run begins anew, or another picture was asked for in advance.
    while (this.#wantedKey === key && !reply) reply = await this.#fetch(request, key);
    if (!reply || this.#wantedKey !== key)
      throw new DOMException('Another step is wanted', 'AbortError');
    return reply;
  }

  /**
   * @param {Request} request
   * @param {string} key
   * @returns {Promise<Reply | undefined>} undefined where a later request took its place
   */
  #fetch(request, key) {
    if (this.#fetching?.key === key) return this.#fetching.reply;
    const reply = this.#keep(request, key).finally(() => {
      if (this.#fetching?.reply === reply) this.#fetching = undefined;
    });
    this.#fetching = { key, reply };
    return reply;
  }

  /** @param {Request} request @param {string} key */
  async #keep(request, key) {
    const reply = await this.#thread.ask(request, (progress) => {
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
   * @returns {Source | undefined} undefined without words
   */
  #sourceOf(reply, settings, attention) {
    this.#reply = reply;
    this.progress = reply.progress;
    this.wanted = undefined;
    const { unknown, words, most } = reply.reading;
    if (unknown.length > 0) throw new UnknownWordError(unknown[0], reply.vocabulary);
    if (words.length === 0) return undefined;
    const leftOut = Math.max(0, words.length - most);
    if (this.isPlaying && !this.#isOver(settings.training))
      this.#fetchNext(settings).catch(() => {});
    return { ...makeSource(reply, settings, attention), leftOut };
  }

  /** Does something with the model on screen. @param {Settings} settings @param {ModelTask} task */
  async #perform(settings, task) {
    const request = requestOf(settings);
    const perform = () => this.#thread.perform(request, task);
    const halts = this.#halts;
    const done = await perform();
    // A model that was left meanwhile is not started again.
    if (halts !== this.#halts) return done;
    // One that was stopped, as where its element was moved, has no model before it is asked for one.
    return done ?? ((await this.#thread.ask(request, () => {})) && perform());
  }

  // Training examples

  /** The first examples of the run, once they have been asked for. @type {Done['examples']} */
  examples;
  #wantsExamples = false;

  /** @param {Settings} settings those on screen @param {boolean} isWanted whether they are shown */
  async showExamples(settings, isWanted) {
    this.#wantsExamples = isWanted;
    if (!isWanted || this.examples) return;
    const run = this.#run;
    const done = await this.#perform(settings, { examples: true });
    if (run !== this.#run) return;
    this.examples = done?.examples;
    this.#host.requestUpdate();
  }

  // The model's words

  /** The words that the model knows. */
  get vocabulary() {
    return this.#reply?.vocabulary ?? [];
  }

  /** The reason for waiting, as long as there are no numbers. @param {Settings} settings */
  openingMessage(settings) {
    const { isTraining, isStarting, isRandom } = opening;
    if (!this.progress || isShipped(settings)) return isStarting;
    return settings.training === 0 ? isRandom : isTraining;
  }

  /** The word to look at in a sentence that has just been typed. @param {Settings} settings */
  defaultQuery(settings) {
    return findDefaultQuery(settings, this.vocabulary);
  }

  // Going on

  /** Goes on training, a picture after the other. */
  play() {
    this.isPlaying = true;
    this.show(this.#next(this.#step));
  }

  pause() {
    this.isPlaying = false;
    this.#host.requestUpdate();
  }

  /** The same run again, computed anew. */
  again() {
    this.#thread.stop();
    this.#replies.clear();
    this.#fetching = undefined;
    this.#forget();
    this.isPlaying = true;
    this.#step = 0;
    this.show(0);
  }

  oneStep() {
    this.pause();
    this.show(Math.min(Math.max(0, this.#step) + 1, this.progress?.total ?? Infinity));
  }

  /** @param {number} step */
  show(step) {
    this.#set({ training: step });
  }

  /** The step of the picture after another. @param {number} step */
  #next(step) {
    const { total = Infinity, reached = 0, every = 1 } = this.progress ?? {};
    const from = Math.max(0, step);
    const next = from + SPEEDS[this.speed];
    // Steps that are trained already have checkpoints.
    const isAhead = next > reached || this.speed === 'slow';
    return Math.min(isAhead ? next : every * (Math.floor(from / every) + 1), total);
  }

  /** Whether a run goes no further. @param {number} step */
  #isOver(step) {
    return step < 0 || step >= (this.progress?.total ?? 0) || this.hasOverflowed;
  }

  /** @param {string} speed */
  setSpeed(speed) {
    if (Object.hasOwn(SPEEDS, speed)) this.speed = /** @type {keyof typeof SPEEDS} */ (speed);
    this.#host.requestUpdate();
  }

  /** Numbers are on screen: goes on to the next. @param {Settings} settings that they belong to */
  shown(settings) {
    const { training } = settings;
    this.#step = training;
    if (!this.#host.isConnected) return;
    // The examples of the previous run went away with it.
    if (this.#wantsExamples) this.showExamples(settings, true);
    this.writer.shown(settings);
    if (!this.isPlaying) return;
    if (this.#isOver(training)) this.pause();
    else this.#showNext(settings);
  }

  /** In the next frame, or as soon as its numbers are there. @param {Settings} settings on screen */
  async #showNext(settings) {
    const next = this.#next(settings.training);
    const frame = new Promise((resolve) => requestAnimationFrame(resolve));
    // If this fails, opening the next picture fails as well and reports it.
    await this.#fetchNext(settings).catch(() => {});
    await frame;
    if (!this.#isStill(settings.training)) return;
    this.#due = this.#turns.next(this.#host.renderRoot);
    this.show(next);
    await this.#host.updateComplete;
    this.#due = undefined;
  }

  /** Whether a table keeps the numbers of an earlier picture in this one. @param {Element} table */
  keepsOldNumbers(table) {
    return this.#due !== undefined && !this.#due.has(table);
  }

  /** @param {number} step */
  #isStill = (step) => this.isPlaying && this.#step === step;

  /** Whether the numbers of the run have left the range of float32. */
  get hasOverflowed() {
    return this.progress?.losses.some(([, loss]) => Number.isNaN(loss)) ?? false;
  }

  /** Whether it trains on the page itself. */
  get onPage() {
    return this.#thread.onPage;
  }

  /** Other numbers are on screen. A trainer that has nothing to do stays, so a return needs no training. */
  leave() {
    this.#halt();
    if (this.#thread.isBusy) this.#thread.stop();
  }

  /** Ends all training. */
  stop() {
    this.#halt();
    this.#thread.stop();
  }

  #halt() {
    if (this.isPlaying) this.#host.requestUpdate();
    this.isPlaying = false;
    this.writer.stop();
    this.#halts++;
    this.#wantedKey = '';
    this.#fetching = undefined;
  }
}

/** @param {Settings} settings @returns {Request} */
function requestOf(settings) {
  const { seed, rate, mechanism, task, heads, variant, training, sentence } = settings;
  const kind = /** @type {ModelName} */ (getLearningModelName(settings));
  return {
    spec: { kind, seed, rate, mechanism, task, heads, variant },
    step: training,
    sentence,
  };
}
