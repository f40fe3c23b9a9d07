// Arguments that run code of their own while they are read: getters, proxies, subclasses, buffers
// that shrink. Each part is read once, and all of them before memory is used.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { loadAttention, tensor } from '../../src/js/index.js';
import { assertSameBits } from '../support/near.js';
import { linearInFloat32 } from '../support/oracle.js';
import { assertRefusal, caught, Refusals } from '../support/refusal.js';

const attention = await loadAttention();
const refusals = new Refusals(attention);

/** @type {Record<string, [sample: string, argument: string]>} one of every kind of argument */
const places = {
  linear: ['linear', 'weight'],
  softmax: ['softmax', 'input'],
  scaledDotProductAttention: ['scaledDotProductAttention', 'key'],
  additiveAttention: ['additiveAttention', 'values'],
  multiHeadAttention: ['multiHeadAttention', 'query'],
  forward: ['forward of a multi-head layer', 'value'],
};

const thrower = () => {
  throw new RangeError('not for you');
};

function revoked(/** @type {any} */ target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** @type {Record<string, (right: any) => unknown>} */
const throwing = {
  'a shape getter that throws': ({ data }) => ({
    get shape() {
      return thrower();
    },
    data,
  }),
  'a data getter that throws': ({ shape }) => ({
    shape,
    get data() {
      return thrower();
    },
  }),
  'a proxy that throws': (right) => new Proxy(right, { get: thrower }),
  'a revoked proxy': revoked,
  'a revoked array': () => revoked([]),
  'a shape that throws': ({ data, shape }) => ({ shape: new Proxy(shape, { get: thrower }), data }),
  'a revoked shape': ({ data, shape }) => ({ shape: revoked(shape), data }),
  'revoked data': ({ data, shape }) => ({ shape, data: revoked([...data]) }),
  'data that throws': ({ data, shape }) => ({
    shape,
    data: new Proxy([...data], { get: thrower }),
  }),
  'an object that only inherits from Float32Array': ({ shape }) => ({
    shape,
    data: Object.create(Float32Array.prototype),
  }),
};

describe('what throws when it is read is refused by name', () => {
  for (const [operation, [sample, argument]] of Object.entries(places)) {
    for (const [what, make] of Object.entries(throwing)) {
      it(`${what} for ${argument} of ${operation}`, () => {
        const change = (/** @type {any} */ args) => {
          args[argument] = make(args[argument]);
        };
        refusals.verifyUnseen(sample, change, { kind: 'ArgumentError', operation, argument });
      });
    }
  }

  for (const [what, options] of Object.entries({
    'a getter that throws': {
      get scale() {
        return thrower();
      },
    },
    'a proxy that throws': new Proxy({ scale: 1 }, { ownKeys: thrower }),
    'a revoked proxy': revoked({}),
  })) {
    it(`${what} for options keeps its reason as the cause`, () => {
      const error = caught(() => attention.scaledDotProductAttention([[1]], [[1]], [[1]], options));
      const [kind, operation] = ['ArgumentError', 'scaledDotProductAttention'];
      assertRefusal(error, { kind, operation, argument: 'options' });
      assert.ok(/** @type {any} */ (error).cause instanceof Error);
    });
  }

  it('a list of steps that throws, or that is endless', () => {
    for (const trace of [new Proxy([], { get: thrower }), revoked([]), Array(2 ** 32 - 1)]) {
      const change = (/** @type {any} */ args) => {
        args.options = { trace };
      };
      const [kind, operation] = ['ArgumentError', 'scaledDotProductAttention'];
      refusals.verifyUnseen(operation, change, { kind, operation, argument: 'options.trace' });
    }
  });

  it('an option that throws when it is put into words', () => {
    const odd = {
      get [Symbol.toStringTag]() {
        return thrower();
      },
    };
    for (const scale of [odd, revoked({}), revoked([])]) {
      const change = (/** @type {any} */ args) => {
        args.options = { scale };
      };
      const [kind, operation] = ['ArgumentError', 'scaledDotProductAttention'];
      refusals.verifyUnseen(operation, change, { kind, operation, argument: 'options.scale' });
    }
  });

  it('tensor() names what threw, too', () => {
    const bad = /** @type {any} */ (tensor);
    for (const [args, argument] of /** @type {[any[], string][]} */ ([
      [[revoked([])], 'nested'],
      [[[revoked([])]], 'nested'],
      [[revoked([1]), [1]], 'shape'],
      [[[1], revoked([1])], 'data'],
    ])) {
      const error = caught(() => bad(...args));
      assertRefusal(error, { kind: 'ArgumentError', operation: 'tensor', argument });
    }
  });
});

/**
 * A tensor whose data does something when it is read.
 * @param {number[]} shape
 * @param {() => void} act
 * @param {ArrayLike<number>} data
 */
const acting = (shape, act, data) => ({
  shape,
  get data() {
    act();
    return data;
  },
});

describe('what changes while it is read', () => {
  const weight = () => ({ shape: [2, 2], data: new Float32Array([1, 2, 3, 4]) });
  const detach = (/** @type {Float32Array} */ data) =>
    structuredClone(data, { transfer: [/** @type {ArrayBuffer} */ (data.buffer)] });

  it('a getter that detaches another argument: the other is refused', () => {
    const key = new Float32Array([1, 2]);
    const value = acting([1, 2], () => detach(key), new Float32Array(2));
    const error = caught(() =>
      attention.scaledDotProductAttention([[1, 2]], { shape: [1, 2], data: key }, value),
    );
    assertRefusal(error, {
      kind: 'ArgumentError',
      operation: 'scaledDotProductAttention',
      argument: 'key',
      says: /now of 0 elements; expected 2 elements, as when it was first read/,
    });
    refusals.verifyNext('scaledDotProductAttention');
  });

  it('an option that detaches a parameter: options are read first, and the parameter is refused', () => {
    const change = (/** @type {any} */ { parameters, options }) => {
      const { data } = parameters.outProjBias;
      Object.defineProperty(options, 'inProjLayout', {
        enumerable: true,
        get() {
          detach(data);
          return 'stacked';
        },
      });
    };
    for (const operation of ['multiHeadAttention', 'createMultiHeadAttention']) {
      const argument = 'parameters.outProjBias';
      refusals.verifyUnseen(operation, change, { kind: 'ShapeError', operation, argument });
    }
  });

  it('a parameter that detaches one that was read before it: the other is refused', () => {
    for (const name of ['outProjWeight', 'outProjBias']) {
      const change = (/** @type {any} */ { parameters }) => {
        const { shape, data } = parameters.inProjWeight;
        parameters.inProjWeight = acting(shape, () => detach(parameters[name].data), data);
      };
      for (const operation of ['multiHeadAttention', 'createMultiHeadAttention']) {
        const argument = `parameters.${name}`;
        refusals.verifyUnseen(operation, change, { kind: 'ArgumentError', operation, argument });
      }
    }
  });

  it('a resizable buffer that another argument shrinks is refused, and one that grows is not', () => {
    const Resizable = /** @type {any} */ (ArrayBuffer);
    for (const [newSize, isRefused] of /** @type {[number, boolean][]} */ ([
      [8, true],
      [0, true],
      [16, false],
      [32, false],
    ])) {
      const buffer = new Resizable(16, { maxByteLength: 32 });
      const key = new Float32Array(buffer);
      key.set([1, 2, 3, 4]);
      const value = acting([2, 1], () => buffer.resize(newSize), [5, 6]);
      const run = () =>
        attention.scaledDotProductAttention([[1, 2]], { shape: [2, 2], data: key }, value);
      if (isRefused) {
        const [kind, operation] = ['ArgumentError', 'scaledDotProductAttention'];
        assertRefusal(caught(run), { kind, operation, argument: 'key' });
      } else {
        const keys = [
          [1, 2],
          [3, 4],
        ];
        const right = attention.scaledDotProductAttention([[1, 2]], keys, [[5], [6]]);
        assertSameBits(run().output, right.output);
      }
      refusals.verifyNext('scaledDotProductAttention');
    }
  });

  it('each part of an argument is read once: a second answer is never asked for', () => {
    let reads = 0;
    const once = (/** @type {any} */ object) =>
      new Proxy(object, {
        get(target, name, receiver) {
          if (typeof name === 'string') reads++;
          return Reflect.get(target, name, receiver);
        },
      });
    const output = attention.linear(once({ shape: [1, 2], data: [5, 6] }), once(weight()));
    assert.deepEqual([...output.data], [17, 39]);
    assert.equal(reads, 4);
  });

  it('a shape that changes after it was read does not matter', () => {
    const wide = weight();
    const input = acting([1, 2], () => wide.shape.push(100, 100), [5, 6]);
    const output = attention.linear(input, wide);
    assert.deepEqual([...output.shape, ...output.data], [1, 2, 17, 39]);
  });

  it('a typed array whose length getter calls the library again does not disturb the call', () => {
    class Caller extends Float32Array {
      /** @override */
      get length() {
        attention.linear([[7, 7]], [[3, 3]]);
        attention.createLinear([[9, 9]]).dispose();
        return super.length;
      }
    }
    const query = { shape: [1, 2], data: new Caller([1, 2]) };
    const key = { shape: [1, 2], data: new Caller([3, 4]) };
    const value = { shape: [1, 1], data: new Caller([8]) };
    const result = attention.scaledDotProductAttention(query, key, value, { trace: true });
    assert.deepEqual([...(result.trace?.scores.data ?? [])], [11]);
    assert.deepEqual([...result.output.data], [8]);
    const output = attention.linear(query, { shape: [1, 2], data: new Caller([1, 1]) });
    assert.deepEqual([...output.data], [3]);
  });

  it('a typed array that lies about its length is found out', () => {
    class Liar extends Float32Array {
      /** @override */
      get length() {
        return 4;
      }
    }
    const input = { shape: [1, 4], data: new Liar(2) };
    const error = caught(() => attention.linear(input, [[1, 1, 1, 1]]));
    assertRefusal(error, { kind: 'ShapeError', operation: 'linear', argument: 'input' });
    refusals.verifyNext('linear');
  });

  it('a getter that calls the library sees it working', () => {
    const inner = () => attention.softmax([1, 1]).data[0];
    const input = {
      shape: [1, 2],
      get data() {
        return [inner(), inner()];
      },
    };
    assert.deepEqual([...attention.linear(input, [[2, 4]]).data], [3]);
  });

  it('a getter that disposes of the layer it is passed to stops the call', () => {
    const linear = attention.createLinear([[1, 1]]);
    const multiHead = attention.createMultiHeadAttention(
      { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] },
      { numHeads: 1 },
    );
    const input = acting([1, 2], () => linear.dispose(), [1, 2]);
    const query = acting([1, 1], () => multiHead.dispose(), [1]);
    for (const run of [() => linear.forward(input), () => multiHead.forward(query)]) {
      assertRefusal(caught(run), { kind: 'DisposedError', operation: 'forward', argument: 'this' });
    }
    refusals.verifyNext('forward of a multi-head layer');
  });
});

describe('what is odd but right is taken', () => {
  it('an argument with getters, frozen, without a prototype, or a class instance', () => {
    const data = new Float32Array([5, 6]);
    class Matrix {
      get shape() {
        return [1, 2];
      }
      get data() {
        return data;
      }
    }
    const bare = Object.assign(Object.create(null), { shape: [1, 2], data });
    for (const input of [new Matrix(), Object.freeze({ shape: [1, 2], data }), bare]) {
      assert.deepEqual([...attention.linear(input, [[1, 2]]).data], [17]);
    }
  });

  it('a shared buffer, and one of another realm, whose arrays are not ours', () => {
    const shared = new Float32Array(new SharedArrayBuffer(8));
    shared.set([5, 6]);
    const foreign = vm.runInNewContext('new Float32Array([5, 6])');
    assert.ok(!(foreign instanceof Float32Array));
    for (const data of [shared, foreign]) {
      assertSameBits(
        attention.linear({ shape: [1, 2], data }, [[1, 2]]),
        linearInFloat32({ shape: [1, 2], data }, { shape: [1, 2], data: [1, 2] }),
      );
    }
  });

  it('a boolean mask of another realm is a boolean mask', () => {
    const data = vm.runInNewContext('new Uint8Array([0, 1])');
    const attnMask = { shape: [1, 2], data };
    const { weights } = attention.scaledDotProductAttention([[1]], [[1], [1]], [[1], [2]], {
      attnMask,
    });
    assert.deepEqual([...(weights?.data ?? [])], [0, 1]);
  });

  it('options with a prototype or a symbol, and options that are undefined', () => {
    const symbol = Symbol('mine');
    const options = { [symbol]: 1, scale: undefined, attnMask: undefined, trace: undefined };
    const plain = attention.scaledDotProductAttention([[1]], [[1]], [[3]]);
    const odd = attention.scaledDotProductAttention([[1]], [[1]], [[3]], options);
    assert.deepEqual(odd, plain);
  });
});
