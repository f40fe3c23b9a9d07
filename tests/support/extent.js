// The two tiers of a run. `npm test` is the daily tier: every file runs, and what only repeats a check is left out. CI,
// `npm run test:all` and a run of files by their paths leave out nothing. This file is the whole list of what the daily
// tier leaves out.
import { relative } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Set by the runner for the daily tier. */
export const DAILY_VARIABLE = 'ATTENTION_LAB_DAILY';

export const isThorough = process.env[DAILY_VARIABLE] === undefined;

/** Files that run in Firefox every day: numbers, a map under the pointer, the keyboard, training, policies. */
export const IN_BOTH = [
  'tests/browser/attention-map-hands.test.js',
  'tests/browser/bits.test.js',
  'tests/browser/keyboard.test.js',
  'tests/browser/learning.test.js',
  'tests/browser/policy.test.js',
];

/** What the daily tier leaves out, beside Firefox in all other files. By file. @type {Record<string, string>} */
export const LEFT_OUT = {
  'tests/browser/attention-map-looks.test.js': 'looks in other widths and themes',
  'tests/browser/axe.test.js': 'axe in other widths and themes, and its slow rules on every state',
  'tests/browser/containers.test.js': 'windows of 360 pixels, between two others',
  'tests/browser/course.test.js':
    'pages whose kind of task has been answered already, by mouse and by touch; axe on further answered pages',
  'tests/browser/course-training.test.js': 'touch and keyboard',
  'tests/browser/embed-page.test.js': 'axe at 320 pixels',
  'tests/browser/embed-page-snippets.test.js': 'all snippets in one file',
  'tests/browser/memory.test.js':
    'further kinds of changes, labs that come and go, and the proof that a kept node is noticed',
  'tests/browser/own-chapter.test.js': 'kinds of tasks by touch and by keyboard',
  'tests/browser/print-content.test.js': 'sheets of Letter, and A4 across',
  'tests/browser/still.test.js': 'the course at a second width',
  'tests/browser/told.test.js':
    'an order that was done already, at each further place that gives it',
  'tests/browser/trace.test.js': 'two lessons each of whose kinds of numbers is in others',
  'tests/browser/training-pages.js': 'axe on further open pages',
  'tests/browser/under-load.test.js': 'half of the random actions',
  'tests/browser/ways.test.js': 'one of three lessons',
  'tests/browser/whole-picture.test.js': 'axe on the picture in other widths',
  'tests/browser/worksheet.test.js': 'worksheets in other widths',
  'tests/core/abi.test.js': 'second builds of the fast core and of that with threads',
  'tests/core/ulp.test.js': 'three of four floats',
  'tests/fast/memory.test.js':
    'requests for memory that fail, and arrays that overlap: the exact build has the same code',
  'tests/learning/learned.test.js': 'the describer from seeds 1 and 2',
  'tests/models/translator.test.js':
    '1,400 of 1,500 steps of the translator with dot-product scores',
  'tests/package/bundlers.js': 'webpack',
  'tests/package/types.js': 'one of two settings for TypeScript 5.4',
  'tests/web/linear-parsers.test.js': 'two of three texts for each parser',
  'tests/web/linear-regexes.test.js': 'two of three beginnings of a text for each expression',
};

/** By how much the daily tier divides the number of random cases. */
const FEWER = 4;

const file = relative(fileURLToPath(new URL('../../', import.meta.url)), process.argv[1] ?? '');

export const isInBoth = isThorough || IN_BOTH.includes(file);

/** How many random cases are tried. @param {number} most */
export const times = (most) => (isThorough ? most : Math.ceil(most / FEWER));

/**
 * `it`, of a test that repeats another.
 * @type {(name: string, run: () => void | Promise<void>) => void}
 */
export const again = isThorough
  ? it
  : (name) => it(name, { skip: 'repeats another test; CI and npm run test:all run it' });
