// The two tiers of a run. `npm test` is the daily tier: it runs every file in Chromium, with a
// quarter of the random cases (`reduceCaseCount`) and without the parts in LEFT_OUT. CI,
// `npm run test:all` and a run of files by their paths leave out nothing.
import { it } from 'node:test';

/** The environment variable that the runner sets for the daily tier. */
export const DAILY_VARIABLE = 'ATTENTION_LAB_DAILY';

export const isThorough = process.env[DAILY_VARIABLE] === undefined;

/**
 * The parts of each file that the daily tier leaves out, besides Firefox.
 * @type {Record<string, string>}
 */
export const LEFT_OUT = {
  'tests/browser/attention-map-colours.test.js': 'the dark theme',
  'tests/browser/attention-map-views.test.js': 'lines of 512 words',
  'tests/browser/attention-map.test.js': 'other widths and themes, and 2,048 tokens',
  'tests/browser/author-chapter-host.test.js':
    'two chapters on a page, and a strict policy, which policy.test.js has for the element',
  'tests/browser/author-chapter.test.js': 'kinds of tasks by touch and by keyboard',
  'tests/browser/author-states.test.js': '12 of 18 states',
  'tests/browser/axe.js': 'axe in all files but axe.test.js',
  'tests/browser/axe.test.js':
    'two of four widths with their themes, most states, and on a narrow page what opens and the slow rules',
  'tests/browser/containers.test.js':
    'windows of 360 pixels, between two others; further views of a map, and messages',
  'tests/browser/course-layout.test.js':
    'the course at a second width, all answers but the first and the last, and pages of large letters before they are answered',
  'tests/browser/course-training.test.js': 'touch and keyboard; pages of the translator',
  'tests/browser/course.test.js':
    'pages whose kind of task has been answered already, by mouse and by touch; other settings of most pages; axe on further answered pages',
  'tests/browser/embed-page-builder.test.js':
    'snippets of other choices, and widths of the preview',
  'tests/browser/embed-page-snippets.test.js': 'each snippet in a file of its own',
  'tests/browser/embed-page.test.js': 'axe, and the page from a file',
  'tests/browser/embed.test.js': 'a tag from a server and as a module',
  'tests/browser/frame.test.js':
    'a frame from a file or a server, if the browser makes no difference',
  'tests/browser/head-lines.test.js':
    'keys of equal weights, which tests/pretrained tests, and models of one text',
  'tests/browser/host-words.test.js': 'maps and lines from right to left, beside the grid',
  'tests/browser/instructions.test.js':
    'instructions that were already followed elsewhere; lessons and pages of trained models; readonly lessons and pages',
  'tests/browser/lab-layout.test.js':
    'sentences of other lengths, and Hebrew and English beside Arabic',
  'tests/browser/lazy.test.js': 'four of six properties that render a waiting element',
  'tests/browser/lifecycle.test.js':
    'further moves: between documents, for print, and while something opens or restarts',
  'tests/browser/long-computations.test.js':
    'three quarters of the random actions, and memory after them',
  'tests/browser/many-elements.test.js':
    'elements that are moved, as in lifecycle.test.js, and three of five orders of two versions',
  'tests/browser/memory.test.js':
    'further kinds of changes, also by the reader and in the builder, labs that are added and removed, and the check itself',
  'tests/browser/model-picture.test.js': '320 pixels, and a reader who may change nothing',
  'tests/browser/models-host.test.js': 'a model from a file',
  'tests/browser/models-write.test.js':
    'a story by Mini, which opening.test.js has written too, and the translator and sentences to try, which tests/models computes',
  'tests/browser/models.test.js':
    'learning on a narrow page, a second step that plays, and the lists beside it',
  'tests/browser/notebook.test.js': 'one of two ways to load a widget',
  'tests/browser/opening.test.js':
    'a story that Mini writes to its end, links at the end of the page, and shades in narrow windows',
  'tests/browser/operand-links.test.js': 'two of three lessons',
  'tests/browser/page.test.js': 'turning the steps of a second lesson',
  'tests/browser/practice.test.js': 'bugs of two of three levels, and a narrow screen',
  'tests/browser/presets.test.js': '512 numbers beside 768',
  'tests/browser/print-content.test.js': '22 of 27 elements, sheets of Letter, and A4 across',
  'tests/browser/progress.test.js':
    'answers of links that the reader repeats, or that call a wrong answer right',
  'tests/browser/reader-tensors.test.js': 'files that are chosen, not dropped',
  'tests/browser/real-model-hub.test.js':
    'a browser without storage, which hub.test.js tests, and a Hub that does not answer, which tests/pretrained tests',
  'tests/browser/real-model-views.test.js':
    'axe, twelve layers, the widths of bars, 390 pixels beside 320, and the claim of an article, which tests/pretrained computes',
  'tests/browser/real-model-worker.test.js': 'a Worker that ends during a run or a download',
  'tests/browser/slides.test.js': 'the height of further parts',
  'tests/browser/trace.test.js': 'two lessons whose kinds of numbers are in others',
  'tests/browser/training-pages.js': 'axe on further open pages',
  'tests/browser/typing.test.js': 'seven of eleven fields, and one whose submitted text is invalid',
  'tests/browser/whole-picture.test.js': 'the picture in other widths',
  'tests/browser/worksheet.test.js': 'worksheets in other widths, and printed with a mask',
  'tests/core/abi.test.js': 'second builds of the core, of the fast core and of that with threads',
  'tests/core/ulp.test.js': 'three of four floats',
  'tests/course/mixing.test.js': 'three of four places of a slider',
  'tests/fast/exact-tests.test.js':
    'random arguments, and files that test code which is the same in the exact build',
  'tests/js/out-of-memory.test.js': 'large calls in which every request fails with all that follow',
  'tests/learning/learned.test.js': 'the describer from seeds 1 and 2',
  'tests/models/examples-translator.test.js': 'the translator with dot-product scores',
  'tests/models/translator.test.js':
    '1,400 of 1,500 steps of the translator with dot-product scores',
  'tests/native/learning.test.js': 'Mini and the translator in full size, beside small ones',
  'tests/package/api.test.js': 'the reference, which ./build.sh api makes',
  'tests/package/bundlers.js': 'webpack and pages built by esbuild',
  'tests/package/content.js': 'publint and arethetypeswrong',
  'tests/package/host.js': 'every second order of the script and the definition',
  'tests/package/served.js': "Vite's development server",
  'tests/package/types.js':
    'compiling by TypeScript 5.4, which still reads each file, and two of four settings of TypeScript 7',
  'tests/practice/goals.test.js': 'a finer grid of moves',
  'tests/practice/worksheet.test.js': 'three of four choices of three tables',
  'tests/pretrained/damaged.test.js': '79 of 80 damaged headers and configurations',
  'tests/pretrained/level.test.js': 'three of five models',
  'tests/pretrained/programs.test.js': 'JavaScript programs of further layers',
  'tests/pretrained/use-lite.test.js': 'texts of 3 and of 128 pieces beside the oracle',
  'tests/runtimes/runtimes.test.js': 'Deno',
  'tests/sources/hostile-files.test.js': 'bytes of which several bits are damaged',
  'tests/web/command.test.js': 'nine of eleven command lines that are refused',
  'tests/web/linear-parsers.test.js': 'eleven of twelve texts for each parser',
  'tests/web/linear-regexes.test.js':
    'expressions that repeat nothing without an end, and beginnings of a text where nothing does',
};

/** The factor by which the daily tier reduces the number of random cases. */
const FEWER = 4;

/** Returns the number of random cases. @param {number} most */
export const reduceCaseCount = (most) => (isThorough ? most : Math.ceil(most / FEWER));

/**
 * @typedef {(name: string, run: () => void | Promise<void>) => void} Define `it`, or a function
 *   that calls `it`
 */

/**
 * Wraps `it`, or a function like it, so that the daily tier skips the test.
 * @param {Define} define
 * @returns {Define}
 */
export const inFull = (define) =>
  isThorough
    ? define
    : (name) => it(name, { skip: 'is left out of the daily tier; CI and npm run test:all run it' });

/** `it` for a test that the daily tier skips. */
export const itInFull = inFull(it);
