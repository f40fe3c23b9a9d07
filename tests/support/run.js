// Runs every tests/**/*.test.js, or those whose path contains one of the arguments:
// `npm test -- golden`. Node 20 takes no globs on its command line and later versions no folder,
// so the files are listed here; and a run that found no file fails instead of passing. Left out, and named,
// is what passed with the same inputs, or repeats another test; not in CI, nor where it is asked for by its path, `--all`
// or `--write-bar`.
// `--long` runs every *.long.js, and tests that then take larger numbers; `--frameworks` every
// *.frameworks.js, which build pages with other people's tools, one after the other. In the end stands what
// of the bar is reached; `--write-bar` writes it to README, and `--write-expected` to expected.json how long files take
// and what the longest passed with, for checkouts that have run none.
import { execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { ALSO_LONG, FIGURES_VARIABLE, LONG_VARIABLE } from './bar.js';
import { keepFigures, printBar, writeReadme } from './bar-table.js';
import { openPool, POOL_VARIABLE } from './browser-pool.js';
import { IN_BOTH, isInEveryRun, ONCE_VARIABLE } from './extent.js';
import { writeExpected } from './outcomes.js';
import { recordRun, slowestFirst } from './run-record.js';
import { hashesOf, modulesOf, unchangedOf } from './unchanged.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const has = (/** @type {string} */ option) => process.argv.includes(option);
const isLong = has('--long');
const isFrameworks = has('--frameworks');
/** A test file may take so long. */
const MOST_MINUTES = 20;
const isWhole =
  process.env.CI !== undefined || wanted.length > 0 || has('--all') || has('--write-bar') || isLong;
/** Whether nothing is repeated: see extent.js. */
const isOnce = !isWhole && !isFrameworks;

const found = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => !path.includes('node_modules'))
  .map((path) => relative(root, join(root, 'tests', path)))
  .filter((path) => {
    if (isFrameworks) return path.endsWith('.frameworks.js');
    return isLong
      ? path.endsWith('.long.js') || ALSO_LONG.includes(path)
      : path.endsWith('.test.js');
  })
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));

if (found.length === 0) {
  console.error(`No test file ${wanted.length ? `matches ${wanted.join(' ')}` : 'found'}`);
  process.exit(1);
}

// Before anything runs: who changes a file meanwhile has it tried again.
const hashes = hashesOf(root, await modulesOf(root, found));
const unchanged = isWhole ? [] : unchangedOf(hashes);
const files = found.filter((file) => !unchanged.includes(file));

// The core's native programs are built for those who start them.
if (files.some((file) => /^tests\/(fuzz|native)\//.test(file)))
  execFileSync('./build.sh', ['native'], { cwd: root, stdio: 'inherit' });

const pool = await openPool();
process.env[POOL_VARIABLE] = String(pool.port);
const scratch = mkdtempSync(join(tmpdir(), 'figures-'));
process.env[FIGURES_VARIABLE] = join(scratch, 'figures');
writeFileSync(process.env[FIGURES_VARIABLE], '');
if (isLong) process.env[LONG_VARIABLE] = '1';
if (isOnce) process.env[ONCE_VARIABLE] = '1';
const ending = new AbortController();
// Every file listens to it.
setMaxListeners(0, ending.signal);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => ending.abort());
}

const events = run({
  // What takes longest begins first, so that no long file is left alone at the end.
  files: slowestFirst(files).map((file) => join(root, file)),
  // While a file waits, another has its processor; with more of them each takes longer. A framework builds most of the
  // time, with all of them.
  concurrency: isFrameworks ? 1 : availableParallelism() + 1,
  // What does not end is a finding, and not waited for: the longest takes two minutes.
  timeout: isLong || isFrameworks ? Infinity : MOST_MINUTES * 60_000,
  signal: ending.signal,
});
const record = recordRun(events, root, isLong ? undefined : hashes);

/** What the files that passed have reached. */
function reportBar() {
  const bar = isLong ? 'long' : 'short';
  const lines = readFileSync(join(scratch, 'figures'), 'utf8').trim().split('\n').filter(Boolean);
  const figures = lines.map((line) => JSON.parse(line)).filter(({ by }) => !record.failed.has(by));
  // Of a run that repeats nothing they would be smaller.
  if (!isOnce) keepFigures(bar, figures);
  const missing = printBar(bar, figures, isWhole && wanted.length === 0);
  if (missing.length > 0) {
    console.log(`Without a figure: ${missing.join(', ')}`);
    process.exitCode = 1;
  }
  if (has('--write-bar')) writeReadme();
}

events.on('test:fail', ({ todo }) => {
  if (todo === undefined) process.exitCode = 1;
});
events.once('end', async () => {
  // What is left of the tests ends with their browsers.
  await pool.close();
});
const report = events.compose(new spec());
report.once('end', () => {
  record.report();
  if (has('--write-expected')) writeExpected(isInEveryRun);
  if (!isFrameworks) reportBar();
  rmSync(scratch, { recursive: true });
  if (isOnce)
    console.log(
      `\nIn Firefox: ${IN_BOTH.join(', ')}; the other tests of the page, and those that were skipped, are run in CI and with --all`,
    );
  if (unchanged.length > 0)
    console.log(`\nNot run, since they passed with the same inputs:\n  ${unchanged.join('\n  ')}`);
});
report.pipe(process.stdout);
