// Which tests have nothing new to say: all that they read is as it was when they last passed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readOutcomes } from './outcomes.js';

/** What every test may read. */
const COMMON = ['tests/support', 'tests/golden', 'package.json', 'package-lock.json', 'build.sh'];

/**
 * Those that take long, by how their paths begin, and what they read beside that: folders with all that is
 * in them, or files. Any other test always runs.
 * @type {Record<string, string[]>}
 */
const READ = {
  'tests/browser/': [
    ...['src', 'web', 'README.md', 'tests/browser', 'tests/course', 'tests/learning'],
    ...['tests/models', 'tests/sources'],
  ],
  'tests/core/': ['src', 'tests/core'],
  'tests/js/': ['src', 'tests/js'],
  'tests/learning/': ['src', 'tests/learning'],
  'tests/models/': ['src', 'web', 'tests/models', 'tests/learning'],
  'tests/native/': ['src', 'tests/native', 'tests/learning'],
  'tests/package/': ['src', 'web', 'README.md', 'LICENSE', 'tests/browser/lab.js', 'tests/package'],
  'tests/runtimes/': ['src', 'tests/runtimes', 'tests/js'],
  'tests/web/export-code.test.js': ['src', 'web', 'tests/web'],
};

/** Of what has this beginning; while tests run, what they read may not change. @type {Map<string, string>} */
const hashes = new Map();

/**
 * @param {string} path of a test
 * @returns {string[] | undefined} what it may read; undefined where it always runs
 */
export function inputsOf(path) {
  const start = Object.keys(READ).find((one) => path.startsWith(one));
  return start === undefined ? undefined : [...COMMON, ...READ[start]];
}

/**
 * @param {string} root the project's folder
 * @param {string} path of a test
 * @returns {string | undefined} a hash of what it may read, and of Node's version, as of the first call
 */
export function hashOfInputs(root, path) {
  const inputs = inputsOf(path);
  if (!inputs) return undefined;
  const known = hashes.get(inputs.join());
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((input) => filesIn(root, input))) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  const made = hash.digest('hex');
  hashes.set(inputs.join(), made);
  return made;
}

/** @param {string} root @param {string} path @returns {string[]} in order, without what is installed */
function filesIn(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => name !== 'node_modules')
    .sort()
    .flatMap((name) => filesIn(root, join(path, name)));
}

/**
 * @param {string} root
 * @param {readonly string[]} files paths of tests
 */
export function unchangedOf(root, files) {
  const record = readOutcomes();
  return files.filter((file) => {
    const { passedWith } = record[file] ?? {};
    return passedWith !== undefined && passedWith === hashOfInputs(root, file);
  });
}
