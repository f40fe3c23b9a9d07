// The bar: what this project asks of itself, row by row, and how a test says what it has reached.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

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
    'pretrained/fuzzed',
    'sources/hostile-files',
    'web/address',
  ].map((name) => `tests/${name}.test.js`),
];

/** @type {Record<string, Row>} */
export const rows = {
  linear: {
    name: 'linear',
    short: { asks: '3,000 shapes, within theory and to the bit' },
    long: { asks: '100,000 random shapes' },
  },
  fast: {
    name: 'the fast build',
    short: {
      asks: 'the cases of the exact one: within theory, fused sums to the bit, out of memory',
    },
  },
  exponentials: {
    name: 'exp, tanh',
    short: { asks: 'every 997th float: exp within 2 ULP, tanh 3' },
    long: { asks: 'all 2³² floats' },
  },
  softmax: {
    name: 'softmax',
    short: { asks: 'rows of 1–67 and 500, tame and wild, within theory; sums of 1' },
    long: { asks: '1,000,000 random rows' },
  },
  dotProduct: {
    name: 'scaled dot product',
    short: { asks: '2,000 shapes around tiles and vectors, within theory' },
    long: { asks: '50,000 shapes' },
  },
  fixtures: { name: 'PyTorch, NumPy', short: { asks: 'every reference case' } },
  masks: {
    name: 'masks',
    short: { asks: 'every mask up to 4 × 4, alone and combined' },
    long: { asks: '100,000 random masks' },
  },
  unseen: {
    name: 'masked is unseen',
    short: { asks: '1,000 calls with poisoned keys and values: the same bits' },
    long: { asks: '100,000 calls' },
  },
  specials: {
    name: 'NaN, ∞, −0, denormals',
    short: {
      asks: '60 named cases for each operation, by class and sign; and the same bits natively',
    },
    long: { asks: '20,000 random calls, native and wasm: the same bits' },
  },
  mechanisms: {
    name: 'additive, multi-head',
    short: { asks: '1,000 calls each, within theory' },
    long: { asks: '50,000 each' },
  },
  properties: {
    name: 'properties',
    short: { asks: '25 properties, 1,000 runs each' },
    long: { asks: '100,000 runs each' },
  },
  bits: {
    name: 'the same bits',
    short: { asks: '1,000 calls in Node, Chromium, Firefox; natively; Bun, Deno' },
    long: { asks: '20,000 calls, natively' },
  },
  plain: {
    name: 'SIMD, plain',
    short: { asks: 'a native build without SIMD instructions: the same bits' },
  },
  raw: {
    name: 'raw exports',
    short: { asks: '100,000 calls with any integers: a status, no trap' },
    long: { asks: '10,000,000 calls' },
  },
  refusals: {
    name: 'bad arguments',
    short: { asks: '150 named cases: a typed error, and the next call is right' },
    long: { asks: 'any argument of any operation, made wrong in 300,000 ways' },
  },
  guards: { name: 'overlap, guards', short: { asks: '64 bytes on each side of every block' } },
  memory: {
    name: 'out of memory',
    short: { asks: 'every request fails, once and for good, in every operation' },
    long: { asks: 'and on the page, in its Worker: a sentence, and the next action works' },
  },
  leaks: {
    name: 'leaks',
    short: { asks: '10,000 calls of each operation take the memory of one' },
    long: { asks: '1,000,000 calls' },
  },
  instances: {
    name: 'instances, threads',
    short: { asks: '1,000 calls, interleaved and in 4 threads: the same bits' },
    long: { asks: '50,000 calls' },
  },
  files: {
    name: 'files',
    short: { asks: '20,000 cut off or damaged: read, or refused with a sentence' },
    long: { asks: '10,000,000 damaged' },
  },
  pretrained: {
    name: 'models’ files',
    short: { asks: '50,000 headers and configurations, damaged: a typed error, and no memory' },
    long: { asks: '1,000,000 damaged' },
  },
  fuzz: {
    name: 'fuzzing',
    short: { asks: 'the kept corpus, under ASan and UBSan' },
    long: { asks: '100,000,000 executions: no finding', command: 'npm run fuzz' },
  },
  sanitizers: {
    name: 'sanitizers',
    short: { asks: 'the native build under ASan and UBSan, clang and gcc' },
    long: { asks: 'MSan, Valgrind, wasm under ASan and UBSan' },
  },
  coverage: {
    name: 'coverage',
    short: {
      asks: 'src/core 100 %; src/js lines 100 %, branches 98 %',
      command: 'npm run coverage',
    },
    long: { asks: 'web: lines 90 %, in Node and Chromium', command: 'npm run coverage' },
  },
  faults: {
    name: 'seeded faults',
    short: { asks: 'every place of 40 is found' },
    long: { asks: 'all are caught', command: 'npm run test:faults' },
  },
  build: {
    name: 'ABI, build',
    short: { asks: 'no imports, the exports of the header, 48 kB, equal builds' },
  },
  browsers: {
    name: 'browsers',
    short: {
      asks: 'every control by mouse and keyboard, in Firefox one of each kind; nothing on the console',
    },
    long: { asks: 'in WebKit every step of each lesson, and the core’s bits' },
  },
  actions: {
    name: 'random actions',
    long: { asks: '500 sequences in each browser: no error, nothing blank, memory level' },
  },
  policy: {
    name: 'strict policy',
    short: { asks: 'all steps under CSP and Trusted Types, both browsers: no violation' },
  },
  hostile: {
    name: 'hostile text',
    short: { asks: '60 strings in sentences, addresses, attributes: plain text' },
    long: { asks: '100,000 random addresses' },
  },
  sentence: {
    name: 'long text',
    short: { asks: 'words after the 512th are left out, and said so; 1 MB is shown' },
  },
  access: {
    name: 'accessibility',
    short: { asks: 'axe: nothing, in both browsers, light and dark, 320 and 1280 pixels' },
  },
  speed: {
    name: 'speed',
    long: {
      asks: 'no kernel 15 % slower than in the recorded build, in turns with it',
      command: 'npm run bench:guard',
    },
  },
};

const root = fileURLToPath(new URL('../..', import.meta.url));

export const isLong = process.env[LONG_VARIABLE] !== undefined;

/** How often, in a run of every day and in a long one. @param {number} short @param {number} long */
export const often = (short, long) => (isLong ? long : short);

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
