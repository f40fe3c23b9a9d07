/**
 * Numbers that the reader has set in place of others, as one text: `x.eat.0:0.5;weights.0.1.3:0.8`.
 * Any number of any table is set by the name of its cell; some have another name, too, by which a
 * number stays set where tables change their shape:
 *
 *     x.<word>.<column>          an embedding, for every place where the word stands; y likewise in
 *                                a table of another width
 *     q.<row>.<column>           W_Q, and likewise k, v, o; columns are counted through all heads
 *     aq.<row>.<column>          W_q of additive attention; ak likewise; av.<place> weighs the features
 *     s.<head>.<query>.<key>     a score; ss where a second sentence attends to itself
 *
 * Words are percent-encoded, so that none of `. : ;` is in them.
 */

import { parseCell } from '../graph/cell.js';
import { exact } from '../text/number.js';

/** How many places each name takes. */
const PLACES = Object.freeze({
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
});
/** Characters of an address that edits may take up. */
export const MAX_LENGTH = 12000;
/** Beyond it sums of products of products would leave the range of float32. */
export const LARGEST = 1e6;
const LONGEST_WORD = 100;

/** @typedef {Map<string, number>} Edits place, such as `q.0.1`, to float32 */

/**
 * What cannot be read is left out.
 * @param {string} text of any length
 * @returns {Edits}
 */
export function parseEdits(text) {
  /** @type {Edits} */
  const edits = new Map();
  for (const part of text.slice(0, 2 * MAX_LENGTH).split(';')) {
    const [place, number, ...rest] = part.split(':');
    const value = Math.fround(Number(number));
    if (rest.length > 0 || !number?.trim() || !(Math.abs(value) <= LARGEST) || !isPlace(place))
      continue;
    edits.set(place, value);
  }
  return edits;
}

/**
 * In order, so that equal edits are equal texts; the last ones are left out where there are too many.
 * @param {Edits} edits
 */
export function formatEdits(edits) {
  const parts = [...edits]
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([place, value]) => `${place}:${exact(value)}`);
  let length = 0;
  const fits = parts.filter((part) => {
    length += part.length + 1;
    return length <= MAX_LENGTH;
  });
  return fits.join(';');
}

/**
 * What scores are called.
 * @param {{ target: string, layer: string }} state
 */
export const scoreTable = ({ target, layer }) => (target !== '' && layer === 'self' ? 'ss' : 's');

/**
 * The place of a word's embedding.
 * @param {'x' | 'y'} table
 * @param {string} word as `lookup` gives it
 * @param {number} column
 */
export function embeddingPlace(table, word, column) {
  const name = encodeURIComponent(word.slice(0, LONGEST_WORD).replace(/\p{Surrogate}/gu, '\uFFFD'));
  return `${table}.${name.replaceAll('.', '%2E')}.${column}`;
}

/** @param {string} place */
function isPlace(place) {
  const [name, ...at] = place.split('.');
  if (!hasOwnName(place)) return at.length > 0 && parseCell(place) !== undefined;
  const ofWord = name === 'x' || name === 'y';
  const numbers = ofWord ? at.slice(1) : at;
  return numbers.every((number) => /^(0|[1-9]\d{0,2})$/.test(number)) && (!ofWord || isWord(at[0]));
}

/**
 * Is it one of the names above, and not that of a cell?
 * @param {string} place
 */
export function hasOwnName(place) {
  const [name, ...at] = place.split('.');
  if (!Object.hasOwn(PLACES, name)) return false;
  return at.length === PLACES[/** @type {keyof typeof PLACES} */ (name)];
}

/** @param {string} text */
function isWord(text) {
  try {
    const word = decodeURIComponent(text.replaceAll('%2E', '.'));
    return embeddingPlace('x', word, 0) === `x.${text}.0`;
  } catch {
    return false;
  }
}
