// The table of the benchmark says what was timed, and which targets are open.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatReport, readCell } from './report.js';
import { nameOfBase } from './run.js';
import { EXACT, FAST, workloads } from './workloads.js';

/** @import { Result } from './measure.js' */
/** @import { EngineRun } from './report.js' */

/** Seconds × ceiling of three rounds. @param {string} name @param {number} cost @returns {Result} */
const timed = (name, cost) => ({
  name,
  milliseconds: cost,
  ofCeiling: 0.9,
  costs: [cost, 2 * cost, 3 * cost],
});

/** @param {Record<string, Result[]>} results by the name of the work @returns {EngineRun} */
const runOf = (results) => ({
  engine: 'node',
  version: 'Node 0',
  run: {
    contestants: [EXACT, FAST, 'slow', 'swift'].map((name) => ({ name, version: '1' })),
    ceiling: 4e10,
    workloads: Object.entries(results).map(([name, all]) => ({
      ...{ name, rounds: 3, ceiling: 4e10 },
      results: all,
    })),
  },
});

const find = (/** @type {string} */ start) => {
  const found = workloads.find(({ name }) => name.startsWith(start));
  assert.ok(found, start);
  return found;
};
const product = find('product 4×');
const causal = find('attention 8×1024');
const decoding = find('decoding');

it('a figure is our time ÷ that of the fastest other, round by round', () => {
  const run = runOf({
    [product.name]: [timed(EXACT, 6), timed(FAST, 3), timed('slow', 20), timed('swift', 10)],
  });
  const { figure, ofCeiling, target } = readCell(product, run, 'exact');
  assert.deepEqual([figure, ofCeiling, target], [0.6, 0.9, product.targets.node.exact]);
  assert.equal(readCell(product, run, 'fast').figure, 0.3);
});

it('work that is compared with our own is divided by that of the same build', () => {
  const run = runOf({
    [causal.name]: [
      timed(EXACT, 4),
      timed(FAST, 3),
      timed(nameOfBase(EXACT), 8),
      timed(nameOfBase(FAST), 4),
    ],
  });
  assert.equal(readCell(causal, run, 'exact').figure, 0.5);
  assert.equal(readCell(causal, run, 'fast').figure, 0.75);
});

it('the table marks what is open, counts it, and names what failed', () => {
  const { exact = 0, fast = 0 } = product.targets.node;
  const text = formatReport(
    [
      runOf({
        [product.name]: [timed(EXACT, 1.1 * exact), timed(FAST, 0.9 * fast), timed('swift', 1)],
        [decoding.name]: [{ name: EXACT, failure: 'no memory' }],
      }),
    ],
    'today',
  );
  const [, first, second] = text.split('\n');
  assert.match(first, /^product 4×512×512 .*\d!\s+90 %\s+\.\d+ .*90 %/);
  assert.match(second, /^decoding step.* –/);
  assert.match(text, /^decoding step.* failed, Node: no memory$/m);
  assert.match(text, /^1 of 3 targets are met, and ! marks the 2 that are open\.$/m);
});

it('an engine that cannot run the fast build misses no target of it', () => {
  const run = runOf({ [product.name]: [timed(EXACT, 1), timed('swift', 10)] });
  run.run.contestants[1] = { name: FAST, failure: 'no relaxed SIMD' };
  assert.match(formatReport([run], 'today'), /^1 of 1 targets are met/m);
});
