// How long each test file takes, and whether it passed: the next run begins with the longest, and leaves out
// what has nothing new to say.
import { relative } from 'node:path';
import { addOutcomes, readExpected, readOutcomes } from './outcomes.js';

const NAMED = 10;

/**
 * Files in the order in which they had better begin: by what they took here, or else elsewhere.
 * @param {readonly string[]} files
 */
export function slowestFirst(files) {
  const record = readOutcomes();
  const { seconds: elsewhere } = readExpected();
  const expected = (/** @type {string} */ file) => record[file]?.seconds ?? elsewhere[file] ?? 0;
  return [...files].sort((a, b) => expected(b) - expected(a) || a.localeCompare(b));
}

/**
 * Listens to a run.
 * @param {import('node:test').TestsStream} events
 * @param {string} root the project's folder
 * @param {ReadonlyMap<string, string>} [hashes] of what each file had for inputs; undefined for a run whose times are
 *   no guide to others
 */
export function recordRun(events, root, hashes) {
  const begun = performance.now();
  /** @type {Map<string, number>} */
  const starts = new Map();
  /** @type {Record<string, number>} */
  const seconds = {};
  /** @type {Set<string>} */
  const failed = new Set();
  const pathOf = (/** @type {string | undefined} */ file) => relative(root, file ?? '');
  // A file is a test, too, and has its own path for a name.
  events.on('test:dequeue', ({ name, file }) => {
    if (name === file) starts.set(name, performance.now());
  });
  events.on('test:complete', ({ name, file }) => {
    const start = name === file ? starts.get(name) : undefined;
    if (start !== undefined)
      seconds[pathOf(name)] = Math.round((performance.now() - start) / 100) / 10;
  });
  events.on('test:fail', ({ file }) => failed.add(pathOf(file)));
  return {
    failed,
    /** Writes them down, and prints the slowest. */
    report() {
      const outcomes = Object.entries(seconds).map(([path, time]) => [
        path,
        { seconds: time, passedWith: failed.has(path) ? undefined : hashes?.get(path) },
      ]);
      if (hashes) addOutcomes(Object.fromEntries(outcomes));
      const sorted = Object.entries(seconds).sort(([, a], [, b]) => b - a);
      const whole = Math.round((performance.now() - begun) / 1000);
      console.log(`\n${sorted.length} files in ${whole} s; the slowest:`);
      for (const [file, time] of sorted.slice(0, NAMED))
        console.log(`${time.toFixed(1).padStart(7)} s  ${file}`);
    },
  };
}
