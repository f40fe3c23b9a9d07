/**
 * How high an element becomes, estimated from its attributes and its width, so that what follows it stays where it is.
 * The numbers are heights that Chromium showed at 320 to 1200 pixels; an estimate is within a third of the true height.
 */

import { readNames } from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';

/**
 * @import { Named } from '../state/attributes.js'
 * @import { Tokens } from '../sources/types.js'
 */

/** In pixels. */
const ROW = 40;

/** Rows above this number are lower. */
const HIGH_ROWS = 4;

const LOW_ROW = 25;

/** A table's title, its header and what stands below it. */
const AROUND_TABLE = 100;

/** The origin of the numbers, and the padding of a lab. */
const AROUND_LAB = 86;

/** A step draws about three tables, … */
const TABLES_OF_STEP = 3;

/** … and has a bar of words, a title, a text and a formula. */
const AROUND_STEP = 420;

const AROUND_COMPACT_STEP = 170;

/** A number taken apart. */
const TRACE = 250;

const LAB = 1450;

const PAGE_HEIGHT = 850;

/** Below this width, texts and controls take more lines. */
const NARROW = 500;

const NARROW_FACTOR = 1.35;

/** Above this number of words, a map has no rows. */
const MAX_WORDS_WITH_ROWS = 16;

const MAP_CONTROLS = 90;

/** @param {number} words */
const estimateRowsHeight = (words) =>
  ROW * Math.min(words, HIGH_ROWS) + LOW_ROW * Math.max(0, words - HIGH_ROWS);

/** @param {number} count of tables @param {number} words @param {number} width */
function estimateTablesHeight(count, words, width) {
  const tableWidth = 110 + 44 * words;
  const perLine = Math.max(1, Math.floor(width / tableWidth));
  return Math.ceil(count / perLine) * (AROUND_TABLE + estimateRowsHeight(words));
}

/**
 * The height of an `<attention-lab>`.
 * @param {{ steps?: Named, table?: Named, compact: boolean }} lab
 * @param {Record<string, unknown>} requests of its state, as an author wrote them
 * @param {number} width
 */
export function estimateLabHeight({ steps, table, compact }, { sentence, guide, cell }, width) {
  const text = `${sentence ?? DEFAULTS.sentence}`;
  const words = Math.min(text.split(/\s+/).length, MAX_WORDS_WITH_ROWS);
  const tables = readNames(table);
  if (guide) return PAGE_HEIGHT * (width < NARROW ? NARROW_FACTOR : 1);
  if (tables) return AROUND_LAB + estimateTablesHeight(tables.length, words, width);
  if (!readNames(steps)) return LAB * (width < NARROW ? NARROW_FACTOR : 1);
  const around = compact ? AROUND_COMPACT_STEP : AROUND_STEP + (cell ? TRACE : 0);
  const height = around + estimateTablesHeight(TABLES_OF_STEP, words, width);
  return width < NARROW && !compact ? height * NARROW_FACTOR : height;
}

/** @param {Tokens} tokens as they are given */
const countTokens = (tokens) =>
  Array.isArray(tokens) ? tokens.length : `${tokens ?? ''}`.split(/[\s,]+/).filter(Boolean).length;

/**
 * Of `<attention-map>`, whose weights nobody has read yet.
 * @param {Tokens} tokens of rows or columns
 * @param {number} width
 */
export function estimateMapHeight(tokens, width) {
  const rows = countTokens(tokens);
  const hasRows = rows > 0 && rows <= MAX_WORDS_WITH_ROWS;
  return MAP_CONTROLS + (hasRows ? AROUND_TABLE + estimateRowsHeight(rows) : width);
}
