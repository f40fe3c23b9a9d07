// Finds Python interpreters on this machine and runs programs with them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const driver = fileURLToPath(new URL('run_programs.py', import.meta.url));

/**
 * Finds the first interpreter that has a module. The one on PATH may lack a module that the
 * system's interpreter has.
 * @param {string} module
 * @returns {string | undefined}
 */
export function pythonWith(module) {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${module}`]).status === 0,
  );
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
 * @param {string} python
 * @param {'parse' | 'compute' | 'run'} what
 * @param {string[]} programs
 * @returns {Outcome[]}
 */
export function runPrograms(python, what, programs) {
  const input = JSON.stringify(programs);
  const options = { input, encoding: /** @type {const} */ ('utf8'), maxBuffer: 2 ** 28 };
  const { stdout, stderr, status } = spawnSync(python, ['-B', driver, what], options);
  if (status !== 0) throw new Error(stderr);
  const numbersIn = (/** @type {string} */ base64) =>
    new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
  return JSON.parse(stdout, (key, value) =>
    key === 'tensors'
      ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, numbersIn(text)]))
      : value,
  );
}
