/** The context of all views: state, computation, and values derived from both. */

import { findOverview, getSelectedRow, listMatrices } from '../figures/tables.js';
import { formatCell, parseCell } from '../graph/cell.js';
import {
  findComputedCell,
  findConsumers,
  findOperands,
  findShownCell,
  readCell,
  readNumber,
} from '../graph/trace.js';
import { editName } from '../state/edit-cells.js';
import { findStep, getShownStep, listLessonSteps } from './steps.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Matrix } from '../figures/types.js' */
/** @import { Cell } from '../graph/types.js' */
/** @import { Comparison } from '../session/compare.js' */
/** @import { Computation } from '../sources/types.js' */
/** @import { Manner, State } from '../state/types.js' */
/** @import { LessonStep, Progress } from './types.js' */
/** @import { Slots } from '../types.js' */

/**
 * @typedef {object} ViewContext
 * @property {State} state
 * @property {Computation} computation
 * @property {Operations} attention
 * @property {number} selected the row of the selected query
 * @property {Cell | undefined} traced
 * @property {Map<string, 'traced' | 'operand' | 'fed'>} marks marks by the names of cells
 * @property {(cell: string) => number | undefined} originalOf returns the original of a number set by
 * hand, or undefined
 * @property {(cell: string) => { kind: 'same' | 'changed' | 'new', was?: number } | undefined}
 * compared compares a cell with the state before the last experiment
 * @property {Comparison | undefined} comparison
 * @property {LessonStep[]} steps the wanted steps of the lesson
 * @property {string[]} [wanted] the steps that an author wants
 * @property {LessonStep} step the step on screen
 * @property {(Matrix | string)[]} parts the matrices of the step's figure, and the signs between
 * them
 * @property {string} overview the name of the weights above the figure
 * @property {ReturnType<Slots['authorChapter']>} [authorChapter] the author's chapter inside the element
 * @property {State} [leftLab] the lab as its reader left it for a page
 * @property {boolean} [hasOpening] whether the title leads to the first screen
 * @property {boolean} readonly whether the reader cannot change anything
 * @property {boolean} [isLocked] whether there are no links elsewhere, and no number can be pressed
 * @property {boolean} [isQueryUnmarked] whether no row is marked, as in a locked table without a named
 * query
 * @property {boolean} [keepsMask] whether the trace of a number has no button to mask a pair
 * @property {boolean} [hidesFormula] whether the trace of a set number hides the result of its
 * formula, which the page does not use
 * @property {readonly [least: number, most: number]} [allowedRange] the numbers that the reader may
 * set, if not all
 * @property {boolean} [hasHeadNote] whether the step's note about its head is drawn
 * @property {(change: Partial<State>, manner?: Pick<Manner, 'by'>) => void} dispatch
 * changes the state, by default as the reader. Changes by the page, `{ by: 'page' }`, are allowed
 * even if the reader cannot change anything
 * @property {(tensor: string) => { step?: string, view?: 'step' } | undefined} changeToTensor
 * returns the change that leads to the step of a tensor; undefined if the author has left the step
 * out
 * @property {number} [lensColumns] how many columns of the lens of the weights have room
 * @property {boolean} isLinked whether the address of the page follows the element
 * @property {{ place: string, range: number }} [movedSlider] the slider that was moved last. It
 * keeps its range, because it would otherwise move under the pointer
 * @property {Progress} [progress] the progress of a returning reader
 * @property {(change: Partial<State>, marked?: string) => void} navigateTo changes the state and
 * scrolls to the top of the page, or to the marked numbers of a tensor
 * @property {(state: Partial<State>) => boolean} [leadsTo] whether the page may lead to a state, by
 * default to all
 * @property {(table: Element) => boolean} [keepsOldNumbers] whether a table keeps its numbers while a model plays
 */

/**
 * @param {Pick<ViewContext, 'state' | 'computation'>} context
 * @returns {ViewContext['originalOf']}
 */
export const makeOriginalLookup =
  ({ state, computation }) =>
  (text) => {
    if (computation.originals.size === 0) return undefined;
    const cell = readCell(text, computation.run);
    const edit = cell && editName(state, computation, cell);
    return edit === undefined ? undefined : computation.originals.get(edit);
  };

/**
 * @param {Partial<ViewContext> & Pick<ViewContext, 'state' | 'computation' | 'attention' | 'comparison' | 'readonly' | 'dispatch' | 'navigateTo'>} from
 * @returns {ViewContext}
 */
export function makeContext(from) {
  const { state, computation, comparison } = from;
  const steps = listLessonSteps(state, from.wanted);
  const step = getShownStep(steps, state);
  const parts = computation.queryWords.length > 0 ? step.figure({ state, computation }) : [];
  const overview = findOverview(step, computation);
  const findOriginal = makeOriginalLookup({ state, computation });
  return {
    isLinked: false,
    ...from,
    steps,
    step,
    parts,
    overview,
    ...findTrace({ state, computation, originalOf: findOriginal }, parts, {
      overview,
      step: step.id,
    }),
    changeToTensor: (tensor) => {
      // A page of the course shows everything that it traces.
      if (state.guide !== '') return {};
      if (from.isLocked) return undefined;
      const to = findStep(state, tensor);
      return steps.some(({ id }) => id === to) ? { step: to, view: 'step' } : undefined;
    },
    selected: getSelectedRow({ state, computation }),
    originalOf: findOriginal,
    compared: (text) => {
      const cell = comparison && readCell(text, computation.run);
      return cell && comparison?.at(cell.id, cell.index);
    },
  };
}

/**
 * Returns a context whose changes the page proposes. The reader may make them even in a readonly
 * element.
 * @template {Pick<ViewContext, 'dispatch' | 'readonly'>} Context
 * @param {Context} context
 * @returns {Context}
 */
export const proposeByPage = (context) => ({
  ...context,
  readonly: false,
  dispatch: (change) => context.dispatch(change, { by: 'page' }),
});

/**
 * Returns the trace if its cell, or one of its operands or consumers, is on screen. The trace of a
 * tensor without a table stays open on the page of its step. The whole picture contains all cells.
 * @param {EditedContext} context
 * @param {ViewContext['parts']} parts
 * @param {{ overview: string, step: string }} page
 * @returns {Pick<ViewContext, 'traced' | 'marks'>}
 */
function findTrace(context, parts, { overview, step }) {
  const { state, computation } = context;
  const { run } = computation;
  const cell = readCell(state.cell, run);
  const traced = cell && findShownCell(run, cell);
  const marks = traced ? markCells(context, traced) : new Map();
  const ofStep = listMatrices(parts).map(({ tensor }) => tensor);
  const shown = [overview, ...ofStep];
  const isNear =
    state.guide !== '' ||
    state.view === 'whole' ||
    [...marks.keys()].some((mark) => shown.includes(parseCell(mark)?.id ?? '')) ||
    (traced?.id.includes('/') && findStep(state, traced.id) === step);
  return isNear ? { traced, marks } : { traced: undefined, marks: new Map() };
}

/** @typedef {Pick<ViewContext, 'state' | 'computation' | 'originalOf'>} EditedContext */

/** @param {EditedContext} context @param {Cell} cell */
const isSetByHand = ({ originalOf }, cell) => originalOf(formatCell(cell)) !== undefined;

/** Returns the operands of a number by input; one that is set by hand has none. @param {EditedContext} context @param {Cell} cell */
export const findShownOperands = (context, cell) =>
  isSetByHand(context, cell) ? [] : findOperands(context.computation.run, cell);

/** Returns the consumers of a number that are not set by hand. @param {EditedContext} context @param {Cell} cell */
export const findShownConsumers = (context, cell) =>
  findConsumers(context.computation.run, cell)
    .map(({ id, cells }) => ({ id, cells: cells.filter((fed) => !isSetByHand(context, fed)) }))
    .filter(({ cells }) => cells.length > 0);

/** @param {EditedContext} context @param {Cell} traced @returns {ViewContext['marks']} */
function markCells(context, traced) {
  const { computation } = context;
  /** @type {ViewContext['marks']} */
  const marks = new Map();
  for (const { cells } of findShownConsumers(context, traced)) {
    for (const cell of cells) marks.set(formatCell(cell), 'fed');
  }
  const operands = findShownOperands(context, traced).flat();
  for (const cell of operands.flatMap((operand) => findLargestCells(computation, operand))) {
    marks.set(formatCell(cell), 'operand');
  }
  return marks.set(formatCell(traced), 'traced');
}

/** Replaces a maximum, which has no table. @param {Computation} computation @param {Cell} cell */
function findLargestCells(computation, cell) {
  const { id } = findComputedCell(computation.run, cell);
  if (computation.nodes[id].op.name !== 'max') return [cell];
  const [row] = findOperands(computation.run, cell);
  return row.filter(
    (candidate) => readNumber(computation.run, candidate) === readNumber(computation.run, cell),
  );
}
