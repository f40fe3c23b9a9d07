// Builds what the chosen test files need, and runs them:
//
//   npm test                    the daily tier: every tests/**/*.test.js but those that extent.json lists
//   npm test -- golden          files whose path contains an argument, in full
//   npm run test:all            every file in full, as CI runs them; each row of the bar has to be reached
//   npm run test:long           every *.long.js, and tests that then take larger numbers
//   npm run test:frameworks     every *.frameworks.js, which build pages with other people's tools
//   … -- --write-bar            also writes the bar to tests/BAR.md
//
// Node 20 takes no globs on its command line and later versions no folder, so this file lists the test files.
import { execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { ALSO_LONG, FIGURES_VARIABLE, LONG_VARIABLE } from './bar.js';
import { keepFigures, printBar, writeBar } from './bar-table.js';
import { DAILY_VARIABLE, LEFT_OUT } from './extent.js';
import { recordRun, slowestFirst } from './run-record.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const wantedPaths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const hasOption = (/** @type {string} */ option) => process.argv.includes(option);
const isLong = hasOption('--long');
const isFrameworks = hasOption('--frameworks');
/** The slowest file takes two minutes. A file that reaches this limit has a fault. */
const TIMEOUT_MINUTES = 20;
const isAll = process.env.CI !== undefined || hasOption('--all') || hasOption('--write-bar');
const isDaily = !isAll && !isLong && !isFrameworks && wantedPaths.length === 0;

const leftOut = Object.values(LEFT_OUT).flat();
const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => !path.includes('node_modules'))
  .map((path) => relative(root, join(root, 'tests', path)))
  .filter((path) => {
    if (isFrameworks) return path.endsWith('.frameworks.js');
    return isLong
      ? path.endsWith('.long.js') || ALSO_LONG.includes(path)
      : path.endsWith('.test.js');
  })
  .filter((path) => wantedPaths.length === 0 || wantedPaths.some((part) => path.includes(part)))
  .filter((path) => !isDaily || !leftOut.includes(path));

if (files.length === 0) {
  console.error(
    `No test file ${wantedPaths.length ? `matches ${wantedPaths.join(' ')}` : 'found'}`,
  );
  process.exit(1);
}

/**
 * The builds that test files need besides the core, by the start of their paths.
 * @type {[build: string, paths: RegExp][]}
 */
const NEEDS = [
  [
    'release',
    /^tests\/(browser|package|runtimes|support)\/|^tests\/(js\/load|web\/(export-code|static|version))\./,
  ],
  ['models', /^tests\/pretrained\//],
  ['browsers', /^tests\/(browser|faults|package|support)\//],
  [
    'python',
    /^tests\/(graph\/mask-kinds|(models|pretrained)\/programs|web\/(additions|export-code|python-snippets))\./,
  ],
  ['native', /^tests\/(fuzz|native)\//],
  ['sanitized', /\.long\.js$/],
  ['webkit', /webkit\.long\.js$/],
];
const builds = NEEDS.filter(([, paths]) => files.some((file) => paths.test(file)));
const commands = ['packages', 'core', ...builds.map(([build]) => build)];
execFileSync('./build.sh', commands, { cwd: root, stdio: 'inherit' });

// Import after the build, which installs the packages that the pool needs.
const { openPool, POOL_VARIABLE } = await import('./browser-pool.js');
const pool = await openPool();
process.env[POOL_VARIABLE] = String(pool.port);
const scratch = mkdtempSync(join(tmpdir(), 'figures-'));
process.env[FIGURES_VARIABLE] = join(scratch, 'figures');
writeFileSync(process.env[FIGURES_VARIABLE], '');
if (isLong) process.env[LONG_VARIABLE] = '1';
if (isDaily) process.env[DAILY_VARIABLE] = '1';
const interruption = new AbortController();
// Every test file adds a listener to the signal.
setMaxListeners(0, interruption.signal);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => interruption.abort());
}

const events = run({
  files: slowestFirst(files).map((file) => join(root, file)),
  // While a file waits, another one can use its processor, but more files at once take longer each.
  // A framework's build uses all processors for most of the time.
  concurrency: isFrameworks ? 1 : availableParallelism() + 1,
  timeout: isLong || isFrameworks ? Infinity : TIMEOUT_MINUTES * 60_000,
  signal: interruption.signal,
});
const record = recordRun(events, root);

/** Prints and stores the figures of the files that passed. */
function reportBar() {
  const bar = isLong ? 'long' : 'short';
  const lines = readFileSync(join(scratch, 'figures'), 'utf8').trim().split('\n').filter(Boolean);
  const figures = lines.map((line) => JSON.parse(line)).filter(({ by }) => !record.failed.has(by));
  // Do not store the figures of the daily tier, which would be smaller.
  if (!isDaily) keepFigures(bar, figures);
  const missed = printBar(bar, figures, (isAll || isLong) && wantedPaths.length === 0);
  if (missed.length > 0) {
    console.log(`Not reached: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
  if (hasOption('--write-bar')) writeBar();
}

function reportLeftOut() {
  const left = Object.entries(LEFT_OUT).map(([what, paths]) => `  ${paths.length}  ${what}`);
  console.log(
    [
      `\nThe daily tier left out Firefox, three quarters of the random cases, and ${leftOut.length} files, which`,
      'npm run test:all and CI run. tests/support/extent.json names the files:',
      ...left,
    ].join('\n'),
  );
}

events.on('test:fail', ({ todo }) => {
  if (todo === undefined) process.exitCode = 1;
});
// Closing the pool also ends tests that still hold a browser.
events.once('end', () => pool.close());
const report = events.compose(new spec());
report.once('end', () => {
  record.report();
  if (!isFrameworks) reportBar();
  rmSync(scratch, { recursive: true });
  if (isDaily) reportLeftOut();
});
report.pipe(process.stdout);
