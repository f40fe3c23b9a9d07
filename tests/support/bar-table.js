// Stores the figures that the bar's rows have reached in dist, prints them after a run, and writes
// them to tests/BAR.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rows } from './bar.js';

/** @import { Reached } from './bar.js' */

/**
 * @typedef {'short' | 'long'} Bar
 * @typedef {{ bar: Bar, date: string } & Reached} Kept
 */

const path = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url));
const RECORD = path('dist/bar.json');
const TABLE = path('tests/BAR.md');
const START = '<!-- npm test -- --write-bar writes all below -->';
const NONE = '–';

/** @returns {Kept[]} figures of the last run of each test file, without those of deleted files */
function readFigures() {
  if (!existsSync(RECORD)) return [];
  const all = /** @type {Kept[]} */ (JSON.parse(readFileSync(RECORD, 'utf8')));
  return all.filter(({ row, by }) => row in rows && (by.startsWith('npm') || existsSync(path(by))));
}

/**
 * Replaces the earlier figures of the same files.
 * @param {Bar} bar
 * @param {readonly Reached[]} figures
 */
export function keepFigures(bar, figures) {
  const date = new Date().toISOString().slice(0, 10);
  const isNew = (/** @type {Kept} */ old) =>
    old.bar === bar && figures.some(({ by }) => by === old.by);
  const kept = readFigures().filter((old) => !isNew(old));
  const all = [...kept, ...figures.map((figure) => ({ bar, date, ...figure }))];
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, `${JSON.stringify(all, undefined, 1)}\n`);
}

/** Formats a number with three digits, or as an integer. @param {number} value */
const formatFigure = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/**
 * Writes the figures of one row in words: `3,122 shapes, at most 31 % of the bound`.
 * @param {readonly Reached[]} figures
 */
export function inWords(figures) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Map<string, number>} */
  const most = new Map();
  for (const figure of figures) {
    for (const [what, times] of Object.entries(figure.counts ?? {}))
      counts.set(what, (counts.get(what) ?? 0) + times);
    for (const [unit, value] of Object.entries(figure.most ?? {}))
      most.set(unit, Math.max(most.get(unit) ?? 0, value));
  }
  return [
    ...[...counts].map(([what, times]) => `${times.toLocaleString('en')} ${what}`),
    ...[...most].map(([unit, value]) => `at most ${formatFigure(value)} ${unit}`),
    ...new Set(figures.flatMap(({ notes = [] }) => notes)),
  ].join(', ');
}

/**
 * @param {readonly Kept[]} kept
 * @param {string} row
 * @param {Bar} bar
 * @returns {string} the figures in words, with the oldest date; '' without figures
 */
function cellOf(kept, row, bar) {
  const own = kept.filter((figure) => figure.row === row && figure.bar === bar);
  if (own.length === 0) return '';
  const date = own.map((figure) => figure.date).sort()[0];
  return `${inWords(own)} (${date})`;
}

/** Lists the rows for which tests must report a figure. @param {Bar} bar */
export const dueRows = (bar) =>
  Object.entries(rows).flatMap(([row, { [bar]: ask }]) =>
    ask && !ask.command && !ask.notYet ? [row] : [],
  );

/**
 * Prints what a run has reached, and lists the missing rows.
 * @param {Bar} bar
 * @param {readonly Reached[]} figures the figures of this run
 * @param {boolean} isWhole whether all rows are due
 * @returns {string[]} the missing rows
 */
export function printBar(bar, figures, isWhole) {
  const missing = [];
  const due = dueRows(bar);
  const lines = [];
  for (const [row, { name, [bar]: ask }] of Object.entries(rows)) {
    const own = figures.filter((figure) => figure.row === row);
    if (!ask || (own.length === 0 && !isWhole)) continue;
    const lack = ask.notYet ? `not yet: ${ask.notYet}` : `by ${ask.command}`;
    const isMissing = own.length === 0 && due.includes(row);
    if (isMissing) missing.push(name);
    const isKnown = own.length > 0 && !ask.notYet;
    const words = isKnown ? inWords(own) : isMissing ? 'MISSING' : lack;
    lines.push(`${name.padEnd(24)}${ask.asks}\n${''.padEnd(24)}${words}`);
  }
  if (lines.length > 0) console.log(`\nThe bar, ${bar}: asked, reached\n${lines.join('\n')}`);
  return missing;
}

/**
 * Reads the figures that are already in the table. Those of a long run may come from another day or
 * another machine.
 */
function cellsBefore(/** @type {string} */ table) {
  const cells = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
  return new Map(cells.map(([name, , short, , long]) => [name, { short, long }]));
}

/** Writes all known figures into tests/BAR.md. A figure that was not measured again stays. */
export function writeBar() {
  const text = readFileSync(TABLE, 'utf8');
  const from = text.indexOf(START);
  if (from < 0) throw new Error(`tests/BAR.md has no line ${START}`);
  const before = cellsBefore(text.slice(from));
  const kept = readFigures();
  const lines = Object.entries(rows).map(([row, { name, ...asks }]) => {
    const cells = /** @type {const} */ (['short', 'long']).flatMap((bar) => {
      const ask = asks[bar];
      if (!ask) return [NONE, NONE];
      if (ask.notYet) return [ask.asks, `not yet: ${ask.notYet}`];
      const old = before.get(name)?.[bar] ?? '';
      return [
        ask.asks,
        cellOf(kept, row, bar) || (/\(\d{4}-/.test(old) ? old : 'not measured yet'),
      ];
    });
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const head =
    '| | `npm run test:all` asks | reached | `npm run test:long` asks | reached |\n|---|---|---|---|---|';
  writeFileSync(
    TABLE,
    [text.slice(0, from), START, '\n\n', head, '\n', lines.join('\n'), '\n'].join(''),
  );
}
