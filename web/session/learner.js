/** The models of a session that learn: they are loaded when it first shows one. */

import { get, need } from '../features.js';
import { isTrainedDescriber } from '../sources/trained-describer.js';
import { modelOf } from '../state/source-kinds.js';
import { loadingModels } from '../text/en/messages.js';
import { openSource } from './computation.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Training } from '../features/models/training/training.js'
 * @import { Host, Models } from '../features/models/types.js'
 * @import { Source } from '../sources/types.js'
 * @import { Settings, State } from '../state/types.js'
 */

/** @typedef {Source | undefined} Opened undefined without words */

export class Learner {
  #host;
  #change;
  /** @type {Training | undefined} */
  training;

  /**
   * @param {Host} host
   * @param {(change: Partial<State>) => void} change the state, without an entry for undo
   */
  constructor(host, change) {
    this.#host = host;
    this.#change = change;
  }

  /**
   * @param {Operations} core
   * @param {Settings} settings of a model
   * @param {boolean} isGuided whether it is shown without its lesson
   * @returns {Opened | Promise<Opened>}
   */
  open(core, settings, isGuided) {
    const { models } = this;
    // The first screen's model is always there.
    if (!models && isGuided && isTrainedDescriber(settings)) return openSource(core, settings);
    if (!models) return need('models').then(() => this.open(core, settings, isGuided));
    this.training ??= models.newTraining(this.#host, this.#change);
    return this.training.open(core, settings);
  }

  /**
   * In the lab a model has its lesson, also where its numbers were there without.
   * @param {Settings} settings
   * @param {() => void} reopen
   */
  loadLesson(settings, reopen) {
    if (!modelOf(settings) || this.training) return;
    // Ignore the error here: opening the numbers reports it on the page.
    need('models').then(
      () => this.training || reopen(),
      () => {},
    );
  }

  /** The numbers of these settings are on screen. @param {Settings} settings */
  shown(settings) {
    if (modelOf(settings)) this.training?.shown(settings);
    else this.stop();
  }

  /** The message while a model is loading. @param {Settings} settings */
  opening(settings) {
    if (!modelOf(settings)) return undefined;
    return this.models ? this.training?.opening(settings) : loadingModels;
  }

  /** The feature of models, once it is loaded. @returns {Models | undefined} */
  get models() {
    return get('models');
  }

  /** Whether one picture follows the other. */
  get isPlaying() {
    return this.training?.isPlaying ?? false;
  }

  /** Whether a table keeps its numbers in this picture. @param {Element} table */
  keepsOldNumbers(table) {
    return this.training?.keepsOldNumbers(table) ?? false;
  }

  /** The query of a sentence that was just typed. @param {Settings} settings */
  looksAt(settings) {
    const query = modelOf(settings) && this.training?.defaultQuery(settings);
    return query === undefined ? {} : { query };
  }

  /** A page of the course begins where it says. */
  pause() {
    if (this.isPlaying) this.training?.pause();
  }

  /** Ends all training. */
  stop() {
    this.training?.stop();
  }
}
