/**
 * The models that learn are in a script of their own, with their lessons. It is loaded when one of them
 * is first wanted.
 */

import { lazily } from '../loading/lazily.js';

/**
 * @typedef {import('../session/settings.js').Settings} Settings
 * @typedef {import('../session/source-settings.js').ModelName} ModelName
 *
 * @typedef {object} Models
 * @property {(settings: Settings) => Record<string, import('../lessons/dot.js').Step>} stepsOf
 * @property {typeof import('./training.js').Training} Training
 * @property {Record<'panel' | 'bar', (context: import('../views/context.js').ViewContext, training: import('./training.js').Training) => unknown>} views
 * @property {readonly import('lit').CSSResult[]} styles of its panel and figures
 */

/** @type {ReturnType<typeof lazily<Models>>} */
const models = lazily(async () => (await import('../models.js')).models);
export const loadedModels = models.get;
export const loadModels = models.load;
