// Makes every given kind of call with all combinations of sizes such as 0, 1 and nearly 2^32. The
// worker posts the current call, so that a call that never returns is known from outside.
import { parentPort, workerData } from 'node:worker_threads';
import { reduceCaseCount } from '../support/extent.js';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, RawCall, RawCore } from '../support/raw.js';

/** @import { Sizes } from '../support/raw.js' */

const MOST = reduceCaseCount(40_000);

/** @type {Uint32Array} */
const currentSizes = workerData;

/**
 * Counts how many calls returned each status.
 * @param {{ title: string, levels: number[] }} wanted
 */
function countStatuses({ title, levels }) {
  const { name, hasCache, dtype } = callKinds.find((kind) => kind.title === title) ?? callKinds[0];
  const core = new RawCore();
  const random = createRandom(1);
  /** @type {Sizes} */
  const ones = Object.fromEntries(
    [...'NHLSDAEQK', 'Hkv', 'Ev', 'Kdim', 'Vdim', 'inner', 'rows', 'out', 'in'].map((size) => [
      size,
      1,
    ]),
  );
  const call = new RawCall(
    core,
    name,
    { ...ones, ...(hasCache && { capacity: 8, length: 0 }), dtype },
    random,
  );
  const sizeNames = [...call.sizeNames, ...(hasCache ? ['cache.capacity', 'cache.length'] : [])];
  // Leave optional arrays out, so that the sizes of others can be 0 without a refusal.
  const optional = call.names.filter((slot) => /^(trace|weights|trace\.\w+)$/.test(slot));
  for (const slot of call.names.filter((mask) =>
    /^options\.(allowed|added|key_p|valid)/.test(mask),
  )) {
    call.set(slot, 0);
  }
  if ('workspace_size' in call.args) call.set('workspace_size', core.bytes.length / 2);

  const addresses = new Map(optional.map((slot) => [slot, call.get(slot)]));
  const combinations = levels.length ** sizeNames.length;
  const counts = Array(statuses.size).fill(0);
  for (let i = 0; i < Math.min(combinations, MOST); i++) {
    let digits = combinations <= MOST ? i : random.integer(0, combinations - 1);
    sizeNames.forEach((size, place) => {
      currentSizes[place] = levels[digits % levels.length];
      call.set(size, currentSizes[place]);
      digits = Math.floor(digits / levels.length);
    });
    for (const share of optional.length === 0 ? [0] : [0, 0.5, 1]) {
      for (const [slot, address] of addresses)
        call.set(slot, random.uniform() < share ? 0 : address);
      counts[call.run()]++;
    }
  }
  return counts;
}

parentPort?.on('message', (wanted) => parentPort?.postMessage(countStatuses(wanted)));
