// Checks what a call must do with an invalid argument.
import assert from 'node:assert/strict';
import * as library from '../../src/js/index.js';
import { tally } from './bar.js';
import { tensorsOf } from './cases.js';
import { assertSameBits } from './near.js';
import { samples, snapshot } from './samples.js';

/** @import { Attention } from '../../src/js/index.js' */
/** @import { Tensor } from './arrange.js' */

const bar = tally('refusals');

/** @type {Record<string, string>} */
const codes = {
  ShapeError: 'ERR_SHAPE',
  ArgumentError: 'ERR_ARGUMENT',
  LimitError: 'ERR_LIMIT',
  OutOfMemoryError: 'ERR_OUT_OF_MEMORY',
  LoadError: 'ERR_LOAD',
  DisposedError: 'ERR_DISPOSED',
};

/** @typedef {{ kind: string, operation: string, argument?: string, says?: RegExp }} Expectation */

/**
 * Asserts that the error has the right kind, and says which operation and argument failed, what was
 * expected and what was passed. The message may be more exact about the argument: `key.shape` or
 * `key.data[3]` for `key`.
 * @param {unknown} error
 * @param {Expectation} expectation
 */
export function assertRefusal(error, { kind, operation, argument, says }) {
  assert.ok(error instanceof library.AttentionError, `not one of the library's errors: ${error}`);
  const { code, message, name } = error;
  assert.equal(name, kind, message);
  assert.ok(error instanceof /** @type {any} */ (library)[kind], `${name} is not a ${kind}`);
  assert.equal(code, codes[kind], message);
  assert.equal(error.operation, operation, message);
  for (const part of ['expected', 'received']) {
    const text = /** @type {any} */ (error)[part];
    assert.ok(typeof text === 'string' && text.length > 0, `${part} is missing: ${message}`);
    assert.ok(message.includes(text), `${message} does not say ${part}: ${text}`);
  }
  assert.ok(message.startsWith(`${operation}: `), message);
  const broken = /(?:is|has shape) (?:with|without|a batch)\b|expected (?:with|made|of)\b/;
  assert.doesNotMatch(message, broken);
  assert.doesNotMatch(message, /undefined (bytes|has)|\[object|NaN (bytes|KiB)/, message);
  if (argument !== undefined) {
    const named = error.argument ?? '';
    const isNamed = named === argument || /^[.[]/.test(named.slice(argument.length));
    assert.ok(named.startsWith(argument) && isNamed, `${named} instead of ${argument}: ${message}`);
    assert.ok(message.includes(named), message);
  }
  if (says) assert.match(message, says);
  bar.count('refusals');
}

/** Runs a function that must throw, and returns the error. @param {() => unknown} run */
export function caught(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  return assert.fail('the call was not refused');
}

/** Returns the reason of a promise that must be rejected. @param {Promise<unknown>} promise @returns {Promise<any>} */
export const rejectionOf = (promise) =>
  promise.then(
    () => assert.fail('it was not rejected'),
    (reason) => reason,
  );

/** Asserts that a call is refused. @param {() => unknown} run @param {Expectation} expectation */
export const assertRefused = (run, expectation) => assertRefusal(caught(run), expectation);

/** Checks that an instance refuses calls, and still works afterwards. */
export class Refusals {
  /** @type {Map<string, Record<string, Tensor>>} */
  #right = new Map();
  #attention;

  /** @param {Attention} attention */
  constructor(attention) {
    this.#attention = attention;
    for (const [name, { make, run }] of Object.entries(samples)) {
      this.#right.set(name, tensorsOf(run(attention, make())));
    }
  }

  /**
   * Breaks a sample. The call is refused, its arguments are unchanged, and the correct call then
   * gives the right bits.
   * @param {string} sample
   * @param {(args: any) => void} change
   * @param {Expectation} expectation
   */
  verify(sample, change, expectation) {
    const args = samples[sample].make();
    change(args);
    const before = snapshot(args);
    this.#refuse(sample, args, expectation);
    assert.equal(snapshot(args), before, 'an argument was written to');
  }

  /**
   * Does the same with arguments that run code when they are read, so nothing but the call may read
   * them.
   * @param {string} sample
   * @param {(args: any) => void} change
   * @param {Expectation} expectation
   */
  verifyUnseen(sample, change, expectation) {
    const args = samples[sample].make();
    change(args);
    this.#refuse(sample, args, expectation);
  }

  /** @param {string} sample @param {any} args @param {Expectation} expectation */
  #refuse(sample, args, expectation) {
    assertRefused(() => samples[sample].run(this.#attention, args), expectation);
    this.verifyNext(sample);
  }

  /** @param {string} sample */
  verifyNext(sample) {
    const { make, run } = samples[sample];
    const next = tensorsOf(run(this.#attention, make()));
    for (const [name, tensor] of Object.entries(this.#right.get(sample) ?? {})) {
      assertSameBits(next[name], tensor, `${name} of the next call`);
    }
  }
}
