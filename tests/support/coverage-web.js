// Measures how much of web the tests run, in Node and in Chromium. They run in a copy of the
// checkout whose scripts keep the names and lines of their modules.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COUNTED, COUNTS_VARIABLE } from './browser-counts.js';
import { copyCheckout } from './checkout.js';
import { codeStarts, lineStarts, runStarts } from './covered-lines.js';

/** @import { Start } from './covered-lines.js' */

/** Folders of tests that import web or open one of its pages. */
const TESTS = ['browser', 'course', 'graph', 'models', 'practice', 'sources', 'web'];

/** The number of files that are printed, starting with those that have the most lines not run. */
const NAMED = 25;

/**
 * @param {string} folder
 * @returns {string[]} paths of the modules that are shipped, relative to the folder
 */
const modulesOf = (folder) =>
  readdirSync(join(folder, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('build/'))
    .map((path) => join('web', path));

/**
 * @param {string} folder a folder with dist
 * @returns {Map<string, Start[]>} the line starts of each instrumented script, by its address
 */
function countedScripts(folder) {
  const dist = join(folder, 'dist');
  const files = readdirSync(dist).filter((name) => /\.(js|html)$/.test(name));
  const texts = files.flatMap((name) => {
    const text = readFileSync(join(dist, name), 'utf8');
    return name.endsWith('.js')
      ? [text]
      : [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  });
  return new Map(
    texts.flatMap((text) => {
      const address = new RegExp(`^//# sourceURL=(${COUNTED}.*)$`, 'm').exec(text)?.[1];
      return address === undefined ? [] : [[address, lineStarts(text)]];
    }),
  );
}

/**
 * @param {string} folder the folder in which the tests ran
 * @param {string} counts the folder with the counts of Node and the browsers
 */
async function readLines(folder, counts) {
  const scripts = countedScripts(folder);
  /** For each module, its lines of code and which of them ran. */
  const modules = new Map(
    await Promise.all(
      modulesOf(folder).map(async (path) => {
        const starts = await codeStarts(path, readFileSync(join(folder, path), 'utf8'));
        return /** @type {const} */ ([path, { starts, run: new Set() }]);
      }),
    ),
  );
  for (const name of readdirSync(counts)) {
    const { result } = JSON.parse(readFileSync(join(counts, name), 'utf8'));
    for (const counted of result) {
      const scriptPath = counted.url.startsWith('file:')
        ? relative(folder, fileURLToPath(counted.url))
        : '';
      const starts = scripts.get(counted.url) ?? modules.get(scriptPath)?.starts ?? [];
      for (const { path, line } of runStarts(starts, counted)) modules.get(path)?.run.add(line);
    }
  }
  return [...modules].map(([path, { starts, run }]) => {
    const missed = starts.filter(({ line }) => !run.has(line)).map(({ line }) => line + 1);
    return { path, lines: starts.length, missed };
  });
}

/** Joins consecutive numbers: `3–5, 9`. @param {readonly number[]} numbers */
function spans(numbers) {
  const found = /** @type {[number, number][]} */ ([]);
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ');
}

/** @returns {Promise<number>} the percentage of lines of code that ran */
export async function coverWeb() {
  const folder = copyCheckout('coverage');
  const counts = join(folder, 'counts');
  try {
    mkdirSync(counts);
    /** @param {string[]} args @param {Record<string, string>} variables */
    const run = (args, variables) => {
      const { status, signal, error } = spawnSync(process.execPath, args, {
        cwd: folder,
        stdio: 'inherit',
        env: { ...process.env, ...variables },
      });
      // An incomplete run would give a wrong figure.
      if (signal || error) throw error ?? new Error(`${args[0]} was ended by ${signal}`);
      return status;
    };
    if (run(['web/build/bundle.js'], { ATTENTION_LAB_COUNTED: '1' }) !== 0)
      throw new Error('The page could not be built');
    const paths = TESTS.map((name) => `tests/${name}/`);
    // Some tests are expected to fail: scripts that keep their names are too large and differ from
    // the published ones. Only the coverage matters here.
    const status = run(['tests/support/run.js', ...paths], {
      [COUNTS_VARIABLE]: counts,
      NODE_V8_COVERAGE: counts,
    });
    if (status !== 0)
      console.log('\nSome of the tests failed, of scripts that are built to be counted.');
    const modules = await readLines(folder, counts);
    const worst = modules.toSorted((a, b) => b.missed.length - a.missed.length).slice(0, NAMED);
    console.log('\nLines of web that hold code and are not run:');
    for (const { path, lines, missed } of worst.filter((item) => item.missed.length > 0))
      console.log(`${String(missed.length).padStart(5)} of ${lines}  ${path}: ${spans(missed)}`);
    const sum = (/** @type {(file: typeof modules[0]) => number} */ count) =>
      modules.reduce((total, file) => total + count(file), 0);
    return 100 * (1 - sum(({ missed }) => missed.length) / sum(({ lines }) => lines));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
