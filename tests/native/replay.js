// Runs the program that replays calls, and compares its output with the wasm's.
import assert from 'node:assert/strict';
import { assertSameBits } from '../support/near.js';
import { runSilently } from '../support/run-silently.js';
import { decode, encode } from './encode.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Case } from '../support/cases.js' */

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
