/** What a teacher chooses for a worksheet, as one text in the address: `weights-heads.row.30.each.key`. */

/**
 * @typedef {'row' | 'half' | 'all'} Blank one row, every second row, or whole tables: of a row that adds up to 1 no
 *   number is left to be taken from 1
 * @typedef {'same' | 'blanks' | 'each'} Kind all sheets the same, with other blanks, or each with a seed of its own
 *
 * @typedef {object} Options
 * @property {string[]} tables that are to be filled in, by the steps that make them
 * @property {Blank} blank
 * @property {number} sheets
 * @property {Kind} kind
 * @property {boolean} hasKey
 */

/** @type {readonly Blank[]} */
export const BLANKS = ['row', 'half', 'all'];
/** @type {readonly Kind[]} */
export const KINDS = ['same', 'blanks', 'each'];
export const MOST_SHEETS = 40;
/** Tables to be filled in: more neither fit a sheet nor the address. */
export const MOST_TABLES = 3;

/** @param {Options} options */
export const formatOptions = ({ tables, blank, sheets, kind, hasKey }) =>
  [
    tables.map((id) => id.replaceAll('/', '_')).join('-'),
    ...[blank, sheets, kind, hasKey ? 'key' : 'none'],
  ].join('.');

/**
 * Never throws: what cannot be read is as it is without a choice.
 * @param {string} text
 * @param {readonly string[]} known the tables that there are, in their order
 * @param {string} usual the one that is to be filled in unless others are chosen
 * @returns {Options}
 */
export function readOptions(text, known, usual) {
  const [ids = '', blank, sheets, kind, key] = text.split('.');
  const named = ids.replaceAll('_', '/').split('-');
  const tables = known.filter((id) => named.includes(id)).slice(0, MOST_TABLES);
  return {
    tables: tables.length > 0 ? tables : known.filter((id) => id === usual),
    blank: BLANKS.find((one) => one === blank) ?? 'row',
    sheets: Math.min(MOST_SHEETS, Math.max(1, Math.floor(Number(sheets)) || 1)),
    kind: KINDS.find((one) => one === kind) ?? 'same',
    hasKey: key !== 'none',
  };
}

/**
 * How many sheets an address asks for that are not made.
 * @param {string} text
 */
export function refusedCount(text) {
  const [, , count] = text.split('.');
  const isMade = /^\d+$/.test(count) && Number(count) >= 1 && Number(count) <= MOST_SHEETS;
  return count === undefined || isMade ? undefined : count;
}

/**
 * With a table more, or less; one at least, and at most as many as fit.
 * @param {readonly string[]} tables
 * @param {string} id
 */
export function toggled(tables, id) {
  const others = tables.filter((one) => one !== id);
  if (others.length === tables.length)
    return tables.length < MOST_TABLES ? [...tables, id] : [...tables];
  return others.length > 0 ? others : [...tables];
}
