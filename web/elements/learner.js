/** An element's models that learn: their script is loaded when the element first shows one. */

import { nothing } from 'lit';
import { loadedModels, loadModels } from '../learning/models.js';
import { modelOf } from '../session/source-settings.js';

/** @typedef {import('../session/settings.js').Settings} Settings */
/** @typedef {import('../sources/source.js').Source | undefined} Opened undefined without words */

export class Learner {
  #host;
  #set;
  /** @type {import('../learning/training.js').Training | undefined} */
  #training;

  /**
   * @param {{ requestUpdate(): void }} host
   * @param {(change: Partial<import('../session/state.js').State>) => void} set changes the state without an entry for undo
   */
  constructor(host, set) {
    this.#host = host;
    this.#set = set;
  }

  /**
   * @param {import('../graph/op.js').Evaluator} core
   * @param {Settings} settings of a model
   * @returns {Opened | Promise<Opened>}
   */
  open(core, settings) {
    const models = loadedModels();
    if (!models) return loadModels().then(() => this.open(core, settings));
    this.#training ??= new models.Training(this.#host, this.#set);
    return this.#training.open(core, settings);
  }

  /** The numbers of these settings are on screen. @param {Settings} settings */
  shown(settings) {
    if (modelOf(settings)) this.#training?.shown(settings);
    else this.stop();
  }

  /** @param {import('../views/context.js').ViewContext} context */
  panel(context) {
    return (modelOf(context.state) && this.#training?.panel(context)) ?? nothing;
  }

  /** Ends all training. */
  stop() {
    this.#training?.stop();
  }
}
