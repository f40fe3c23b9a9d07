/** What the models that learn give: lessons, a training, the views of its panel. */

/**
 * @import { CSSResult } from 'lit'
 * @import { Host, Training } from './training/training.js'
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { Step } from '../../lessons/dot.js'
 * @import { Settings, State } from '../../state/fields.js'
 */

/**
 * @typedef {object} Models
 * @property {(settings: Settings) => Record<string, Step>} stepsOf
 * @property {(host: Host, set: (change: Partial<State>) => void) =>
 *   Training} newTraining
 * @property {Record<'panel' | 'bar', (context: ViewContext, training: Training) => unknown>} views
 * @property {readonly CSSResult[]} styles of its panel and figures
 */

export {};
