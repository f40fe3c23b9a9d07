/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { Context } from '../figures/tables.js'
 * @import { Graph } from '../graph/graph.js'
 * @import { Run } from '../graph/run.js'
 * @import { Given as SourcesGiven } from '../text/en/sources.js'
 */

/**
 * A source of numbers.
 *
 * @typedef {object} Source
 * @property {string[]} queryWords
 * @property {string[]} keyWords
 * @property {{ words: string[], query: number }} [sentence] a sentence of which only one word is a query
 * @property {boolean} [isSelf] whether queries and keys are the same words
 * @property {{ queryWords: string[], keyWords: string[] }} [tokens] the words as they were given, with
 *   the marks of a tokenizer
 * @property {Readonly<Record<string, string[]>>} [names] what the numbers along further axes stand for
 * @property {SourceWords} [words] what is said of it, where `text/en/sources.js` does not know it
 * @property {number} [leftOut] words of the sentence beyond the limit
 * @property {number} [leftOutOfTarget]
 * @property {Graph} graph
 * @property {Readonly<Record<string, Given>>} given the tensors that are not computed
 * @property {Run} [run] what is evaluated already, with the numbers that the reader has set
 * @property {(run: Run) => Record<string, Tensor>} inputs what goes in, by name
 * @property {(run: Run) => Record<string, Tensor>} parameters the weights, as the core stores them
 * @property {boolean} isEditable whether its numbers can be set
 *
 * @typedef {(() => Tensor) & { key?: string }} Given with the same key it gives the same tensor
 *
 * @typedef {object} SourceWords
 * @property {string} badge where its numbers come from
 * @property {string} program the same in a program's heading
 * @property {string} title of a program
 * @property {(context: Context) => unknown} [answer] what it says in the end
 * @property {Readonly<Record<string, readonly [plural: string, singular: string]>>} [tensors] what tensors
 *   are called that `text/en/tensors.js` does not know
 * @property {Readonly<Record<string, string>>} [steps] what a program says before the line of a tensor,
 *   where `text/en/program.js` does not
 * @property {(given: SourcesGiven) => unknown} given of one number
 */
export {};
