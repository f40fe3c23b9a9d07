// Times attention-lab beside what else a page could load:
//
//   npm run bench -- [--browser] [--only=<regular expression of names>] [--rounds=<number>]
//                    [--beside=<folder of another checkout>] [--out=<folder>]
//
// --beside, in Node, has another build take turns with this one: an earlier version, say, whose
// ./build.sh has run. A whole run, without --only, --rounds and --beside, is written to results/ and
// drawn there; --out takes any run elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { drawResults } from './figure.js';
import { measureFirstResults } from './first-result.js';
import { judge } from './judge.js';
import { formatReport } from './report.js';
import { run } from './run.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} text */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else process.stderr.write(`${text}\n`);
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

/** @returns {Pick<import('./report.js').Report, 'sizes' | 'firstResults'>} */
function measureStart() {
  const wasm = readFileSync(`${root}dist/attention.wasm`);
  return {
    sizes: { raw: wasm.length, gzipped: gzipSync(wasm, { level: 9 }).length },
    firstResults: measureFirstResults(progress),
  };
}

const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    beside: { type: 'string' },
    out: { type: 'string' },
  },
});
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isSafeInteger(rounds) && rounds > 0)) {
  console.error('--rounds wants a number from 1');
  process.exit(2);
}
if (values.beside !== undefined && values.browser) {
  console.error('--beside is for Node alone');
  process.exit(2);
}
const { only } = values;
// npm runs scripts in the folder of the package, and says where it was called.
const other =
  values.beside && resolve(process.env.INIT_CWD ?? '', values.beside, 'src/js/index.js');
const beside = other && pathToFileURL(other).href;

installPeers();
const engine = values.browser ? 'chromium' : 'node';
if (values.browser) must('./build.sh', ['release', 'browsers'], root);
const { version, measured } = values.browser
  ? await (await import('./browser.js')).runInBrowser({ only, rounds, progress })
  : {
      version: `Node ${process.versions.node}`,
      measured: await run({ only, rounds, beside, progress }),
    };

/** @type {import('./report.js').Report} */
const report = {
  engine: version,
  date: new Date().toISOString().slice(0, 10),
  ...measured,
  workloads: measured.workloads.map((row) => judge(row, engine)),
  lengths: measured.lengths.map(({ L, results }) => ({
    L,
    times: results.map(({ name, way, milliseconds, failure }) => ({
      ...{ name, way, milliseconds, failure },
    })),
  })),
  ...(!values.browser && new RegExp(only ?? '', 'i').test('size') ? measureStart() : {}),
};
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
process.stdout.write(formatReport(report));

const isWhole = only === undefined && rounds === undefined && beside === undefined;
const out = values.out ?? (isWhole ? `${here}results` : null);
if (out !== null) {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${engine}.json`), `${JSON.stringify(report, null, 2)}\n`);
  drawResults(out);
}
