// Messages describe passed objects, and shorten long names.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { assertRefused } from '../support/refusal.js';

const attention = /** @type {any} */ (await loadAttention());

/** @type {[what: string, value: object, says: RegExp][]} */
const values = [
  ['three keys', { a: 1, b: 2, c: 3, d: 4 }, /is an object with a, b, c; expected/],
  ['no keys', {}, /is an object; expected/],
  ['a key of 20 characters', { ['k'.repeat(20)]: 1 }, /is an object with k{20}; expected/],
  ['keys of 1,000', { ['k'.repeat(1000)]: 1, a: 2 }, /is an object with k{20}…, a; expected/],
  ['a class name of 1,000', { [Symbol.toStringTag]: 'T'.repeat(1000) }, /is a T{20}…; expected/],
];

describe('a message describes an object of', () => {
  for (const [what, value, says] of values) {
    it(what, () => {
      const expectation = { kind: 'ArgumentError', operation: 'scope', argument: 'body', says };
      assertRefused(() => attention.scope(value), expectation);
    });
  }
});

describe('a message stays short for', () => {
  const resident = attention.resident([[1, 2]]);
  const long = 'k'.repeat(1e5);
  /** @type {[what: string, call: () => unknown][]} */
  const calls = [
    ['a shape of a million sizes', () => resident.reshape(new Array(1e6).fill(1))],
    ['a shape of a billion sizes', () => resident.reshape(new Array(1e9))],
    [
      'a million sizes and one to compute',
      () => resident.reshape([-1, ...new Array(1e5).fill(-1)]),
    ],
    ['an unknown option', () => attention.softmax([[1]], { [long]: 1 })],
    ['a large BigInt', () => attention.softmax([[1]], { dim: 10n ** 5000n })],
  ];
  for (const [what, call] of calls)
    it(what, () => {
      assert.throws(call, ({ code, message }) => code === 'ERR_ARGUMENT' && message.length < 500);
    });
});

it('a detached array is refused with a shape and without one', () => {
  const data = new Float32Array(4);
  structuredClone(data, { transfer: [data.buffer] });
  const refused = { code: 'ERR_ARGUMENT', message: /data is a detached or shrunk Float32Array/ };
  assert.throws(() => tensor([4], data), refused);
  assert.throws(() => tensor(data), {
    ...refused,
    message: /nested is a detached or shrunk Float32Array/,
  });
});
