// Stores the figures that the bar's rows have reached in dist, compares them with what the rows ask,
// prints both after a run, and writes them to tests/BAR.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from '../faults/faults.js';
import { targets } from '../fuzz/corpus.js';
import { rows } from './bar.js';

/** @import { Ask, Figure, Reached } from './bar.js' */

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

// Every fault of the lists is due, and every target of the fuzzer.
Object.assign(/** @type {Ask} */ (rows.faults.long), {
  least: { 'faults caught': faults.length },
});
Object.assign(/** @type {Ask} */ (rows.fuzz.long), {
  least: Object.fromEntries(targets.map((target) => [target, 1e8])),
});

/** @returns {Kept[]} figures of the last run of each test file, without those of deleted files */
function readFigures() {
  if (!existsSync(RECORD)) return [];
  const all = /** @type {Kept[]} */ (JSON.parse(readFileSync(RECORD, 'utf8')));
  return all.filter(({ row, by }) => row in rows && (by.startsWith('npm') || existsSync(path(by))));
}

/**
 * Replaces the earlier figures of the same files. Call it with figures of what has passed only.
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

/** Joins the figures of one row. @param {readonly Figure[]} figures */
function joinFigures(figures) {
  const counts = /** @type {Record<string, number>} */ ({});
  const most = /** @type {Record<string, number>} */ ({});
  for (const figure of figures) {
    for (const [what, times] of Object.entries(figure.counts ?? {}))
      counts[what] = (counts[what] ?? 0) + times;
    for (const [unit, value] of Object.entries(figure.most ?? {}))
      most[unit] = Math.max(most[unit] ?? 0, value);
  }
  return { counts, most, notes: [...new Set(figures.flatMap(({ notes = [] }) => notes))] };
}

/** Formats a number with three digits, or as an integer. @param {number} value */
const formatFigure = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/**
 * Writes the figures of one row in words: `3,122 shapes, at most 31 % of the bound`.
 * @param {readonly Figure[]} figures
 */
export function inWords(figures) {
  const { counts, most, notes } = joinFigures(figures);
  return [
    ...Object.entries(counts).map(([what, times]) => `${times.toLocaleString('en')} ${what}`),
    ...Object.entries(most).map(([unit, value]) => `at most ${formatFigure(value)} ${unit}`),
    ...notes,
  ].join(', ');
}

/** Writes in words what a row asks for: `to the bit; at least 3,000 shapes`. @param {Ask} ask */
function askInWords({ asks, least = {}, most }) {
  const counts = inWords([{ counts: least }]);
  return [asks, counts && `at least ${counts}`, inWords([{ most }])].filter(Boolean).join('; ');
}

/**
 * Names what the figures of a row lack, after the figures in words. No figure may exceed its bound.
 * @param {Ask} ask
 * @param {readonly Figure[]} figures
 */
export function nameMisses({ least = {}, most = {} }, figures) {
  const { counts, most: reached } = joinFigures(figures);
  /** @type {Record<string, number>} */
  const found = { '% of the bound': 0, ...counts, ...reached };
  const limits = { '% of the bound': 100, ...most };
  const misses = [
    ...Object.entries(least).filter(([what, limit]) => !(found[what] >= limit)),
    ...Object.entries(limits).filter(([what, limit]) => !(found[what] <= limit)),
  ];
  return misses.length === 0 ? '' : `. Not reached: ${misses.map(([what]) => what).join(', ')}`;
}

/**
 * Prints what a run has reached, and lists the rows that it has not.
 * @param {Bar} bar
 * @param {readonly Reached[]} figures the figures of this run
 * @param {boolean} isWhole whether all rows are due, except those of other commands
 * @returns {string[]} the rows that miss what they ask for
 */
export function printBar(bar, figures, isWhole) {
  const missed = [];
  const lines = [];
  for (const [row, { name, [bar]: ask }] of Object.entries(rows)) {
    const rowFigures = figures.filter((figure) => figure.row === row);
    if (!ask || (rowFigures.length === 0 && !isWhole)) continue;
    const isDue = isWhole && !ask.command;
    const misses = isDue ? nameMisses(ask, rowFigures) : '';
    if (misses || (isDue && rowFigures.length === 0)) missed.push(name);
    const words = inWords(rowFigures) || (ask.command ? `by ${ask.command}` : 'no figure');
    lines.push(`${name.padEnd(24)}${askInWords(ask)}\n${''.padEnd(24)}${words}${misses}`);
  }
  if (lines.length > 0) console.log(`\nThe bar, ${bar}: asked, reached\n${lines.join('\n')}`);
  return missed;
}

/**
 * Reads the figures in a cell of the table, which may come from another machine.
 * @param {string} [cell]
 * @returns {(Figure & { date: string })[]} none if the cell has none
 */
function readCell(cell = '') {
  const [, words, date] = /^(.+) \((\d{4}-\d\d-\d\d)\)/.exec(cell) ?? [];
  const figures = words?.split(', ').map((part) => {
    const [, atMost, value, what] = /^(at most )?([\d.,]+) (.+)$/.exec(part) ?? [];
    if (!what) return { date, notes: [part] };
    return { date, [atMost ? 'most' : 'counts']: { [what]: Number(value.replaceAll(',', '')) } };
  });
  return figures ?? [];
}

/**
 * Writes the lines of the table. A figure that was not measured again stays.
 * @param {string} before the table so far
 * @param {readonly Kept[]} kept
 */
export function makeTable(before, kept) {
  const cellsByName = new Map(
    before
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, name, , short, , long]) => [name, { short, long }]),
  );
  const lines = Object.entries(rows).map(([row, { name, ...asks }]) => {
    const cells = /** @type {const} */ (['short', 'long']).flatMap((bar) => {
      const ask = asks[bar];
      if (!ask) return [NONE, NONE];
      const measured = kept.filter((figure) => figure.row === row && figure.bar === bar);
      const rowFigures = measured.length > 0 ? measured : readCell(cellsByName.get(name)?.[bar]);
      if (rowFigures.length === 0) return [askInWords(ask), 'not measured yet'];
      const [date] = rowFigures.map((figure) => figure.date).sort();
      return [askInWords(ask), `${inWords(rowFigures)} (${date})${nameMisses(ask, rowFigures)}`];
    });
    return `| ${[name, ...cells].join(' | ')} |\n`;
  });
  const head =
    '| | `npm run test:all` asks | reached | `npm run test:long` asks | reached |\n|---|---|---|---|---|\n';
  return head + lines.join('');
}

/** Writes all known figures into tests/BAR.md. */
export function writeBar() {
  const [head, before] = readFileSync(TABLE, 'utf8').split(START);
  if (before === undefined) throw new Error(`tests/BAR.md has no line ${START}`);
  writeFileSync(TABLE, `${head}${START}\n\n${makeTable(before, readFigures())}`);
}
