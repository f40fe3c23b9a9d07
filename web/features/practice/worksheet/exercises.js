/** Finds the tables that can be filled in, and chooses which cells are blank. */

import { getSelectedRow, listMatrices, makeTableCell } from '../../../figures/tables.js';
import { computeOffset, formatCell, listIndices } from '../../../graph/cell.js';
import { findOperands } from '../../../graph/trace.js';
import { listStepsBetween } from '../../../lessons/steps.js';
import { MAX_COLUMNS, MAX_SHEET_ROWS } from '../../../state/limits.js';

/**
 * @import { Matrix } from '../../../figures/types.js'
 * @import { Run } from '../../../graph/run.js'
 * @import { Cell, GraphNode } from '../../../graph/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { LessonStep } from '../../../lessons/types.js'
 * @import { Nodes } from '../../../sources/types.js'
 * @import { Exercise, SheetPlace, WorksheetOptions } from '../types.js'
 */

// Tells whether a number can be computed from the rest of a sheet.

/**
 * Finds the cell that a cell copies, directly or through other copies.
 * @param {Run} run
 * @param {Cell} cell
 * @param {readonly string[]} tables tables that the sheet asks for, which count as originals
 * @returns {Cell}
 */
function findOriginalCell(run, cell, tables) {
  const node = run.graph.get(cell.id);
  if (!node || tables.includes(cell.id) || !isCopy(run, cell, node)) return cell;
  const [from] = findOperands(run, cell).flat();
  return from ? findOriginalCell(run, from, tables) : cell;
}

/** @param {Run} run @param {Cell} cell @param {GraphNode} node */
const isCopy = (run, { index }, { id, op, options }) =>
  op.isCopy?.(options, Number(computeOffset(run.tensor(id).shape, index))) ?? false;

/**
 * Tells whether everything that a number is computed from is on the sheet. Tables without a step,
 * such as the largest score of each row, may be computed on the way.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {{ onSheet: ReadonlyMap<string, unknown>, isStep: (id: string) => boolean, tables:
 *   readonly string[] }} sheet
 * @returns {boolean}
 */
function isComputable({ computation }, cell, { onSheet, isStep, tables }) {
  const { run, originals } = computation;
  const key = (/** @type {Cell} */ operand) => formatCell(findOriginalCell(run, operand, tables));
  /** @param {Cell} result @returns {boolean} */
  const follows = (result) => {
    const operands = findOperands(run, result).flat();
    // A number that was set by hand is not computed.
    return (
      operands.length > 0 &&
      !originals.has(formatCell(result)) &&
      operands.every(
        (operand) => onSheet.has(key(operand)) || (!isStep(operand.id) && follows(operand)),
      )
    );
  };
  return follows(cell);
}

/** Steps whose tables are only copied, or computed elsewhere. */
const LEFT_OUT = ['embeddings', 'concatenated', 'headContributions', 'mechanisms', 'decoder'];

/**
 * Finds the steps of a lesson that compute a table from others. Returns the steps whose tables fit
 * on a page, and the steps whose tables do not.
 * @param {ViewContext} context
 */
export function findExercises(context) {
  const { steps, state, computation } = context;
  /** @type {Record<'fit' | 'wide', LessonStep[]>} */
  const found = { fit: [], wide: [] };
  for (const step of steps) {
    if (LEFT_OUT.includes(step.id) || (step.id === 'maskedScores' && state.mask === 'none'))
      continue;
    const matrices = listMatrices(step.figure({ state, computation }));
    if (matrices.length < 2 || matrices.at(-1)?.tensor !== step.id) continue;
    const isWide = matrices.some(
      ({ view: { rows, columns } }) => columns > MAX_COLUMNS || rows > MAX_SHEET_ROWS,
    );
    if (isWide) found.wide.push(step);
    else if (hasBlanks(context, step)) found.fit.push(step);
  }
  return found;
}

/** @param {ViewContext} context @param {LessonStep} step a step that is alone on a sheet */
const hasBlanks = (context, { id }) =>
  makeExercises(context, { tables: [id], blank: 'all' }).some((exercise) =>
    listMatrices(exercise.parts).some((matrix) => listBlanks(exercise, matrix).length > 0),
  );

/** @param {Matrix} matrix */
export const listMatrixCells = ({ view: { rows, columns } }) =>
  listIndices(rows * columns).map((i) => ({
    row: Math.floor(i / columns),
    column: i % columns,
  }));

/** Lists the blank cells of a table. @param {Pick<Exercise, 'isBlank'>} exercise @param {Matrix} matrix */
export const listBlanks = ({ isBlank }, matrix) =>
  listMatrixCells(matrix).filter(({ row, column }) => isBlank(matrix, row, column));

/**
 * Makes the exercises of a sheet. A reader can compute each blank from printed numbers and earlier
 * blanks.
 * @param {ViewContext} context
 * @param {Pick<WorksheetOptions, 'tables' | 'blank'>} options
 * @returns {Exercise[]}
 */
export function makeExercises(context, { tables, blank }) {
  const { nodes, run } = context.computation;
  const selected = getSelectedRow(context);
  // If the sheet asks for masked scores, masked cells are blank too, because printing them would
  // give the mask away.
  const isMaskAsked = tables.includes('maskedScores');
  const isStep = (/** @type {string} */ id) => context.steps.some((step) => step.id === id);
  const source = (/** @type {Parameters<typeof makeTableCell>} */ ...at) =>
    findOriginalCell(run, makeTableCell(...at), tables);
  /** The first position of each cell on the sheet. @type {Map<string, SheetPlace>} */
  const onSheet = new Map();
  /** @type {(matrix: Matrix, row: number, column: number) => SheetPlace | undefined} */
  const findPlace = (...at) => onSheet.get(formatCell(source(...at)));
  /** Tables of earlier exercises. @type {string[]} */
  const earlier = [];
  return context.steps
    .filter(({ id }) => tables.includes(id))
    .map((step, i) => {
      const number = i + 1;
      const parts = step.figure(context);
      const [table] = listMatrices(parts);
      /** Whether a chosen step computes the tensor. @param {string} id */
      const isMade = (id) =>
        tables.includes(id) || (!isStep(id) && isComputedFrom(nodes, id, table.tensor));
      for (const matrix of listMatrices(parts)) {
        for (const { row, column } of listMatrixCells(matrix)) {
          const cell = source(matrix, row, column);
          const key = formatCell(cell);
          if (onSheet.has(key)) continue;
          const chosen = Math.min(selected, matrix.view.rows - 1);
          const isAsked =
            isMade(cell.id) &&
            (isMaskAsked || !matrix.masked(row, column)) &&
            { all: true, half: row % 2 === chosen % 2, row: row === chosen }[blank];
          const isBlank = isAsked && isComputable(context, cell, { onSheet, isStep, tables });
          onSheet.set(key, { isBlank, number, matrix });
        }
      }
      const before = listStepsBetween(context.steps, nodes, earlier, table);
      earlier.push(...listMatrices(parts).map(({ tensor }) => tensor));
      return {
        step,
        parts,
        before,
        // A copy of a blank is also blank, because it would give the number away.
        isBlank: (matrix, row, column) =>
          (isMaskAsked || !matrix.masked(row, column)) &&
          findPlace(matrix, row, column)?.isBlank === true,
        repeats: (matrix) => {
          const places = listMatrixCells(matrix).map(({ row, column }) =>
            findPlace(matrix, row, column),
          );
          const isBefore = places.every((place) => place && place.number < number);
          return isBefore ? places.find((place) => place?.isBlank) : undefined;
        },
      };
    });
}

/**
 * Tells whether a tensor is computed from another one, directly or through other tensors.
 * @param {Nodes} nodes
 * @param {string} id
 * @param {string} from
 * @returns {boolean}
 */
export function isComputedFrom(nodes, id, from) {
  const met = new Set();
  const left = [id];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    for (const { id: input } of nodes[node]?.inputs ?? []) {
      if (input === from) return true;
      if (met.has(input)) continue;
      met.add(input);
      left.push(input);
    }
  }
  return false;
}
