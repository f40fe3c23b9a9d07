/** All that the views draw from: state, computation, and what is derived from both. */

import { findOverview, getSelectedRow } from '../figures/tables.js';
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

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Matrix } from '../figures/types.js'
 * @import { Cell } from '../graph/types.js'
 * @import { Comparison } from '../session/compare.js'
 * @import { Computation } from '../sources/types.js'
 * @import { Manner, State } from '../state/types.js'
 * @import { Progress } from './types.js'
 * @import { Slots } from '../types.js'
 */

/**
 * @typedef {object} ViewContext
 * @property {State} state
 * @property {Computation} computation
 * @property {Operations} attention
 * @property {number} selected the row of the selected query
 * @property {Cell | undefined} traced
 * @property {Map<string, 'traced' | 'operand' | 'fed'>} marks of cells, as texts
 * @property {(cell: string) => number | undefined} originalOf the number that the reader has replaced
 * @property {(cell: string) => { kind: 'same' | 'changed' | 'new', was?: number } | undefined} compared
 *   with the state before the last experiment
 * @property {Comparison | undefined} comparison
 * @property {LessonStep[]} steps those of the lesson that are wanted
 * @property {string[]} [wanted] steps that an author wants
 * @property {LessonStep} step the one on screen
 * @property {(Matrix | string)[]} parts the matrices of its figure, and the signs between them
 * @property {string} overview the tensor of the weights above it
 * @property {ReturnType<Slots['ownChapter']>} [ownChapter] a chapter of the author's, inside the element
 * @property {boolean} readonly whether nothing can be changed
 * @property {boolean} [isLocked] whether nothing leads elsewhere, and no number can be pressed
 * @property {boolean} [marksNoQuery] whether no row is marked: a locked table whose author has named no query
 * @property {boolean} [keepsMask] whether no pair can be masked where a number is taken apart
 * @property {boolean} [hidesFormula] whether what the formula of a number that is set would give has no part
 *   in what is asked
 * @property {(change: Partial<State>, manner?: Pick<Manner, 'by' | 'isTyped'>) => void} dispatch changes the state, by default
 *   as the reader. Changes of the page, `{ by: 'page' }`, are allowed even if the reader may change nothing
 * @property {(tensor: string) => { step?: string, view?: 'step' } | undefined} changeToTensor the change that
 *   leads to the step that shows a tensor; undefined where an author has left it out
 * @property {boolean} isLinked whether the page's address follows the element
 * @property {{ place: string, range: number }} [movedSlider] the slider of a number that was moved last: it keeps its range, or it
 *   would move under the pointer
 * @property {Progress} [progress] of a reader who was here before
 * @property {(change: Partial<State>) => void} navigateTo changes the state and scrolls to the top of the page
 * @property {(table: Element) => boolean} [keepsOldNumbers] whether a table keeps its numbers while a model plays
 */

/** @typedef {ReturnType<typeof listLessonSteps>[number]} LessonStep */

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
  return {
    isLinked: false,
    ...from,
    steps,
    step,
    parts,
    overview,
    ...traceOf(state, computation, parts, { overview, step: step.id }),
    changeToTensor: (tensor) => {
      // A page of the course shows all that it traces.
      if (state.guide !== '') return {};
      if (from.isLocked) return undefined;
      const to = findStep(state, tensor);
      return steps.some(({ id }) => id === to) ? { step: to, view: 'step' } : undefined;
    },
    selected: getSelectedRow({ state, computation }),
    originalOf: (text) => {
      if (computation.originals.size === 0) return undefined;
      const cell = readCell(text, computation.run);
      const edit = cell && editName(state, computation, cell);
      return edit === undefined ? undefined : computation.originals.get(edit);
    },
    compared: (text) => {
      const cell = comparison && readCell(text, computation.run);
      return cell && comparison?.at(cell.id, cell.index);
    },
  };
}

/**
 * The context for a view whose changes the page proposes: the reader may make them in a readonly element too.
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
 * A trace stays open as long as its cell, or one of its operands or consumers, is on screen; that of a
 * tensor without a table on the page of its step. The whole picture has them all.
 * @param {State} state
 * @param {Computation} computation
 * @param {ViewContext['parts']} parts
 * @param {{ overview: string, step: string }} page
 * @returns {Pick<ViewContext, 'traced' | 'marks'>}
 */
function traceOf(state, computation, parts, { overview, step }) {
  const { run } = computation;
  const cell = readCell(state.cell, run);
  const traced = cell && findShownCell(run, cell);
  const marks = traced ? markCells(computation, traced) : new Map();
  const ofStep = parts.flatMap((part) => (typeof part === 'string' ? [] : part.tensor));
  const shown = [overview, ...ofStep];
  const isNear =
    state.guide !== '' ||
    state.view === 'whole' ||
    [...marks.keys()].some((mark) => shown.includes(parseCell(mark)?.id ?? '')) ||
    (traced?.id.includes('/') && findStep(state, traced.id) === step);
  return isNear ? { traced, marks } : { traced: undefined, marks: new Map() };
}

/**
 * The traced cell, its operands and its consumers.
 * @param {Computation} computation
 * @param {Cell} traced
 * @returns {ViewContext['marks']}
 */
function markCells(computation, traced) {
  /** @type {ViewContext['marks']} */
  const marks = new Map();
  for (const { cells } of findConsumers(computation.run, traced)) {
    for (const cell of cells) marks.set(formatCell(cell), 'fed');
  }
  const operands = findOperands(computation.run, traced).flat();
  for (const cell of operands.flatMap((operand) => largestOf(computation, operand))) {
    marks.set(formatCell(cell), 'operand');
  }
  return marks.set(formatCell(traced), 'traced');
}

/**
 * A row's maximum has no table of its own: it is marked as the largest number of the row.
 * @param {Computation} computation
 * @param {Cell} cell
 */
function largestOf(computation, cell) {
  const { id } = findComputedCell(computation.run, cell);
  if (computation.nodes[id].op.name !== 'max') return [cell];
  const [row] = findOperands(computation.run, cell);
  return row.filter(
    (candidate) => readNumber(computation.run, candidate) === readNumber(computation.run, cell),
  );
}
