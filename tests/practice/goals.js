// The goals of the practice, their pages, and a solution for each.
import assert from 'node:assert/strict';
import { goalChapter, goals } from '../../web/features/practice/goals/goals.js';
import { readCell } from '../../web/graph/trace.js';
import { editName, withEdit } from '../../web/state/edit-cells.js';
import { contextOf } from '../course/pages.js';

/** @import { Page } from '../../web/pages/types.js' */
/** @import { State } from '../../web/state/types.js' */

/** @typedef {import('../../web/features/practice/types.js').Goal} Goal */
/** @typedef {import('../../web/pages/types.js').CourseContext} CourseContext */
/** @typedef {Partial<State>} Change */

/**
 * A solution for each goal: numbers by place, and other changes.
 * @type {Record<string, [numbers: Record<string, number>, other?: Change]>}
 */
export const SOLUTIONS = {
  noodles: [{ 'k.0.3.0': 3, 'k.0.3.1': 2 }],
  // e to the power of 0.69 is almost 2.
  twice: [{ 'scores.0.1.3': -1 + 0.69 }],
  temperature: [{}, { temperature: 1.8 }],
  scale: [{ 'q.0.1.0': 1, 'q.0.1.2': -1 }],
  additive: [{ 'projectedKeys.3.0': 3, 'wv.0': 3 }],
  tables: [{ 'weights.0.1.0': 0.1, 'weights.0.1.2': 0.4 }],
  // The key of They.
  twins: [{ 'k.0.3.0': 1, 'k.0.3.1': -0.5 }],
  leak: [{}, { masked: '0.1 0.2 0.3 1.2 1.3 2.3' }],
  padding: [{}, { pad: 2, fill: 'inf' }],
  places: [{}, { positions: 'sinusoidal' }],
  back: [{ 'wq.0.0.1': 3, 'wq.0.1.0': -3 }],
  cancel: [{ 'wo.1.0': -1, 'wo.1.1': 0.5 }],
};

/** Returns the number of moves of the solution. @param {Goal} goal */
export const fewestOf = ({ changes, fewest = changes }) => fewest;

/** @param {Goal} goal */
export const pageOf = ({ id }) =>
  /** @type {Page} */ (goalChapter.pages.find((page) => page.id === `practice-goals-${id}`));

/** @param {Goal} goal @param {Change} [change] */
export const contextAt = (goal, change) => contextOf(pageOf(goal), change);

/**
 * Returns the edits with some numbers set.
 * @param {CourseContext} context
 * @param {Record<string, number>} numbers
 */
export const editsWith = ({ state, computation }, numbers) =>
  Object.entries(numbers).reduce((edits, [place, value]) => {
    const cell = readCell(place, computation.run);
    assert.ok(cell, place);
    return withEdit(edits, editName(state, computation, cell) ?? '', value);
  }, state.edits);

/** @param {Goal} goal */
export function solveGoal(goal) {
  const [numbers, other = {}] = SOLUTIONS[goal.id];
  return contextAt(goal, { ...other, edits: editsWith(contextAt(goal), numbers) });
}

/** @param {string} id @returns {Goal} */
export function goalNamed(id) {
  const goal = goals.find((candidate) => candidate.id === id);
  assert.ok(goal, id);
  return goal;
}
