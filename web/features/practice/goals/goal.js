/** The rules of a puzzle: allowed changes, their number, and targets of measured numbers. */

import { formatCell, parseCell } from '../../../graph/cell.js';
import { readNamedNumber } from '../../../graph/trace.js';
import { makeState } from '../../../pages/chapters.js';
import { findCellOfEdit } from '../../../state/edit-cells.js';
import { parseEdits } from '../../../state/edits.js';
import { getSettings, listChangedSettings } from '../../../state/fields.js';
import { listMaskedCells } from '../../../state/mask.js';
import { normaliseState } from '../../../state/normalise.js';

/**
 * @import { CourseContext, GoalSpec, PageSpec } from '../../../pages/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Goal, Measure, RunContext } from '../types.js'
 */

/** The default range of numbers that a reader can set. They have three digits on the screen. */
const [LOW, HIGH] = [-3, 3];

/**
 * @param {PageSpec} page
 * @param {GoalSpec} task
 * @param {Record<string, Measure['read']>} [measures] measures that the task names
 * @returns {Goal}
 */
export const makeGoal = (page, { numbers, range = [LOW, HIGH], ...task }, measures = {}) => ({
  ...task,
  id: page.id,
  start: normaliseState(makeState(page)),
  range,
  numbers: numbers && Object.fromEntries(numbers.map(({ table: id, ...part }) => [id, part])),
  measures: task.wanted.map(({ cell = '', by = '', end, ...measure }) => ({
    ...measure,
    read: measures[by] ?? (({ computation: { run } }) => readNamedNumber(run, cell) ?? Number.NaN),
    end: end ?? Math.max(1, 2 * Math.abs(measure.least ?? 0), 2 * Math.abs(measure.most ?? 0)),
  })),
});

/** Tells whether a number may be changed. @param {Goal} goal @param {string} place 'k.0.3.1' */
export function allowsNumber({ numbers = {} }, place) {
  const cell = parseCell(place);
  const table = cell && numbers[cell.id];
  if (!table) return false;
  return table.rows?.includes(cell.index.at(-2) ?? -1) ?? true;
}

/**
 * @typedef {object} Moves
 * @property {number} count
 * @property {string[]} edits edits whose numbers differ from the start
 * @property {(keyof Settings)[]} settings
 * @property {boolean} isForeign whether anything that may not be changed was changed
 * @property {string | undefined} beyond an edit whose number is out of range
 */

/** Settings whose changes are counted one by one. @type {(keyof Settings)[]} */
const COUNTED = ['edits', 'mask', 'masked'];

/**
 * @param {Goal} goal
 * @param {Pick<CourseContext, 'state' | 'computation'>} context
 * @returns {Moves}
 */
export function countMoves(goal, { state, computation }) {
  const { start } = goal;
  const [before, now] = [start, state].map(({ edits }) => parseEdits(edits));
  const placeOf = (/** @type {string} */ edit) => {
    const cell = findCellOfEdit(state, computation, edit);
    return cell && formatCell(cell);
  };
  const edits = [...new Set([...before.keys(), ...now.keys()])].filter((edit) => {
    // A number that is set to its old value does not count as changed.
    const was = before.get(edit) ?? computation.originals.get(edit);
    return now.get(edit) !== was && (before.has(edit) || placeOf(edit) !== undefined);
  });
  const { length } = computation.keyWords;
  const [maskedBefore, maskedNow] = [start, state].map((compared) =>
    listMaskedCells(compared, computation.queryWords.length, length).map(
      ({ query, key }) => query * length + key,
    ),
  );
  const isPad = goal.settings?.pad !== undefined;
  const pairs = isPad ? [] : listDifferences(maskedBefore, maskedNow);
  const settings = listChangedSettings(getSettings(start), getSettings(state)).filter(
    (name) => !COUNTED.includes(name),
  );
  const [low, high] = goal.range;
  const isChosen = (/** @type {keyof Settings} */ name) =>
    Object.hasOwn(goal.settings ?? {}, name) ||
    (name === 'temperature' && goal.temperature !== undefined);
  return {
    count: edits.length + pairs.length + settings.length,
    edits,
    settings,
    isForeign:
      !settings.every(isChosen) ||
      (pairs.length > 0 && !goal.paint) ||
      (isPad && start.mask !== state.mask) ||
      !edits.every((edit) => now.has(edit) && allowsNumber(goal, placeOf(edit) ?? '')),
    beyond: edits.find((edit) => !((now.get(edit) ?? 0) >= low && (now.get(edit) ?? 0) <= high)),
  };
}

/**
 * Lists the items that are in only one of two lists.
 * @param {number[]} first
 * @param {number[]} second
 */
const listDifferences = (first, second) => [
  ...first.filter((item) => !second.includes(item)),
  ...second.filter((item) => !first.includes(item)),
];

/** Allows for rounding: 0.1 as a float32 is slightly more than 0.1. */
const GOAL_TOLERANCE = 1e-6;

/**
 * Tells in which direction a measured number has to move.
 * @param {Measure} measure
 * @param {number} value
 * @returns {-1 | 0 | 1} 0 if the number is within its bounds
 */
export const findDirectionToGoal = ({ least = -Infinity, most = Infinity }, value) =>
  value < least - GOAL_TOLERANCE ? 1 : value > most + GOAL_TOLERANCE ? -1 : 0;

/** Returns an index, or −1 if all are met. @param {Goal} goal @param {RunContext} context */
export const findUnmetMeasure = ({ measures }, context) =>
  measures.findIndex((measure) => findDirectionToGoal(measure, measure.read(context)) !== 0);

/** Whether only what may change has changed, and not too often. @param {Goal} goal @param {CourseContext} context */
export function followsRules(goal, context) {
  const { count, isForeign, beyond } = countMoves(goal, context);
  return count <= goal.changes && !isForeign && beyond === undefined;
}

/** @param {Goal} goal @param {CourseContext} context */
export const isReached = (goal, context) =>
  followsRules(goal, context) && findUnmetMeasure(goal, context) < 0;

/** The stored answer, which holds the fewest moves in which the goal was reached. */
const REACHED_ANSWER = /^reached\.(\d{1,2})$/;

/** Reads the fewest moves so far. @param {string | undefined} kept */
export const readFewestMoves = (kept = '') => Number(REACHED_ANSWER.exec(kept)?.[1] ?? Infinity);

/** @param {number} moves @param {string} [before] the answer stored so far */
export const formatFewestMoves = (moves, before) =>
  `reached.${Math.min(moves, readFewestMoves(before))}`;
