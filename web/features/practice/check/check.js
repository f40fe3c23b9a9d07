/**
 * Compares an answer with a table of the run. The answer is right up to rounding, also if it was
 * computed from the rounded numbers on the screen. Otherwise the result has the first different
 * number and the known mistakes that give the same numbers.
 */

import { tensor } from '../../../../src/js/index.js';
import { computeIndex, countElements } from '../../../../src/js/shapes.js';
import { computeOffset } from '../../../graph/cell.js';
import { memoizeByOwner } from '../../../graph/memoize.js';
import { computeTolerance, findDecimals } from '../../../pages/tasks/numbers.js';
import { openSource } from '../../../session/computation.js';
import { makeEditedRun } from '../../../state/edit-cells.js';
import { getSettings } from '../../../state/fields.js';
import { chooseNumberFormat, chooseWeightFormat, parseTypedNumber } from '../../../text/number.js';
import { knownMistakes, makeSources } from '../bugs/bugs.js';
import { refused } from '../text/en/check.js';
import { AnswerError } from './read-answer.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Answer, Result, RunContext, Typed } from '../types.js'
 */

/** The rounding error of float32, relative to the number, besides that of the typed digits. */
const ROUNDING = 2 ** -20;

/**
 * @param {Typed} typed
 * @param {number} exact
 * @param {number} [drift] how far the result from the digits on the screen is from the exact one
 */
function isWithinTolerance({ value, tolerance }, exact, drift = 0) {
  if (Object.is(value, exact)) return true;
  if (!Number.isFinite(exact)) return false;
  const slack = tolerance * (1 + 1e-9) + ROUNDING * Math.max(1, Math.abs(exact));
  const difference = value - exact;
  return difference >= Math.min(0, drift) - slack && difference <= Math.max(0, drift) + slack;
}

/**
 * Computes how much the numbers of a table change if they are computed from the rounded numbers
 * that the screen shows of its inputs.
 * @param {RunContext} context
 * @param {string} id
 */
function computeDrift({ attention, computation: { nodes, results } }, id) {
  const node = nodes[id];
  const inputs = node.inputs.map((input) => results[input.id]);
  const shown = inputs.map((table, i) =>
    roundAsShown(table, nodes[node.inputs[i].id].colours === 'weights'),
  );
  const exact = node.op.evaluate(attention, inputs, node).data;
  return node.op.evaluate(attention, shown, node).data.map((value, i) => value - exact[i]);
}

/** @param {Tensor} table @param {boolean} isWeights */
function roundAsShown({ shape, data }, isWeights) {
  const write = isWeights ? chooseWeightFormat(shape[shape.length - 1]) : chooseNumberFormat(data);
  const numbers = data.map((value) =>
    Number.isFinite(value) ? parseTypedNumber(write(value)) : value,
  );
  return tensor([...shape], numbers);
}

/**
 * Finds the part of a table that an answer is about.
 * @param {Tensor} table
 * @param {readonly number[]} leading the index along the first axes; [] selects the whole table
 * @returns {{ first: number, size: number, shape: number[], data: Float32Array }}
 */
export function getAnswerPart({ shape, data }, leading) {
  const rest = shape.slice(leading.length);
  const first = computeOffset(shape, [...leading, ...rest.map(() => 0)]);
  if (first === undefined) throw new AnswerError(refused.noCell);
  const size = countElements(rest);
  return { first, size, shape: rest, data: data.subarray(first, first + size) };
}

/**
 * @param {RunContext} context
 * @param {{ id: string, leading: readonly number[], isTask?: boolean }} part a cell, a row, a
 *   matrix, or a whole tensor; `isTask`: whether the task fixes the part
 * @param {Answer} answer
 * @returns {Result}
 */
export function checkAnswer(context, { id, leading, isTask = false }, answer) {
  const table = context.computation.results[id];
  if (!table) throw new AnswerError(refused.noTable(id));
  const { first, size, shape: expected, data: part } = getAnswerPart(table, leading);
  if (answer.numbers.length !== size || !isSameShape(answer.shape, expected)) {
    throw new AnswerError(refused.shape(answer.shape, expected, isTask));
  }
  const { data } = table;
  const numbers = isTask ? withTaskTolerance(answer.numbers, part) : answer.numbers;
  /** @param {ArrayLike<number>} from */
  const differing = (from) =>
    numbers.flatMap((typed, i) => (isWithinTolerance(typed, from[first + i]) ? [] : [i]));
  const inexact = differing(data);
  const drift = inexact.length > 0 && !isTask ? computeDrift(context, id) : [];
  const wrong = inexact.filter(
    (i) => !isWithinTolerance(numbers[i], data[first + i], drift[first + i]),
  );
  if (wrong.length === 0) {
    const digits = countDigits(numbers);
    const isRounded = numbers.some(
      ({ value }, i) => !isWithinTolerance({ value, tolerance: 0 }, data[first + i]),
    );
    const isCoarse = !isTask && (inexact.length > 0 || (isRounded && digits < SHOWN_DIGITS));
    return {
      isRight: true,
      ...(isCoarse && { digits: Math.min(digits, SHOWN_DIGITS) }),
      ...{ count: size, wrong: 0, mistakes: [] },
    };
  }
  /** @param {ArrayLike<number>} others */
  const isGiven = (others) => others.length === data.length && differing(others).length === 0;
  const mistakes = computeTablesWithMistakes(context, id)
    .filter((bugged) => isGiven(bugged.data))
    .map(({ bug }) => bug);
  const isOnlyRounded = wrong.every((i) => isWithinTolerance(answer.numbers[i], part[i]));
  const [at] = wrong;
  const { value, tolerance } = numbers[at];
  return {
    isRight: false,
    count: size,
    wrong: wrong.length,
    mistakes,
    isUndivided: id === 'weights' && listExponentials(context).some((all) => isGiven(all)),
    ...(isOnlyRounded && { decimals: findDecimals([...part]) ?? SHOWN_DIGITS }),
    hasWrongSign: value !== 0 && isWithinTolerance({ value: -value, tolerance }, data[first + at]),
    cell: { id, index: computeIndex(table.shape, first + at) },
    typed: numbers[at],
  };
}

/**
 * In a task, a number may be as far off as in a task that asks for single numbers.
 * @param {readonly Typed[]} numbers
 * @param {Float32Array} wanted
 */
const withTaskTolerance = (numbers, wanted) =>
  numbers.map((typed, i) =>
    Number.isFinite(wanted[i]) ? { ...typed, tolerance: computeTolerance(wanted[i]) } : typed,
  );

/** The digits of numbers on screen. */
const SHOWN_DIGITS = 3;

/**
 * Returns the digits of the number with the most. A fraction, or a number from a file, has any
 * number of digits.
 * @param {readonly Typed[]} numbers
 */
const countDigits = (numbers) =>
  Math.max(
    1,
    ...numbers.map(({ value, digits = Infinity }) => (Number.isFinite(value) ? digits : 0)),
  );

/**
 * Lists the exponentials of the scores: with the row maximum subtracted, and without.
 * @param {RunContext} context
 */
function listExponentials(context) {
  const { exponentials } = context.computation.results;
  const plain = computeTablesWithMistakes(context, 'exponentials').find(
    ({ bug }) => bug === 'maximum-left-out',
  );
  return [exponentials, plain].flatMap((table) => (table ? [table.data] : []));
}

/**
 * Tells whether the shapes match up to axes of length 1. A table of one head is often written
 * without that axis.
 * @param {number[]} given
 * @param {number[]} expected
 */
function isSameShape(given, expected) {
  const long = (/** @type {number[]} */ shape) => shape.filter((length) => length !== 1).join();
  return long(given) === long(expected);
}

/**
 * Computes a table with each known mistake, from the same inputs. A reader who checks one answer
 * usually checks another.
 */
export const computeTablesWithMistakes = memoizeByOwner(
  computeTables,
  ({ computation }) => computation,
);

/**
 * @param {RunContext} context supplies the run whose tensors the mistake does not change
 * @param {string} id
 * @returns {{ bug: string, data: Float32Array }[]}
 */
function computeTables({ attention, state, computation }, id) {
  const settings = getSettings(state);
  const source = openSource(attention, settings);
  if (!source || source instanceof Promise) return [];
  const { run: right } = makeEditedRun(attention, settings, source, computation.run);
  if (right.graph.has(id)) right.tensor(id);
  return knownMistakes
    .filter((bug) => bug.fits(source.graph, settings))
    .flatMap((bug) => {
      try {
        const { wrong } = makeSources(source, bug);
        // Keep the numbers that were edited by hand.
        const { run } = makeEditedRun(attention, settings, wrong, right);
        return wrong.graph.has(id) ? [{ bug: bug.id, data: run.tensor(id).data }] : [];
      } catch {
        // With these sizes, the mistake would have raised an error.
        return [];
      }
    });
}
