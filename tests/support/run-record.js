// Records how long each test file took on this machine, so that the next run starts the slowest
// files first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { TestsStream } from 'node:test' */

const RECORD = fileURLToPath(new URL('../../dist/test-seconds.json', import.meta.url));
const PRINTED = 10;

/** Folders with the slowest files, for a machine without a record. */
const SLOW = [
  'tests/browser/',
  'tests/package/',
  'tests/models/',
  'tests/learning/',
  'tests/fuzz/',
];

/** @returns {Record<string, number>} seconds by path; empty if the record is missing or damaged */
function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Sorts files by decreasing duration, so that no long file runs alone at the end.
 * @param {readonly string[]} files
 */
export function slowestFirst(files) {
  const record = readRecord();
  const secondsOf = (/** @type {string} */ file) =>
    record[file] ?? (SLOW.some((folder) => file.startsWith(folder)) ? 5 : 0);
  return [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b));
}

/**
 * Records the durations of a run.
 * @param {TestsStream} events
 * @param {string} root the project's folder
 */
export function recordRun(events, root) {
  const startOfRun = performance.now();
  /** @type {Map<string, number>} */
  const starts = new Map();
  /** @type {Record<string, number>} */
  const seconds = {};
  /** @type {Set<string>} */
  const failed = new Set();
  const pathOf = (/** @type {string | undefined} */ file) => relative(root, file ?? '');
  // The runner reports each file as a test whose name is the file's path.
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
    /** Writes the record and prints the slowest files. */
    report() {
      mkdirSync(dirname(RECORD), { recursive: true });
      writeFileSync(RECORD, `${JSON.stringify({ ...readRecord(), ...seconds }, undefined, 1)}\n`);
      const sorted = Object.entries(seconds).sort(([, a], [, b]) => b - a);
      const total = Math.round((performance.now() - startOfRun) / 1000);
      console.log(`\n${sorted.length} files in ${total} s; the slowest:`);
      for (const [file, time] of sorted.slice(0, PRINTED))
        console.log(`${time.toFixed(1).padStart(7)} s  ${file}`);
    },
  };
}
