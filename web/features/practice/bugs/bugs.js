import { withChanges } from '../../../graph/graph.js';
import { maskBugs } from './masks.js';
import { outputBugs } from './outputs.js';
import { scoreBugs } from './scores.js';
import { softmaxBugs } from './softmax.js';

/**
 * @import { Source } from '../../../sources/types.js'
 * @import { Bug, Change } from '../types.js'
 */

/** @param {Source} source @param {Change} change @returns {Source} */
export const changeSource = (source, { nodes = {}, given = {} }) => ({
  ...source,
  graph: withChanges(source.graph, nodes),
  given: { ...source.given, ...given },
});

/** @param {Source} source @param {Bug} bug */
export function makeSources(source, { right, wrong }) {
  const rightSource = right ? changeSource(source, right(source)) : source;
  return { right: rightSource, wrong: changeSource(rightSource, wrong(rightSource)) };
}

// The bugs: mistakes that programmers make when they implement attention.

export const bugs = Object.freeze([...scoreBugs, ...maskBugs, ...softmaxBugs, ...outputBugs]);
