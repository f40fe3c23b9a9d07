import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runSilently } from '../support/run-silently.js';

const root = new URL('../../', import.meta.url);
/**
 * The largest measured error is 1.2e-6. float32 itself rounds at 6e-8, and the longest sums have
 * 131 terms.
 */
const LIMIT = 1e-5;

/** @param {string} program @returns {{ operation: string, gradient: string, error: number }[]} */
function measure(program) {
  const path = fileURLToPath(new URL(`dist/native/${program}`, root));
  return JSON.parse(runSilently([path]).toString());
}

describe('the gradients', () => {
  const reports = measure('gradients');

  it('are the same under the sanitizers, which find nothing', () => {
    assert.deepEqual(measure('gradients-asan'), reports);
  });

  for (const operation of new Set(reports.map((report) => report.operation))) {
    it(`of ${operation} lie within ${LIMIT} of central differences`, (t) => {
      for (const { gradient, error } of reports.filter(
        (report) => report.operation === operation,
      )) {
        t.diagnostic(`${gradient}: ${error}`);
        assert.ok(error <= LIMIT, `${gradient}: ${error}`);
      }
    });
  }

  it('are checked for every backward that the header declares', () => {
    const header = readFileSync(new URL('src/core/learning.h', root), 'utf8');
    const checks = readFileSync(new URL('tests/native/gradients.c', root), 'utf8');
    const declared = header.match(/\battn_\w+_backward(?=\()/g) ?? [];
    assert.ok(declared.length > 10);
    for (const name of declared) assert.ok(checks.includes(`${name}(`), name);
  });
});
