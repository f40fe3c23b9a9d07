// The bar: the requirements of this project, row by row, and how a test reports what it has
// reached.
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { reduceCaseCount } from './extent.js';

/**
 * @typedef {object} Ask
 * @property {string} [asks] what no number says, in a few words
 * @property {Record<string, number>} [least] the least counts
 * @property {Record<string, number>} [most] the largest figures
 * @property {string} [command] the command that measures the figure, if no test does
 *
 * @typedef {{ name: string, short?: Ask, long?: Ask }} Row
 *
 * @typedef {object} Figure
 * @property {Record<string, number>} [counts] counts by name; those of several tests are added
 * @property {Record<string, number>} [most] maxima by unit; the largest of several tests is kept
 * @property {string[]} [notes]
 *
 * @typedef {Figure & { row: string, by: string }} Reached `by`: the path of a test, or a command
 */

/** Environment variables of a run: the file for the tests' figures, and whether the run is long. */
export const FIGURES_VARIABLE = 'ATTENTION_LAB_FIGURES';
export const LONG_VARIABLE = 'ATTENTION_LAB_LONG';

/** Tests that use larger numbers in the long run, in addition to all `*.long.js`. */
export const ALSO_LONG = [
  ...['instances', 'linear', 'masks', 'memory', 'poison', 'sizes'].map(
    (name) => `tests/js/${name}.test.js`,
  ),
  ...['attention', 'heads', 'refusals', 'softmax'].map(
    (name) => `tests/js/properties-${name}.test.js`,
  ),
  ...[
    'native/replay',
    'native/ulp',
    'pretrained/damaged',
    'sources/hostile-files',
    'web/address',
  ].map((name) => `tests/${name}.test.js`),
];

/** @type {Record<string, Row>} */
export const rows = JSON.parse(readFileSync(new URL('bar.json', import.meta.url), 'utf8'));

const root = fileURLToPath(new URL('../..', import.meta.url));

export const isLong = process.env[LONG_VARIABLE] !== undefined;

/**
 * Returns the number of random cases, in a normal and in a long run.
 * @param {number} short
 * @param {number} long
 */
export const chooseCaseCount = (short, long) => (isLong ? long : reduceCaseCount(short));

/**
 * The files in tests/fast belong to one row, so their counts are added to one number.
 * @param {Record<string, number>} [counts]
 */
const sumOf = (counts = {}) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Reports what a test has measured for a row of the bar. Outside a test run, this does nothing.
 * @param {string} row
 * @param {Figure} figure
 */
export function recordFigure(row, figure) {
  if (!(row in rows)) throw new Error(`The bar has no row ${row}`);
  const path = process.env[FIGURES_VARIABLE];
  if (!path) return;
  const by = relative(root, process.argv[1]);
  const isFast = by.startsWith('tests/fast/');
  const kept = isFast ? { ...figure, counts: { checks: sumOf(figure.counts) } } : figure;
  appendFileSync(path, `${JSON.stringify({ row: isFast ? 'fast' : row, by, ...kept })}\n`);
}

/**
 * Counts what the tests of a file do, and reports the counts after the last test.
 * @param {string} row
 */
export function tally(row) {
  const counts = /** @type {Record<string, number>} */ ({});
  const most = /** @type {Record<string, number>} */ ({});
  after(() => recordFigure(row, { counts, most }));
  return {
    /** @param {string} what @param {number} [times] */
    count(what, times = 1) {
      counts[what] = (counts[what] ?? 0) + times;
    },
    /** @param {string} unit @param {number} value */
    most(unit, value) {
      most[unit] = Math.max(most[unit] ?? 0, value);
    },
    /** Reports a share of a bound. @param {number} share */
    used(share) {
      this.most('% of the bound', 100 * share);
    },
  };
}
