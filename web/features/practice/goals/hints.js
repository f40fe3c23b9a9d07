/** Finds the most helpful change by running the core with one thing changed at a time. */

import { computeIndex } from '../../../../src/js/shapes.js';
import { formatCell } from '../../../graph/cell.js';
import { readCell, readNamedNumber } from '../../../graph/trace.js';
import { makeComputation } from '../../../session/computation.js';
import { editName, withEdit } from '../../../state/edit-cells.js';
import { getSettings } from '../../../state/fields.js';
import { normaliseState } from '../../../state/normalise.js';
import { toggleMask } from '../../../views/mask-painter.js';
import { allowsNumber, countMoves, findDirectionToGoal, findUnmetMeasure } from './goal.js';

/**
 * @import { State } from '../../../state/types.js'
 * @import { Goal, GoalStep, Hint, Measure, RunContext, Slope } from '../types.js'
 */

/**
 * The step of the numeric derivatives. It is a power of two, so adding it to a short number needs
 * no rounding.
 */
const NUMBER_STEP = 2 ** -6;

/**
 * The increase for which a hint states a number's effect, so that numbers and choices can be
 * compared.
 */
export const TENTH = 0.1;

/** Smaller slopes can come from float32 rounding alone. */
const LARGEST_ROUNDING = 1e-4;

/** @param {RunContext} context @param {Measure} measure @param {Partial<State>} change */
function measureAfter({ state, attention }, { read }, change) {
  const changed = normaliseState({ ...state, ...change });
  return read({
    attention,
    state: changed,
    computation: makeComputation(attention, getSettings(changed)),
  });
}

/**
 * Computes the derivative of a measured number with respect to each changeable number, by central
 * differences.
 * @param {RunContext} context
 * @param {Goal} goal
 * @param {Measure} measure
 * @returns {Slope[]}
 */
export function computeSlopes(context, goal, measure) {
  return listChangeablePlaces(context, goal).map((place) => {
    const at = readNamedNumber(context.computation.run, place) ?? context.state.temperature;
    const [low, high] = [at - NUMBER_STEP, at + NUMBER_STEP];
    const [below, above] = [low, high].map((value) =>
      measureAfter(context, measure, makeChange(context, place, value)),
    );
    return { place, at, derivative: (above - below) / (high - low) };
  });
}

/** The place of the temperature, which is not a cell of a table. */
const TEMPERATURE = 'temperature';

/** @param {RunContext} context @param {string} place @param {number} value */
function makeChange({ state, computation }, place, value) {
  const edit = findEdit({ state, computation }, place);
  return edit === undefined
    ? { temperature: value }
    : { edits: withEdit(state.edits, edit, value) };
}

/** @param {Pick<RunContext, 'state' | 'computation'>} context @param {string} place */
function findEdit({ state, computation }, place) {
  const cell = readCell(place, computation.run);
  return cell && editName(state, computation, cell);
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
 * Tries each choice that can be made now, and measures its effect.
 * @param {RunContext} context
 * @param {Goal} goal
 * @param {Measure} measure
 * @returns {GoalStep[]}
 */
export function tryChoices(context, goal, measure) {
  const { state, computation } = context;
  const now = measure.read(context);
  /** @type {Omit<GoalStep, 'effect'>[]} */
  const changes = Object.entries(goal.settings ?? {}).flatMap(([name, values]) =>
    values
      .filter((value) => value !== state[/** @type {keyof State} */ (name)])
      .map((value) => ({ change: { [name]: value } })),
  );
  if (goal.paint) {
    computation.queryWords.forEach((_, query) => {
      computation.keyWords.forEach((__, key) => {
        changes.push({
          change: toggleMask({ state, computation }, query, key).change,
          pair: [query, key],
        });
      });
    });
  }
  return changes.map((step) => ({
    ...step,
    effect: measureAfter(context, measure, step.change) - now,
  }));
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
  // Once all moves are used, only numbers and settings that already differ can change further.
  const isFree = (/** @type {string} */ place) =>
    !isLast ||
    (place === TEMPERATURE
      ? settings.includes(TEMPERATURE)
      : edits.includes(findEdit(context, place) ?? ''));
  /** @type {Hint[]} */
  const numbers = computeSlopes(context, goal, measure).flatMap((slope) => {
    const { place, at, derivative } = slope;
    const direction = derivative * way < 0 ? -1 : 1;
    const hasRoom = place === TEMPERATURE || (direction > 0 ? at < high : at > low);
    if (!isFree(place) || !hasRoom) return [];
    const change = makeChange(context, place, at + direction * TENTH);
    const gain = TENTH * Math.abs(derivative);
    return { kind: 'number', index, direction, ...slope, change, gain };
  });
  /** @type {Hint[]} */
  const choices = isLast
    ? []
    : tryChoices(context, goal, measure).map((step) => ({
        kind: 'choice',
        index,
        ...step,
        gain: way * step.effect,
      }));
  const met = goal.measures.slice(0, index);
  return [...numbers, ...choices]
    .filter(({ gain }) => gain > LARGEST_ROUNDING)
    .sort((first, second) => second.gain - first.gain)
    .find(({ change }) =>
      met.every((other) => findDirectionToGoal(other, measureAfter(context, other, change)) === 0),
    );
}
