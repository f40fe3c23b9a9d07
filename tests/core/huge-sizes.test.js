// With axes of no elements the others may have any length: even then a call returns.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { callKinds } from '../support/raw.js';

const LIMIT_MS = 20_000;
const MOST_SIZES = 16;

/** @type {Record<string, number[]>} */
const levels = {
  'sizes of 0, 1, 2^32 - 4 and 2^32 - 1 in all combinations': [0, 1, 2 ** 32 - 4, 2 ** 32 - 1],
  // As many rows as may be counted: nothing is to be computed in them where they have no width.
  'sizes of 0, 1 and 2^30 in all combinations': [0, 1, 2 ** 30],
};

for (const [title, sizes] of Object.entries(levels)) describe(title, () => checkEach(sizes));

/** @param {number[]} sizes */
function checkEach(sizes) {
  for (const { title } of callKinds) {
    it(`${title} returns a status`, async (t) => {
      const current = new Uint32Array(new SharedArrayBuffer(4 * MOST_SIZES));
      const url = new URL('../support/huge-sizes-worker.js', import.meta.url);
      const worker = new Worker(url, { workerData: { title, current, levels: sizes } });
      /** @type {number[]} */
      const counts = await new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          worker.terminate();
          reject(new Error(`no answer after ${LIMIT_MS / 1000} s with the sizes ${current}`));
        }, LIMIT_MS);
        worker.on('message', (message) => {
          clearTimeout(timer);
          resolve(message);
        });
        worker.on('error', (error) => {
          clearTimeout(timer);
          reject(error);
        });
      });
      t.diagnostic(`calls of each status: ${counts.join(', ')}`);
      assert.ok(counts[0] > 0, 'some are right');
    });
  }
}
