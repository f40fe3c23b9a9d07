/**
 * Numbers that the reader has set in place of others, as one text: `x.eat.0:0.5;weights.0.1.3:0.8`.
 * Any number of any table is set by the name of its cell; some have another name, too, by which a
 * number stays set where tables change their shape:
 *
 *     x.<word>.<column>          an embedding, wherever the word occurs; y likewise in
 *                                a table of another width
 *     q.<row>.<column>           W_Q, and likewise k, v, o; columns are counted through all heads
 *     aq.<row>.<column>          W_q of additive attention; ak likewise; av.<index> weighs the features
 *     s.<head>.<query>.<key>     a score; ss where a second sentence attends to itself
 *
 * Words are percent-encoded, so they contain none of `. : ;`.
 */

import { parseCell } from '../graph/cell.js';
import { exact } from '../text/number.js';

/** How many indices follow each name. */
const INDICES = {
  x: 2,
  y: 2,
  q: 2,
  k: 2,
  v: 2,
  o: 2,
  aq: 2,
  ak: 2,
  av: 1,
  s: 3,
  ss: 3,
};

/** Characters of an address that edits may take up. */
export const MAX_EDITS_LETTERS = 12000;

/** Beyond it sums of products of products would leave the range of float32. */
export const LARGEST = 1e6;

const LONGEST_WORD = 100;

/** @typedef {Map<string, number>} Edits from a name, such as `q.0.1`, to a float32 */

/** Parts that cannot be read are left out. @param {string} text of any length @returns {Edits} */
export function parseEdits(text) {
  /** @type {Edits} */
  const edits = new Map();
  for (const part of text.slice(0, 2 * MAX_EDITS_LETTERS).split(';')) {
    const [edit, number, ...rest] = part.split(':');
    const value = Math.fround(Number(number));
    if (rest.length > 0 || !number?.trim() || !(Math.abs(value) <= LARGEST) || !isEdit(edit))
      continue;
    edits.set(edit, value);
  }
  return edits;
}

/**
 * Sorted, so that equal edits are equal texts; the last ones are dropped if there are too many.
 * @param {Edits} edits
 */
export function formatEdits(edits) {
  const parts = [...edits]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([edit, value]) => `${edit}:${exact(value)}`);
  let length = 0;
  const fits = parts.filter((part) => {
    length += part.length + 1;
    return length <= MAX_EDITS_LETTERS;
  });
  return fits.join(';');
}

/** The name of the scores in edits. @param {{ layer: string }} state */
export const scoreTable = ({ layer }) => (layer === 'self' ? 'ss' : 's');

/**
 * The name of one number of a word's embedding.
 * @param {'x' | 'y'} table
 * @param {string} word as `keyOfWord` gives it
 * @param {number} column
 */
export function embeddingEdit(table, word, column) {
  const name = encodeURIComponent(word.slice(0, LONGEST_WORD).replace(/\p{Surrogate}/gu, '\uFFFD'));
  return `${table}.${name.replaceAll('.', '%2E')}.${column}`;
}

/** @param {string} edit */
function isEdit(edit) {
  const [name, ...indices] = edit.split('.');
  if (!hasOwnName(edit)) return indices.length > 0 && parseCell(edit) !== undefined;
  const ofWord = name === 'x' || name === 'y';
  const numbers = ofWord ? indices.slice(1) : indices;
  return (
    numbers.every((number) => /^(0|[1-9]\d{0,3})$/.test(number)) && (!ofWord || isWord(indices[0]))
  );
}

/** Is it one of the names above, not a cell's? @param {string} edit */
export function hasOwnName(edit) {
  const [name, ...indices] = edit.split('.');
  return indices.length === INDICES[/** @type {keyof typeof INDICES} */ (name)];
}

/** @param {string} text */
function isWord(text) {
  try {
    const word = decodeURIComponent(text);
    return embeddingEdit('x', word, 0) === `x.${text}.0`;
  } catch {
    return false;
  }
}
