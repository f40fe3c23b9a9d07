/** The rules of a puzzle: allowed changes, their number, and targets of measured numbers. */

import { formatCell, parseCell } from '../../../graph/cell.js';
import { getLocalName } from '../../../graph/graph.js';
import { readNamedNumber } from '../../../graph/trace.js';
import { makeState } from '../../../pages/chapters.js';
import { findCellOfEdit } from '../../../state/edit-cells.js';
import { parseEdits } from '../../../state/edits.js';
import { getSettings, listChangedSettings } from '../../../state/fields.js';
import { makeMaskedTest } from '../../../state/mask.js';
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
  measures: task.wanted.map(({ by = '', ...measure }) => ({
    ...measure,
    read:
      measures[by] ??
      (({ computation: { run } }) => readNamedNumber(run, measure.cell ?? '') ?? Number.NaN),
  })),
});

/**
 * Whether a measured number stays between 0 and 1, as weights do. A reader may set some weights, and
 * dropout makes weights larger than 1.
 * @param {Goal} goal
 * @param {Measure} measure
 * @param {RunContext} context
 */
export function isShare({ numbers = {} }, { cell = '' }, { computation: { nodes } }) {
  const [table] = cell.split('.');
  const isFree = Object.hasOwn(numbers, table) || getLocalName(table) === 'dropped';
  return nodes[table]?.colours === 'weights' && !isFree;
}

/**
 * Returns the numbers at the ends of a meter. Its bounds lie between them.
 * @param {Goal} goal
 * @param {Measure} measure
 * @param {RunContext} context
 * @returns {[low: number, high: number]}
 */
export function findMeterEnds(goal, measure, context) {
  const { least = 0, most = 0, end } = measure;
  const widest = Math.max(1, 2 * Math.abs(least), 2 * Math.abs(most));
  const high = end ?? (isShare(goal, measure, context) ? 1 : widest);
  return [Math.min(least, most) < 0 ? -widest : 0, high];
}

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
 * @param {MovesContext} context
 * @returns {Moves}
 *
 * @typedef {Pick<CourseContext, 'state' | 'computation'>} MovesContext
 */
export function countMoves(goal, context) {
  const { state } = context;
  const { start } = goal;
  const numbers = listChangedNumbers(goal, context);
  const settings = listChangedSettings(getSettings(start), getSettings(state)).filter(
    (name) => !COUNTED.includes(name),
  );
  // If the number of padding words may be chosen, the mask is that of the setting.
  const isPad = goal.settings?.pad !== undefined;
  const pairs = isPad ? 0 : countChangedPairs(start, context);
  const mayMask = isPad ? start.mask === state.mask : goal.paint || pairs === 0;
  // Numbers that are set are float32.
  const [low, high] = goal.range.map(Math.fround);
  return {
    count: numbers.length + pairs + settings.length,
    edits: numbers.map(({ edit }) => edit),
    settings,
    isForeign:
      !mayMask ||
      !settings.every((name) => allowsSetting(goal, name)) ||
      !numbers.every(({ value, place = '' }) => value !== undefined && allowsNumber(goal, place)),
    beyond: numbers.find(({ value = 0 }) => !(value >= low && value <= high))?.edit,
  };
}

/** Returns the number at the start in place of an edit. @param {Goal} goal @param {Pick<MovesContext, 'computation'>} context @param {string} edit */
export const findStartNumber = ({ start }, { computation }, edit) =>
  parseEdits(start.edits).get(edit) ?? computation.originals.get(edit);

/**
 * Lists the edits that differ from the start. An edit without a value was removed.
 * @param {Goal} goal
 * @param {MovesContext} context
 * @returns {{ edit: string, value: number | undefined, place: string | undefined }[]}
 */
function listChangedNumbers(goal, context) {
  const { state, computation } = context;
  const [before, now] = [goal.start, state].map(({ edits }) => parseEdits(edits));
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((edit) => {
    const value = now.get(edit);
    // A number that is set to its old value does not count as changed.
    if (value === findStartNumber(goal, context, edit)) return [];
    const cell = findCellOfEdit(state, computation, edit);
    return before.has(edit) || cell ? [{ edit, value, place: cell && formatCell(cell) }] : [];
  });
}

/** Counts the pairs that are masked only at the start, or only now. @param {Goal['start']} start @param {MovesContext} context */
function countChangedPairs(start, { state, computation: { queryWords, keyWords } }) {
  const [before, now] = [start, state].map((each) => makeMaskedTest(each, keyWords.length));
  return queryWords.flatMap((_, query) =>
    keyWords.filter((__, key) => before(query, key) !== now(query, key)),
  ).length;
}

/** @param {Goal} goal @param {keyof Settings} name */
const allowsSetting = ({ settings = {}, temperature }, name) =>
  Object.hasOwn(settings, name) || (name === 'temperature' && temperature !== undefined);

/** Allows for rounding: 0.1 as a float32 is slightly more than 0.1. */
const GOAL_TOLERANCE = 1e-6;

/**
 * Tells in which direction a measured number has to move.
 * @param {Measure} measure
 * @param {number} value
 * @returns {-1 | 0 | 1} 0 if the number is within its bounds, which NaN never is
 */
export const findDirectionToGoal = ({ least = -Infinity, most = Infinity }, value) =>
  value <= most + GOAL_TOLERANCE ? (value >= least - GOAL_TOLERANCE ? 0 : 1) : -1;

/** Returns an index, or −1 if all are met. @param {Goal} goal @param {RunContext} context */
export const findUnmetMeasure = ({ measures }, context) =>
  measures.findIndex((measure) => findDirectionToGoal(measure, measure.read(context)) !== 0);

/** Whether only what may change has changed, and not too often. @param {Goal} goal @param {RunContext} context */
export function followsRules(goal, context) {
  const { count, isForeign, beyond } = countMoves(goal, context);
  return count <= goal.changes && !isForeign && beyond === undefined;
}

/** @param {Goal} goal @param {RunContext} context */
export const isReached = (goal, context) =>
  followsRules(goal, context) && findUnmetMeasure(goal, context) < 0;

/** Whether the page shows its start, where nothing has changed, and its goal is reached there. @param {Goal} goal @param {RunContext} context */
export const isReachedAtStart = (goal, context) =>
  isReached(goal, context) && countMoves(goal, context).count === 0;

/** The stored answer, which holds the fewest moves in which the goal was reached. */
const REACHED_ANSWER = /^reached\.(\d{1,2})$/;

/** Reads the fewest moves so far. @param {string | undefined} kept */
export const readFewestMoves = (kept = '') => Number(REACHED_ANSWER.exec(kept)?.[1] ?? Infinity);

/** @param {number} moves @param {string} [before] the answer stored so far */
export const formatFewestMoves = (moves, before) =>
  `reached.${Math.min(moves, readFewestMoves(before))}`;
