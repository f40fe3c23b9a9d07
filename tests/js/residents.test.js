import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor, toNested } from '../../src/js/index.js';
import { filled } from '../support/arrange.js';
import { argumentsOf, makeCases, operationNames, runCase, tensorsOf } from '../support/cases.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

/** @import { Case } from '../support/cases.js' */

const MASKS = ['attnMask', 'keyPaddingMask', 'validLens'];

/**
 * Returns a call with every tensor as a resident.
 * @param {any} attention
 * @param {Case} case_
 * @param {any[]} residents collects the new residents
 * @returns {Case}
 */
function withResidents(attention, case_, residents) {
  const reside = (/** @type {any} */ value) => {
    residents.push(attention.resident(value));
    return residents.at(-1);
  };
  const inputs = Object.entries(case_.inputs).map(([name, value]) => [name, reside(value)]);
  const options = { ...case_.options };
  for (const name of MASKS) if (options[name] !== undefined) options[name] = reside(options[name]);
  return { ...case_, inputs: Object.fromEntries(inputs), options };
}

/** @param {Record<string, any>} results @param {Record<string, any>} right @param {string} what */
function assertSameResults(results, right, what) {
  assert.deepEqual(Object.keys(results), Object.keys(right), what);
  for (const [name, expected] of Object.entries(right)) {
    assertSameBits(results[name], expected, `${what}, ${name}`);
  }
}

describe('residents as arguments give the bits of tensors', () => {
  for (const operation of operationNames) {
    it(`${operation}: all arguments and masks at once, in about 200 calls`, () => {
      const { attention, arena } = makeInstance();
      for (const case_ of makeCases(201, 1000).filter(
        (candidate) => candidate.operation === operation,
      )) {
        const right = runCase(attention, case_);
        /** @type {any[]} */
        const residents = [];
        const results = runCase(attention, withResidents(attention, case_, residents));
        assertSameResults(results, right, operation);
        for (const resident of residents) resident.dispose();
        assert.equal(arena.used, 0);
      }
    });
  }

  it('one resident as several arguments of a call', () => {
    const { attention } = makeInstance();
    const x = createRandom(205).tensor([5, 5]);
    const resident = attention.resident(x);
    const right = attention.scaledDotProductAttention(x, x, x, { attnMask: x });
    const options = { attnMask: resident };
    const results = attention.scaledDotProductAttention(resident, resident, resident, options);
    assertSameResults(tensorsOf(results), tensorsOf(right), 'scaledDotProductAttention');
    assertSameBits(attention.linear(resident, resident), attention.linear(x, x));
    assertSameBits(resident.read(), x);
  });

  it('as the weights of layers, which keep their own', () => {
    const { attention } = makeInstance();
    for (const case_ of makeCases(206, 200)) {
      const { operation, inputs } = case_;
      if (operation !== 'linear' && operation !== 'multiHeadAttention') continue;
      /** @type {any[]} */
      const residents = [];
      const all = withResidents(attention, case_, residents);
      const right = runCase(attention, case_);
      const { numHeads, inProjLayout, ...options } = all.options;
      const [query, key, value, parameters] = argumentsOf(all);
      const layer =
        operation === 'linear'
          ? attention.createLinear(
              .../** @type {[any, any]} */ ([all.inputs.weight, all.inputs.bias]),
            )
          : attention.createMultiHeadAttention(parameters, { numHeads, inProjLayout });
      for (const [name, resident] of Object.entries(all.inputs)) {
        const isWeight = /eight|[bB]ias/.test(name);
        if (isWeight)
          /** @type {any} */ (resident).write(filled([...inputs[name].shape], Number.NaN));
      }
      const any = /** @type {any} */ (layer);
      const result =
        operation === 'linear'
          ? any.forward(all.inputs.input)
          : any.forward(query, key, value, options);
      assertSameResults(tensorsOf(result), right, `layer of ${operation}`);
      for (const held of [layer, ...residents]) held.dispose();
    }
  });
});

describe('a resident', () => {
  const strange = [Number.NaN, Infinity, -Infinity, -0, 2 ** -149];

  it('gives back what it was given, and does not follow it', () => {
    const { attention, memory } = makeInstance();
    const data = Float32Array.from(strange);
    const numbers = attention.resident({ shape: [5, 1], data });
    const mask = attention.resident([[true, false, true]]);
    const element = attention.resident({ shape: [], data: [7] });
    const nothing = attention.resident({ shape: [3, 0], data: [] });
    data.fill(1);
    assertSameBits(numbers.read(), { shape: [5, 1], data: strange });
    assertSameBits(mask.read(), { shape: [1, 3], data: [1, 0, 1] });
    assertSameBits(element.read(), { shape: [], data: [7] });
    assertSameBits(nothing.read(), { shape: [3, 0], data: [] });
    assert.ok(/** @type {any} */ (mask.read().data) instanceof Uint8Array);
    const copy = numbers.read();
    assert.ok(Object.isFrozen(copy) && Object.isFrozen(copy.shape));
    assert.notEqual(copy.data.buffer, memory.buffer);
    assert.notEqual(copy.data, numbers.read().data);
    copy.data.fill(2);
    assertSameBits(numbers.read(), { shape: [5, 1], data: strange });
    assert.deepEqual(toNested(mask), [[true, false, true]]);
    assertSameBits(tensor(/** @type {any} */ (numbers)), numbers.read());
  });

  it('has the shape that it was given, which cannot be changed', () => {
    const { attention } = makeInstance();
    const shape = [2, 1];
    const resident = /** @type {any} */ (attention.resident({ shape, data: [1, 2] }));
    shape[0] = 9;
    assert.deepEqual(resident.shape, [2, 1]);
    assert.ok(Object.isFrozen(resident.shape));
    assert.throws(() => {
      resident.shape = [1, 2];
    }, TypeError);
  });

  it('can be made of another one, and copied into itself', () => {
    const { attention } = makeInstance();
    for (const value of [[[1, 2, 3]], [[true, false]]]) {
      const first = attention.resident(value);
      const second = attention.resident(first);
      first.write(first);
      assertSameBits(first.read(), second.read());
      first.dispose();
      assertSameBits(second.read(), tensor(/** @type {any} */ (value)));
    }
  });

  it('takes other elements of the same shape and kind only', () => {
    const { attention } = makeInstance();
    const numbers = attention.resident([[1, 2]]);
    const mask = attention.resident([[true, false]]);
    numbers.write([[3, 4]]);
    mask.write({ shape: [1, 2], data: Uint8Array.of(0, 1) });
    assertSameBits(numbers.read(), { shape: [1, 2], data: [3, 4] });
    assertSameBits(mask.read(), { shape: [1, 2], data: [0, 1] });
    numbers.write(attention.resident([[5, 6]]));
    for (const [resident, wrong, kind, says] of /** @type {[any, any, string, RegExp][]} */ ([
      [numbers, [1, 2], 'ShapeError', /\(2,\); expected \(1, 2\) as the resident tensor/],
      [numbers, [[1], [2]], 'ShapeError', /\(2, 1\)/],
      [numbers, [[true, false]], 'ArgumentError', /is a mask; expected numbers/],
      [numbers, mask, 'ArgumentError', /is a mask; expected numbers/],
      [mask, [[1, 0]], 'ArgumentError', /is numbers; expected a mask/],
      [mask, numbers, 'ArgumentError', /is numbers; expected a mask/],
      [numbers, undefined, 'ArgumentError', /is undefined/],
      [numbers, [[1, 'a']], 'ArgumentError', /"a"/],
    ])) {
      const error = caught(() => resident.write(wrong));
      assertRefusal(error, { kind, operation: 'write', argument: 'tensor', says });
    }
    assertSameBits(numbers.read(), { shape: [1, 2], data: [5, 6] });
    assertSameBits(mask.read(), { shape: [1, 2], data: [0, 1] });
  });

  it('keeps its elements when the memory grows and moves, and among blocks that come and go', () => {
    const { attention, arena, memory } = makeInstance();
    const random = createRandom(207);
    /** @type {{ held: any, verify: () => void }[]} */
    let alive = [];
    for (let i = 0; i < 400; i++) {
      const x = random.tensor([random.integer(0, 40), 7]);
      if (i % 3 === 0) {
        const held = attention.createLinear(x);
        const input = random.tensor([2, 7]);
        const right = attention.linear(input, x);
        alive.push({ held, verify: () => assertSameBits(held.forward(input), right) });
      } else {
        const held = attention.resident(x);
        alive.push({ held, verify: () => assertSameBits(held.read(), x) });
      }
      if (alive.length > 14) {
        alive = random.shuffle(alive);
        for (const { held } of alive.splice(0, random.integer(1, 7))) held.dispose();
      }
      if (i % 50 === 49) {
        const { buffer } = memory;
        const large = memory.buffer.byteLength / 4;
        attention.softmax({ shape: [large], data: new Float32Array(large) });
        assert.notEqual(memory.buffer, buffer);
      }
      for (const { verify } of alive) verify();
    }
    for (const { held } of alive) held.dispose();
    assert.equal(arena.used, 0);
  });
});

describe('a resident that is disposed of', () => {
  it('may be disposed of again, and gives its place to the next', () => {
    const { attention, arena } = makeInstance();
    const first = attention.resident([1, 2, 3]);
    const { used } = arena;
    first.dispose();
    first.dispose();
    assert.equal(arena.used, 0);
    const second = attention.resident([4, 5, 6]);
    first.dispose();
    assert.equal(arena.used, used);
    assertSameBits(second.read(), { shape: [3], data: [4, 5, 6] });
  });

  it('may not be used, and every call names the argument', () => {
    const { attention } = makeInstance();
    const gone = attention.resident([[1]]);
    gone.dispose();
    const rows = [[1]];
    const layer = attention.createLinear(rows);
    const other = attention.resident(rows);
    const parameters = { inProjWeight: [[1], [1], [1]], outProjWeight: rows };
    /** @type {[argument: string, operation: string, run: () => unknown][]} */
    const calls = [
      ['this', 'read', () => gone.read()],
      ['this', 'write', () => gone.write(rows)],
      ['tensor', 'write', () => other.write(gone)],
      ['tensor', 'resident', () => attention.resident(gone)],
      ['tensor', 'toNested', () => toNested(gone)],
      ['input', 'softmax', () => attention.softmax(gone)],
      ['options.out', 'softmax', () => attention.softmax(rows, { out: gone })],
      ['options.attnMask', 'softmax', () => attention.softmax(rows, { attnMask: gone })],
      ['options.validLens', 'softmax', () => attention.softmax(rows, { validLens: gone })],
      ['input', 'linear', () => attention.linear(gone, rows)],
      ['weight', 'linear', () => attention.linear(rows, gone)],
      ['bias', 'linear', () => attention.linear(rows, rows, gone)],
      ['options.out', 'linear', () => attention.linear(rows, rows, null, { out: gone })],
      ['weight', 'createLinear', () => attention.createLinear(gone)],
      ['input', 'forward', () => layer.forward(gone)],
      ['options.out', 'forward', () => layer.forward(rows, { out: gone })],
      ...['outProjWeight', 'inProjWeight', 'outProjBias', 'inProjBias'].map(
        /** @returns {[string, string, () => unknown]} */ (name) => [
          `parameters.${name}`,
          'multiHeadAttention',
          () =>
            attention.multiHeadAttention(
              rows,
              rows,
              rows,
              { ...parameters, [name]: gone },
              { numHeads: 1 },
            ),
        ],
      ),
      ...['attnMask', 'keyPaddingMask', 'validLens', 'out', 'weightsOut'].map(
        /** @returns {[string, string, () => unknown]} */ (name) => [
          `options.${name}`,
          'scaledDotProductAttention',
          () => attention.scaledDotProductAttention(rows, rows, rows, { [name]: gone }),
        ],
      ),
    ];
    for (const [argument, operation, run] of calls) {
      assertRefused(run, { kind: 'DisposedError', operation, argument });
    }
    assert.deepEqual([...layer.forward(rows).data], [1]);
  });
});

describe('what is not a resident of this instance', () => {
  const { attention } = makeInstance();
  const { attention: second } = makeInstance();
  const foreign = second.resident([[1]]);
  const rows = [[1]];
  const resident = attention.resident(rows);

  it('is refused as an argument that stays where it is, by name', () => {
    /** @type {[argument: string, operation: string, run: () => unknown][]} */
    const calls = [
      ['tensor', 'resident', () => attention.resident(foreign)],
      ['tensor', 'write', () => resident.write(foreign)],
      ['input', 'softmax', () => attention.softmax(foreign)],
      ['options.out', 'softmax', () => attention.softmax(rows, { out: foreign })],
      ['weight', 'linear', () => attention.linear(rows, foreign)],
      ['weight', 'createLinear', () => attention.createLinear(foreign)],
      ...['attnMask', 'out', 'weightsOut'].map(
        /** @returns {[string, string, () => unknown]} */ (name) => [
          `options.${name}`,
          'scaledDotProductAttention',
          () =>
            attention.scaledDotProductAttention(rows, rows, rows, {
              [name]: name === 'attnMask' ? second.resident([[0.5]]) : foreign,
            }),
        ],
      ),
    ];
    for (const [argument, operation, run] of calls) {
      const says = /is a resident tensor of another instance; expected one of this instance/;
      assertRefused(run, { kind: 'ArgumentError', operation, argument, says });
    }
    assertSameBits(attention.softmax(resident), { shape: [1, 1], data: [1] });
    assertSameBits(foreign.read(), { shape: [1, 1], data: [1] });
  });

  it('nor is one behind a Proxy, or an object that only inherits from one', () => {
    for (const odd of [new Proxy(resident, {}), Object.create(resident)]) {
      const expectation = { kind: 'ArgumentError', says: /do not wrap it in a Proxy/ };
      for (const [argument, operation, run] of /** @type {[string, string, () => unknown][]} */ ([
        ['input', 'softmax', () => attention.softmax(odd)],
        ['options.out', 'softmax', () => attention.softmax(rows, { out: odd })],
        ['this', 'read', () => odd.read()],
        ['this', 'write', () => odd.write(rows)],
        ['this', 'dispose', () => odd.dispose()],
      ])) {
        assertRefused(run, { ...expectation, operation, argument });
      }
    }
    assertSameBits(resident.read(), { shape: [1, 1], data: [1] });
  });
});

describe('the end of a scope', () => {
  const symbol = /** @type {any} */ (Symbol).dispose ?? Symbol.for('Symbol.dispose');

  it('disposes of residents, layers and caches by Symbol.dispose', () => {
    const { attention, arena } = makeInstance();
    const multiHead = attention.createMultiHeadAttention(
      { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] },
      { numHeads: 1 },
    );
    const held = [
      attention.resident([1]),
      attention.createLinear([[1]]),
      multiHead.createCache({ capacity: 3 }),
      multiHead,
    ];
    for (const each of held) {
      assert.equal(typeof (/** @type {any} */ (each)[symbol]), 'function');
      /** @type {any} */ (each)[symbol]();
      /** @type {any} */ (each)[symbol]();
    }
    assert.equal(arena.used, 0);
  });
});
