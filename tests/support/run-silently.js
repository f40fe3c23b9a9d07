// Runs a native program that must end normally and without messages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** Milliseconds after which a program hangs: the slowest, all floats under sanitizers, takes minutes. */
const HANGS_AFTER = 3_600_000;

/**
 * Returns the output of a program.
 * @param {readonly string[]} command the program with its arguments
 * @param {Buffer} [input]
 */
export function runSilently([program, ...args], input) {
  const what = [program, ...args].join(' ');
  const { error, signal, status, stdout, stderr } = spawnSync(program, args, {
    input,
    maxBuffer: 2 ** 30,
    timeout: HANGS_AFTER,
  });
  assert.equal(stderr?.toString() ?? '', '', `${what} complains`);
  assert.ifError(error);
  assert.deepEqual([status, signal], [0, null], `${what} ended badly`);
  return stdout;
}
