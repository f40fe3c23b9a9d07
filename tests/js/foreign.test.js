// Values from another realm, and values that are unusual but valid.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { loadAttention, tensor, toNested } from '../../src/js/index.js';
import { makeCases, runCase, tensorsOf } from '../support/cases.js';
import { wasmBytes } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { linearInFloat32 } from '../support/oracle.js';
import { assertRefusal, assertRefused, caught, rejectionOf } from '../support/refusal.js';
import { samples } from '../support/samples.js';

const attention = await loadAttention();
const anyLoad = /** @type {any} */ (loadAttention);
const anyTensor = /** @type {any} */ (tensor);
/** Defined through a constant, because objects with such a property are intended here. */
const THEN = 'then';

/** Runs code in another realm, whose constructors are not ours. @param {string} code */
const elsewhere = (code, globals = {}) => vm.runInNewContext(code, { WebAssembly, ...globals });

/** @param {unknown} source */
const refusalOf = (source) => rejectionOf(anyLoad(source));

describe('loadAttention takes from another realm', () => {
  const bytes = [...wasmBytes];
  const realm = vm.createContext({ bytes });
  const bytesCode = 'new Uint8Array(bytes)';
  /** @type {Record<string, string>} */
  const sources = {
    'a Uint8Array': bytesCode,
    'a view': `new DataView(${bytesCode}.buffer)`,
    'a part of a buffer': `new Uint8Array([0, 0, ...bytes, 0]).subarray(2, 2 + bytes.length)`,
    'an ArrayBuffer': `${bytesCode}.buffer`,
    'a SharedArrayBuffer':
      '(() => { const a = new Uint8Array(new SharedArrayBuffer(bytes.length)); a.set(bytes); return a.buffer })()',
    'a module': `new WebAssembly.Module(${bytesCode})`,
    'a promise': `Promise.resolve(${bytesCode})`,
    'a thenable': `({ then(take) { take(${bytesCode}); } })`,
    'a Response': `new (class Response { get [Symbol.toStringTag]() { return 'Response' } get ok() { return true }
        async arrayBuffer() { return ${bytesCode}.buffer } })()`,
  };
  for (const [what, code] of Object.entries(sources)) {
    it(what, async () => {
      const source = vm.runInContext(code, realm);
      assert.ok(!(source instanceof Object), 'it is foreign');
      const loaded = await anyLoad(source);
      assert.deepEqual([...loaded.softmax([1, 1]).data], [0.5, 0.5]);
    });
  }
});

describe('loadAttention says what it can of a promise that is rejected', () => {
  /** @type {[what: string, reason: () => unknown, says: RegExp][]} */
  const reasons = [
    ['a symbol', () => Symbol('no'), /a symbol/],
    ['an object without a prototype', () => Object.create(null), /an object/],
    ['undefined', () => undefined, /undefined/],
    ['null', () => null, /null/],
    ['a BigInt', () => 5n, /BigInt 5/],
    [
      'an error whose message is a symbol',
      () => Object.assign(new Error(), { message: Symbol('a') }),
      /./,
    ],
    ['an error of another realm', () => elsewhere("new Error('offline')"), /./],
  ];
  for (const [what, reason, says] of reasons) {
    it(what, async () => {
      const thenable = {
        [THEN]: (/** @type {any} */ _, /** @type {any} */ fail) => fail(reason()),
      };
      const expectation = {
        kind: 'LoadError',
        operation: 'loadAttention',
        argument: 'source',
        says,
      };
      for (const source of [thenable, Promise.reject(reason())]) {
        assertRefusal(await refusalOf(source), expectation);
      }
    });
  }
});

describe('a host without memory for the core', () => {
  const { instantiate, compile } = WebAssembly;

  it('is not said to be without SIMD', async () => {
    const failure = new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate memory');
    for (const name of /** @type {const} */ (['instantiate', 'compile'])) {
      WebAssembly[name] = async () => {
        throw failure;
      };
      try {
        const error = await refusalOf(wasmBytes);
        const [kind, operation] = ['OutOfMemoryError', 'loadAttention'];
        assertRefusal(error, {
          kind,
          operation,
          says: /needs 4 GiB of addresses and 128 KiB of memory/,
        });
        assert.equal(/** @type {any} */ (error).cause, failure);
        assert.doesNotMatch(/** @type {any} */ (error).message, /SIMD/);
      } finally {
        Object.assign(WebAssembly, { instantiate, compile });
      }
    }
    assert.deepEqual([...(await loadAttention()).softmax([0]).data], [1]);
  });
});

describe('arguments of another realm', () => {
  it('are what they are: arrays, typed arrays, tensors, masks, options', () => {
    const x = [
      [1, 2],
      [3, 4],
    ];
    const right = attention.scaledDotProductAttention(x, x, x, {
      attnMask: [
        [true, false],
        [true, true],
      ],
      validLens: [2, 1],
      trace: true,
    });
    const nested = '[[1, 2], [3, 4]]';
    const flat = 'new Float32Array([1, 2, 3, 4])';
    for (const code of [
      nested,
      `({ shape: [2, 2], data: ${flat} })`,
      '({ shape: [2, 2], data: [1, 2, 3, 4] })',
      '({ shape: [2, 2], data: new Float64Array([1, 2, 3, 4]) })',
    ]) {
      const query = elsewhere(code);
      assert.ok(!(query instanceof Object));
      for (const mask of [
        '[[true, false], [true, true]]',
        '({ shape: [2, 2], data: new Uint8Array([1, 0, 1, 1]) })',
        '[[0, -Infinity], [0, 0]]',
      ]) {
        const options = elsewhere(
          `({ attnMask: ${mask}, validLens: new Int32Array([2, 1]), trace: true })`,
        );
        const result = attention.scaledDotProductAttention(query, query, query, options);
        for (const [name, part] of Object.entries(tensorsOf(right))) {
          if (mask.includes('Infinity') && name === 'trace.maskedScores') continue;
          assertSameBits(tensorsOf(result)[name], part, name);
        }
      }
      assertSameBits(attention.resident(query).read(), tensor(x));
      assert.deepEqual(toNested(query), x);
    }
    assertSameBits(tensor(elsewhere(flat)), { shape: [4], data: [1, 2, 3, 4] });
    assertSameBits(attention.softmax(elsewhere(flat)), attention.softmax([1, 2, 3, 4]));
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
    const foreign = elsewhere('new Float32Array([5, 6])');
    for (const data of [shared, foreign]) {
      assertSameBits(
        attention.linear({ shape: [1, 2], data }, [[1, 2]]),
        linearInFloat32({ shape: [1, 2], data }, { shape: [1, 2], data: [1, 2] }),
      );
    }
  });

  it('options with a prototype or a symbol, and options that are undefined', () => {
    const symbol = Symbol('mine');
    const options = { [symbol]: 1, scale: undefined, attnMask: undefined, trace: undefined };
    const plain = attention.scaledDotProductAttention([[1]], [[1]], [[3]]);
    const odd = attention.scaledDotProductAttention([[1]], [[1]], [[3]], options);
    assert.deepEqual(odd, plain);
  });

  it('options of a class, with own properties', () => {
    class Settings {
      scale = 2;
      get description() {
        return 'no option';
      }
    }
    class Named extends Settings {
      get [Symbol.toStringTag]() {
        return 'Settings';
      }
    }
    const [q, k] = [
      [[1, 2]],
      [
        [3, 4],
        [5, 7],
      ],
    ];
    const expected = attention.scaledDotProductAttention(q, k, k, { scale: 2 });
    for (const options of [new Settings(), new Named(), Object.create(null, {})]) {
      const same = attention.scaledDotProductAttention(
        q,
        k,
        k,
        Object.assign(options, { scale: 2 }),
      );
      assert.deepEqual(same, expected);
    }
    const nothing = new (class Nothing {})();
    assert.deepEqual(attention.softmax([1], nothing), attention.softmax([1]));
  });
});

describe('methods', () => {
  it('of an instance work without it', () => {
    const { softmax, linear, resident } = attention;
    assert.deepEqual([...softmax([5]).data], [1]);
    assert.deepEqual([...linear([[2]], [[3]]).data], [6]);
    resident([1]).dispose();
  });

  it('of layers, caches and residents say that they need their owner', () => {
    const parameters = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
    const linear = attention.createLinear([[1]]);
    const multiHead = attention.createMultiHeadAttention(parameters, { numHeads: 1 });
    const cache = multiHead.createCache({ capacity: 3 });
    multiHead.forward([[1]], [[1]], [[1]], { cache });
    const resident = attention.resident([1]);
    const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
    /** @type {[owner: any, methods: (string | symbol)[]][]} */
    const owners = [
      [linear, ['forward']],
      [multiHead, ['forward', 'createCache']],
      [cache, ['reset', 'truncate', 'reorder', 'fork']],
      [resident, ['read', 'write', 'append', 'reshape', 'slice', 'transpose']],
    ];
    for (const [owner, methods] of owners) {
      const others = owners.map(([other]) => other).filter((other) => other !== owner);
      const proxies = [Object.create(owner), new Proxy(owner, {}), Object.getPrototypeOf(owner)];
      for (const name of [...methods, 'dispose', dispose]) {
        const operation = typeof name === 'symbol' ? 'dispose' : name;
        // A dispose method may be called with any owner.
        const foreign = operation === 'dispose' ? [] : others;
        for (const self of [undefined, null, 5, {}, owner.dispose, ...proxies, ...foreign]) {
          const error = caught(() => owner[name].call(self, [[1]]));
          const says = /do not wrap it in a Proxy or detach/;
          assertRefusal(error, { kind: 'ArgumentError', operation, argument: 'this', says });
        }
      }
    }
    // The refused calls have disposed of nothing and changed nothing.
    assert.deepEqual([...linear.forward([[1]]).data], [1]);
    assert.deepEqual([...multiHead.forward([[1]]).output.data], [1]);
    assert.equal(cache.length, 1);
    multiHead.forward([[1]], [[1]], [[1]], { cache });
    assert.equal(cache.length, 2);
    assert.deepEqual([...resident.read().data], [1]);
    for (const [owner] of owners) owner.dispose();
  });
});

describe('what stands on Object.prototype', () => {
  /** Names that are looked up in objects that may not have them. */
  const names = {
    attnMask: [[1]],
    keyPaddingMask: [[1]],
    validLens: 0,
    isCausal: 'sideways',
    scale: 7,
    maskFill: -3,
    emptyRow: 'nan',
    dropout: { p: 0.5, seed: 1 },
    needWeights: false,
    trace: true,
    out: new Float32Array(1),
    weightsOut: new Float32Array(1),
    cache: {},
    dim: 0,
    numHeads: 1,
    inProjLayout: 'per-head',
    inProjBias: [1],
    outProjBias: [1],
    qProjWeight: [[1]],
    capacity: 1,
    batchSize: 7,
    window: 1,
    sinks: 1,
    resident: {},
    to: {},
    array: new Float32Array(1),
    parameters: () => [],
    maskAxes: [7],
    isInteger: true,
    fitting: {},
    bias_k: [1],
    operation: 'nothing',
    argument: 'nothing',
    received: 'nothing',
    expected: 'nothing',
  };
  const cases = makeCases(601, 40);
  const expected = cases.map((case_) => runCase(attention, case_));
  const right = Object.values(samples).map(({ make, run }) => tensorsOf(run(attention, make())));

  for (const [name, value] of Object.entries(names)) {
    it(`changes nothing: ${name}`, () => {
      const copies = cases.map((case_) => structuredClone(case_));
      const args = Object.values(samples).map(({ make }) => make());
      /** @type {any[]} */
      const results = [];
      let error;
      const polluted = /** @type {any} */ (Object.prototype);
      polluted[name] = value;
      try {
        for (const case_ of copies) results.push(runCase(attention, case_));
        Object.values(samples).forEach(({ run }, i) => {
          results.push(tensorsOf(run(attention, args[i])));
        });
        error = caught(() => attention.softmax([[1]], /** @type {any} */ ({ other: 1 })));
      } finally {
        delete polluted[name];
      }
      [...expected, ...right].forEach((parts, i) => {
        for (const [part, tensor] of Object.entries(parts))
          assertSameBits(results[i][part], tensor);
      });
      const argument = 'options.other';
      assertRefusal(error, { kind: 'ArgumentError', operation: 'softmax', argument });
    });
  }
});

it('arrays of many elements are refused at a glance where they do not fill the shape', () => {
  const many = new Array(2 ** 29);
  const [kind, operation, argument] = ['ShapeError', 'tensor', 'shape'];
  assertRefused(() => anyTensor([1], many), { kind, operation, argument, says: /536870912/ });
  assertRefused(() => anyTensor(many, [1]), { kind: 'ArgumentError', operation, argument });
});

it('2^32 heads of no width are refused, and so are 2^31', () => {
  const nothing = { shape: [0, 0], data: [] };
  const parameters = { inProjWeight: nothing, outProjWeight: nothing };
  for (const numHeads of [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52]) {
    for (const [operation, run] of Object.entries({
      createMultiHeadAttention: () => attention.createMultiHeadAttention(parameters, { numHeads }),
      multiHeadAttention: () =>
        attention.multiHeadAttention(nothing, nothing, nothing, parameters, { numHeads }),
    })) {
      const expectation = { kind: 'ArgumentError', operation, argument: 'options.numHeads' };
      assertRefused(run, expectation);
    }
  }
  const x = { shape: [3, 0], data: [] };
  const { weights } = attention.multiHeadAttention(x, x, x, parameters, { numHeads: 2 });
  assert.deepEqual([...weights.shape], [2, 3, 3]);
  const many = { numHeads: 2 ** 30 };
  const error = caught(() => attention.multiHeadAttention(x, x, x, parameters, many));
  assertRefusal(error, { kind: 'LimitError', operation: 'multiHeadAttention' });
  const layer = attention.createMultiHeadAttention(parameters, many);
  assertRefused(() => layer.forward(x), { kind: 'LimitError', operation: 'forward' });
});

it('the sources call no listed method that came after ES2022', () => {
  const folder = new URL('../../src/js/', import.meta.url);
  const late = /\.(toReversed|toSorted|toSpliced|with|findLast|findLastIndex|groupBy|fromAsync)\(/;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => file.endsWith('.js'))) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    source.split('\n').forEach((line, i) => {
      assert.doesNotMatch(line, late, `${name}, line ${i + 1}`);
      assert.doesNotMatch(line, /Promise\.withResolvers|structuredClone\(|\busing \w+ =/, name);
    });
  }
});
