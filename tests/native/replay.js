// Runs the program that replays calls, and compares its output with the wasm's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { assertSameBits } from '../support/near.js';
import { decode, encode } from './encode.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Case } from '../support/cases.js' */

/**
 * Returns the output of a program, which must end normally without messages.
 * @param {readonly string[]} command the program with its arguments
 * @param {Buffer} [input]
 */
export function runSilently([program, ...args], input) {
  const what = [program, ...args].join(' ');
  const { error, signal, status, stdout, stderr } = spawnSync(program, args, {
    input,
    maxBuffer: 2 ** 30,
    timeout: 300_000,
  });
  assert.equal(stderr?.toString() ?? '', '', `${what} complains`);
  assert.ifError(error);
  assert.deepEqual([status, signal], [0, null], `${what} ended badly`);
  return stdout;
}

/**
 * @param {readonly string[]} command
 * @param {Case[]} cases
 * @param {(case_: Case) => Buffer} [toBytes]
 */
export function replayWith(command, cases, toBytes = (case_) => encode(case_)) {
  return decode(runSilently(command, Buffer.concat(cases.map(toBytes))));
}

/**
 * @param {string} program named in messages
 * @param {Case[]} cases
 * @param {ReturnType<typeof replayWith>} answers
 * @param {Record<string, Tensor>[]} expected
 */
export function assertReplayed(program, cases, answers, expected) {
  assert.equal(answers.length, cases.length);
  answers.forEach(({ status, outputs }, i) => {
    const { operation, sizes, options } = cases[i];
    const what = `${program}: case ${i}, ${operation} ${JSON.stringify(sizes)}`;
    assert.equal(status, 0, what);
    const tensors = Object.entries(expected[i]);
    assert.equal(outputs.length, tensors.length, `${what} ${JSON.stringify(options)}`);
    tensors.forEach(([name, { data }], place) => {
      const shape = [data.length];
      const is = { shape: [outputs[place].length], data: outputs[place] };
      assertSameBits(is, { shape, data }, `${what} ${name}`);
    });
  });
}
