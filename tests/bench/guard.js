// `npm run bench:guard`: is a kernel slower than it was? The core of an earlier commit is built and takes turns with
// this one in one process, so that what slows a machine down slows both.
// `-- --record` makes the commit that is checked out the one to compare with, `-- --with=<commit>` takes another,
// `-- --only=softmax` takes the kernels named so.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rows } from '../support/bar.js';
import { keepFigures } from '../support/bar-table.js';
import { openCeiling } from './ceiling.js';
import { openOther, openOurs } from './contestants/ours.js';
import { measure } from './measure.js';
import { makeProblem } from './problems.js';
import { useProcessorTime } from './processor-clock.js';
import { median, ratio } from './statistics.js';
import { guardedAlone, workloads } from './workloads.js';

/** @import { Problem } from './problems.js' */

const root = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = new URL('results/guard.json', import.meta.url);
/** So much slower is too slow, as a share. */
const LIMIT = Number(rows.speed.long?.most?.['% slower than before']) / 100;
if (!(LIMIT > 0)) throw new Error('the bar names no limit of speed');
const ATTEMPTS = 3;
const BUDGET = 200;
/** For larger ones the smaller of their kind stand. */
const MOST_FLOPS = 1e9;

useProcessorTime();

const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    with: { type: 'string', default: JSON.parse(readFileSync(RECORD, 'utf8')).commit },
    only: { type: 'string', default: '' },
  },
});

const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { cwd: root });

if (values.record) {
  const commit = git('rev-parse', 'HEAD').toString().trim();
  writeFileSync(RECORD, `${JSON.stringify({ commit }, undefined, 1)}\n`);
  process.exit();
}

const earlier = mkdtempSync(join(tmpdir(), 'earlier-'));
process.on('exit', () => rmSync(earlier, { recursive: true }));
const archivePath = join(earlier, 'earlier.tar');
git('archive', `--output=${archivePath}`, values.with);
execFileSync('tar', ['-xf', archivePath, '-C', earlier]);
execFileSync('./build.sh', ['core'], { cwd: earlier, stdio: 'inherit' });

const ceiling = await openCeiling();
const ours = await openOurs();
const otherLibrary = await openOther(pathToFileURL(join(earlier, 'src/js/index.js')).href);
const problems = [...workloads, ...guardedAlone]
  .filter(({ name }) => name.includes(values.only))
  .map((work) => makeProblem(work))
  .filter(({ flops }) => flops <= MOST_FLOPS);

/** How many times as long as the earlier core's ours takes, in each attempt. @type {Map<string, number[]>} */
const ratios = new Map(problems.map(({ work }) => [work.name, []]));
const isTooSlow = (/** @type {number} */ slower) => slower > LIMIT;
const slowerBy = (/** @type {string} */ name) => median(ratios.get(name) ?? []) - 1;

/** @param {Problem[]} wanted */
async function attempt(wanted) {
  for (const problem of wanted) {
    const { name } = problem.work;
    const all = ratios.get(name) ?? [];
    // Alternate the order, since the place in memory can change the time.
    const contestants = all.length % 2 === 0 ? [ours, otherLibrary] : [otherLibrary, ours];
    const entries = contestants.map((contestant) => ({ contestant, problem }));
    const options = { budget: BUDGET, progress: () => {} };
    const { results } = await measure(name, entries, ceiling, options);
    const [mine, theirs] = [ours, otherLibrary].map((item) =>
      results.find((two) => two.name === item.name),
    );
    const failure = mine?.failure ?? theirs?.failure;
    if (!mine || !theirs || failure) throw new Error(`${name}: ${failure}`);
    all.push(ratio(mine, theirs));
  }
}

for (let i = 0; i < ATTEMPTS; i++) await attempt(problems);
// A microsecond's work depends on where the engine has put it: what seems slow is tried more often.
const suspects = problems.filter(({ work }) => isTooSlow(slowerBy(work.name)));
for (let i = 0; i < 3 * ATTEMPTS; i++) await attempt(suspects);

const kernels = [...ratios].map(([name, all]) => ({
  name,
  slower: slowerBy(name),
  noise: Math.max(...all) / Math.min(...all) - 1,
}));
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`.padStart(8);
console.log(' slower   attempts differ by');
for (const { name, slower, noise } of kernels)
  console.log(
    `${percent(slower)} ${percent(noise)}  ${name}${isTooSlow(slower) ? '  too slow' : ''}`,
  );
if (kernels.some(({ slower }) => isTooSlow(slower))) process.exitCode = 1;
else if (values.only === '') {
  const counts = { [`kernels beside those of ${values.with.slice(0, 7)}`]: kernels.length };
  const slowest = Math.max(...kernels.map(({ slower }) => slower));
  const most = { '% slower than before': 100 * slowest };
  const notes = [`attempts differ by ${percent(median(kernels.map(({ noise }) => noise))).trim()}`];
  keepFigures('long', [{ row: 'speed', by: 'npm run bench:guard', counts, most, notes }]);
}
