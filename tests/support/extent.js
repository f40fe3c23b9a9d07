// The two tiers of a run. `npm test` is the daily tier: every file runs, in Chromium, with a quarter of the random
// cases (`times`) and without what LEFT_OUT lists. CI, `npm run test:all` and a run of files by their paths leave out
// nothing.
import { it } from 'node:test';

/** Set by the runner for the daily tier. */
export const DAILY_VARIABLE = 'ATTENTION_LAB_DAILY';

export const isThorough = process.env[DAILY_VARIABLE] === undefined;

/** What the daily tier leaves out in each file, beside Firefox. @type {Record<string, string>} */
export const LEFT_OUT = {
  'tests/browser/attention-map.test.js': 'looks in other widths and themes',
  'tests/browser/author-states.test.js': '12 of 18 states',
  'tests/browser/axe.js': 'axe in all files but axe.test.js',
  'tests/browser/axe.test.js': 'axe in other widths and themes, and its slow rules on every state',
  'tests/browser/containers.test.js':
    'windows of 360 pixels, between two others; further views of a map, and messages',
  'tests/browser/course-layout.test.js': 'the course at a second width',
  'tests/browser/course-training.test.js': 'touch and keyboard; pages of the translator',
  'tests/browser/course.test.js':
    'pages whose kind of task has been answered already, by mouse and by touch; axe on further answered pages',
  'tests/browser/embed-page-snippets.test.js': 'all snippets in one file',
  'tests/browser/embed-page.test.js': 'axe',
  'tests/browser/memory.test.js':
    'further kinds of changes, also by the reader, labs that come and go, and the proof that a kept node is noticed',
  'tests/browser/opening.test.js': 'a story that Mini writes to its end',
  'tests/browser/own-chapter.test.js': 'kinds of tasks by touch and by keyboard',
  'tests/browser/print-content.test.js': '20 of 27 elements, sheets of Letter, and A4 across',
  'tests/browser/real-model-views.test.js': 'axe',
  'tests/browser/told.test.js':
    'an order that was done already, at each further place; lessons of models and pages with a trained one, and those where nothing can be changed',
  'tests/browser/trace.test.js': 'two lessons each of whose kinds of numbers is in others',
  'tests/browser/training-pages.js': 'axe on further open pages',
  'tests/browser/under-load.test.js': 'three quarters of the random actions',
  'tests/browser/ways.test.js': 'one of three lessons',
  'tests/browser/whole-picture.test.js': 'the picture in other widths',
  'tests/browser/worksheet.test.js': 'worksheets in other widths',
  'tests/core/abi.test.js': 'second builds of the core, of the fast core and of that with threads',
  'tests/core/ulp.test.js': 'three of four floats',
  'tests/course/mixing.test.js': 'three of four places of a slider',
  'tests/fast/exact-tests.test.js': 'files that test code which is the same in the exact build',
  'tests/js/out-of-memory.test.js': 'large calls in which every request fails with all that follow',
  'tests/learning/learned.test.js': 'the describer from seeds 1 and 2',
  'tests/models/translator.test.js':
    '1,400 of 1,500 steps of the translator with dot-product scores',
  'tests/package/bundlers.js': 'webpack',
  'tests/package/content.js': 'arethetypeswrong',
  'tests/package/served.js': "Vite's development server",
  'tests/package/types.js': 'compiling by TypeScript 5.4, which still reads each file',
  'tests/practice/goals.test.js': 'a finer grid of moves',
  'tests/practice/worksheet.test.js': 'three of four choices of three tables',
  'tests/pretrained/damaged.test.js': 'fifteen of sixteen damaged headers and configurations',
  'tests/pretrained/use-lite.test.js': 'texts of 3 and of 128 pieces beside the oracle',
  'tests/sources/hostile-files.test.js': 'bytes of which several bits are damaged',
  'tests/web/linear-parsers.test.js': 'three of four texts for each parser',
  'tests/web/linear-regexes.test.js':
    'expressions that repeat nothing without an end, and beginnings of a text where nothing does',
};

/** By how much the daily tier divides the number of random cases. */
const FEWER = 4;

/** How many random cases are tried. @param {number} most */
export const times = (most) => (isThorough ? most : Math.ceil(most / FEWER));

/**
 * `it`, of a test that the daily tier leaves out.
 * @type {(name: string, run: () => void | Promise<void>) => void}
 */
export const again = isThorough
  ? it
  : (name) => it(name, { skip: 'is left out of the daily tier; CI and npm run test:all run it' });
