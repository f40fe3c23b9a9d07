/** Labels at the edges of tables and colour maps, and descriptions of cells for screen readers. */

import { rounded } from '../number.js';
import { counted } from './language.js';

export const queries = 'queries ↓';

/** @param {string} direction the direction of the keys */
export const keys = (direction) => (direction === 'rtl' ? '← keys' : 'keys →');

/** @param {string} name @param {number} rows @param {number} columns @param {number} [shown] */
export const table = (name, rows, columns, shown = rows) =>
  `${name}, ${rows} by ${columns}${someRows(shown, rows)}`;

/** @param {number} shown @param {number} rows number of all rows */
export const someRows = (shown, rows) => (shown < rows ? `, ${counted(shown, 'row')} shown` : '');

/** @param {string} name @param {number} rows @param {number} columns */
export const colourMap = (name, rows, columns) => `${name}, ${rows} by ${columns}, as a colour map`;

/** @param {string} name @param {readonly number[]} places counted from 0 */
const range = (name, { 0: first, length }) =>
  length === 1 ? `${name} ${first + 1}` : `${name}s ${first + 1} to ${first + length}`;

/** Places are counted from 0. @param {readonly number[]} rows @param {readonly number[]} columns */
export const lens = (rows, columns) => `${range('Row', rows)}, ${range('column', columns)}.`;

export const moveLens = 'Press the map to move this part.';

/** @param {readonly number[]} shared the rows and columns of a pixel */
export const ofSeveral = ([down, across]) =>
  `Of ${down} × ${across} numbers, each pixel shows the one farthest from 0.`;

/** @param {string} limit */
const colourLimit = (limit) => `Colours end at ±${limit}.`;

/** @param {number} end */
const fromZero = (end) => `Colours go from 0 to ${Number(end.toPrecision(2))}.`;

/** @param {'weights' | 'signed' | 'plain'} colours @param {number} end */
export const colourEnd = (colours, end) =>
  colours === 'signed' ? colourLimit(rounded(end)) : fromZero(end);

/** Follows the ends of the colours in the legend of a step. */
export const inThisStep = 'in this step';

/** The text of a cell that hides its number. */
export const covered = 'covered';

export const masked = 'masked';

/** @param {{ number: number, count: number, word: string }} piece */
export const piece = ({ number, count, word }) => `piece ${number} of ${count} of ${word}`;

/**
 * Describes the colours and marks of a cell.
 * @param {{ isMasked: boolean, original?: number, before?: number, isNew: boolean }} cell
 * @param {(value: number) => string} [number] the formatter of numbers
 */
export const cellMarks = ({ isMasked, original, before, isNew }, number = rounded) =>
  [
    isMasked && masked,
    original !== undefined && `set by you, instead of ${number(original)}`,
    before !== undefined && `was ${number(before)}`,
    isNew && 'new',
  ]
    .filter(Boolean)
    .join(', ');

// The mask, cell by cell.

export const mask = 'mask';
export const decoderMask = 'the decoder’s own';
export const pressToMask = 'press a cell or a word, or drag';
export const weightsOfLinks = 'attention weights';

/** @param {string} query @param {string} key */
export const maskKey = (query, key) => `mask ${key} for ${query}`;

/** @param {string} weight the weight as text @param {string} query @param {string} key */
export const maskWeight = (weight, query, key) => `${weight}: ${maskKey(query, key)}`;

/** @param {string} query */
export const maskRow = (query) => `${query}: mask every key for it`;

/** @param {string} key */
export const maskColumn = (key) => `${key}: mask it for every query`;

// Maps with the weights of other models.

export const ownWeights = 'attention weights';

/** @param {string} label @param {number} head counted from 1 */
export const ofHead = (label, head) => `${label}, head ${head}`;

/** @param {string} label @param {number} head counted from 1, of keys and values for several heads */
export const ofSharedHead = (label, head) => `${label}, shared head ${head}`;

/** @param {string} label @param {string} query */
export const ofQuery = (label, query) => `${label} of ${query}`;

/** @param {string} label @param {number} layer counted from 1 */
export const ofLayer = (label, layer) => `${label}, layer ${layer}`;

export const head = 'Head';
export const layer = 'Layer';
export const wholePieces = 'Word pieces without their marks';

/** Describes the weight from one word to another. @param {string} query @param {string} key @param {number} value */
export const reads = (query, key, value) => `${query} → ${key}  ${rounded(value, 4)}`;

/** Describes a number that is no weight. @param {string} row @param {string} column @param {number} value */
export const atRowAndColumn = (row, column, value) =>
  `row ${row}, column ${column}  ${rounded(value, 4)}`;

/**
 * Names the layer and the head on screen, counted from 1, if there are several.
 * @param {number} layer
 * @param {number} layers
 * @param {number} head
 * @param {number} heads
 */
export const place = (layer, layers, head, heads) =>
  `${layers > 1 ? `Layer ${layer} of ${layers}. ` : ''}Head ${head} of ${heads}`;

/** @param {number} count */
export const notFinite = (count) => `NaN or infinite: ${count}. The map shows them as 0.`;

// Names of tables whose tensors have unclear names, and words within formulas.

/** @param {number} number the number of the head, from 1 */
export const headName = (number) => `head ${number}`;

/** @param {number} number */
export const contributionName = (number) => `from head ${number}`;

export const dotName = 'dot product';

/** @param {number} head */
export const dotOfHead = (head) => `dot product, head ${head}`;

export const additiveName = 'additive attention';
export const selfName = 'masked self-attention';
export const crossName = 'cross-attention';
export const formulaWords = { if: 'if', masked: 'masked', else: 'else', or: 'or', from: 'from' };
