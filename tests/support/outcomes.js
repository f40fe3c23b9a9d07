// What is written down of the last run of each test file: how long it took, and which inputs it passed with.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ seconds: number, passedWith?: string }} Outcome `passedWith`: a hash of the inputs */

const PATH = fileURLToPath(new URL('../../dist/test-record.json', import.meta.url));
const EXPECTED = fileURLToPath(new URL('expected.json', import.meta.url));

/** @returns {Record<string, Outcome>} by path; nothing where none is written down, or not readably */
export function readOutcomes() {
  try {
    return JSON.parse(readFileSync(PATH, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {Record<string, Outcome>} outcomes those of other files stay */
export function addOutcomes(outcomes) {
  mkdirSync(dirname(PATH), { recursive: true });
  writeFileSync(PATH, `${JSON.stringify({ ...readOutcomes(), ...outcomes }, undefined, 1)}\n`);
}

/**
 * For a checkout that has run nothing yet: how many seconds each test file takes, and what the longest passed with, which
 * need not be run again by everybody.
 * @returns {{ seconds: Record<string, number>, passedWith: Record<string, string> }}
 */
export const readExpected = () => JSON.parse(readFileSync(EXPECTED, 'utf8'));

/**
 * Writes down what the last runs took: whole seconds, of all that take one.
 * @param {(path: string) => boolean} isInEveryRun
 */
export function writeExpected(isInEveryRun) {
  const outcomes = Object.entries(readOutcomes())
    .filter(([path]) => existsSync(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const long = longest(outcomes.filter(([path]) => !isInEveryRun(path)));
  const seconds = outcomes
    .map(([path, outcome]) => /** @type {const} */ ([path, Math.round(outcome.seconds)]))
    .filter(([, time]) => time > 0);
  const passedWith = outcomes
    .filter(([path, outcome]) => outcome.passedWith && long.has(path))
    .map(([path, outcome]) => [path, outcome.passedWith]);
  const both = {
    seconds: Object.fromEntries(seconds),
    passedWith: Object.fromEntries(passedWith),
  };
  writeFileSync(EXPECTED, `${JSON.stringify(both, undefined, 2)}\n`);
}

/**
 * The longest, so many that all others take a fifth of the time.
 * @param {readonly [string, Outcome][]} outcomes
 * @returns {Set<string>} their paths
 */
export function longest(outcomes) {
  const sorted = [...outcomes].sort(([, a], [, b]) => b.seconds - a.seconds);
  const least = sorted.reduce((sum, [, { seconds }]) => sum + seconds, 0) / 5;
  /** @type {Set<string>} */
  const found = new Set();
  let rest = 5 * least;
  for (const [path, { seconds }] of sorted) {
    if (rest <= least) break;
    found.add(path);
    rest -= seconds;
  }
  return found;
}
