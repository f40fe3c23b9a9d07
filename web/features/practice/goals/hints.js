/** Finds the most helpful change by running the core with one thing changed at a time. */

import { computeIndex } from '../../../../src/js/shapes.js';
import { formatCell } from '../../../graph/cell.js';
import { readCell, readNamedNumber } from '../../../graph/trace.js';
import { makeComputation } from '../../../session/computation.js';
import { editName, withEdit } from '../../../state/edit-cells.js';
import { getSettings } from '../../../state/fields.js';
import { normaliseState } from '../../../state/normalise.js';
import { toggleMask } from '../../../views/mask-painter.js';
import { allowsNumber, countMoves, findDirectionToGoal, findUnmetMeasure } from './rules.js';

/**
 * @import { State } from '../../../state/types.js'
 * @import { Goal, Measure, RunContext } from '../types.js'
 */

/**
 * A change of one thing: of a number by a tenth, of a setting, or of a masked pair.
 * @typedef {object} Move
 * @property {Partial<State>} change
 * @property {string} [place] the number: 'k.0.3.1', or 'temperature'
 * @property {1 | -1} [direction] whether the number rises or falls
 * @property {[query: number, key: number]} [pair]
 * @property {number} effect the change of the measured number
 */

/** `index` is that of the measure. @typedef {Move & { index: number }} Hint */

const TENTH = 0.1;

/**
 * The step with which the effect of a number is measured, because near a target a tenth may go too
 * far. It is a power of two, so adding it to a short number needs no rounding.
 */
const STEP = 2 ** -6;

/** Smaller effects can come from float32 rounding alone. */
const LARGEST_ROUNDING = 1e-4;

/** The place of the temperature, which is not a cell of a table. */
const TEMPERATURE = 'temperature';

/** @param {RunContext} context @param {string} place */
const readPlace = ({ state, computation: { run } }, place) =>
  readNamedNumber(run, place) ?? state.temperature;

/** @param {RunContext} context @param {string} place */
function findEdit({ state, computation }, place) {
  const cell = readCell(place, computation.run);
  return cell && editName(state, computation, cell);
}

/** @param {RunContext} context @param {string} place @param {number} by @returns {Partial<State>} */
function changeNumber(context, place, by) {
  const value = readPlace(context, place) + by;
  const edit = findEdit(context, place);
  return edit === undefined
    ? { temperature: value }
    : { edits: withEdit(context.state.edits, edit, value) };
}

/** @param {RunContext} context @param {Measure} measure @param {Partial<State>} change */
function measureAfter({ state, attention }, { read }, change) {
  const changed = normaliseState({ ...state, ...change });
  const computation = makeComputation(attention, getSettings(changed));
  return read({ attention, state: changed, computation });
}

/** Lists numbers that may change in small steps. @param {RunContext} context @param {Goal} goal */
function listChangeablePlaces({ computation: { results } }, goal) {
  const places = Object.keys(goal.numbers ?? {}).flatMap((id) =>
    Array.from(results[id].data, (_, i) =>
      formatCell({ id, index: computeIndex(results[id].shape, i) }),
    ).filter((place) => allowsNumber(goal, place)),
  );
  return goal.temperature ? [...places, TEMPERATURE] : places;
}

/**
 * Tries each change that can be made now.
 * @param {RunContext} context
 * @param {Goal} goal
 * @param {Measure} measure
 * @returns {Move[]}
 */
export function tryMoves(context, goal, measure) {
  const { state, computation } = context;
  const now = measure.read(context);
  const findEffect = (/** @type {Partial<State>} */ change) =>
    measureAfter(context, measure, change) - now;
  const numbers = listChangeablePlaces(context, goal).flatMap((place) =>
    /** @type {const} */ ([1, -1]).map((direction) => {
      const effect = findEffect(changeNumber(context, place, direction * STEP)) * (TENTH / STEP);
      return { change: changeNumber(context, place, direction * TENTH), place, direction, effect };
    }),
  );
  /** @type {Omit<Move, 'effect'>[]} */
  const choices = Object.entries(goal.settings ?? {}).flatMap(([name, values]) =>
    values
      .filter((value) => value !== state[/** @type {keyof State} */ (name)])
      .map((value) => ({ change: { [name]: value } })),
  );
  if (goal.paint) {
    computation.queryWords.forEach((_, query) => {
      computation.keyWords.forEach((__, key) => {
        choices.push({ change: toggleMask(context, query, key).change, pair: [query, key] });
      });
    });
  }
  return [...numbers, ...choices.map((move) => ({ ...move, effect: findEffect(move.change) }))];
}

/**
 * Finds the change that brings the first unmet measure closest to its target. Measures before it
 * stay within their bounds.
 * @param {RunContext} context
 * @param {Goal} goal
 * @returns {Hint | undefined} undefined if no single change has an effect
 */
export function findBestChange(context, goal) {
  const index = findUnmetMeasure(goal, context);
  if (index < 0) return undefined;
  const measure = goal.measures[index];
  const way = findDirectionToGoal(measure, measure.read(context));
  const { count, edits, settings } = countMoves(goal, context);
  const isLast = count >= goal.changes;
  const [low, high] = goal.range;
  /** Once all moves are used, only numbers that already differ can change further. @param {Move} move */
  const isAllowed = ({ place, direction }) => {
    if (place === undefined) return !isLast;
    if (place === TEMPERATURE) return !isLast || settings.includes(TEMPERATURE);
    const at = readPlace(context, place);
    const hasRoom = direction === 1 ? at < high : at > low;
    return hasRoom && (!isLast || edits.includes(findEdit(context, place) ?? ''));
  };
  const met = goal.measures.slice(0, index);
  return tryMoves(context, goal, measure)
    .filter((move) => isAllowed(move) && way * move.effect > LARGEST_ROUNDING)
    .sort((first, second) => way * (second.effect - first.effect))
    .map((move) => ({ ...move, index }))
    .find(({ change }) =>
      met.every((other) => findDirectionToGoal(other, measureAfter(context, other, change)) === 0),
    );
}
