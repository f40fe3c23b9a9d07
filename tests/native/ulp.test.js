// exp and tanh on one in 997 of all floats, and in a long run on all of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isLong, recordFigure } from '../support/bar.js';
import { runSilently } from '../support/run-silently.js';

const root = new URL('../../', import.meta.url);
const headers = ['exp.h', 'tanh.h'];
const text = headers
  .map((name) => readFileSync(new URL(`src/core/${name}`, root), 'utf8'))
  .join('\n');

/**
 * @typedef {{ inputs: number, largest: number, at: number, histogram: number[], broken: number,
 *   brokenAt: string }} Report
 */

/** @param {string} program @param {number} [step] @returns {Record<'exp' | 'tanh', Report>} */
function measure(program, step = 997) {
  const path = fileURLToPath(new URL(`dist/native/${program}`, root));
  return JSON.parse(runSilently([path, String(step)]).toString());
}

const reports = measure('ulp', isLong ? 1 : 997);

describe('the four-lane functions', () => {
  it('are the same under the sanitizers, which find nothing', () => {
    assert.deepEqual(measure('ulp-asan'), isLong ? measure('ulp') : reports);
  });

  const statedErrors = [...text.matchAll(/at most ([\d.]+) ULP/g)].map(([, ulp]) => Number(ulp));

  /** @type {[name: 'exp' | 'tanh', limit: number, promises: string][]} */
  const rows = [
    ['exp', 2, 'is 1 at 0, 0 below the cut-off and NaN for NaN'],
    ['tanh', 3, 'is odd, 1 from the limit on, exact where x is denormal and NaN for NaN'],
  ];
  rows.forEach(([name, limit, promises], i) => {
    const { inputs, largest, at, histogram, broken, brokenAt } = reports[name];

    it(`${name} lies within ${limit} ULP of float64, and within what its comment says`, (t) => {
      t.diagnostic(`${name}: ${largest} ULP at ${at}, of ${inputs} floats`);
      t.diagnostic(`up to 0.5, 1, 1.5, 2, 2.5, 3, more: ${histogram.join(', ')}`);
      assert.ok(inputs > 2_000_000);
      assert.ok(histogram.reduce((sum, count) => sum + count) > 1_000_000);
      assert.ok(largest <= limit, `${largest} ULP at ${at}`);
      assert.equal(statedErrors.length, 2, 'the comments of both say their error');
      assert.ok(
        largest <= statedErrors[i],
        `${largest} ULP at ${at}; the header says ${statedErrors[i]}`,
      );
      const unit = `ULP of ${name}`;
      recordFigure('exponentials', {
        counts: { 'floats natively': inputs },
        most: { [unit]: largest },
      });
    });

    it(`${name} ${promises}`, () => {
      assert.equal(broken, 0, `${broken} inputs, such as ${brokenAt}`);
    });
  });
});
