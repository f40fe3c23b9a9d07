/**
 * What one session keeps of features that give it numbers over time, such as a training or a model that is downloaded. A
 * feature is loaded when the session first shows one of its sources.
 */

import { getSlot, needSlot } from '../features.js';
import { isTrainedDescriber } from '../sources/trained-describer.js';
import { getSourceSlot } from '../state/source-kinds.js';
import { loadingModels } from '../text/en/messages.js';
import { openSource } from './computation.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Source } from '../sources/types.js'
 * @import { Settings, State } from '../state/types.js'
 * @import { SourceFeature, SourceSlot } from '../types.js'
 * @import { Connection, SessionHost } from './types.js'
 */

/** @typedef {Source | undefined} Opened undefined without words */

export class Connections {
  #host;
  #change;
  /** @type {Map<SourceFeature, Connection>} */
  #all = new Map();
  /** Settles when a source waits for its reader; the same for all who ask. @type {Promise<void> | undefined} */
  #readerAwaited;
  #settleReaderAwaited = () => {};

  /**
   * @param {SessionHost} host
   * @param {(change: Partial<State>) => void} change the state, without an entry for undo
   */
  constructor(host, change) {
    this.#host = host;
    this.#change = change;
  }

  /**
   * The feature that gives these settings their numbers, once it is loaded.
   * @param {Settings} settings
   * @returns {SourceFeature | undefined}
   */
  feature(settings) {
    const slot = getSourceSlot(settings);
    return slot && getSlot(slot);
  }

  /** The session's connection to that feature, once it is open. @param {Settings} settings */
  current(settings) {
    const feature = this.feature(settings);
    return feature && this.#all.get(feature);
  }

  /**
   * @param {Operations} attention
   * @param {Settings} settings with a slot
   * @param {boolean} isGuided whether they are shown without their lesson
   * @returns {Opened | Promise<Opened>}
   */
  open(attention, settings, isGuided) {
    const feature = this.feature(settings);
    // The first screen's model is always there.
    if (!feature && isGuided && isTrainedDescriber(settings))
      return openSource(attention, settings);
    if (!feature) return this.#load(settings).then(() => this.open(attention, settings, isGuided));
    if (!feature.connect) return openSource(attention, settings);
    if (!this.#all.has(feature)) {
      const tell = () => {
        this.#settleReaderAwaited();
        this.#readerAwaited = undefined;
      };
      this.#all.set(feature, feature.connect(this.#host, this.#change, tell));
    }
    return /** @type {Connection} */ (this.current(settings)).open(attention, settings);
  }

  /** @param {Settings} settings */
  #load = (settings) => needSlot(/** @type {SourceSlot} */ (getSourceSlot(settings)));

  /**
   * In the lab a source has its lesson, also where its numbers were there without.
   * @param {Settings} settings
   * @param {() => void} reopen
   */
  loadLesson(settings, reopen) {
    if (!getSourceSlot(settings) || this.#isOpen(settings)) return;
    // Ignore the error here: opening the numbers reports it on the page.
    this.#load(settings).then(
      () => this.#isOpen(settings) || reopen(),
      () => {},
    );
  }

  /** Whether the feature itself has opened these settings, if it connects its sources. @param {Settings} settings */
  #isOpen(settings) {
    const feature = this.feature(settings);
    return feature !== undefined && (!feature.connect || this.#all.has(feature));
  }

  /** The numbers of these settings are on screen. @param {Settings} settings */
  shown(settings) {
    const current = this.current(settings);
    for (const connection of this.#all.values()) {
      if (connection === current) continue;
      if (connection.leave) connection.leave();
      else connection.stop();
    }
    current?.shown(settings);
  }

  /** The message while a source is opening. @param {State} state */
  openingMessage(state) {
    if (!getSourceSlot(state)) return undefined;
    return this.current(state)?.openingMessage(state) ?? loadingModels;
  }

  /** Whether what gives these settings their numbers is gone. @param {Settings} settings */
  isMissing(settings) {
    return this.current(settings)?.isMissing ?? false;
  }

  /**
   * Settles when the source of these settings waits for its reader, as before a download.
   * @param {Settings} settings
   */
  waiting(settings) {
    if (this.current(settings)?.isAwaitingReader) return Promise.resolve();
    this.#readerAwaited ??= new Promise((resolve) => {
      this.#settleReaderAwaited = resolve;
    });
    return this.#readerAwaited;
  }

  /** Whether one picture follows the other. */
  get isPlaying() {
    return [...this.#all.values()].some(({ isPlaying }) => isPlaying);
  }

  /** Whether a table keeps its numbers in this picture. @param {Element} table */
  keepsOldNumbers(table) {
    return [...this.#all.values()].some((connection) => connection.keepsOldNumbers?.(table));
  }

  /** The query of a sentence that was just typed. @param {Settings} settings */
  looksAt(settings) {
    const query = this.current(settings)?.defaultQuery?.(settings);
    return query === undefined ? {} : { query };
  }

  /** A page of the course begins where it says. */
  pause() {
    for (const connection of this.#all.values()) if (connection.isPlaying) connection.pause?.();
  }

  /** Ends all that goes on. */
  stop() {
    for (const connection of this.#all.values()) connection.stop();
  }
}
