import { withChanges } from '../../../graph/graph.js';
import { maskBugs } from './masks.js';
import { outputBugs } from './outputs.js';
import { rescalings, scoreBugs } from './scores.js';
import { softmaxBugs } from './softmax.js';

/**
 * @import { Source } from '../../../sources/types.js'
 * @import { Bug, Change, Mistake } from '../types.js'
 */

/** @param {Source} source @param {Change} change @returns {Source} */
export const changeSource = (source, { nodes = {}, given = {} }) => ({
  ...source,
  graph: withChanges(source.graph, nodes),
  given: { ...source.given, ...given },
});

/** @param {Source} source @param {Mistake & Pick<Bug, 'right'>} mistake */
export function makeSources(source, { right, wrong }) {
  const rightSource = right ? changeSource(source, right(source)) : source;
  return { right: rightSource, wrong: changeSource(rightSource, wrong(rightSource)) };
}

// The bugs: mistakes that programmers make when they implement attention.

export const bugs = Object.freeze([...scoreBugs, ...maskBugs, ...softmaxBugs, ...outputBugs]);

/**
 * The mistakes that readers make when they compute numbers.
 * @type {readonly (Mistake & Pick<Bug, 'right'>)[]}
 */
export const knownMistakes = [...bugs, ...rescalings];
