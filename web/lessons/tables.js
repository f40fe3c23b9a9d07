/** From a tensor to the matrix that a table shows: which numbers, which words beside them. */

import { namesOf } from '../session/computation.js';
import { maskedPairs } from '../session/mask.js';
import { slice } from '../views/view.js';
import { symbolOf } from './symbols.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('../session/computation.js').Computation} Computation
 *
 * @typedef {object} Context what a step is made of
 * @property {State} state
 * @property {Computation} computation
 *
 * @typedef {object} Matrix
 * @property {string} tensor its name in `results`
 * @property {number[]} leadingIndex the index along the axes before the matrix
 * @property {string} axes all letters, leading ones included
 * @property {import('../views/view.js').View} view
 * @property {boolean} upright a vector, shown as one column
 * @property {string} name
 * @property {unknown} colouredSymbol for the page
 * @property {string} symbol as plain text
 * @property {unknown} [note] a few words more in the caption
 * @property {'q' | 'k' | 'v'} [role] whose colour it wears
 * @property {'weights' | 'signed' | 'plain'} colours
 * @property {number} [limit] where the signed colours end
 * @property {string[] | undefined} rowWords words of the rows; numbers without
 * @property {string[] | undefined} columnWords
 * @property {(row: number, column: number) => boolean} masked
 * @property {{ size: number, names: string[] }} [bands] columns that belong together
 * @property {'query' | 'key' | undefined} selects what pressing a row's word selects
 * @property {boolean} [beside] a column that belongs to the matrix before it, whose words serve both
 * @property {number} [focus] the column that a map's lens is around at first
 * @property {boolean} [covered] numbers are hidden until a question is answered
 */

const AFTER_MASK = ['maskedScores', 'exponentials', 'weights', 'otherWeights', 'dropped'];

/**
 * The last two axes of a tensor, for the selected head, and for features the selected word.
 * @param {Context} context
 * @param {string} tensor
 * @param {{ head?: number, note?: unknown, name?: string, symbol?: string,
 *   selects?: Matrix['selects'], beside?: boolean }} [more]
 * @returns {Matrix}
 */
export function table({ state, computation }, tensor, more = {}) {
  const known = computation.nodes[tensor];
  const node = { ...known, symbol: more.symbol ?? known.symbol };
  const { axes, colours, role } = node;
  const head = more.head ?? state.head;
  // A vector for each word or head is a column; the vector that weighs features is one as well.
  const upright = axes === 'a' || (tensor.startsWith('row') && axes.endsWith('q'));
  const shown = upright ? axes.slice(-1) : axes.slice(-2);
  const leadingIndex = [...axes.slice(0, -shown.length)].map((letter) =>
    letter === 'h' ? head : selectedRow({ state, computation }),
  );
  const [rowAxis, columnAxis] = upright ? [shown, ''] : shown;
  const hidden = maskedPairs(state, computation.keyWords.length);
  const whose = more.head !== undefined || leadingIndex.length > 0 ? head : undefined;
  return {
    tensor,
    leadingIndex,
    axes,
    view: slice(computation.results[tensor], { leadingIndex, upright }),
    upright,
    name: more.name ?? node.name,
    colouredSymbol: symbolOf(node, axes.startsWith('h') ? whose : undefined),
    symbol: node.symbol
      .replace('_h', axes.startsWith('h') ? String(leadingIndex[0] + 1) : '')
      .replace('_', ''),
    note: more.note,
    beside: more.beside,
    role,
    colours,
    rowWords: namesOf(rowAxis, computation),
    columnWords: namesOf(columnAxis, computation),
    masked: (row, column) =>
      tensor === 'selfWeights' ? column > row : AFTER_MASK.includes(tensor) && hidden(row, column),
    selects:
      'selects' in more
        ? more.selects
        : /** @type {Record<string, Matrix['selects']>} */ ({ q: 'query', k: 'key' })[rowAxis],
  };
}

/**
 * The row of the selected query.
 * @param {Context} context
 */
export function selectedRow({ state, computation }) {
  return Math.min(state.query, Math.max(0, computation.queryWords.length - 1));
}

/** @param {Context} context */
export const selectedWord = (context) => context.computation.queryWords[selectedRow(context)];

/** @param {Matrix} matrix @param {number} row @param {number} column */
export const indexOf = ({ leadingIndex, upright }, row, column) =>
  upright ? [...leadingIndex, row] : [...leadingIndex, row, column];
