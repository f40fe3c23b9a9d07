/** What the models that learn give: lessons, a training, the views of its panel. */

/**
 * @typedef {import('../session/settings.js').Settings} Settings
 * @typedef {import('../session/source-settings.js').ModelName} ModelName
 *
 * @typedef {object} Models
 * @property {(settings: Settings) => Record<string, import('../lessons/dot.js').Step>} stepsOf
 * @property {(host: import('./training.js').Host, set: (change: Partial<import('../session/state.js').State>) => void) =>
 *   import('./training.js').Training} newTraining
 * @property {Record<'panel' | 'bar', (context: import('../views/context.js').ViewContext, training: import('./training.js').Training) => unknown>} views
 * @property {readonly import('lit').CSSResult[]} styles of its panel and figures
 */

export {};
