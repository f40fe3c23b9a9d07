// Makes one fault after the other, in as many copies of the checkout as there are processors, and
// names faults that no test notices. `npm run test:faults -- core softmax` takes the faults whose
// list, file or name contains all these words, as regular expressions. `--quick` leaves out tests
// that are not expected to notice. Fails if a fault survives.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepFigures } from '../support/bar-table.js';
import { Copy, isOnPage } from './copy.js';
import { faults } from './faults.js';
import { closeBrowsers, runTests } from './trial.js';

/** @import { Fault } from './faults.js' */

const root = fileURLToPath(new URL('../../', import.meta.url));
const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const wantedFaults = faults.filter((fault) =>
  words.every((word) => new RegExp(word).test(`${fault.room} ${fault.file} ${fault.name}`)),
);
if (wantedFaults.length === 0) {
  console.error(`No fault matches ${words.join(' ')}`);
  process.exit(1);
}
// Tests in Node read the pretrained model that ships.
const built = wantedFaults.some(isOnPage) ? ['release'] : ['core', 'models'];
execFileSync('./build.sh', built, { cwd: root, stdio: 'inherit' });

const untouched = new Copy();
const copies = Array.from(
  { length: Math.min(availableParallelism(), wantedFaults.length) },
  () => new Copy(),
);
const removeAll = () => {
  for (const copy of [untouched, ...copies]) copy.remove();
};
process.on('exit', removeAll);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(1));
}

/** @type {Map<string, Promise<number>>} */
const limits = new Map();

/**
 * Returns the processor time after which a test file counts as hanging: far more than it needs
 * without a fault. A file that fails without a fault could not detect anything.
 *
 * @param {string} file
 */
function limitOf(file) {
  let limit = limits.get(file);
  if (limit === undefined) {
    const start = performance.now();
    limit = runTests(untouched.folder, file, 600).then(({ passed, reason }) => {
      if (!passed) throw new Error(`${file} fails without any fault: ${reason}`);
      return 20 + (5 * (performance.now() - start)) / 1000;
    });
    limits.set(file, limit);
  }
  return limit;
}

/** This test judges the whole build, and a copy has only a draft. */
const OF_THE_BUILD = 'abi.test.js';

/** @param {string} folder */
const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.js') && name !== OF_THE_BUILD)
    .map((name) => `${folder}/${name}`);

/**
 * Returns the test that fails, or undefined if none does.
 *
 * @param {Fault} fault
 * @param {Copy} copy
 */
async function catchFault(fault, copy) {
  const others = values.quick ? [] : fault.folders.flatMap(testsIn);
  for (const file of new Set([...fault.tests, ...others])) {
    const { passed, reason } = await runTests(copy.folder, file, await limitOf(file));
    if (!passed) return { file, reason };
  }
  return undefined;
}

/** @type {string[]} */
const complaints = [];
let caught = 0;

/** @param {Fault} fault @param {Copy} copy */
async function tryFault(fault, copy) {
  const title = `${fault.room}: ${fault.file}: ${fault.name}`;
  const start = performance.now();
  const say = (/** @type {string} */ mark, /** @type {string} */ text) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${mark} ${title}\n    ${text} (${seconds} s)`);
  };
  await copy.make(fault);
  const found = await catchFault(fault, copy);
  await copy.mend(fault);
  if (found !== undefined) {
    caught++;
    const isExpected = fault.tests.includes(found.file);
    say('✔', `${found.file}: ${found.reason}${isExpected ? '' : ' (not among its tests)'}`);
  } else {
    say('✖', 'survived');
    complaints.push(`${title}: survived`);
  }
}

const start = performance.now();
const queue = [...wantedFaults];
const work = copies.map(async (copy) => {
  for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
    try {
      await tryFault(fault, copy);
    } catch (error) {
      complaints.push(`${fault.room}: ${fault.file}: ${fault.name}: ${error}`);
      await copy.mend(fault);
    }
  }
});
await Promise.all(work);
await closeBrowsers();
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
console.log(
  `\n${wantedFaults.length} faults, ${caught} caught, ` +
    `${complaints.length} to look at, in ${minutes} minutes`,
);
if (words.length === 0 && complaints.length === 0) {
  const counts = { 'faults caught': caught };
  keepFigures('long', [{ row: 'faults', by: 'npm run test:faults', counts }]);
}
for (const complaint of complaints) console.log(`✖ ${complaint}`);
process.exit(complaints.length === 0 ? 0 : 1);
