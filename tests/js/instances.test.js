// Instances share nothing: interleaved or in threads, they give the bits of one instance alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { chooseCaseCount, recordFigure } from '../support/bar.js';
import { digest, makeCases, runCase, tensorsOf } from '../support/cases.js';
import { makeInstance, wasmBytes } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');
const calls = chooseCaseCount(500, 25_000);

describe('several instances', () => {
  it('two that take turns give the same bits as one after the other', () => {
    const cases = [makeCases(101, calls), makeCases(102, calls)];
    const serial = cases.map((list) => {
      const { attention } = makeInstance();
      return list.map((case_) => runCase(attention, case_));
    });
    const instances = [makeInstance(), makeInstance()];
    for (let i = 0; i < cases[0].length; i++) {
      instances.forEach(({ attention }, which) => {
        const results = runCase(attention, cases[which][i]);
        for (const [name, tensor] of Object.entries(serial[which][i])) {
          assertSameBits(results[name], tensor, `instance ${which}, call ${i}, ${name}`);
        }
      });
    }
    recordFigure('instances', { counts: { 'calls interleaved': 2 * calls } });
  });

  it('layers of two instances that take turns keep to their own weights', () => {
    const random = createRandom(103);
    const D = 8;
    const parts = [makeInstance(), makeInstance()].map(({ attention }) => {
      const parameters = random.parameters(D);
      const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
      return { attention, parameters, layer };
    });
    for (let L = 1; L < 60; L++) {
      const x = random.tensor([L, D]);
      for (const { attention, parameters, layer } of parts) {
        const right = attention.multiHeadAttention(x, x, x, parameters, { numHeads: 2 });
        const results = tensorsOf(layer.forward(x));
        for (const [name, tensor] of Object.entries(tensorsOf(right))) {
          assertSameBits(results[name], tensor, `${name}, ${L} rows`);
        }
      }
    }
  });

  it('four threads at once give the bits of this one', async () => {
    const seeds = [111, 112, 113, 114];
    const { attention } = makeInstance();
    const expected = await Promise.all(
      seeds.map((seed) =>
        digest(makeCases(seed, calls / 2).map((case_) => runCase(attention, case_))),
      ),
    );
    assert.equal(new Set(expected).size, seeds.length);
    // Pass the compiled module itself.
    const module_ = new WebAssembly.Module(wasmBytes);
    const script = new URL('./digest-worker.js', import.meta.url);
    const digests = await Promise.all(
      seeds.map(
        (seed) =>
          new Promise((resolve, reject) => {
            const worker = new Worker(script, {
              workerData: { module: module_, seed, count: calls / 2 },
            });
            worker.once('message', resolve);
            worker.once('error', reject);
          }),
      ),
    );
    assert.deepEqual(digests, expected);
    recordFigure('instances', { counts: { 'calls in threads': 2 * calls } });
  });
});

describe('an instance that is disposed of', () => {
  it('refuses each call, and so do the owners of its memory', () => {
    const { attention } = makeInstance();
    const resident = attention.resident([1, 2]);
    const view = resident.reshape([2, 1]);
    const layer = attention.createLinear([[1]]);
    const many = attention.createMultiHeadAttention(
      { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] },
      { numHeads: 1 },
    );
    const cache = many.createCache();
    const other = makeInstance().attention;
    attention.dispose();
    attention.dispose();
    assert.equal(attention.threads, 1);
    for (const [operation, run] of Object.entries({
      softmax: () => attention.softmax([1]),
      matmul: () => attention.matmul([1], [1]),
      scaledDotProductAttention: () => attention.scaledDotProductAttention([[1]], [[1]], [[1]]),
      createLinear: () => attention.createLinear([[1]]),
      resident: () => attention.resident([1]),
      scope: () => attention.scope(() => 1),
      read: () => resident.read(),
      slice: () => view.slice(0, 1),
      forward: () => layer.forward([[1]]),
      createCache: () => many.createCache(),
      reset: () => cache.reset(),
    }))
      assertRefused(run, { kind: 'DisposedError', operation, argument: 'this', says: /in use$/ });
    for (const held of [view, resident, layer, cache, many]) held.dispose();
    assert.deepEqual([...other.softmax([1]).data], [1]);
  });

  it('drops its memory, though it and its layers are still there', async () => {
    const { attention, memory } = (() => {
      const instance = makeInstance();
      return { attention: instance.attention, memory: new WeakRef(instance.memory) };
    })();
    const held = [attention.createLinear([[1]]), attention.resident([1]).reshape([1, 1])];
    attention.dispose();
    for (let turn = 0; turn < 1000 && memory.deref(); turn++) {
      // A reference that was read stays until the end of the job.
      await setImmediate();
      collectGarbage();
    }
    assert.equal(memory.deref(), undefined);
    for (const each of held) each.dispose();
  });

  it('refuses to go on with a call whose options dispose of it', () => {
    /** @param {any} attention @param {string} name an option that disposes of it when it is read */
    const optionsOf = (attention, name) =>
      Object.defineProperty({}, name, { enumerable: true, get: () => attention.dispose() });
    for (const [operation, run] of Object.entries({
      scaledDotProductAttention: (/** @type {any} */ a) =>
        a.scaledDotProductAttention([[1]], [[1]], [[1]], optionsOf(a, 'scale')),
      matmul: (/** @type {any} */ a) => a.matmul([1], [1], optionsOf(a, 'out')),
      createLinear: (/** @type {any} */ a) => a.createLinear([[1]], null, optionsOf(a, 'dtype')),
      resident: (/** @type {any} */ a) => a.resident([1], optionsOf(a, 'capacity')),
    })) {
      const { attention } = makeInstance();
      assertRefused(() => run(attention), { kind: 'DisposedError', operation, argument: 'this' });
    }
  });

  it('is so at the end of a using declaration, too', () => {
    const { attention } = makeInstance();
    const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
    /** @type {any} */ (attention)[dispose]();
    assertRefused(() => attention.softmax([1]), { kind: 'DisposedError', operation: 'softmax' });
  });
});
