// Times attention-lab beside what else a page could load, in Node and in Chromium:
//
//   npm run bench -- [--only=<regular expression of names>] [--rounds=<number>] [--engine=node|chromium]
//
// A run without options is written to results/table.txt.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';
import { useProcessorTime } from './processor-clock.js';
import { formatReport } from './report.js';
import { run } from './run.js';

/** @import { EngineRun } from './report.js' */

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} text */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** @param {string} command @param {string[]} args @param {string} cwd */
function must(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** npm writes the second file last, so it tells a finished installation from a broken one. */
function installPeers() {
  const [wanted, done] = ['package-lock.json', 'node_modules/.package-lock.json'];
  const isCurrent =
    existsSync(here + done) && statSync(here + done).mtimeMs >= statSync(here + wanted).mtimeMs;
  if (!isCurrent) must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here);
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    engine: { type: 'string' },
  },
});
const { only, engine } = values;
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isSafeInteger(rounds) && rounds > 0)) {
  console.error('--rounds wants a number from 1');
  process.exit(2);
}
if (engine !== undefined && engine !== 'node' && engine !== 'chromium') {
  console.error('--engine wants node or chromium');
  process.exit(2);
}

installPeers();
/** @type {EngineRun[]} */
const runs = [];
if (engine !== 'chromium') {
  allowRelaxedSimd();
  useProcessorTime();
  const version = `Node ${process.versions.node}`;
  runs.push({
    engine: 'node',
    version,
    run: await run({ only, rounds, hasProcessorTime: true, progress }),
  });
}
if (engine !== 'node') {
  must('./build.sh', ['core', 'browsers'], root);
  const { runInBrowser } = await import('./browser.js');
  runs.push({ engine: 'chromium', ...(await runInBrowser({ only, rounds, progress })) });
}

if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
const report = formatReport(runs, new Date().toISOString().slice(0, 10));
process.stdout.write(report);
if (Object.keys(values).length === 0) writeFileSync(`${here}results/table.txt`, report);
