// Finds Python on this machine and runs programs with it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const driver = fileURLToPath(new URL('run_programs.py', import.meta.url));

/** @type {string | undefined} */
let found;

/**
 * Finds Python with NumPy. The interpreter on PATH may lack NumPy where the system's has it.
 * @returns {string}
 */
export function findPython() {
  found ??= ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import numpy']).status === 0,
  );
  if (!found) throw new Error('There is no Python with NumPy: run ./build.sh python');
  return found;
}

/**
 * @typedef {object} Outcome
 * @property {string[][]} words the words of the queries and of the keys
 * @property {string} printed the output; only for `run`
 * @property {string} error '' if there was none
 * @property {Record<string, Float32Array>} tensors the numbers of the program's `tensors`
 */

/**
 * Runs all programs in one process and returns the outcome of each. A warning counts as an error.
 * @param {'parse' | 'compute' | 'run'} what
 * @param {string[]} programs
 * @returns {Outcome[]}
 */
export function runPrograms(what, programs) {
  const input = JSON.stringify(programs);
  const options = { input, encoding: /** @type {const} */ ('utf8'), maxBuffer: 2 ** 28 };
  const { stdout, stderr, status } = spawnSync(findPython(), ['-B', driver, what], options);
  if (status !== 0) throw new Error(stderr);
  const numbersIn = (/** @type {string} */ base64) =>
    new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
  return JSON.parse(stdout, (key, value) =>
    key === 'tensors'
      ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, numbersIn(text)]))
      : value,
  );
}
