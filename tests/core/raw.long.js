import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tally } from '../support/bar.js';
import { RawCore } from '../support/raw.js';
import { callRandomly } from './random-calls.js';

const CALLS = 10_000_000;
const PARTS = 20;
const LIMIT_MS = 1000;

const bar = tally('raw');

it(`each of ${CALLS} calls returns, within ${LIMIT_MS} ms of processor time`, (t) => {
  for (let part = 0; part < PARTS; part++) {
    const seed = 1000 + part;
    const { counts, sizesAsked, slowest } = callRandomly(new RawCore(), seed, CALLS / PARTS);
    const byStatus = [...counts.values()].reduce((sum, numbers) =>
      sum.map((n, i) => n + numbers[i]),
    );
    t.diagnostic(
      `seed ${seed}: statuses ${byStatus.join(', ')}; ${sizesAsked} sizes; ${slowest.ms.toFixed(0)} ms`,
    );
    bar.count('calls', CALLS / PARTS);
    bar.most('ms for one call', slowest.ms);
    assert.ok(slowest.ms < LIMIT_MS, `seed ${seed}: ${slowest.call} took ${slowest.ms} ms`);
  }
});
