// What a call must do with an argument that it cannot take.
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
 * The error is of its kind, and says which operation and argument, what was expected and what came.
 * An argument may be named more closely: `key.shape` or `key.data[3]` for `key`.
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

/** Runs what must throw, and answers what it threw. @param {() => unknown} run */
export function caught(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  return assert.fail('the call was not refused');
}

/** Checks that calls on one instance are refused, and that nothing is lost. */
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
   * A sample made wrong: it is refused, what was passed is as it was, and the same call made right
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
   * The same with arguments that run code of their own when they are looked at: only the call does.
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
    assertRefusal(
      caught(() => samples[sample].run(this.#attention, args)),
      expectation,
    );
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
