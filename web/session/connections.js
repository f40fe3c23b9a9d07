/** Connects a session to features that provide numbers over time, such as a training. */

import { getSlot, needSlot } from '../features.js';
import { getSourceSlot, isTrainedDescriber } from '../state/source-kinds.js';
import { loadingModels } from '../text/en/messages.js';
import { Signal } from './async.js';
import { openSource } from './computation.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Source } from '../sources/types.js' */
/** @import { Settings, State } from '../state/types.js' */
/** @import { SourceFeature, SourceSlot } from '../types.js' */
/** @import { Connection, SessionHost } from './types.js' */

/** An open source, or undefined without words. @typedef {Source | undefined} Opened */

export class Connections {
  #host;
  #change;
  /** @type {Map<SourceFeature, Connection>} */
  #all = new Map();
  /** Settings whose source was opened without the feature that has its lesson. @type {WeakSet<Settings>} */
  #withoutLesson = new WeakSet();
  /** Sent when a source waits for its reader. */
  #readerAwaited = new Signal();

  /** @param {SessionHost} host @param {(change: Partial<State>) => void} change without undo */
  constructor(host, change) {
    this.#host = host;
    this.#change = change;
  }

  /** @param {Settings} settings @returns {SourceFeature | undefined} */
  getFeature(settings) {
    const slot = getSourceSlot(settings);
    return slot && getSlot(slot);
  }

  /** Returns the session's connection that gives the numbers, if there is one. @param {Settings} settings */
  get(settings) {
    const feature = this.#withoutLesson.has(settings) ? undefined : this.getFeature(settings);
    return feature && this.#all.get(feature);
  }

  /**
   * Opens the source of these settings.
   * @param {Operations} attention
   * @param {Settings} settings settings whose source has a slot
   * @param {boolean} isGuided whether they are shown without their lesson, as on a page of the
   * course
   * @returns {Opened | Promise<Opened>}
   */
  open(attention, settings, isGuided) {
    // The trained describer needs no training, even if models that learn are loaded.
    if (isGuided && isTrainedDescriber(settings)) {
      this.#withoutLesson.add(settings);
      return openSource(attention, settings);
    }
    this.#withoutLesson.delete(settings);
    const feature = this.getFeature(settings);
    if (!feature) return this.#load(settings).then(() => this.open(attention, settings, isGuided));
    if (!feature.connect) return openSource(attention, settings);
    if (!this.#all.has(feature)) {
      const tell = () => this.#readerAwaited.send();
      this.#all.set(feature, feature.connect(this.#host, this.#change, tell));
    }
    return /** @type {Connection} */ (this.get(settings)).open(attention, settings);
  }

  /** @param {Settings} settings */
  #load = (settings) => needSlot(/** @type {SourceSlot} */ (getSourceSlot(settings)));

  /**
   * Loads the lesson of a source for the lab, even if its numbers were available without it.
   * @param {Settings} settings
   * @param {(settings: Settings) => void} reopen
   */
  loadLesson(settings, reopen) {
    if (!this.#withoutLesson.has(settings)) return;
    // Ignore the error here: opening the numbers reports it on the page.
    this.#load(settings).then(
      () => this.#withoutLesson.has(settings) && reopen(settings),
      () => {},
    );
  }

  /** Tells connections that the numbers of these settings are on screen. @param {Settings} settings */
  shown(settings) {
    const current = this.get(settings);
    for (const connection of this.#all.values()) {
      if (connection === current) continue;
      if (connection.leave) connection.leave();
      else connection.stop();
    }
    current?.shown?.(settings);
  }

  /** Returns the message while a source is opening. @param {State} state */
  openingMessage(state) {
    if (!getSourceSlot(state)) return undefined;
    return this.get(state)?.openingMessage(state) ?? loadingModels;
  }

  /** Whether the model of the numbers is not loaded, or no longer loaded. @param {Settings} settings */
  isMissing(settings) {
    return this.get(settings)?.isMissing ?? false;
  }

  /** Resolves when a source waits for its reader, as for a download. @param {Settings} settings */
  untilReaderAwaited(settings) {
    if (this.get(settings)?.isAwaitingReader) return Promise.resolve();
    return this.#readerAwaited.next();
  }

  /** Whether an animation is playing. */
  get isPlaying() {
    return [...this.#all.values()].some(({ isPlaying }) => isPlaying);
  }

  /** Whether a table keeps its numbers in this frame of the animation. @param {Element} table */
  keepsOldNumbers(table) {
    return [...this.#all.values()].some((connection) => connection.keepsOldNumbers?.(table));
  }

  /** Returns the query for a sentence that was just typed. @param {Settings} settings */
  chooseQuery(settings) {
    const query = this.get(settings)?.defaultQuery?.(settings);
    return query === undefined ? {} : { query };
  }

  /** Pauses everything, because a page of the course starts with its own settings. */
  pause() {
    for (const connection of this.#all.values()) if (connection.isPlaying) connection.pause?.();
  }

  /** Stops all connections. */
  stop() {
    for (const connection of this.#all.values()) connection.stop();
  }
}
