/**
 * A bug is a run of which one thing is wrong: an operation, what it reads, or a table that is given.
 *
 * @typedef {import('../../graph/graph.js').Graph} Graph
 * @typedef {import('../../graph/graph.js').Node} Node
 * @typedef {import('../../session/settings.js').Settings} Settings
 * @typedef {import('../../sources/source.js').Source} Source
 * @typedef {import('../../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {object} Change
 * @property {Record<string, Partial<Node> | Node[]>} [nodes] of the graph, by id
 * @property {Record<string, () => Tensor>} [given]
 *
 * @typedef {object} Mistake
 * @property {string} id
 * @property {string} table the first that is wrong
 * @property {(graph: Graph, settings: Settings) => boolean} fits whether the graph has what it goes wrong with
 * @property {(settings: Settings) => boolean} [shows] whether any number differs; it does by default
 * @property {(source: Source) => Change} wrong
 *
 * @typedef {object} BugOnly
 * @property {boolean} [isBeyondCourse] whether no chapter teaches what it is about
 * @property {boolean} [isGeneral] whether additive attention can have it as well as the dot product
 * @property {Partial<Settings>} settings of a run in which it shows
 * @property {(source: Source) => Change} [right] what the right run has beyond its source
 *
 * @typedef {Mistake & BugOnly} Bug
 */

import { withChanges } from '../../graph/graph.js';

/**
 * A source with something changed.
 * @param {Source} source
 * @param {Change} change
 * @returns {Source}
 */
export const changed = (source, { nodes = {}, given = {} }) => ({
  ...source,
  graph: withChanges(source.graph, nodes),
  given: { ...source.given, ...given },
});

/**
 * The right run of a bug's source, and the wrong one.
 * @param {Source} source
 * @param {Bug} bug
 */
export function bothSources(source, { right, wrong }) {
  const whole = right ? changed(source, right(source)) : source;
  return { right: whole, wrong: changed(whole, wrong(whole)) };
}

/** @param {Graph} graph @param {string} id */
export const nodeOf = (graph, id) => /** @type {Node} */ (graph.get(id));

/**
 * The length of an axis of a source's embeddings and words.
 * @param {Source} source
 */
export const sizesOf = ({ given, queryWords, keyWords }) => {
  const { wq } = given;
  const [heads, width, columns] = wq ? wq().shape : [];
  return { heads, width, columns, queries: queryWords.length, keys: keyWords.length };
};
