// The Python interpreters of this machine, and programs run by them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const driver = fileURLToPath(new URL('run_programs.py', import.meta.url));

/**
 * The first interpreter that has a module: one on the path may lack what the system's own has.
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
 * @property {string[][]} words of the queries and of the keys
 * @property {string} printed by `run` alone
 * @property {string} error '' for none
 * @property {Record<string, Float32Array>} tensors the numbers of its `tensors`
 */

/**
 * What comes of each program, all of them run in one process. A warning counts as an error.
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
