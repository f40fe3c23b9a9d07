/**
 * A bug is a run of which one thing is wrong: an operation, what it reads, or a table that is given.
 *
 * @typedef {object} Change
 * @property {Record<string, Partial<GraphNode> | GraphNode[]>} [nodes] of the graph, by id
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

import { withChanges } from '../../../graph/graph.js';
import { maskBugs } from './masks.js';
import { outputBugs } from './outputs.js';
import { scoreBugs } from './scores.js';
import { softmaxBugs } from './softmax.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Graph, Node as GraphNode } from '../../../graph/graph.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/fields.js'
 */

/**
 * A source with something changed.
 * @param {Source} source
 * @param {Change} change
 * @returns {Source}
 */
export const changeSource = (source, { nodes = {}, given = {} }) => ({
  ...source,
  graph: withChanges(source.graph, nodes),
  given: { ...source.given, ...given },
});

/**
 * The right run of a bug's source, and the wrong one.
 * @param {Source} source
 * @param {Bug} bug
 */
export function makeSources(source, { right, wrong }) {
  const rightSource = right ? changeSource(source, right(source)) : source;
  return { right: rightSource, wrong: changeSource(rightSource, wrong(rightSource)) };
}

// The bugs: mistakes that are made when attention is written as a program.

export const bugs = Object.freeze([...scoreBugs, ...maskBugs, ...softmaxBugs, ...outputBugs]);
