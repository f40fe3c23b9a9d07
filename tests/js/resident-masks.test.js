import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

/** Returns the sizes of a call's copies out of wasm memory, in floats. */
function copiesOf(/** @type {any} */ arena, /** @type {() => unknown} */ run) {
  /** @type {number[]} */
  const copies = [];
  const { read } = arena;
  arena.read = (/** @type {number} */ address, /** @type {number} */ count) => {
    copies.push(count);
    return read.call(arena, address, count);
  };
  run();
  arena.read = read;
  return copies;
}

describe('a resident mask of numbers', () => {
  const random = createRandom(121);
  const [q, k, v] = [random.tensor([3, 2]), random.tensor([5, 2]), random.tensor([5, 2])];
  const bias = random.tensor([3, 5]);
  const flags = { shape: [3, 5], data: new Float32Array(15).fill(1, 3) };
  const zeros = { shape: [3, 5], data: new Float32Array(15) };
  const operation = 'scaledDotProductAttention';
  const refusal = {
    kind: 'ArgumentError',
    operation,
    argument: 'options.attnMask',
    says: /0 or 1/,
  };

  it('is copied out of wasm memory by the first call alone, to be checked', () => {
    const { attention, arena } = makeInstance();
    const attnMask = attention.resident(bias);
    const options = { attnMask, out: new Float32Array(6), needWeights: false };
    const run = () => attention.scaledDotProductAttention(q, k, v, options);
    assert.deepEqual(copiesOf(arena, run), [15]);
    assert.deepEqual(copiesOf(arena, run), []);
    const right = attention.scaledDotProductAttention(q, k, v, { attnMask: bias });
    assert.deepEqual(options.out, right.output.data);
  });

  it('is checked again once other numbers are written', () => {
    const { attention } = makeInstance();
    const attnMask = attention.resident(bias);
    const run = () => attention.scaledDotProductAttention(q, k, v, { attnMask });
    run();
    attnMask.write(flags);
    for (let i = 0; i < 2; i++) assertRefused(run, refusal);
    attnMask.write(bias);
    const right = attention.scaledDotProductAttention(q, k, v, { attnMask: bias });
    assertSameBits(run().weights, right.weights);
    attnMask.write(zeros);
    run();
    attnMask.write(flags);
    assertRefused(run, refusal);
  });

  it('is checked again once a result is written there', () => {
    const { attention } = makeInstance();
    const identity = { shape: [5, 5], data: new Float32Array(25) };
    for (let i = 0; i < 5; i++) identity.data[6 * i] = 1;
    /** @type {Record<string, (attnMask: any) => unknown>} each writes flags into the mask */
    const writes = {
      'as out of linear': (attnMask) => attention.linear(flags, identity, null, { out: attnMask }),
      'as out of a layer': (attnMask) =>
        attention.createLinear(identity).forward(flags, { out: attnMask }),
      'as out of an attention': (attnMask) =>
        attention.scaledDotProductAttention([[1], [1], [1]], [[1]], [[0, 1, 1, 0, 1]], {
          out: attnMask,
        }),
      'as weightsOut': (attnMask) =>
        attention.scaledDotProductAttention(q, k, v, { validLens: 1, weightsOut: attnMask }),
    };
    for (const write of Object.values(writes)) {
      const attnMask = attention.resident(bias);
      const run = () => attention.softmax(bias, { attnMask });
      run();
      write(attnMask);
      assertRefused(run, { ...refusal, operation: 'softmax' });
    }
  });
});
