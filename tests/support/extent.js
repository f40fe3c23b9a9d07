// How much a run repeats. In CI, with `--all` and by its own path a test tries what it tries in both browsers, in every
// width and theme, on every page of a kind, by every way of input, on as many random cases as it says; `npm test` alone
// tries each thing once, and a fourth of the cases that the bar does not ask for.
import { it } from 'node:test';

/** Set by a run that repeats nothing. */
export const ONCE_VARIABLE = 'ATTENTION_LAB_ONCE';

export const isThorough = process.env[ONCE_VARIABLE] === undefined;

/** What every run tries in both browsers: numbers, the page, a map under the hand, the keyboard, training, policies. */
export const IN_BOTH = [
  ...['attention-map-hands', 'bits', 'keyboard', 'learning', 'page', 'policy'].map(
    (name) => `browser/${name}`,
  ),
  'support/browser',
];

/** A checkout that has run nothing tries these, whatever passed elsewhere. @param {string} test its path */
export const isInEveryRun = (test) =>
  IN_BOTH.some((name) => test.endsWith(`tests/${name}.test.js`));

export const isInBoth = isThorough || isInEveryRun(process.argv[1] ?? '');

/** How many random cases are tried, where no row of the bar says how many. @param {number} most */
export const times = (most) => (isThorough ? most : Math.ceil(most / 4));

/**
 * `it`, of a test that repeats another.
 * @type {(name: string, run: () => void | Promise<void>) => void}
 */
export const again = isThorough
  ? it
  : (name) => it(name, { skip: 'repeats another test; run in CI and with --all' });
