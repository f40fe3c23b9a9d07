/** From a tensor to the matrix that a table shows: which numbers, which words beside them. */

import { namesOf } from '../session/computation.js';
import { maskedPairs } from '../session/mask.js';
import { pick } from '../views/view.js';
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
 * @property {number[]} lead where its leading axes are fixed
 * @property {string} axes all letters, leading ones included
 * @property {import('../views/view.js').View} view
 * @property {boolean} upright a vector, shown as one column
 * @property {string} name
 * @property {unknown} symbol
 * @property {string} letter the symbol as plain text
 * @property {unknown} [note] a few words more in the caption
 * @property {'q' | 'k' | 'v'} [role] whose colour it wears
 * @property {'weights' | 'signed' | 'plain'} colours
 * @property {number} [limit] where the signed colours end
 * @property {string[] | undefined} rowWords words of the rows; numbers without
 * @property {string[] | undefined} columnWords
 * @property {(row: number, column: number) => boolean} masked
 * @property {{ size: number, names: string[] }} [bands] columns that belong together
 * @property {'query' | 'key' | undefined} follows which choice a row stands for
 * @property {boolean} [beside] a column that belongs to the matrix before it, whose words serve both
 * @property {boolean} [covered] numbers are hidden until a question is answered
 */

const AFTER_MASK = ['maskedScores', 'exponentials', 'weights', 'otherWeights', 'dropped'];

/**
 * The last two axes of a tensor; before them stand the chosen head, and for features the chosen word.
 * @param {Context} context
 * @param {string} tensor
 * @param {{ head?: number, note?: unknown, name?: string, letter?: string,
 *   follows?: Matrix['follows'], beside?: boolean }} [more]
 * @returns {Matrix}
 */
export function table({ state, computation }, tensor, more = {}) {
  const known = computation.catalogue[tensor];
  const entry = { ...known, letter: more.letter ?? known.letter };
  const { axes, colours, role } = entry;
  const head = more.head ?? state.head;
  // A vector for each word or head is a column; the vector that weighs features is one as well.
  const upright = axes === 'a' || (tensor.startsWith('row') && axes.endsWith('q'));
  const shown = upright ? axes.slice(-1) : axes.slice(-2);
  const lead = [...axes.slice(0, -shown.length)].map((letter) =>
    letter === 'h' ? head : selectedRow({ state, computation }),
  );
  const [rowAxis, columnAxis] = upright ? [shown, ''] : shown;
  const hidden = maskedPairs(state, computation.keyWords.length);
  const whose = more.head !== undefined || lead.length > 0 ? head : undefined;
  return {
    tensor,
    lead,
    axes,
    view: pick(computation.results[tensor], { lead, upright }),
    upright,
    name: more.name ?? entry.name,
    symbol: symbolOf(entry, axes.startsWith('h') ? whose : undefined),
    letter: entry.letter
      .replace('_h', axes.startsWith('h') ? String(lead[0] + 1) : '')
      .replace('_', ''),
    note: more.note,
    beside: more.beside,
    role,
    colours,
    rowWords: namesOf(rowAxis, computation),
    columnWords: namesOf(columnAxis, computation),
    masked: (row, column) =>
      tensor === 'selfWeights' ? column > row : AFTER_MASK.includes(tensor) && hidden(row, column),
    follows:
      'follows' in more
        ? more.follows
        : /** @type {Record<string, Matrix['follows']>} */ ({ q: 'query', k: 'key' })[rowAxis],
  };
}

/**
 * The row of the word that is followed.
 * @param {Context} context
 */
export function selectedRow({ state, computation }) {
  return Math.min(state.query, Math.max(0, computation.queryWords.length - 1));
}

/** @param {Context} context */
export const selectedWord = (context) => context.computation.queryWords[selectedRow(context)];

/** @param {Matrix} matrix @param {number} row @param {number} column */
export const indexOf = ({ lead, upright }, row, column) =>
  upright ? [...lead, row] : [...lead, row, column];
