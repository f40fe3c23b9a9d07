// Which tests have nothing new to say: all that they import and read is as it was when they last passed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { findBrowser } from './find-browser.js';
import { readExpected, readOutcomes } from './outcomes.js';

/** What decides how all is installed, built and run. */
const COMMON = ['package.json', 'package-lock.json', 'build.sh'];

/** The scripts and pages that browsers load. */
const BUILT = 'dist';
const MADE_BY_RUNS = ['bar.json', 'test-record.json', 'expected.json'];

/**
 * Files and folders that a module of the tests reads, serves or starts, beside all that it imports, by how its
 * path begins; undefined where any change may matter to it. A module that could and has no line here is found
 * by a test.
 * @type {[string, string[] | undefined][]}
 */
const READ = [
  ['tests/browser/bits.test.js', [BUILT, 'src/js', 'tests/browser', 'tests/js', 'tests/support']],
  ['tests/browser/learning.test.js', [BUILT, 'src/js', 'tests/browser', 'tests/learning']],
  ['tests/browser/embed', [BUILT, 'web/embed.html', 'README.md']],
  ['tests/browser/own-chapter.test.js', [BUILT, 'README.md']],
  ['tests/browser/readme-worker.test.js', [BUILT, 'README.md']],
  // Reads back what others open: they have lines of their own.
  ['tests/browser/lab.js', []],
  ['tests/browser/', [BUILT]],
  ['tests/core/abi.test.js', ['src', 'dist/attention.wasm']],
  ['tests/core/huge-sizes.test.js', ['tests/support', 'src/js']],
  ['tests/core/ulp.test.js', ['src/core']],
  ['tests/course/', ['web/text/en/course']],
  ['tests/faults/', undefined],
  ['tests/fuzz/', ['src/core', 'tests/fuzz']],
  ['tests/js/foreign.test.js', ['src/js']],
  ['tests/js/instances.test.js', ['tests/support', 'src/js']],
  ['tests/js/load.test.js', [BUILT]],
  ['tests/learning/', ['src', 'dist/learning.wasm']],
  ['tests/native/', ['src/core', 'tests/native']],
  // Which files there are and what types they have; not all that they say and look like.
  [
    'tests/package/',
    [
      ...['src', 'web/build', 'web/elements', 'web/notebook', 'web/static', 'web/react.js'],
      ...['web/vue.js', 'README.md', 'LICENSE', 'tests/package'],
    ],
  ],
  ['tests/practice/own-chapter.test.js', ['web/embed.html']],
  ['tests/runtimes/', ['src', 'tests/runtimes', 'tests/js', 'tests/learning', 'tests/support']],
  ['tests/support/bar.js', []],
  ['tests/support/bar-table.js', []],
  ['tests/support/bar.test.js', undefined],
  ['tests/support/browser-counts.js', []],
  ['tests/support/browser.js', []],
  ['tests/support/browser.test.js', []],
  ['tests/support/find-browser.js', []],
  ['tests/support/golden.js', ['tests/golden']],
  ['tests/support/header.js', ['src/core/attention.h']],
  ['tests/support/install.js', []],
  ['tests/support/instance.js', ['dist/attention.wasm']],
  ['tests/support/make-mini.js', []],
  ['tests/support/outcomes.js', []],
  ['tests/support/python.js', ['tests/support']],
  ['tests/support/start-browser.js', []],
  ['tests/support/trained.js', ['src/js', 'dist/attention.wasm', 'dist/learning.wasm']],
  ['tests/support/trained.test.js', undefined],
  ['tests/support/unchanged', undefined],
  ['tests/web/export-code.test.js', ['src/js', BUILT]],
  ['tests/web/snippets.test.js', ['web/embed.html']],
  ['tests/web/static.test.js', ['src/js', 'web']],
  ['tests/web/version.test.js', []],
];

/** @param {string} path of a module */
const lineOf = (path) => READ.find(([start]) => path.startsWith(start));

/** @param {string} path of a module @returns {boolean} whether it has a line above */
export const isSaid = (path) => lineOf(path) !== undefined;

/**
 * @param {string} root the project's folder
 * @param {readonly string[]} tests their paths
 * @returns {Promise<Map<string, readonly string[]>>} of each the modules that it imports, and those of these
 */
export async function modulesOf(root, tests) {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: tests.map((path) => `import './${path}';`).join('\n'), resolveDir: root },
    outdir: 'nowhere',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  return new Map(
    tests.map((test) => {
      const all = new Set([test]);
      // What is added while it goes on is visited, too.
      for (const path of all)
        for (const { path: other, external } of metafile.inputs[path].imports)
          if (!external) all.add(other);
      return [test, [...all].sort()];
    }),
  );
}

/**
 * @param {string} root the project's folder
 * @param {ReadonlyMap<string, readonly string[]>} modulesOfTests
 * @param {(path: string) => string | Uint8Array} [contentAt]
 * @returns {Map<string, string>} of each test that may be left out a hash of all that it imports and reads, and of the
 *   versions of what runs it
 */
export function hashesOf(root, modulesOfTests, contentAt = readFileSync) {
  /** @type {Map<string, string>} */
  const contents = new Map();
  const contentOf = (/** @type {string} */ file) => {
    const known = contents.get(file) ?? hash([contentAt(join(root, file))]);
    contents.set(file, known);
    return known;
  };
  const programs = versions();
  /** @type {Map<string, string>} */
  const hashes = new Map();
  for (const [test, modules] of modulesOfTests) {
    const read = modules.map((path) => lineOf(path) ?? [path, []]).map(([, places]) => places);
    if (read.includes(undefined)) continue;
    const places = new Set([...COMMON, ...read.flatMap((some) => some ?? [])]);
    const files = new Set([...modules, ...[...places].flatMap((place) => filesIn(root, place))]);
    const lines = [...files].sort().map((file) => `${file} ${contentOf(file)}\n`);
    hashes.set(test, hash([...programs, ...lines]));
  }
  return hashes;
}

/** Of Node, Python, the browsers and the native compilers: the core as wasm is a file that is read. */
function versions() {
  const browsers = /** @type {const} */ (['chromium', 'firefox']).map((name) => findBrowser(name));
  const said = ['gcc', 'clang', 'python3', ...browsers].map((program) => {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    return `${stdout}\n`;
  });
  return [process.version, process.platform, process.arch, ...said];
}

/** @param {readonly (string | Uint8Array)[]} parts */
function hash(parts) {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest('hex');
}

/** @param {string} root @param {string} path @returns {string[]} without what is installed or made by runs */
function filesIn(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.name === 'node_modules' || MADE_BY_RUNS.includes(entry.name)) return [];
    // What else is in its folders browsers do not load.
    return path === BUILT ? (entry.isFile() ? [inner] : []) : filesIn(root, inner);
  });
}

/**
 * @param {ReadonlyMap<string, string>} hashes by test
 * @param {Record<string, import('./outcomes.js').Outcome>} [here]
 * @param {Record<string, string>} [anywhere] what the longest passed with elsewhere
 * @returns {string[]} tests that passed with the same
 */
export function unchangedOf(hashes, here = readOutcomes(), anywhere = readExpected().passedWith) {
  return [...hashes].flatMap(([test, now]) =>
    [here[test]?.passedWith, anywhere[test]].includes(now) ? [test] : [],
  );
}
