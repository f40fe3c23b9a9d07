/**
 * The models that learn are in a script of their own, with their lessons. It is loaded when one of them
 * is first wanted.
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
let loaded;
/** @type {Promise<Models> | undefined} */
let loading;

/** @returns {Models | undefined} undefined as long as they are not loaded */
export const loadedModels = () => loaded;

/** @returns {Promise<Models>} */
export function loadModels() {
  loading ??= importModels().then(
    (models) => {
      loaded = models;
      return models;
    },
    (error) => {
      // What failed may be tried again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
