// `out` and `weightsOut`: a result goes into the caller's memory, with the bits of a new one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { filled } from '../support/arrange.js';
import { argumentsOf, makeCases, operationNames, runCase } from '../support/cases.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';
import { snapshot } from '../support/samples.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Case } from '../support/cases.js' */

/** A value that occurs in no result. */
const UNTOUCHED = 12345.5;

/** @type {Record<string, (length: number) => Float32Array>} */
const arrays = {
  'an array': (length) => new Float32Array(length),
  'a part of a larger buffer': (length) =>
    new Float32Array(length + 8).fill(UNTOUCHED).subarray(3, 3 + length),
  'an array of another realm': (length) =>
    vm.runInNewContext('new Float32Array(length)', { length }),
  'a shared buffer': (length) => new Float32Array(new SharedArrayBuffer(4 * length)),
  'a buffer that may be resized': (length) =>
    new Float32Array(new /** @type {any} */ (ArrayBuffer)(4 * length, { maxByteLength: 1e6 })),
};

/**
 * Makes a call with further options.
 * @param {any} attention
 * @param {Case} case_
 * @param {Record<string, any>} more
 */
function call(attention, { operation, ...case_ }, more) {
  const args = argumentsOf({ ...case_, operation, options: { ...case_.options, ...more } });
  if (operation === 'linear') args.push(more);
  return attention[operation](...args);
}

/**
 * Asserts that a result went to its target.
 * @param {any} result
 * @param {Record<string, Tensor>} right
 * @param {Record<string, any>} targets `out` and perhaps `weightsOut`
 * @param {string} what
 */
function verify(result, right, { out, weightsOut }, what) {
  const isAttention = result !== out;
  if (isAttention) {
    assert.equal(result.output, out, what);
    if (weightsOut !== undefined) assert.equal(result.weights, weightsOut, what);
    for (const [name, tensor] of Object.entries(result.trace ?? {})) {
      assertSameBits(tensor, right[`trace.${name}`], `${what}, ${name}`);
    }
  }
  for (const [name, target] of Object.entries({ output: out, weights: weightsOut })) {
    if (target === undefined) continue;
    const { shape } = right[name];
    const actual = target.read ? target.read() : { shape, data: Array.from(target) };
    assertSameBits(actual, right[name], `${what}, ${name}`);
  }
}

describe('a result goes where the caller wants it', () => {
  for (const operation of operationNames) {
    const cases = makeCases(301, 300).filter((case_) => case_.operation === operation);

    for (const [what, make] of Object.entries(arrays)) {
      it(`${operation}: into ${what}, 60 calls`, () => {
        const { attention, arena } = makeInstance();
        for (const case_ of cases) {
          const right = runCase(attention, case_);
          /** @type {Record<string, any>} */
          const targets = { out: make(right.output.data.length) };
          if (right.weights) targets.weightsOut = make(right.weights.data.length);
          verify(call(attention, case_, targets), right, targets, operation);
          assert.equal(arena.used, 0);
          if (what !== 'a part of a larger buffer') continue;
          for (const target of Object.values(targets)) {
            const all = [...new Float32Array(target.buffer)];
            const around = [...all.slice(0, 3), ...all.slice(-5)];
            assert.deepEqual(around, new Array(8).fill(UNTOUCHED));
          }
        }
      });
    }

    it(`${operation}: into residents, among tensors and residents, 60 calls`, () => {
      const { attention } = makeInstance();
      for (const case_ of cases) {
        const right = runCase(attention, case_);
        const make = (/** @type {Tensor} */ { shape, data }) =>
          attention.resident({ shape, data: new Float32Array(data.length).fill(UNTOUCHED) });
        /** @type {Record<string, any>} */
        const targets = { out: make(right.output) };
        if (right.weights) targets.weightsOut = make(right.weights);
        const inputs = Object.entries(case_.inputs).map(([name, value], i) => [
          name,
          i % 2 ? attention.resident(value) : value,
        ]);
        const mixed = { ...case_, inputs: Object.fromEntries(inputs) };
        verify(call(attention, mixed, targets), right, targets, operation);
        // The results overwrite whatever the targets held.
        verify(call(attention, case_, targets), right, targets, operation);
        const held = [...Object.values(targets), ...inputs.map(([, value]) => value)];
        for (const each of held) each.dispose?.();
      }
    });
  }

  it('one of them here, the other there', () => {
    const { attention } = makeInstance();
    for (const case_ of makeCases(302, 200)) {
      const right = runCase(attention, case_);
      if (!right.weights) continue;
      const [out, weightsOut] = [right.output, right.weights].map(
        ({ data }) => new Float32Array(data.length),
      );
      const resident = attention.resident({ ...right.weights, data: weightsOut });
      verify(call(attention, case_, { out }), right, { out }, case_.operation);
      const fresh = call(attention, case_, { weightsOut });
      assert.equal(fresh.weights, weightsOut);
      assertSameBits(fresh.output, right.output);
      const targets = { out, weightsOut: resident };
      verify(call(attention, case_, targets), right, targets, case_.operation);
      resident.dispose();
    }
  });

  it('of a layer, with and without a cache', () => {
    const { attention } = makeInstance();
    const random = createRandom(303);
    const [weight, bias, input] = [
      random.tensor([5, 4]),
      random.tensor([5]),
      random.tensor([3, 4]),
    ];
    const linear = attention.createLinear(weight, bias);
    const right = attention.linear(input, weight, bias);
    const out = new Float32Array(15);
    assert.equal(linear.forward(input, { out }), out);
    assertSameBits({ shape: [3, 5], data: out }, right);
    const resident = attention.resident({ shape: [3, 5], data: new Float32Array(15) });
    assert.equal(linear.forward(input, { out: resident }), resident);
    assertSameBits(resident.read(), right);

    const parameters = { ...random.parameters(4), inProjBias: random.tensor([12]) };
    const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
    const cache = layer.createCache({ capacity: 3 });
    const expected = layer.forward(input, input, input, { isCausal: true });
    for (const options of [{ isCausal: true }, { cache }]) {
      const output = attention.resident({ shape: [3, 4], data: new Float32Array(12) });
      const weights = new Float32Array(18);
      const more = { ...options, out: output, weightsOut: weights };
      const result = layer.forward(input, input, input, more);
      assert.equal(result.output, output);
      assert.equal(result.weights, weights);
      assertSameBits(output.read(), expected.output);
      assertSameBits({ shape: [2, 3, 3], data: weights }, expected.weights);
    }
  });

  it('of a chain of calls that copies nothing in or out', () => {
    const { attention, arena, memory } = makeInstance();
    const random = createRandom(304);
    const [x, weight] = [random.tensor([6, 8]), random.tensor([8, 8])];
    const right = attention.linear(attention.softmax(attention.linear(x, weight)), weight);
    const [a, b, w] = [x, x, weight].map((value) => attention.resident(value));
    const { used } = arena;
    const { byteLength } = memory.buffer;
    for (let i = 0; i < 3; i++) {
      a.write(x);
      attention.linear(a, w, null, { out: b });
      attention.softmax(b, { out: a });
      assertSameBits(attention.linear(a, w, null, { out: b }).read(), right);
    }
    assert.equal(arena.used, used);
    assert.equal(memory.buffer.byteLength, byteLength);
  });

  it('also where there is nothing to write', () => {
    const { attention } = makeInstance();
    const input = { shape: [0, 3], data: [] };
    const out = new Float32Array(0);
    assert.equal(attention.softmax(input, { out }), out);
    const resident = attention.resident(input);
    assert.equal(attention.softmax(input, { out: resident }), resident);
    const result = attention.scaledDotProductAttention(input, input, input, {
      out,
      weightsOut: out,
    });
    assert.equal(result.output, out);
    assert.equal(result.weights, out);
    structuredClone(out.buffer, { transfer: [out.buffer] });
    const says = /a detached or shrunk Float32Array/;
    const refused = { kind: 'ArgumentError', operation: 'softmax', argument: 'options.out', says };
    assertRefused(() => attention.softmax(input, { out }), refused);
  });
});

describe('an array that is also an argument', () => {
  it('is read before it is written to', () => {
    const { attention } = makeInstance();
    for (const case_ of makeCases(305, 200)) {
      const right = runCase(attention, case_);
      for (const [name, { shape, data }] of Object.entries(case_.inputs)) {
        if (data.length !== right.output.data.length) continue;
        const out = Float32Array.from(data);
        const inputs = { ...case_.inputs, [name]: { shape, data: out } };
        verify(call(attention, { ...case_, inputs }, { out }), right, { out }, name);
      }
    }
  });

  it('or a mask of numbers, is too', () => {
    const { attention } = makeInstance();
    const x = createRandom(306).tensor([3, 3]);
    const right = attention.scaledDotProductAttention(x, x, x, { attnMask: x });
    const out = Float32Array.from(x.data);
    const attnMask = { shape: [3, 3], data: out };
    attention.scaledDotProductAttention(x, x, x, { attnMask, out });
    assertSameBits({ shape: [3, 3], data: out }, right.output);
  });
});

describe('what cannot take a result is refused, and nothing is written', () => {
  const { attention } = makeInstance();
  const random = createRandom(307);
  const [query, key, value] = [
    random.tensor([2, 3, 4]),
    random.tensor([2, 5, 4]),
    random.tensor([2, 5, 6]),
  ];
  const parameters = {
    wq: random.tensor([7, 4]),
    wk: random.tensor([7, 4]),
    wv: random.tensor([7]),
  };
  const residentOf = (/** @type {number[]} */ ...shape) => attention.resident(filled(shape, 0));
  const right = attention.scaledDotProductAttention(query, key, value);
  const detached = new Float32Array(36);
  structuredClone(detached, { transfer: [detached.buffer] });
  const gone = residentOf(2, 3, 6);
  gone.dispose();

  /**
   * @type {[what: string, out: any, kind: string, says: RegExp][]} bad targets for a result of (2,
   *   3, 6)
   */
  const bad = [
    ['null', null, 'ArgumentError', /is null; expected a resident tensor or a Float32Array/],
    ['a tensor', right.output, 'ArgumentError', /is an object/],
    ['a plain array', new Array(36).fill(0), 'ArgumentError', /is an array/],
    ['a Float64Array', new Float64Array(36), 'ArgumentError', /is a Float64Array/],
    ['bytes', new Uint8Array(36), 'ArgumentError', /is a Uint8Array/],
    ['a buffer', new ArrayBuffer(144), 'ArgumentError', /is an ArrayBuffer/],
    ['true', true, 'ArgumentError', /is true/],
    ['too few elements', new Float32Array(35), 'ArgumentError', /of 35 elements; expected 36/],
    ['too many elements', new Float32Array(37), 'ArgumentError', /of 37 elements; expected 36/],
    ['a detached array', detached, 'ArgumentError', /is a detached or shrunk Float32Array/],
    ['an array behind a Proxy', new Proxy(new Float32Array(36), {}), 'ArgumentError', /is an/],
    ['another shape', residentOf(3, 2, 6), 'ShapeError', /\(3, 2, 6\); expected \(2, 3, 6\) as/],
    ['fewer axes', residentOf(36), 'ShapeError', /\(36,\)/],
    [
      'a resident mask',
      attention.resident({ shape: [2, 3, 6], data: new Uint8Array(36) }),
      'ArgumentError',
      /is a resident mask; expected numbers/,
    ],
    ['one that is disposed of', gone, 'DisposedError', /disposed of/],
    ['a layer', attention.createLinear([[1]]), 'ArgumentError', /is a linear layer/],
  ];

  /** @type {Record<string, (options: any) => any>} calls with an output of shape (2, 3, 6) */
  const calls = {
    linear: ({ out }) => attention.linear(query, random.tensor([6, 4]), null, { out }),
    softmax: ({ out }) => attention.softmax(right.output, { out }),
    scaledDotProductAttention: (options) =>
      attention.scaledDotProductAttention(query, key, value, options),
    additiveAttention: (options) =>
      attention.additiveAttention(query, key, value, parameters, options),
  };
  for (const [operation, run] of Object.entries(calls)) {
    for (const [what, out, kind, says] of bad) {
      it(`${operation}: ${what}`, () => {
        const before = ArrayBuffer.isView(out) ? snapshot(out) : '';
        assertRefused(() => run({ out }), { kind, operation, argument: 'options.out', says });
        if (ArrayBuffer.isView(out)) assert.equal(snapshot(out), before);
      });
    }
  }

  const verifyRefused = (
    /** @type {Record<string, any>} */ options,
    /** @type {string} */ kind,
    /** @type {string} */ argument,
    /** @type {RegExp} */ says,
  ) => {
    const operation = 'scaledDotProductAttention';
    const error = caught(() => attention.scaledDotProductAttention(query, key, value, options));
    assertRefusal(error, { kind, operation, argument, says });
    const next = attention.scaledDotProductAttention(query, key, value);
    assertSameBits(next.output, right.output);
  };

  it('weights of another length or shape', () => {
    const argument = 'options.weightsOut';
    verifyRefused(
      { weightsOut: new Float32Array(29) },
      'ArgumentError',
      argument,
      /of 29 elements/,
    );
    verifyRefused({ weightsOut: residentOf(2, 5, 3) }, 'ShapeError', argument, /\(2, 5, 3\)/);
    verifyRefused({ weightsOut: null }, 'ArgumentError', argument, /is null/);
  });

  it('weights where none are wanted', () => {
    for (const weightsOut of [new Float32Array(30), residentOf(2, 3, 5)]) {
      const options = { needWeights: false, weightsOut };
      verifyRefused(options, 'ArgumentError', 'options.weightsOut', /absent where needWeights/);
    }
  });

  it('one resident for both, or one that is also an argument', () => {
    const square = random.tensor([4, 4]);
    const resident = attention.resident(square);
    /** @type {(options: any) => any} */
    const run = (options) => attention.scaledDotProductAttention(square, square, square, options);
    /** @type {[argument: string, run: () => unknown][]} */
    const cases = [
      ['options.weightsOut', () => run({ out: resident, weightsOut: resident })],
      ['options.out', () => run({ out: resident, attnMask: resident })],
      ['options.weightsOut', () => run({ weightsOut: resident, attnMask: resident })],
      [
        'options.out',
        () => attention.scaledDotProductAttention(square, resident, square, { out: resident }),
      ],
    ];
    for (const [argument, refused] of cases) {
      assertRefused(refused, {
        kind: 'ArgumentError',
        operation: 'scaledDotProductAttention',
        argument,
        says: /in the memory of an argument; expected a tensor of its own/,
      });
      assertSameBits(resident.read(), square);
    }
    const layer = attention.createLinear(square);
    for (const [operation, refused] of Object.entries({
      softmax: () => attention.softmax(resident, { out: resident }),
      linear: () => attention.linear(square, resident, null, { out: resident }),
      forward: () => layer.forward(resident, { out: resident }),
    })) {
      const expectation = { kind: 'ArgumentError', operation, argument: 'options.out' };
      assertRefused(refused, expectation);
      assertSameBits(resident.read(), square);
    }
    // After all these refusals, the target can be used again.
    assertSameBits(run({ out: resident }).output.read(), run({}).output);
  });

  it('arrays that overlap, or the same one twice', () => {
    const memory = new Float32Array(66).fill(UNTOUCHED);
    const [out, weights] = [memory.subarray(0, 36), memory.subarray(36, 66)];
    const says = /an array that overlaps it; expected memory apart from that of options.out/;
    for (const weightsOut of [
      memory.subarray(35, 65),
      memory.subarray(6, 36),
      memory.subarray(0, 30),
    ]) {
      verifyRefused({ out, weightsOut }, 'ArgumentError', 'options.weightsOut', says);
      const offset = memory.subarray(30, 66);
      const first = memory.subarray(1, 31);
      verifyRefused(
        { out: offset, weightsOut: first },
        'ArgumentError',
        'options.weightsOut',
        says,
      );
    }
    assert.ok(memory.every((element) => element === UNTOUCHED));
    const side = attention.scaledDotProductAttention(query, key, value, {
      out,
      weightsOut: weights,
    });
    assert.equal(side.output, out);
    assertSameBits({ shape: [2, 3, 6], data: out }, right.output);
    assertSameBits({ shape: [2, 3, 5], data: weights }, right.weights);
    const other = { out: memory.subarray(30, 66), weightsOut: memory.subarray(0, 30) };
    attention.scaledDotProductAttention(query, key, value, other);
    assertSameBits({ shape: [2, 3, 6], data: other.out }, right.output);
    assertSameBits({ shape: [2, 3, 5], data: other.weightsOut }, right.weights);
  });

  it('a destination for what has none', () => {
    for (const [operation, run] of /** @type {[string, () => unknown][]} */ ([
      ['softmax', () => attention.softmax([1], /** @type {any} */ ({ weightsOut: [1] }))],
      ['linear', () => attention.linear([1], [[1]], null, /** @type {any} */ ({ weightsOut: 1 }))],
    ])) {
      const argument = 'options.weightsOut';
      const says = /not a known name/;
      assertRefused(run, { kind: 'ArgumentError', operation, argument, says });
    }
  });
});
