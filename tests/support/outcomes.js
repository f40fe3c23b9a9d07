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

/** How many seconds each test file takes, for a checkout that has run none yet. @returns {Record<string, number>} */
export const readExpected = () => JSON.parse(readFileSync(EXPECTED, 'utf8'));

/** Writes down what the last runs took: whole seconds, of all that take one. */
export function writeExpected() {
  const seconds = Object.entries(readOutcomes())
    .map(([path, outcome]) => /** @type {const} */ ([path, Math.round(outcome.seconds)]))
    .filter(([path, time]) => time > 0 && existsSync(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(EXPECTED, `${JSON.stringify(Object.fromEntries(seconds), undefined, 2)}\n`);
}
