// The bar: what this project asks of itself, row by row, and how a test says what it has reached.
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { times } from './extent.js';

/**
 * @typedef {object} Ask
 * @property {string} asks in a few words
 * @property {string} [command] what measures it, where no test does
 * @property {string} [notYet] why no figure is asked for
 *
 * @typedef {{ name: string, short?: Ask, long?: Ask }} Row
 *
 * @typedef {object} Figure
 * @property {Record<string, number>} [counts] by what is counted; those of several tests add up
 * @property {Record<string, number>} [most] by unit; the largest of several tests counts
 * @property {string[]} [notes]
 *
 * @typedef {Figure & { row: string, by: string }} Reached `by`: the path of a test, or a command
 */

/** Of each run: where its tests leave their figures, and whether it is the long one. */
export const FIGURES_VARIABLE = 'ATTENTION_LAB_FIGURES';
export const LONG_VARIABLE = 'ATTENTION_LAB_LONG';

/** Tests that take larger numbers in the long run, beside all of `*.long.js`. */
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

/** How many random cases are tried, in a run of all tests and in a long one. @param {number} short @param {number} long */
export const often = (short, long) => (isLong ? long : times(short));

/** Files of every row run with the fast build: what they count is one number. @param {Record<string, number>} [counts] */
const sumOf = (counts = {}) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Says what a test has measured, for one row of the bar. Outside of a run of tests nobody listens.
 * @param {string} row
 * @param {Figure} figure
 */
export function reached(row, figure) {
  if (!(row in rows)) throw new Error(`The bar has no row ${row}`);
  const path = process.env[FIGURES_VARIABLE];
  if (!path) return;
  const by = relative(root, process.argv[1]);
  const isFast = by.startsWith('tests/fast/');
  const kept = isFast ? { ...figure, counts: { checks: sumOf(figure.counts) } } : figure;
  appendFileSync(path, `${JSON.stringify({ row: isFast ? 'fast' : row, by, ...kept })}\n`);
}

/** Counts what the tests of a file do, and says it after the last. @param {string} row */
export function tally(row) {
  const counts = /** @type {Record<string, number>} */ ({});
  const most = /** @type {Record<string, number>} */ ({});
  after(() => reached(row, { counts, most }));
  return {
    /** @param {string} what @param {number} [times] */
    count(what, times = 1) {
      counts[what] = (counts[what] ?? 0) + times;
    },
    /** @param {string} unit @param {number} value */
    most(unit, value) {
      most[unit] = Math.max(most[unit] ?? 0, value);
    },
    /** A share of a bound. @param {number} share */
    used(share) {
      this.most('% of the bound', 100 * share);
    },
  };
}
