// SQLite's loop: the first request for memory fails, then the second, and so on until the call
// succeeds. Each fails once, or with all later ones. After every failure, the next call is right.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { loadAttention, OutOfMemoryError, tensor, toNested } from '../../src/js/index.js';
import { tally } from '../support/bar.js';
import { tensorsOf } from '../support/cases.js';
import { makeInstance, wasmBytes } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { samples } from '../support/samples.js';
import { withMaximumPages } from '../support/wasm.js';
import { withFailingAllocations } from './allocations.js';

/** @import { Instance } from '../support/instance.js' */

const bar = tally('memory');

function verifyRight(
  /** @type {any} */ attention,
  /** @type {string} */ name,
  /** @type {any} */ right,
) {
  const next = tensorsOf(samples[name].run(attention, samples[name].make()));
  for (const [part, tensor] of Object.entries(right)) assertSameBits(next[part], tensor, part);
}

const random = createRandom(81);
const t = (/** @type {number[]} */ ...shape) => random.tensor(shape);
/** @type {Record<string, any[]>} calls that make the memory grow often */
const large = {
  linear: [t(1000, 100), t(1000, 100), t(1000)],
  softmax: [t(1000, 100), { dim: 0 }],
  scaledDotProductAttention: [t(300, 100), t(301, 100), t(301, 100), { trace: true }],
  additiveAttention: [
    ...[t(50, 400), t(51, 400), t(51, 400)],
    { wq: t(50, 400), wk: t(50, 400), wv: t(50) },
    { trace: true },
  ],
  multiHeadAttention: [
    ...[t(200, 100), t(201, 100), t(201, 100)],
    { inProjWeight: t(300, 100), outProjWeight: t(100, 100) },
    { numHeads: 2, trace: true },
  ],
};

/** A quick comparison, because results rarely differ. */
function assertSameResults(
  /** @type {any} */ result,
  /** @type {Record<string, any>} */ right,
  /** @type {string} */ when,
) {
  const results = tensorsOf(result);
  for (const [name, part] of Object.entries(right)) {
    if (Buffer.from(results[name].data.buffer).equals(Buffer.from(part.data.buffer))) continue;
    assertSameBits(results[name], part, `${name} ${when}`);
  }
}

/** Fills the memory of an instance, so that the next request makes it grow. */
function fill(/** @type {Instance} */ { arena, core, memory }) {
  const start = arena.used;
  arena.reserve(memory.buffer.byteLength - core.sizeFrom('attn_heap_base', []) - start - 16);
}

for (const isForGood of [false, true]) {
  describe(`every request for memory fails ${isForGood ? 'with all that follow' : 'once'}`, () => {
    /**
     * Repeats until a run makes no more requests than have failed.
     * @param {() => Instance} make
     * @param {(attention: any) => any} run
     * @param {Record<string, any>} right
     * @param {number} least the least number of requests
     */
    function verifyEach(make, run, right, least) {
      for (let n = 1; ; n++) {
        const { attention, arena } = make();
        const { used } = arena;
        const fails = (/** @type {number} */ i) => i === n || (isForGood && i > n);
        const { requests, result, error } = withFailingAllocations(fails, () => run(attention));
        assert.equal(arena.used, used, `after failure ${n}`);
        bar.count('failures');
        if (error !== undefined) {
          assert.ok(error instanceof OutOfMemoryError, `failure ${n} gave ${inspect(error)}`);
          assert.ok(error.cause instanceof RangeError);
          assert.match(error.message, /^\w[\w.]*: needs .* of memory; the host gives /);
        } else {
          assertSameResults(result, right, `despite failure ${n}`);
        }
        assertSameResults(run(attention), right, `after failure ${n}`);
        assert.equal(arena.used, used);
        if (requests < n) {
          assert.equal(error, undefined);
          assert.ok(n > least, `only ${n - 1} requests`);
          return;
        }
      }
    }

    for (const [name, { make, run }] of Object.entries(samples)) {
      it(name, () => {
        const right = tensorsOf(run(makeInstance().attention, make()));
        const args = make();
        const runSample = (/** @type {any} */ attention) => run(attention, args);
        verifyEach(() => makeInstance(), runSample, right, 1);
        const full = () => {
          const instance = makeInstance();
          fill(instance);
          return instance;
        };
        verifyEach(full, runSample, right, 1);
      });
    }

    for (const [operation, args] of Object.entries(large)) {
      it(`${operation}, which makes the memory grow often`, () => {
        const run = (/** @type {any} */ attention) => attention[operation](...args);
        const right = tensorsOf(run(makeInstance().attention));
        verifyEach(() => makeInstance(), run, right, 5);
      });
    }
  });
}

it('a failure names the operation, also where it reads a resident itself', () => {
  const { attention } = makeInstance();
  const x = attention.resident([[1, 2]]);
  const attnMask = attention.resident([[0.5, 1]]);
  const validLens = attention.resident([1]);
  const inProjWeight = attention.resident({ shape: [6, 2], data: new Float32Array(12) });
  const parameters = { inProjWeight, outProjWeight: t(2, 2) };
  /** @type {Record<string, () => unknown>} */
  const calls = {
    softmax: () => attention.softmax(x, { attnMask, validLens }),
    multiHeadAttention: () => attention.multiHeadAttention(x, x, x, parameters, { numHeads: 2 }),
    toNested: () => toNested(x),
    tensor: () => tensor(/** @type {any} */ (x)),
    read: () => x.read(),
  };
  for (const [operation, run] of Object.entries(calls)) {
    for (let n = 1, isDone = false; !isDone; n++) {
      const { error, requests } = withFailingAllocations((i) => i === n, run);
      isDone = requests < n;
      if (!isDone) assertRefusal(error, { kind: 'OutOfMemoryError', operation });
      else assert.ok(n > 1);
    }
  }
});

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
