// What is written down of the last run of each test file: how long it took, and which inputs it passed with.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ seconds: number, passedWith?: string }} Outcome `passedWith`: a hash of the inputs */

const PATH = fileURLToPath(new URL('../../dist/test-record.json', import.meta.url));

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
