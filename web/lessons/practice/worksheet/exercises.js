/** The tables that can be filled in, and which of their cells are blank. */

import { selectedRow } from '../../tables.js';

/**
 * @typedef {import('../../../views/context.js').ViewContext} ViewContext
 * @typedef {import('../../../views/context.js').Step} Step
 * @typedef {import('../../tables.js').Matrix} Matrix
 * @typedef {import('../../../session/computation.js').Nodes} Nodes
 * @typedef {import('./options.js').Options} Options
 *
 * @typedef {object} Exercise a table to be filled in, and those that it is computed from
 * @property {Step} step
 * @property {(Matrix | string)[]} parts tables and the signs between them
 * @property {(matrix: Matrix, row: number, column: number) => boolean} isBlank
 */

/** Nothing is computed there that is not copied, or measured elsewhere. */
const LEFT_OUT = ['embeddings', 'concatenated', 'headContributions', 'mechanisms', 'decoder'];

/** @param {(Matrix | string)[]} parts @returns {Matrix[]} */
export const matricesOf = (parts) => parts.filter((part) => typeof part !== 'string');

/** Columns wide enough to write in, beside each other on a page; and rows below each other. */
export const MOST_COLUMNS = 10;
const MOST_ROWS = 16;

/**
 * The steps of a lesson that make a table of others: those that fit a page, and those that do not.
 * @param {ViewContext} context
 */
export function fillable({ steps, state, computation }) {
  /** @type {Record<'fit' | 'wide', Step[]>} */
  const found = { fit: [], wide: [] };
  for (const step of steps) {
    if (LEFT_OUT.includes(step.id) || (step.id === 'maskedScores' && state.mask === 'none'))
      continue;
    const matrices = matricesOf(step.figure({ state, computation }));
    if (matrices.length < 2 || matrices.at(-1)?.tensor !== step.id) continue;
    const isWide = matrices.some(
      ({ view: { rows, columns } }) => columns > MOST_COLUMNS || rows > MOST_ROWS,
    );
    found[isWide ? 'wide' : 'fit'].push(step);
  }
  return found;
}

/**
 * @param {ViewContext} context
 * @param {Pick<Options, 'tables' | 'blank'>} options
 * @returns {Exercise[]}
 */
export function exercisesOf(context, { tables, blank }) {
  const { nodes } = context.computation;
  // Where the mask itself is asked for, what is masked would tell it.
  const isMaskAsked = tables.includes('maskedScores');
  return context.steps
    .filter(({ id }) => tables.includes(id))
    .map((step) => {
      const parts = step.figure(context);
      const [{ tensor: first }] = matricesOf(parts);
      /** @param {string} id */
      const isAsked = (id) =>
        follows(nodes, id, first) || tables.some((one) => id === one || follows(nodes, id, one));
      return {
        step,
        parts,
        // What follows from a blank is blank, too: it would tell the number.
        isBlank: (matrix, row, column) =>
          isAsked(matrix.tensor) &&
          (isMaskAsked || !matrix.masked(row, column)) &&
          isIn(blank, matrix, { row, selected: selectedRow(context) }),
      };
    });
}

/**
 * @param {Options['blank']} blank
 * @param {Matrix} matrix
 * @param {{ row: number, selected: number }} at
 */
function isIn(blank, { view }, { row, selected }) {
  if (blank === 'row') return row === Math.min(selected, view.rows - 1);
  return blank === 'all' || row % 2 === 1 || view.rows === 1;
}

/**
 * Is a tensor made of another, by however many steps?
 * @param {Nodes} nodes
 * @param {string} id
 * @param {string} from
 * @returns {boolean}
 */
export function follows(nodes, id, from) {
  const met = new Set();
  const left = [id];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    for (const { id: input } of nodes[one]?.inputs ?? []) {
      if (input === from) return true;
      if (met.has(input)) continue;
      met.add(input);
      left.push(input);
    }
  }
  return false;
}
