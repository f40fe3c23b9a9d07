/** What a model is, and what all models give together. */

/**
 * @import { CSSResult } from 'lit'
 * @import { Host, Training } from './training/training.js'
 * @import { Reply } from './training/trainer.js'
 * @import { Context } from '../../figures/tables.js'
 * @import { Evaluator } from '../../graph/op.js'
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { Step } from '../../lessons/dot.js'
 * @import { Source, SourceWords } from '../../sources/types.js'
 * @import { Variant } from './manifest.js'
 * @import { Settings, State } from '../../state/fields.js'
 */

/**
 * @typedef {Omit<Source, 'words'> & { words?: Partial<SourceWords> }} ModelSource
 *
 * @typedef {object} Example a sentence to try
 * @property {string} name on its button
 * @property {string} sentence
 * @property {number} query the word to look at
 * @property {string} moral
 * @property {Variant} [variant] of the pronoun resolver
 *
 * @typedef {object} Model
 * @property {{ measuredShare: string, trainedOn: string, examples?: Example[] }} words
 * @property {(reply: Reply, settings: Settings, core: Evaluator) => ModelSource} source
 * @property {(settings: Pick<Settings, 'variant' | 'task'>) => Record<string, Step>} steps
 * @property {(settings: Settings) => { title: string, task: string }} originOf
 * @property {(context: Context) => unknown} [answer] in one sentence; the source says it itself otherwise
 * @property {(sentence: string) => string} [sentenceOf] a typed sentence as the model reads it
 * @property {(words: string[], settings: Pick<Settings, 'task'>) => number} defaultQuery which word of a
 *   sentence the model is asked about; −1 for none
 * @property {number} [shippedSeed] of the trained model that ships
 *
 * @typedef {object} Models
 * @property {(settings: Settings) => Record<string, Step>} stepsOf
 * @property {(host: Host, set: (change: Partial<State>) => void) => Training} newTraining
 * @property {Record<'panel' | 'bar', (context: ViewContext, training: Training) => unknown>} views
 * @property {readonly CSSResult[]} styles of its panel and figures
 */

export {};
