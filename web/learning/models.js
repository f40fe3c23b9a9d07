/**
 * The models that learn are in a script of their own, with their lessons. It is loaded when one of them
 * is first wanted, and registers them here.
 */

import { importModels } from './scripts.js';

/**
 * @typedef {import('../session/settings.js').Settings} Settings
 * @typedef {import('../session/source-settings.js').ModelName} ModelName
 *
 * @typedef {object} Models
 * @property {(settings: Settings) => Record<string, import('../lessons/dot.js').Step>} stepsOf
 * @property {typeof import('./training.js').Training} Training
 */

/** @type {Models | undefined} */
let registered;
/** @type {Promise<Models> | undefined} */
let loading;

/** @param {Models} models */
export function registerModels(models) {
  registered = models;
}

/** @returns {Models | undefined} undefined as long as they are not loaded */
export const loadedModels = () => registered;

/** @returns {Promise<Models>} */
export function loadModels() {
  loading ??= importModels().then(
    () => /** @type {Models} */ (registered),
    (error) => {
      // What failed may be tried again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
