/** The options of a worksheet, as one text in the address: `weights-heads.row.30.each.key`. */

/** @import { WorksheetOptions } from '../types.js' */

export const BLANK_CHOICES = /** @type {const} */ (['row', 'half', 'all']);

export const SHEET_KINDS = /** @type {const} */ (['same', 'blanks', 'each']);

export const MOST_SHEETS = 40;

/** The most tables to fill in. More would fit neither a sheet nor the address. */
export const MOST_TABLES = 3;

/** @param {WorksheetOptions} options */
export const formatOptions = ({ tables, blank, sheets, kind, hasKey }) =>
  [
    tables.map((id) => id.replaceAll('/', '_')).join('-'),
    blank,
    sheets,
    kind,
    hasKey ? 'key' : 'none',
  ].join('.');

/**
 * Splits the text of the options. The number of sheets may have a point of its own.
 * @param {string} text
 */
function splitOptions(text) {
  const [ids = '', blank, ...rest] = text.split('.');
  const kind = SHEET_KINDS.find((known) => rest.includes(known));
  const end = kind === undefined ? rest.length : rest.indexOf(kind);
  const count = end === 0 ? undefined : rest.slice(0, end).join('.');
  return { ids, blank, count, kind, key: rest[end + 1] };
}

/**
 * Reads the options of a worksheet. Never throws: unreadable options get their defaults.
 * @param {string} text
 * @param {readonly string[]} known the available tables, in order
 * @param {string} usual the table to fill in by default
 * @returns {WorksheetOptions}
 */
export function readWorksheetOptions(text, known, usual) {
  const { ids, blank, count, kind, key } = splitOptions(text);
  const named = ids.replaceAll('_', '/').split('-');
  const tables = known.filter((id) => named.includes(id)).slice(0, MOST_TABLES);
  return {
    tables: tables.length > 0 ? tables : known.filter((id) => id === usual),
    blank: BLANK_CHOICES.find((known) => known === blank) ?? 'row',
    sheets: Math.min(MOST_SHEETS, Math.max(1, Math.floor(Number(count)) || 1)),
    kind: kind ?? 'same',
    // A class gets what is printed, so the answers wait for a press.
    hasKey: key === 'key',
  };
}

/** Returns the number of sheets in an address if there cannot be as many. @param {string} text */
export function findRefusedCount(text) {
  const { count } = splitOptions(text);
  if (count === undefined) return undefined;
  const isMade = /^\d+$/.test(count) && Number(count) >= 1 && Number(count) <= MOST_SHEETS;
  return isMade ? undefined : count;
}

/**
 * Keeps at least one table and at most `MOST_TABLES`.
 * @param {readonly string[]} tables
 * @param {string} id
 */
export function toggleTable(tables, id) {
  const others = tables.filter((table) => table !== id);
  if (others.length === tables.length)
    return tables.length < MOST_TABLES ? [...tables, id] : [...tables];
  return others.length > 0 ? others : [...tables];
}
