// `npm run bench:guard`: is a kernel slower than it was? Each is timed between samples of the ceiling, a loop of
// multiplications in the same process, so that machines are comparable; of several attempts the quickest counts. What
// is taken is the processor's time of this process, not the clock's, which runs on while others are served.
// `-- --record` writes what was measured to results/guard.json, `-- --only=softmax` takes those named so.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepFigures } from '../support/bar-table.js';
import { openCeiling } from './ceiling.js';
import { openOurs } from './contestants/ours.js';
import { measure } from './measure.js';
import { makeProblem } from './problems.js';
import { median } from './statistics.js';
import { workloads } from './workloads.js';

/** @typedef {Record<string, { cost: number, noise: number }>} Costs by workload: of the quickest attempt, and how much slower the slowest was */

const RECORD = new URL('results/guard.json', import.meta.url);
/** So much slower is too slow. */
const LIMIT = 0.15;
const ATTEMPTS = 3;
const BUDGET = 200;
/** For larger ones the smaller of their kind stand. */
const MOST_FLOPS = 1e9;

performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

const ceiling = await openCeiling();
const ours = await openOurs();
const problems = workloads
  .filter(({ name }) => name.includes(values.only))
  .map((work) => makeProblem(work))
  .filter(({ flops }) => flops <= MOST_FLOPS);

/** What a run costs in multiplications of the ceiling, in each attempt. @type {Map<string, number[]>} */
const costs = new Map(problems.map(({ work }) => [work.name, []]));
// All in turn, then all once more: what slows a machine down for seconds does not hit one of them alone.
for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
  for (const problem of problems) {
    const { name } = problem.work;
    const options = { budget: BUDGET, progress: () => {} };
    const { results } = await measure(name, [{ contestant: ours, problem }], ceiling, options);
    const known = (results[0].costs ?? []).filter((cost) => cost !== null);
    if (known.length === 0) throw new Error(`${name}: ${results[0].failure}`);
    costs.get(name)?.push(median(known));
  }
}

/** @type {Costs} */
const measured = Object.fromEntries(
  [...costs].map(([name, all]) => {
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return [name, { cost: Math.round(least), noise: Number((most / least - 1).toFixed(3)) }];
  }),
);

if (values.record) writeFileSync(RECORD, `${JSON.stringify(measured, undefined, 1)}\n`);
/** @type {Costs} */
const recorded = JSON.parse(readFileSync(RECORD, 'utf8'));
const rows = Object.entries(measured).map(([name, { cost, noise }]) => {
  if (!recorded[name]) throw new Error(`${name} is not recorded: -- --record`);
  return { name, slower: cost / recorded[name].cost - 1, noise };
});
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`.padStart(8);
console.log(' slower   attempts differ by');
for (const { name, slower, noise } of rows) {
  console.log(`${percent(slower)} ${percent(noise)}  ${name}${slower > LIMIT ? '  too slow' : ''}`);
}
if (rows.some(({ slower }) => slower > LIMIT)) process.exitCode = 1;
else if (values.only === '' && !values.record) {
  const most = Math.max(...rows.map(({ slower }) => 100 * slower));
  const noises = rows.map(({ noise }) => 100 * noise);
  const notes = [
    `${rows.length} kernels`,
    `the slowest ${most.toFixed(1)} % beyond its record`,
    `attempts differ by ${median(noises).toFixed(1)} %`,
  ];
  keepFigures('long', [{ row: 'speed', by: 'npm run bench:guard', notes }]);
}
