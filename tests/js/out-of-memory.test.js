// SQLite's loop: the first request for memory fails, then the second, and so on until the call gets
// through; each once, and each with all that follow. After every failure the next call is right.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Arena } from '../../src/js/arena.js';
import { loadAttention, OutOfMemoryError } from '../../src/js/index.js';
import { tensorsOf } from '../support/cases.js';
import { makeInstance, wasmBytes } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { samples } from '../support/samples.js';
import { withMaximumPages } from '../support/wasm.js';

/**
 * Runs with a method of a prototype that fails from its n-th call on, or then only.
 * @param {any} prototype
 * @param {string[]} names
 * @param {number} n
 * @param {boolean} isForGood
 * @param {() => void} fail
 * @param {() => unknown} body
 * @returns {{ error: unknown, wasReached: boolean }}
 */
function withFailure(prototype, names, n, isForGood, fail, body) {
  const originals = names.map((name) => prototype[name]);
  let count = 0;
  names.forEach((name, i) => {
    prototype[name] = function (/** @type {any[]} */ ...args) {
      count++;
      if (count === n || (isForGood && count > n)) fail();
      return originals[i].apply(this, args);
    };
  });
  try {
    body();
    return { error: undefined, wasReached: count >= n };
  } catch (error) {
    return { error, wasReached: count >= n };
  } finally {
    names.forEach((name, i) => {
      prototype[name] = originals[i];
    });
  }
}

function outOfMemory() {
  const [operation, expected, received] = ['test', 'more', 'nothing'];
  throw new OutOfMemoryError({ operation, expected, received });
}

function verifyRight(
  /** @type {any} */ attention,
  /** @type {string} */ name,
  /** @type {any} */ right,
) {
  const next = tensorsOf(samples[name].run(attention, samples[name].make()));
  for (const [part, tensor] of Object.entries(right)) assertSameBits(next[part], tensor, part);
}

for (const isForGood of [false, true]) {
  describe(`every request for memory fails ${isForGood ? 'with all that follow' : 'once'}`, () => {
    for (const [name, { make, run }] of Object.entries(samples)) {
      it(`${name}: in the arena`, () => {
        const { attention, arena, memory } = makeInstance();
        const right = tensorsOf(run(attention, make()));
        const { byteLength } = memory.buffer;
        for (let n = 1; ; n++) {
          const names = ['take', 'reserve'];
          const { error, wasReached } = withFailure(
            Arena.prototype,
            names,
            n,
            isForGood,
            outOfMemory,
            () => run(attention, make()),
          );
          assert.equal(arena.used, 0, `after failure ${n}`);
          verifyRight(attention, name, right);
          if (!wasReached) {
            assert.equal(error, undefined);
            assert.ok(n > 3, `only ${n - 1} requests`);
            break;
          }
          assert.ok(error instanceof OutOfMemoryError, `failure ${n} gave ${error}`);
        }
        assert.equal(memory.buffer.byteLength, byteLength);
      });
    }

    for (const [name, { make, run }] of Object.entries(samples)) {
      it(`${name}: for the results`, () => {
        const { attention, arena } = makeInstance();
        const right = tensorsOf(run(attention, make()));
        const refuse = () => {
          throw new RangeError('Array buffer allocation failed');
        };
        const prototype = Object.getPrototypeOf(Float32Array.prototype);
        for (let n = 1; ; n++) {
          const given = make();
          const { error, wasReached } = withFailure(
            prototype,
            ['slice'],
            n,
            isForGood,
            refuse,
            () => run(attention, given),
          );
          assert.equal(arena.used, 0, `after failure ${n}`);
          verifyRight(attention, name, right);
          if (!wasReached) break;
          assert.ok(error instanceof OutOfMemoryError, `failure ${n} gave ${error}`);
          assert.ok(/** @type {any} */ (error).cause instanceof RangeError);
        }
      });
    }

    /** @type {Record<string, (attention: any) => any>} calls that make the memory grow often */
    const large = {
      linear: (attention) => attention.linear(t(1000, 100), t(1000, 100), t(1000)),
      softmax: (attention) => attention.softmax(t(1000, 100), { dim: 0 }),
      scaledDotProductAttention: (attention) =>
        attention.scaledDotProductAttention(t(300, 100), t(301, 100), t(301, 100), { trace: true }),
      additiveAttention: (attention) =>
        attention.additiveAttention(
          t(50, 400),
          t(51, 400),
          t(51, 400),
          { wq: t(50, 400), wk: t(50, 400), wv: t(50) },
          { trace: true },
        ),
      multiHeadAttention: (attention) =>
        attention.multiHeadAttention(
          t(200, 100),
          t(201, 100),
          t(201, 100),
          { inProjWeight: t(300, 100), outProjWeight: t(100, 100) },
          { numHeads: 2, trace: true },
        ),
    };
    const random = createRandom(81);
    const t = (/** @type {number[]} */ ...shape) => random.tensor(shape);

    for (const [operation, run] of Object.entries(large)) {
      it(`${operation}: in the host`, () => {
        for (let n = 1; ; n++) {
          const { attention, arena } = makeInstance();
          const refuse = () => {
            throw new RangeError('no');
          };
          const prototype = WebAssembly.Memory.prototype;
          const { error, wasReached } = withFailure(prototype, ['grow'], n, isForGood, refuse, () =>
            run(attention),
          );
          assert.equal(arena.used, 0);
          if (!wasReached) {
            assert.equal(error, undefined);
            assert.ok(n > 2, `only ${n - 1} growths`);
            break;
          }
          assertRefusal(error, { kind: 'OutOfMemoryError', operation, says: /[KM]iB of memory/ });
          assert.ok(/** @type {any} */ (error).cause instanceof RangeError);
          assert.deepEqual([...attention.softmax([0, 0]).data], [0.5, 0.5]);
          run(attention);
        }
      });
    }
  });
}

describe('a host that gives no more than 256 KiB', async () => {
  const module_ = new WebAssembly.Module(withMaximumPages(wasmBytes, 4));

  it('refuses a call that needs more, with the figures, and all smaller calls are right', async () => {
    const attention = await loadAttention(module_);
    const reference = await loadAttention();
    const large = { shape: [100000], data: new Float32Array(100000) };
    for (const [name, { make, run }] of Object.entries(samples)) {
      const error = caught(() => attention.softmax(large));
      assertRefusal(error, {
        kind: 'OutOfMemoryError',
        operation: 'softmax',
        says: /needs .*(KiB|MiB) of memory; the host gives 128 KiB/,
      });
      verifyRight(attention, name, tensorsOf(run(reference, make())));
    }
  });

  it('is full of layers at some time; one that is disposed of makes room for the next', () => {
    const { attention, arena } = makeInstance(module_);
    const weight = createRandom(82).tensor([64, 64]);
    /** @type {any[]} */
    const layers = [];
    const error = caught(() => {
      for (;;) layers.push(attention.createLinear(weight));
    });
    assertRefusal(error, { kind: 'OutOfMemoryError', operation: 'createLinear' });
    assert.ok(layers.length > 2);
    layers.splice(1, 1)[0].dispose();
    layers.push(attention.createLinear({ shape: [8, 8], data: weight.data.slice(0, 64) }));
    for (const layer of layers) layer.dispose();
    assert.equal(arena.used, 0);
    attention.createLinear(weight).dispose();
  });
});
