import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Arena } from '../../src/js/arena.js';
import { chooseCaseCount, recordFigure } from '../support/bar.js';
import { argumentsOf, makeCases, runCase, tensorsOf } from '../support/cases.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { samples, snapshot } from '../support/samples.js';

describe('a large memory', () => {
  it('grows by 64 MiB at most beyond what is wanted', () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 65536 });
    const arena = new Arena(memory, 1024);
    const address = arena.reserve(2 ** 29);
    const { byteLength } = memory.buffer;
    assert.ok(byteLength >= 2 ** 29 && byteLength <= 2 ** 29 + 2 ** 16, `${byteLength} bytes`);
    arena.run(() => arena.take(2 ** 20));
    assert.ok(
      memory.buffer.byteLength <= byteLength + 2 ** 26,
      `${memory.buffer.byteLength} bytes`,
    );
    arena.release(address);
  });
});

describe('results', () => {
  it('are frozen, own their numbers, and share none with wasm memory, arguments or each other', () => {
    const { attention, memory } = makeInstance();
    const seen = new Set();
    for (const case_ of makeCases(71, 150)) {
      for (const { data } of Object.values(case_.inputs))
        seen.add(/** @type {any} */ (data).buffer);
      for (const [name, tensor] of Object.entries(runCase(attention, case_))) {
        const { buffer, byteLength } = tensor.data;
        assert.ok(Object.isFrozen(tensor) && Object.isFrozen(tensor.shape), name);
        assert.notEqual(buffer, memory.buffer, name);
        assert.ok(!seen.has(buffer), `${name} shares its numbers`);
        assert.equal(buffer.byteLength, byteLength, `${name} keeps a larger buffer alive`);
        seen.add(buffer);
      }
    }
  });

  it('do not change when the memory is used again', () => {
    const { attention } = makeInstance();
    const cases = makeCases(72, 40);
    const results = cases.map((case_) => runCase(attention, case_));
    const before = snapshot(results);
    for (const case_ of makeCases(73, 100)) runCase(attention, case_);
    assert.equal(snapshot(results), before);
  });

  it('may be written to without a trace in the next call', () => {
    const { attention } = makeInstance();
    for (const { make, run } of Object.values(samples)) {
      const first = tensorsOf(run(attention, make()));
      const copies = structuredClone(first);
      for (const { data } of Object.values(first)) data.fill(Number.NaN);
      const second = tensorsOf(run(attention, make()));
      for (const [name, copy] of Object.entries(copies)) assertSameBits(second[name], copy, name);
    }
  });
});

it('arguments are never written to', () => {
  const { attention } = makeInstance();
  for (const case_ of makeCases(74, 300)) {
    const before = snapshot(argumentsOf(case_));
    runCase(attention, case_);
    assert.equal(snapshot(argumentsOf(case_)), before, case_.operation);
  }
});

const calls = chooseCaseCount(10_000, 1_000_000);

describe(`${calls} calls take no more memory than one`, () => {
  for (const [name, { make, run }] of Object.entries(samples)) {
    it(name, () => {
      const { attention, arena, memory } = makeInstance();
      const args = make();
      run(attention, args);
      const { byteLength } = memory.buffer;
      for (let i = 0; i < calls; i++) run(attention, args);
      assert.equal(memory.buffer.byteLength, byteLength);
      assert.equal(arena.used, 0);
      recordFigure('leaks', { counts: { operations: 1, calls } });
    });
  }

  it('nor do calls that are refused', () => {
    const { attention, arena, memory } = makeInstance();
    const { byteLength } = memory.buffer;
    const bad = /** @type {any} */ ({ scale: 'large' });
    for (let i = 0; i < 10000; i++) {
      caught(() => attention.scaledDotProductAttention([[1]], [[1]], [[1]], bad));
      caught(() => attention.createLinear([[1]], [1, 2]));
    }
    assert.equal(memory.buffer.byteLength, byteLength);
    assert.equal(arena.used, 0);
  });
});

describe('layers', () => {
  it('may be disposed of twice, and not be used after', () => {
    const { attention, arena } = makeInstance();
    const linear = attention.createLinear([[1]]);
    const multiHead = attention.createMultiHeadAttention(
      { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] },
      { numHeads: 1 },
    );
    const other = attention.createLinear([[2]]);
    for (const layer of [linear, multiHead]) {
      layer.dispose();
      layer.dispose();
      const error = caught(() => /** @type {any} */ (layer).forward([[1]]));
      assertRefusal(error, { kind: 'DisposedError', operation: 'forward', argument: 'this' });
    }
    assert.deepEqual([...other.forward([[3]]).data], [6]);
    other.dispose();
    assert.equal(arena.used, 0);
  });

  it('and other owners are not used after a getter of the arguments has disposed of them', () => {
    const identity = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
    /** @type {Record<string, (a: any) => [owner: any, run: (input: any) => void]>} */
    const cases = {
      forward: (a) => {
        const layer = a.createLinear([[1]]);
        return [layer, (input) => layer.forward(input)];
      },
      'forward of heads': (a) => {
        const layer = a.createMultiHeadAttention(identity, { numHeads: 1 });
        return [layer, (input) => layer.forward(input)];
      },
      write: (a) => {
        const resident = a.resident([[1]]);
        return [resident, (input) => resident.write(input)];
      },
      append: (a) => {
        const resident = a.resident([[1]], { capacity: 2 });
        return [resident, (input) => resident.append(input)];
      },
      reorder: (a) => {
        const layer = a.createMultiHeadAttention(identity, { numHeads: 1 });
        const cache = layer.createCache({ capacity: 2 });
        return [cache, (input) => cache.reorder(input)];
      },
      fork: (a) => {
        const layer = a.createMultiHeadAttention(identity, { numHeads: 1 });
        const cache = layer.createCache({ capacity: 2 });
        return [cache, (input) => cache.fork(input)];
      },
    };
    for (const [name, make] of Object.entries(cases)) {
      const { attention } = makeInstance();
      const [owner, run] = make(attention);
      const disposed = (/** @type {unknown} */ value) => {
        owner.dispose();
        return value;
      };
      const tensor = Object.defineProperty({ data: new Float32Array([1]) }, 'shape', {
        get: () => disposed([1, 1]),
      });
      const items = Object.defineProperty([0], 0, { get: () => disposed(0) });
      const error = caught(() => run(owner.reorder ? items : tensor));
      const [operation] = name.split(' ');
      assertRefusal(error, { kind: 'DisposedError', operation, argument: 'this' });
    }
  });

  it('that grow while their arguments are read stay within their memory', () => {
    const { attention } = makeInstance();
    const resident = attention.resident([[1]], { capacity: 2 });
    const next = attention.resident([[7]]);
    const grows = /** @type {any} */ ({
      get shape() {
        resident.append([[2]]);
        return [1, 1];
      },
      data: new Float32Array([3]),
    });
    const error = caught(() => resident.append(grows));
    assertRefusal(error, { kind: 'LimitError', operation: 'append', argument: 'this' });
    assert.deepEqual([...resident.read().data], [1, 2]);
    assert.deepEqual([...next.read().data], [7]);

    const identity = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
    const layer = attention.createMultiHeadAttention(identity, { numHeads: 1 });
    const cache = layer.createCache({ capacity: 1 });
    const step = () => layer.forward([[1]], [[1]], [[1]], { cache });
    const get = () => {
      if (cache.length === 0) step();
      return 'q';
    };
    const trace = Object.defineProperty([/** @type {const} */ ('q')], 0, { get });
    const behind = attention.resident([[7]]);
    layer.forward([[1]], [[1]], [[1]], { cache, trace });
    assert.deepEqual([...behind.read().data], [7]);
    cache.reset();
    assert.deepEqual([...step().output.data], [1]);
  });

  it('of no weights leave the others theirs, in whatever order they are disposed of', () => {
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ];
    for (const order of orders) {
      const { attention, arena } = makeInstance();
      const nothing = { shape: [0, 3], data: new Float32Array() };
      const weights = [nothing, [[1, 2, 3]], nothing, [[4, 5, 6]]];
      const right = [[], [6], [], [15]];
      const layers = weights.map((weight) => attention.createLinear(weight));
      const alive = new Set(layers.keys());
      for (const disposed of order) {
        attention.linear([1, 1, 1], nothing);
        layers[disposed].dispose();
        alive.delete(disposed);
        const other = attention.createLinear([[9, 9, 9]]);
        for (const i of alive) assert.deepEqual([...layers[i].forward([1, 1, 1]).data], right[i]);
        other.dispose();
      }
      assert.equal(arena.used, 0);
    }
  });
});

describe('layers that nobody can reach', () => {
  v8.setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collectGarbage = vm.runInNewContext('gc');

  /**
   * Collects garbage until a condition holds. Finalizers run between tasks, after a collection.
   * @param {() => boolean} isDone
   */
  async function collectUntil(isDone) {
    for (let i = 0; i < 100 && !isDone(); i++) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('give their memory back when they are collected, and so do residents and caches', async () => {
    const { attention, arena } = makeInstance();
    const parameters = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
    const kept = attention.resident([5]);
    const { used } = arena;
    (() => {
      for (let i = 0; i < 20; i++) attention.resident([i]);
      attention.createLinear([[1]]);
      attention.createMultiHeadAttention(parameters, { numHeads: 1 }).createCache();
    })();
    await collectUntil(() => arena.used === used);
    assert.equal(arena.used, used);
    assert.deepEqual([...kept.read().data], [5]);
  });
});
