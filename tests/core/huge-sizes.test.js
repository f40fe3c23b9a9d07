// If some axes have no elements, the others may have any length. Even then a call returns.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { callKinds } from '../support/raw.js';

/** All calls of a kind take about a second of processor time. */
const LIMIT_SECONDS = 20;
const MOST_SIZES = 16;

/** @type {Record<string, number[]>} */
const SIZES = {
  'sizes of 0, 1, 2^32 - 4 and 2^32 - 1 in all combinations': [0, 1, 2 ** 32 - 4, 2 ** 32 - 1],
  // The largest number of rows that can be counted. Rows without width need no computation.
  'sizes of 0, 1 and 2^30 in all combinations': [0, 1, 2 ** 30],
};

const current = new Uint32Array(new SharedArrayBuffer(4 * MOST_SIZES));
/** @type {Worker | undefined} */
let worker;
const endWorker = () => worker?.terminate();
after(endWorker);

/**
 * @param {{ title: string, levels: number[] }} wanted
 * @returns {Promise<number[]>} the number of calls for each status
 */
async function countStatuses(wanted) {
  const url = new URL('./huge-sizes-worker.js', import.meta.url);
  worker ??= new Worker(url, { workerData: current });
  current.fill(0);
  worker.postMessage(wanted);
  const start = process.cpuUsage();
  const stop = new AbortController();
  const watch = setInterval(() => {
    if (process.cpuUsage(start).user > 1e6 * LIMIT_SECONDS) stop.abort();
  }, 100);
  try {
    const [counts] = await once(worker, 'message', { signal: stop.signal });
    return counts;
  } catch (error) {
    // The call may never return.
    await endWorker();
    worker = undefined;
    throw new Error(`no answer with the sizes ${current}`, { cause: error });
  } finally {
    clearInterval(watch);
  }
}

for (const [group, levels] of Object.entries(SIZES))
  describe(group, () => {
    for (const { title } of callKinds)
      it(`${title} returns a status`, async (t) => {
        const counts = await countStatuses({ title, levels });
        t.diagnostic(`calls of each status: ${counts.join(', ')}`);
        assert.ok(counts[0] > 0, 'some are right');
      });
  });
