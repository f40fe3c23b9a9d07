/**
 * Estimates the height of an element from its attributes and its width, so that the content below
 * stays in place. The numbers are heights in Chromium at 320 to 1200 pixels; an estimate differs
 * from the true height by at most a third.
 */

import { DEFAULTS } from '../state/fields.js';
import { readNames } from '../state/hidden-parts.js';
import { cleanSentence, splitWords } from '../state/words.js';

/**
 * @import { Named } from '../state/hidden-parts.js'
 * @import { Tokens } from '../sources/types.js'
 */

/** The height of a row in pixels. */
const ROW = 40;

/** The number of rows above which further rows are lower. */
const HIGH_ROWS = 4;

const LOW_ROW = 25;

/** The title and header of a table, and the lines below it. */
const AROUND_TABLE = 100;

/** The origin of the numbers, and the padding of a lab. */
const AROUND_LAB = 86;

/** The usual number of tables of a step. */
const TABLES_OF_STEP = 3;

/** The bar of words, the title, the text and the formula of a step. */
const AROUND_STEP = 420;

const AROUND_COMPACT_STEP = 170;

/** The trace of a number. */
const TRACE = 250;

const LAB = 1450;

const PAGE_HEIGHT = 850;

/** The width below which texts and controls take more lines. */
const NARROW = 500;

const NARROW_FACTOR = 1.35;

/** The number of words above which a map has no rows. */
const MAX_WORDS_WITH_ROWS = 16;

const MAP_CONTROLS = 90;

/** @param {number} words */
const estimateRowsHeight = (words) =>
  ROW * Math.min(words, HIGH_ROWS) + LOW_ROW * Math.max(0, words - HIGH_ROWS);

/** @param {number} count the number of tables @param {number} words @param {number} width */
function estimateTablesHeight(count, words, width) {
  const tableWidth = 110 + 44 * words;
  const perLine = Math.max(1, Math.floor(width / tableWidth));
  return Math.ceil(count / perLine) * (AROUND_TABLE + estimateRowsHeight(words));
}

/**
 * Estimates the height of an `<attention-lab>`.
 * @param {{ steps?: Named, table?: Named, compact: boolean }} lab
 * @param {Record<string, unknown>} requests the fields of the state that an author set
 * @param {number} width
 */
export function estimateLabHeight({ steps, table, compact }, { sentence, guide, cell }, width) {
  const text = cleanSentence(`${sentence ?? DEFAULTS.sentence}`);
  const words = Math.min(splitWords(text).words.length, MAX_WORDS_WITH_ROWS);
  const tables = readNames(table);
  if (guide) return PAGE_HEIGHT * (width < NARROW ? NARROW_FACTOR : 1);
  if (tables) return AROUND_LAB + estimateTablesHeight(tables.length, words, width);
  if (!readNames(steps)) return LAB * (width < NARROW ? NARROW_FACTOR : 1);
  const around = compact ? AROUND_COMPACT_STEP : AROUND_STEP + (cell ? TRACE : 0);
  const height = around + estimateTablesHeight(TABLES_OF_STEP, words, width);
  return width < NARROW && !compact ? height * NARROW_FACTOR : height;
}

/** @param {Tokens} tokens the tokens as given */
const countTokens = (tokens) =>
  Array.isArray(tokens) ? tokens.length : `${tokens ?? ''}`.split(/[\s,]+/).filter(Boolean).length;

/**
 * Estimates the height of an `<attention-map>` whose weights have not been read yet.
 * @param {Tokens} tokens the tokens of rows or columns
 * @param {number} width
 */
export function estimateMapHeight(tokens, width) {
  const rows = countTokens(tokens);
  const hasRows = rows > 0 && rows <= MAX_WORDS_WITH_ROWS;
  return MAP_CONTROLS + (hasRows ? AROUND_TABLE + estimateRowsHeight(rows) : width);
}
