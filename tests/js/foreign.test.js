// What comes from another realm, and what does all it can to disturb.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { loadAttention, tensor, toNested } from '../../src/js/index.js';
import { makeCases, runCase, tensorsOf } from '../support/cases.js';
import { wasmBytes } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { assertRefusal, caught, Refusals } from '../support/refusal.js';
import { samples } from '../support/samples.js';

const attention = await loadAttention();
const refusals = new Refusals(attention);
const anyLoad = /** @type {any} */ (loadAttention);
const anyTensor = /** @type {any} */ (tensor);
/** Objects with such a property are made on purpose. */
const THEN = 'then';

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Runs in another realm, whose constructors are not ours. @param {string} code */
const elsewhere = (code, globals = {}) => vm.runInNewContext(code, { WebAssembly, ...globals });

/** @param {unknown} source */
async function refusalOf(source) {
  return anyLoad(source).then(
    () => assert.fail('it was loaded'),
    (/** @type {unknown} */ reason) => reason,
  );
}

describe('loadAttention takes from another realm', () => {
  const bytes = [...wasmBytes];
  const realm = vm.createContext({ bytes });
  const own = 'new Uint8Array(bytes)';
  /** @type {Record<string, string>} */
  const sources = {
    'a Uint8Array': own,
    'a view': `new DataView(${own}.buffer)`,
    'a part of a buffer': `new Uint8Array([0, 0, ...bytes, 0]).subarray(2, 2 + bytes.length)`,
    'an ArrayBuffer': `${own}.buffer`,
    'a SharedArrayBuffer':
      '(() => { const a = new Uint8Array(new SharedArrayBuffer(bytes.length)); a.set(bytes); return a.buffer })()',
    'a module': `new WebAssembly.Module(${own})`,
    'a promise': `Promise.resolve(${own})`,
    'a thenable': `({ then(take) { take(${own}); } })`,
    'a Response': `new (class Response { get [Symbol.toStringTag]() { return 'Response' } get ok() { return true }
        async arrayBuffer() { return ${own}.buffer } })()`,
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
  const odd = () => {
    const error = new Error();
    Object.defineProperty(error, 'message', {
      get() {
        throw new Error('not for you');
      },
    });
    return error;
  };
  /** @type {[what: string, reason: () => unknown, says: RegExp][]} */
  const reasons = [
    ['a symbol', () => Symbol('no'), /a symbol/],
    ['an object without a prototype', () => Object.create(null), /an object/],
    ['undefined', () => undefined, /undefined/],
    ['null', () => null, /null/],
    ['a BigInt', () => 5n, /BigInt 5/],
    ['a revoked proxy', revoked, /throws when it is read/],
    ['a proxy that throws', () => new Proxy({}, { getPrototypeOf: odd, get: odd }), /./],
    ['an error whose message throws', odd, /./],
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

  it('or of a source that throws when it is looked at', async () => {
    const thrower = () => {
      throw Object.create(null);
    };
    for (const source of [
      {
        get [THEN]() {
          return thrower();
        },
      },
      {
        get [Symbol.toStringTag]() {
          return thrower();
        },
      },
      {
        [Symbol.toStringTag]: 'Response',
        get ok() {
          return thrower();
        },
      },
      { [Symbol.toStringTag]: 'Response', ok: true, arrayBuffer: thrower },
      { [Symbol.toStringTag]: 'Response', ok: false, status: Symbol('404'), url: Symbol('url') },
      { [Symbol.toStringTag]: 'URL', toString: thrower },
      { [Symbol.toStringTag]: 'ArrayBuffer' },
      { [Symbol.toStringTag]: 'SharedArrayBuffer', length: 3 },
      new Proxy({}, { get: thrower }),
      revoked(),
    ]) {
      const expectation = { kind: 'LoadError', operation: 'loadAttention', argument: 'source' };
      assertRefusal(await refusalOf(source), expectation);
    }
  });
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
        assertRefusal(error, { kind, operation, says: /128 KiB to begin with/ });
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

describe('methods', () => {
  const layers = () => [
    attention.createLinear([[1]]),
    attention.createMultiHeadAttention(
      { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] },
      { numHeads: 1 },
    ),
  ];

  it('of an instance work without it', () => {
    const { softmax, linear, resident } = attention;
    assert.deepEqual([...softmax([5]).data], [1]);
    assert.deepEqual([...linear([[2]], [[3]]).data], [6]);
    resident([1]).dispose();
  });

  it('of a layer say that they need it', () => {
    const [linear, multiHead] = /** @type {any[]} */ (layers());
    for (const [layer, other] of [
      [linear, multiHead],
      [multiHead, linear],
    ]) {
      for (const self of [
        undefined,
        null,
        5,
        {},
        layer.forward,
        other,
        Object.create(layer),
        new Proxy(layer, {}),
      ]) {
        const error = caught(() => layer.forward.call(self, [[1]]));
        const expectation = { kind: 'ArgumentError', operation: 'forward', argument: 'this' };
        assertRefusal(error, { ...expectation, says: /neither behind a Proxy nor left out/ });
      }
      for (const self of [undefined, null, {}, Object.create(layer), new Proxy(layer, {})]) {
        const error = caught(() => layer.dispose.call(self));
        assertRefusal(error, { kind: 'ArgumentError', operation: 'dispose', argument: 'this' });
        const symbol = caught(() => layer[/** @type {any} */ (Symbol).dispose].call(self));
        assertRefusal(symbol, { kind: 'ArgumentError', operation: 'dispose', argument: 'this' });
      }
      assert.deepEqual([...tensorsOf(layer.forward([[1]])).output.data], [1]);
    }
  });
});

describe('what stands on Object.prototype', () => {
  /** Names that are looked up in objects that may be without them. */
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
      const made = cases.map((case_) => structuredClone(case_));
      const args = Object.values(samples).map(({ make }) => make());
      /** @type {any[]} */
      const results = [];
      let error;
      const polluted = /** @type {any} */ (Object.prototype);
      polluted[name] = value;
      try {
        for (const case_ of made) results.push(runCase(attention, case_));
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

describe('arrays of impossible lengths', () => {
  const lengths = [
    -1,
    1.5,
    '2',
    Number.NaN,
    2 ** 53,
    Infinity,
    null,
    undefined,
    2n,
    Symbol('two'),
    {},
  ];
  const lying = (/** @type {unknown} */ length, /** @type {any[]} */ array = [1, 2]) =>
    new Proxy(array, {
      get: (target, name) => (name === 'length' ? length : Reflect.get(target, name)),
    });
  for (const length of lengths) {
    it(`are refused: ${typeof length} ${String(length)}`, () => {
      const array = lying(length);
      const calls = [
        () => anyTensor(array),
        () => anyTensor([array]),
        () => anyTensor([[1, 2], array]),
        () => anyTensor(array, [1, 2]),
        () => anyTensor([2], array),
        () => anyTensor({ shape: array, data: [1] }),
        () => anyTensor({ shape: [2], data: array }),
        () => toNested(array),
      ];
      for (const run of calls) {
        const error = /** @type {any} */ (caught(run));
        assertRefusal(error, { kind: error.name, operation: error.operation });
        assert.match(error.name, /^(Argument|Shape|Limit)Error$/);
      }
      for (const option of ['attnMask', 'keyPaddingMask', 'validLens']) {
        const change = (/** @type {any} */ args) => {
          args.options = { [option]: lying(length, [[true]]) };
        };
        const [sample, argument] = ['scaledDotProductAttention', `options.${option}`];
        const expectation = { kind: 'ArgumentError', operation: sample, argument };
        refusals.verifyUnseen(sample, change, expectation);
      }
    });
  }

  it('that change between two looks are refused', () => {
    const changing = (/** @type {number[]} */ ...answers) =>
      new Proxy([1, 2], {
        get(target, name) {
          if (name !== 'length') return Reflect.get(target, name);
          return answers.length > 1 ? answers.shift() : answers[0];
        },
      });
    for (const answers of [
      [2, 3],
      [2, 1],
      [2, 0],
      [0, 2],
      [2, -1],
      [2, Number.NaN],
    ]) {
      const error = /** @type {any} */ (caught(() => anyTensor([changing(...answers)])));
      assertRefusal(error, { kind: error.name, operation: 'tensor', argument: 'nested' });
    }
  });

  it('of many elements are refused at a glance where they do not fill the shape', () => {
    let reads = 0;
    const many = new Proxy(new Array(2 ** 29), {
      get(target, name) {
        if (name !== 'length') reads++;
        return Reflect.get(target, name);
      },
    });
    const error = caught(() => anyTensor([1], many));
    assertRefusal(error, {
      kind: 'ShapeError',
      operation: 'tensor',
      argument: 'shape',
      says: /536870912/,
    });
    const long = caught(() => anyTensor(many, [1]));
    assertRefusal(long, { kind: 'ArgumentError', operation: 'tensor', argument: 'shape' });
    assert.equal(reads, 0);
  });
});

describe('subclasses of typed arrays', () => {
  const thrower = () => {
    throw new Error('it was called');
  };
  /**
   * A class whose instances answer all questions wrong.
   * @param {any} Base
   * @returns {any}
   */
  const lyingClass = (Base) => {
    class Liar extends Base {
      static get [Symbol.species]() {
        return thrower();
      }
    }
    for (const name of ['length', 'byteLength', 'byteOffset', 'buffer', 'BYTES_PER_ELEMENT']) {
      Object.defineProperty(Liar.prototype, name, { get: () => 1 });
    }
    Object.defineProperty(Liar.prototype, 'constructor', { get: thrower });
    for (const name of [
      'set',
      'subarray',
      'slice',
      'find',
      'findIndex',
      'every',
      'fill',
      'at',
      Symbol.iterator,
    ]) {
      Object.defineProperty(Liar.prototype, name, { value: thrower });
    }
    return Liar;
  };
  const Floats = lyingClass(Float32Array);
  const Bytes = lyingClass(Uint8Array);

  it('are read by their elements alone', () => {
    const { output } = attention.scaledDotProductAttention(
      { shape: [1, 2], data: new Floats([1, 2]) },
      { shape: [2, 2], data: new Floats([1, 2, 3, 4]) },
      { shape: [2, 1], data: new Floats([5, 6]) },
      {
        attnMask: { shape: [1, 2], data: new Bytes([1, 0]) },
        keyPaddingMask: { shape: [1, 2], data: new Bytes([1, 1]) },
        validLens: { shape: [1], data: new Bytes([2]) },
      },
    );
    assert.deepEqual([...output.data], [5]);
    assertSameBits(attention.linear(new Floats([2]), { shape: [1, 1], data: new Floats([3]) }), {
      shape: [1],
      data: [6],
    });
    assertSameBits(attention.resident(new Floats([1, 2])).read(), { shape: [2], data: [1, 2] });
    assertSameBits(attention.resident(new Bytes([1, 0])).read(), { shape: [2], data: [1, 0] });
    const D = { shape: [2, 2], data: new Floats([1, 2, 3, 4]) };
    const stacked = { shape: [6, 2], data: new Floats(12) };
    for (const inProjLayout of /** @type {const} */ (['stacked', 'per-head'])) {
      const options = { numHeads: 2, inProjLayout };
      const parameters = { inProjWeight: stacked, outProjWeight: D };
      const result = attention.multiHeadAttention(D, D, D, parameters, options);
      assert.deepEqual([...result.output.data], [0, 0, 0, 0]);
    }
  });

  it('of lengths are read so, too, of every kind', () => {
    for (const Base of [Uint8Array, Uint16Array, Int32Array, Float32Array, Float64Array]) {
      const validLens = new (lyingClass(Base))([1, 2]);
      const x = [
        [[1], [2]],
        [[3], [4]],
      ];
      const right = attention.scaledDotProductAttention(x, x, x, { validLens: [1, 2] });
      assertSameBits(
        attention.scaledDotProductAttention(x, x, x, { validLens }).output,
        right.output,
      );
    }
  });

  it('do not hide bytes that are neither 0 nor 1', () => {
    for (const count of [1, 3, 63, 64, 67, 200]) {
      for (const at of [0, Math.floor(count / 2), count - 1]) {
        for (const Class of [Bytes, Uint8Array]) {
          const data = new Class(count);
          data[at] = 2;
          const error = caught(() =>
            attention.softmax(new Float32Array(count), { attnMask: data }),
          );
          const argument = `options.attnMask[${at}]`;
          assertRefusal(error, { kind: 'ArgumentError', operation: 'softmax', argument });
        }
      }
    }
  });

  it('of bytes are found wrong wherever they lie in their buffer', () => {
    const buffer = new Uint8Array(400).fill(7);
    for (const offset of [0, 1, 2, 3, 4, 8]) {
      const data = buffer.subarray(offset, offset + 101).fill(1);
      const right = attention.softmax(new Float32Array(101));
      assertSameBits(attention.softmax(new Float32Array(101), { attnMask: data }), right);
      for (const at of [0, 50, 99, 100]) {
        data[at] = 128;
        const error = caught(() => attention.softmax(new Float32Array(101), { attnMask: data }));
        const argument = `options.attnMask[${at}]`;
        assertRefusal(error, { kind: 'ArgumentError', operation: 'softmax', argument });
        data[at] = 1;
      }
      buffer.fill(7);
    }
  });
});

describe('an argument that throws something odd', () => {
  /** @type {Record<string, () => unknown>} */
  const reasons = {
    undefined: () => undefined,
    'a symbol': () => Symbol('no'),
    'an object without a prototype': () => Object.create(null),
    'a revoked proxy': revoked,
  };
  for (const [what, reason] of Object.entries(reasons)) {
    it(`is refused by name: ${what}`, () => {
      const odd = {
        get shape() {
          throw reason();
        },
      };
      const options = {
        get scale() {
          throw reason();
        },
      };
      const any = /** @type {any} */ (attention);
      /** @type {[argument: string, operation: string, run: () => unknown][]} */
      const calls = [
        ['input', 'softmax', () => any.softmax(odd)],
        ['options.attnMask', 'softmax', () => any.softmax([1], { attnMask: odd })],
        ['options.validLens', 'softmax', () => any.softmax([1], { validLens: odd })],
        ['options', 'softmax', () => any.softmax([1], options)],
        ['nested', 'tensor', () => anyTensor(odd)],
        ['tensor', 'resident', () => any.resident(odd)],
      ];
      for (const [argument, operation, run] of calls) {
        assertRefusal(caught(run), { kind: 'ArgumentError', operation, argument });
      }
    });
  }
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
      assertRefusal(caught(run), expectation);
    }
  }
  const x = { shape: [3, 0], data: [] };
  const { weights } = attention.multiHeadAttention(x, x, x, parameters, { numHeads: 2 });
  assert.deepEqual([...weights.shape], [2, 3, 3]);
  const many = { numHeads: 2 ** 30 };
  const error = caught(() => attention.multiHeadAttention(x, x, x, parameters, many));
  assertRefusal(error, { kind: 'LimitError', operation: 'multiHeadAttention' });
  const layer = attention.createMultiHeadAttention(parameters, many);
  const late = caught(() => layer.forward(x));
  assertRefusal(late, { kind: 'LimitError', operation: 'forward' });
});

it('the sources use no array method that came with ES2023', () => {
  const folder = new URL('../../src/js/', import.meta.url);
  const late = /\.(toReversed|toSorted|toSpliced|with|findLast|findLastIndex|groupBy|fromAsync)\(/;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.js'))) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    source.split('\n').forEach((line, i) => {
      assert.doesNotMatch(line, late, `${name}, line ${i + 1}`);
      assert.doesNotMatch(line, /Promise\.withResolvers|structuredClone\(|\busing \w+ =/, name);
    });
  }
});
