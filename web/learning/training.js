/** The training that an element shows: which run, at which step, and whether it goes on. */

import { parseCells } from '../session/mask-cells.js';
import { modelOf } from '../session/source-settings.js';
import { makeSource } from '../sources/models/index.js';
import { trainingPanel } from '../views/models/training-panel.js';
import { Thread } from './thread.js';
import { UnknownWordError } from './unknown-word-error.js';

/**
 * @typedef {import('../session/settings.js').Settings} Settings
 * @typedef {import('../sources/source.js').Source} Source
 * @typedef {import('./trainer.js').Reply} Reply
 * @typedef {import('./trainer.js').Progress} Progress
 */

/** Replies that are kept: to go back and forth needs no waiting. */
const KEPT = 16;

/** How many steps are trained between two pictures. */
export const SPEEDS = Object.freeze({ slow: 1, medium: 10, fast: 100 });

export class Training {
  #host;
  #set;
  #thread = new Thread();
  /** @type {Map<string, Reply>} by request, the last one last */
  #replies = new Map();
  /** @type {Progress | undefined} of the run that is shown */
  progress;
  /** @type {keyof typeof SPEEDS} */
  speed = 'medium';
  isPlaying = false;
  /** The step that is on its way, while it is trained to. @type {number | undefined} */
  wanted;
  /** The step on screen. */
  #step = 0;

  /**
   * @param {{ requestUpdate(): void }} host
   * @param {(change: Partial<Settings>) => void} set changes the state without an entry for undo
   */
  constructor(host, set) {
    this.#host = host;
    this.#set = set;
  }

  /**
   * @param {Settings} settings of a model
   * @returns {Source | Promise<Source>}
   */
  open(settings) {
    const request = requestOf(settings);
    const key = JSON.stringify(request);
    const kept = this.#replies.get(key);
    return kept ? this.#sourceOf(kept, settings) : this.#ask(request, key, settings);
  }

  /**
   * @param {import('./trainer.js').Request} request
   * @param {string} key
   * @param {Settings} settings
   */
  async #ask(request, key, settings) {
    this.wanted = request.step;
    const reply = await this.#thread.ask(request, (progress) => this.#showProgress(progress));
    // Another request took its place: nobody waits for this one any more.
    if (!reply) return new Promise(() => {});
    this.#replies.set(key, reply);
    for (const [old] of this.#replies) {
      if (this.#replies.size > KEPT) this.#replies.delete(old);
    }
    return this.#sourceOf(reply, settings);
  }

  /** @param {Reply} reply @param {Settings} settings @returns {Source} */
  #sourceOf(reply, settings) {
    this.progress = reply.progress;
    const { unknown, words, most } = reply.reading;
    if (unknown.length > 0) throw new UnknownWordError(unknown[0], reply.vocabulary);
    const leftOut = Math.max(0, words.length - most);
    return { ...makeSource(reply, settings), leftOut };
  }

  /** @param {Progress} progress */
  #showProgress(progress) {
    this.progress = progress;
    this.#host.requestUpdate();
  }

  /** @param {import('../views/context.js').ViewContext} context */
  panel(context) {
    return trainingPanel(context, this);
  }

  /** Goes on training, a picture after the other. */
  play() {
    this.isPlaying = true;
    this.advance();
  }

  pause() {
    this.isPlaying = false;
    this.#host.requestUpdate();
  }

  /** So many steps further; as many as the speed says. @param {number} [steps] */
  advance(steps = SPEEDS[this.speed]) {
    const { total = Infinity } = this.progress ?? {};
    this.show(Math.min(this.#step + steps, total));
  }

  /** @param {number} step */
  show(step) {
    this.#set({ training: step });
  }

  /** @param {string} speed */
  setSpeed(speed) {
    if (speed in SPEEDS) this.speed = /** @type {keyof typeof SPEEDS} */ (speed);
    this.#host.requestUpdate();
  }

  /** A picture is on screen: goes on to the next. @param {Settings} settings of the picture */
  shown({ training }) {
    this.#step = training;
    this.wanted = undefined;
    if (!this.isPlaying) return;
    if (training < 0 || training >= (this.progress?.total ?? 0)) this.pause();
    else requestAnimationFrame(() => this.isPlaying && this.#step === training && this.advance());
  }

  /** Ends all training. */
  stop() {
    this.isPlaying = false;
    this.#thread.stop();
  }

  /** Whether it trains on the page itself. */
  get onPage() {
    return this.#thread.onPage;
  }
}

/**
 * @param {Settings} settings
 * @returns {import('./trainer.js').Request}
 */
function requestOf(settings) {
  const { seed, rate, mechanism, task, heads, training, sentence, masked } = settings;
  const kind = /** @type {import('../session/source-settings.js').ModelName} */ (modelOf(settings));
  return {
    spec: { kind, seed, rate, mechanism, task, heads },
    step: training,
    sentence,
    blocked: parseCells(masked).map(({ query, key }) => [query, key]),
  };
}
