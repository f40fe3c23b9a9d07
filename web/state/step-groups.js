/** The groups of the steps of a lesson, and the steps in the row of its bar. */

import { getLocalName } from '../graph/graph.js';
import { getMask } from './derived.js';
import { getSourceKind } from './source-kinds.js';
import { listSteps } from './step-order.js';

/** @import { Settings } from './types.js' */

/** The most steps in the row; the others are in the menu *More*. */
const MOST_IN_ROW = 9;

/** Steps that a setting adds to a lesson, and that therefore take the place of no other. */
const ADDED = ['maskedScores', 'dropped'];

/**
 * Returns the groups of the steps of a lesson, and which steps are in the row.
 * @param {Settings} settings
 * @returns {{ name: string, steps: readonly string[], row: readonly string[] }[]} the groups in
 * order; a lesson without groups has one group without a name
 */
export function groupSteps(settings) {
  const { steps: all, groups: starts = {}, rare = [] } = getSourceKind(settings);
  const steps = listSteps(settings);
  // Without a mask, the step of the mask changes no score.
  const leaving = getMask(settings) === 'none' ? ['maskedScores', ...rare] : rare;
  const added = ADDED.filter((step) => steps.includes(step) && !leaving.includes(step));
  const most = MOST_IN_ROW + added.length;
  let row = steps;
  for (const name of leaving) {
    if (row.length <= most) break;
    row = row.filter((step) => getLocalName(step) !== name);
  }
  row = row.slice(0, most);
  // A lesson may lack the first step of a group.
  const names = new Map();
  let name = '';
  for (const step of all) {
    name = starts[step] ?? name;
    names.set(step, name);
  }
  return [...new Set(steps.map((step) => names.get(step) ?? ''))].map((group) => {
    const isOfGroup = (/** @type {string} */ step) => (names.get(step) ?? '') === group;
    return { name: group, steps: steps.filter(isOfGroup), row: row.filter(isOfGroup) };
  });
}
