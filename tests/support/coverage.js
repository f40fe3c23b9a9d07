// `npm run coverage` prints a table of how much of the core, of src/js and of web the tests run. It
// fails below the limits. LLVM counts the core natively, and Node counts src/js, both in tests
// without a browser. Node and Chromium count web, which takes as long as those tests; `npm run
// coverage -- core js` leaves web out.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedCorpus, targets } from '../fuzz/corpus.js';
import { encode } from '../native/encode.js';
import { trainingCalls } from '../native/trainings.js';
import { rows } from './bar.js';
import { keepFigures } from './bar-table.js';
import { makeCases, makePartCases } from './cases.js';
import { coverWeb } from './coverage-web.js';

/** @import { SpawnSyncOptions } from 'node:child_process' */

/**
 * @typedef {object} Row percentages of a part
 * @property {string} part
 * @property {'short' | 'long'} bar
 * @property {number} lines
 * @property {number} [branches] the percentage of branches, if they are counted
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'coverage-'));
/** Folders of tests that import src/js and open no browser. */
const FOLDERS = ['js', 'core', 'fast', 'golden', 'learning', 'pretrained', 'graph'].map(
  (name) => `tests/${name}`,
);

/**
 * @param {string} program @param {string[]} args
 * @param {SpawnSyncOptions} [options]
 */
function run(program, args, options) {
  const done = spawnSync(program, args, { cwd: root, maxBuffer: 2 ** 30, ...options });
  if (done.error) throw done.error;
  if (done.status === 0) return done.stdout.toString();
  throw new Error(`${program} ${args.join(' ')} failed\n${done.stdout}\n${done.stderr}`);
}

/**
 * Finds a tool of LLVM. On Debian, the names of these tools end with the version.
 * @param {string} name
 */
function llvmTool(name) {
  const version = run('clang', ['-dumpversion']).split('.')[0];
  const found = [name, `${name}-${version}`].find(
    (tool) => spawnSync(tool, ['--help']).error === undefined,
  );
  if (!found) throw new Error(`${name} is missing`);
  return found;
}

/** @returns {Row} */
function coverCore() {
  const folder = join(root, 'dist/coverage');
  const programs = readdirSync(folder).map((name) => join(folder, name));
  const env = { ...process.env, LLVM_PROFILE_FILE: join(scratch, '%p.profraw') };
  /** @param {string} name @param {Buffer} [input] @param {string[]} [args] */
  const feed = (name, input, args = []) => run(join(folder, name), args, { env, input });
  for (const name of ['gradients', 'guard', 'refusals', 'corners']) feed(name);
  for (const target of targets) feed('fuzz', packedCorpus(target), [target]);
  const cases = [
    ...[1, 2, 3].flatMap((seed) => makeCases(seed, 300, { max: 9 })),
    ...makeCases(4, 300, { max: 33 }),
    ...makeCases(5, 100, { max: 67 }),
    ...makePartCases(6, 500),
  ];
  feed('replay', Buffer.concat(cases.map((case_) => encode(case_))));
  for (const calls of trainingCalls()) feed('replay_learning', calls);

  const profiles = readdirSync(scratch).filter((name) => name.endsWith('.profraw'));
  const merged = join(scratch, 'merged');
  const paths = profiles.map((name) => join(scratch, name));
  run(llvmTool('llvm-profdata'), ['merge', '-sparse', ...paths, '-o', merged]);
  const [first, ...others] = programs;
  const objects = others.flatMap((path) => ['-object', path]);
  const shown = [
    first,
    ...objects,
    `-instr-profile=${merged}`,
    `-compilation-dir=${root}`,
    'src/core',
  ];
  const { totals, files } = JSON.parse(
    run(llvmTool('llvm-cov'), ['export', '-summary-only', ...shown]),
  ).data[0];
  for (const { filename, summary } of files) {
    const missed = summary.branches.notcovered + summary.lines.count - summary.lines.covered;
    if (missed > 0) console.log(`${filename}: ${missed} lines or branches not covered`);
  }
  const { lines, branches } = totals;
  return {
    part: 'src/core',
    bar: 'short',
    lines: lines.percent,
    branches: branches.percent,
  };
}

/** @returns {Row} */
function coverBinding() {
  const reports = join(scratch, 'js');
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.test.js'))
      .map((name) => join(folder, name)),
  );
  const options = ['--all', '--src=src/js', '--include=src/js/**', `--reports-dir=${reports}`];
  const reporters = [
    '--reporter=json-summary',
    '--reporter=text',
    `--temp-directory=${scratch}/v8`,
  ];
  const command = [process.execPath, '--test', ...files];
  console.log(run(join(root, 'node_modules/.bin/c8'), [...options, ...reporters, ...command]));
  const { lines, branches } = JSON.parse(
    readFileSync(join(reports, 'coverage-summary.json'), 'utf8'),
  ).total;
  return {
    part: 'src/js',
    bar: 'short',
    lines: lines.pct,
    branches: branches.pct,
  };
}

/** @returns {Promise<Row>} */
const coverPage = async () => ({ part: 'web', bar: 'long', lines: await coverWeb() });

/** Prints the percentages of a part, and keeps them if they reach the limits of the bar. @param {Row} row */
function report({ part, bar, ...counted }) {
  const names = /** @type {const} */ (['lines', 'branches']);
  const least = rows.coverage[bar]?.least ?? {};
  const counts = Object.fromEntries(
    names.flatMap((name) => {
      const value = counted[name];
      return value === undefined ? [] : [[`% of ${name} of ${part}`, value]];
    }),
  );
  const limits = Object.keys(counts).map((what) => least[what]);
  const isEnough = Object.values(counts).every((value, i) => value >= limits[i]);
  const columns = Object.values(counts).map((value) => `${value.toFixed(2)} %`.padStart(9));
  const verdict = isEnough ? '' : '  too little';
  console.log(`${part.padEnd(9)}${columns.join('  ').padEnd(22)}${limits.join(', ')}${verdict}`);
  if (isEnough) keepFigures(bar, [{ row: 'coverage', by: `npm run coverage ${part}`, counts }]);
  else process.exitCode = 1;
}

const parts = { core: coverCore, js: coverBinding, web: coverPage };
try {
  const wanted = process.argv.slice(2);
  const covers = Object.entries(parts)
    .filter(([name]) => wanted.length === 0 || wanted.includes(name))
    .map(([, cover]) => cover);
  /** @type {Row[]} */
  const counted = [];
  for (const cover of covers) counted.push(await cover());
  console.log('part         lines   branches  limits');
  for (const row of counted) report(row);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
