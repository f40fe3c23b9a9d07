// Masks and lengths that could be mistaken for something else, and some that only look unusual.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, masks, ShapeError } from '../../src/js/index.js';
import { filled } from '../support/arrange.js';
import { tensorsOf } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught, Refusals } from '../support/refusal.js';
import { samples } from '../support/samples.js';

const attention = await loadAttention();
const refusals = new Refusals(attention);

/** @typedef {[sample: string, operation: string]} Call */

/**
 * The calls that take attnMask over scores of (2, 3, 4), or of (2, 2, 3, 4) in multi-head
 * attention.
 */
const masked = /** @type {Call[]} */ ([
  ['softmax', 'softmax'],
  ['scaledDotProductAttention', 'scaledDotProductAttention'],
  ['additiveAttention', 'additiveAttention'],
  ['multiHeadAttention', 'multiHeadAttention'],
  ['forward of a multi-head layer', 'forward'],
]);
const padded = masked.slice(1);

/** @param {string} option @param {unknown} value */
const setting = (option, value) => (/** @type {any} */ args) => {
  args.options = { ...args.options, [option]: value };
};

/**
 * Returns the results of a sample with an option.
 * @param {string} sample
 * @param {string} option
 * @param {unknown} value
 */
function results(sample, option, value) {
  const args = samples[sample].make();
  setting(option, value)(args);
  return tensorsOf(samples[sample].run(attention, args));
}

describe('a mask of numbers', () => {
  const full = (/** @type {number} */ value) => ({
    shape: [3, 4],
    data: new Float32Array(12).fill(value),
  });
  const mixed = Float32Array.of(0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1);
  const upper = [
    [0, 1, 1, 1],
    [0, 0, 1, 1],
    [0, 0, 0, 1],
  ];
  const last = full(0);
  last.data[11] = 1;
  /** @type {Record<string, any>} */
  const suspects = {
    'zeros and ones': upper,
    'ones alone': full(1),
    'one 1, at the end': last,
    'a -0 among ones': [[1, -0, 1, 1]].concat([0, 0].map(() => [1, 1, 1, 1])),
    'a Float32Array of them': { shape: [3, 4], data: mixed },
    'a Float64Array of them': { shape: [3, 4], data: Float64Array.from(mixed) },
    'an Int32Array of them': { shape: [3, 4], data: Int32Array.from(mixed) },
    'flat numbers': { shape: [3, 4], data: [...mixed] },
    'one element': { shape: [1, 1], data: [1] },
    'a resident': attention.resident(upper),
  };
  for (const [sample, operation] of masked) {
    for (const [what, mask] of Object.entries(suspects)) {
      it(`of ${what} is refused by ${sample}, with both ways of saying what is meant`, () => {
        refusals.verifyUnseen(sample, setting('attnMask', mask), {
          kind: 'ArgumentError',
          operation,
          argument: 'options.attnMask',
          says: /all of them 0 or 1.*booleans or a Uint8Array.*1 = may attend.*-Infinity = masked/,
        });
      });
    }

    it(`of zeros changes nothing in ${sample}`, () => {
      const plain = results(sample, 'attnMask', undefined);
      for (const zeros of [full(0), full(-0), attention.resident(full(0))]) {
        const same = results(sample, 'attnMask', zeros);
        for (const [name, right] of Object.entries(plain)) {
          // Adding 0 turns −0 into 0.
          assert.deepEqual(
            [...same[name].data].map((x) => x + 0),
            [...right.data].map((x) => x + 0),
          );
        }
      }
    });

    it(`with another number in it is added by ${sample}`, () => {
      const added = full(1);
      for (const other of [0.5, 2, -1, -Infinity, Number.NaN, 1 + 2 ** -23]) {
        added.data[11] = other;
        const right = results(sample, 'attnMask', added);
        const same = results(sample, 'attnMask', attention.resident(added));
        for (const [name, part] of Object.entries(right)) assertSameBits(same[name], part, name);
      }
    });
  }

  it('without elements is fine', () => {
    const attnMask = { shape: [0, 2], data: [] };
    const { output } = attention.scaledDotProductAttention(
      { shape: [0, 1], data: [] },
      [[1], [2]],
      [[1], [2]],
      { attnMask },
    );
    assert.deepEqual([...output.shape], [0, 1]);
  });

  it('as keyPaddingMask may be of 0 and 1 only', () => {
    for (const [sample, operation] of padded) {
      const booleans = { shape: [2, 4], data: Uint8Array.of(1, 1, 0, 1, 1, 0, 0, 1) };
      const right = results(sample, 'keyPaddingMask', booleans);
      const same = [
        [1, 1, 0, 1],
        [1, 0, 0, 1],
      ];
      for (const numbers of [same, attention.resident(same), attention.resident(booleans)]) {
        const padding = results(sample, 'keyPaddingMask', numbers);
        for (const [name, part] of Object.entries(right)) assertSameBits(padding[name], part, name);
      }
      for (const wrong of [2, -1, 0.5, Number.NaN, -Infinity]) {
        const numbers = [
          [1, 1, 0, 1],
          [1, 0, 0, wrong],
        ];
        for (const value of [numbers, attention.resident(numbers)]) {
          const argument = 'options.keyPaddingMask';
          const says = /expected only 0 and 1/;
          const expectation = { kind: 'ArgumentError', operation, argument, says };
          refusals.verifyUnseen(sample, setting('keyPaddingMask', value), expectation);
        }
      }
    }
  });
});

describe('a mask of multi-head attention', () => {
  const random = createRandom(501);
  const mask = (/** @type {number[]} */ ...shape) => random.mask(shape);
  const heads = masked.slice(3);

  for (const [sample, operation] of heads) {
    it(`of three axes is refused by ${sample}, with the two ways written out, though N = H`, () => {
      for (const attnMask of [mask(2, 3, 4), random.tensor([2, 3, 4])]) {
        const says =
          '(2, 3, 4); expected (3, 4) or (2, 2, 3, 4): write (2, 1, 3, 4) for a mask of each item, (1, 2, 3, 4) for a mask of each head';
        const pattern = new RegExp(says.replace(/[()]/g, '\\$&'));
        const argument = 'options.attnMask';
        for (const value of [attnMask, attention.resident(attnMask)]) {
          const expectation = { kind: 'ShapeError', operation, argument, says: pattern };
          refusals.verifyUnseen(sample, setting('attnMask', value), expectation);
        }
      }
    });

    it(`of one axis, or none, or five is refused by ${sample}`, () => {
      for (const attnMask of [mask(4), mask(), mask(1, 2, 2, 3, 4), [true, true, true, true]]) {
        const argument = 'options.attnMask';
        const says = /expected \(3, 4\) or \(2, 2, 3, 4\)$/;
        const expectation = { kind: 'ShapeError', operation, argument, says };
        refusals.verify(sample, setting('attnMask', attnMask), expectation);
      }
    });

    it(`of each item, or of each head, is what ${sample} says it is`, () => {
      const [item, head] = [mask(2, 1, 3, 4), mask(1, 2, 3, 4)];
      for (const [attnMask, isOf] of /** @type {[any, (n: number, h: number) => number][]} */ ([
        [item, (n) => n],
        [head, (_, h) => h],
      ])) {
        const { weights } = results(sample, 'attnMask', attnMask);
        weights.data.forEach((weight, i) => {
          const [n, h, rest] = [Math.floor(i / 24), Math.floor(i / 12) % 2, i % 12];
          if (attnMask.data[12 * isOf(n, h) + rest] === 0) assert.equal(weight, 0);
          else assert.ok(weight > 0);
        });
      }
    });
  }

  it('without a batch has two or four axes as well', () => {
    const x = random.tensor([3, 4]);
    const parameters = random.parameters(4);
    const run = (/** @type {any} */ attnMask) =>
      attention.multiHeadAttention(x, x, x, parameters, { numHeads: 2, attnMask });
    const error = caught(() => run(mask(2, 3, 3)));
    assertRefusal(error, {
      kind: 'ShapeError',
      operation: 'multiHeadAttention',
      argument: 'options.attnMask',
      says: /expected \(3, 3\) or \(1, 2, 3, 3\): write \(1, 2, 3, 3\) for a mask of each head$/,
    });
    const ofHeads = mask(1, 2, 3, 3);
    const { weights } = run(ofHeads);
    assert.deepEqual([...weights.shape], [2, 3, 3]);
    weights.data.forEach((weight, i) => {
      if (ofHeads.data[i] === 0) assert.equal(weight, 0);
    });
  });
});

describe('the advice for a mask of three axes', () => {
  const random = createRandom(502);
  const x = random.tensor([2, 3, 4]);
  const parameters = random.parameters(4);
  const run = (/** @type {any} */ attnMask) =>
    attention.multiHeadAttention(x, x, x, parameters, { numHeads: 4, attnMask });
  for (const [what, attnMask, ways] of /** @type {[string, any, number[][]][]} */ ([
    ['of linear biases of four heads', masks.alibi(4, 3, 3), [[1, 4, 3, 3]]],
    ['of two items', random.mask([2, 3, 3]), [[2, 1, 3, 3]]],
    ['of one flag', random.mask([1, 1, 1]), [[1, 1, 1, 1]]],
    ['that fits neither items nor heads', random.mask([3, 3, 3]), []],
    ['of other rows', random.mask([4, 2, 3]), []],
  ])) {
    it(`${what} names each shape that works, once`, () => {
      const { expected } = /** @type {any} */ (caught(() => run(attnMask)));
      const advice = expected.split(': write ')[1] ?? '';
      const shapes = [...advice.matchAll(/\(([\d, ]+)\)/g)].map(([, sizes]) =>
        sizes.split(', ').map(Number),
      );
      assert.deepEqual(shapes, ways);
      for (const shape of shapes) run({ shape, data: attnMask.data });
    });
  }
});

describe('lengths', () => {
  for (const [sample] of masked) {
    it(`may be one number for every item in ${sample}`, () => {
      for (const length of [0, 1, 2, 4, 5, 2 ** 31, 2 ** 53]) {
        const right = results(sample, 'validLens', [length, length]);
        const same = results(sample, 'validLens', length);
        for (const [name, part] of Object.entries(right)) assertSameBits(same[name], part, name);
      }
    });

    it(`may be of any kind of integers in ${sample}`, () => {
      const kinds = [
        ...[Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, Int32Array],
        ...[Uint32Array, Float32Array, Float64Array],
      ];
      for (const [shape, lengths] of /** @type {[number[], number[]][]} */ ([
        [[2], [1, 3]],
        [[2], [1, 0]],
        [
          [2, 3],
          [0, 1, 2, 3, 4, 5],
        ],
        [
          [2, 3],
          [0, 1, 0, 1, 1, 1],
        ],
      ])) {
        const right = results(sample, 'validLens', { shape, data: lengths });
        const forms = [attention.resident({ shape, data: lengths })];
        for (const Kind of kinds) {
          const data = Kind.from(lengths);
          forms.push(/** @type {any} */ ({ shape, data }));
          if (shape.length === 1) forms.push(/** @type {any} */ (data));
        }
        for (const form of forms) {
          const same = results(sample, 'validLens', form);
          for (const [name, part] of Object.entries(right)) assertSameBits(same[name], part, name);
        }
      }
    });
  }
});

it('null for a bias is none, as in state dicts', () => {
  const [x, weight] = [[[1, 2]], [[3, 4]]];
  assertSameBits(attention.linear(x, weight, null), attention.linear(x, weight));
  const layer = attention.createLinear(weight, null);
  assertSameBits(layer.forward(x), attention.linear(x, weight));
  /** @type {any} */
  const parameters = { inProjWeight: [[1], [2], [3]], outProjWeight: [[4]] };
  const options = { numHeads: 1 };
  const right = attention.multiHeadAttention([[1]], [[1]], [[1]], parameters, options);
  Object.assign(parameters, { inProjBias: null, outProjBias: null, qProjWeight: null });
  Object.assign(parameters, { kProjWeight: null, vProjWeight: undefined });
  const same = attention.multiHeadAttention([[1]], [[1]], [[1]], parameters, options);
  assertSameBits(same.output, right.output);
});

it('lengths are judged as they are, before anything rounds them', () => {
  const lengths = [[2.00000001], { shape: [1], data: [2.00000001] }, Float64Array.of(2.00000001)];
  for (const validLens of lengths) {
    const error = caught(() => attention.softmax([[1, 2, 3]], { validLens }));
    const [kind, operation, argument] = ['ArgumentError', 'softmax', 'options.validLens'];
    assertRefusal(error, { kind, operation, argument, says: /is 2\.00000001/ });
  }
});

/** @param {Uint8Array} data */
const weigh = (data) => {
  const shape = [1, data.length];
  const input = { shape, data: new Float32Array(data.length) };
  return attention.softmax(input, { attnMask: { shape, data } });
};

it('a byte that is neither 0 nor 1 is named, wherever it stands', () => {
  for (const length of [5, 63, 64, 66, 67]) {
    for (const [offset, byte] of [
      [0, 2],
      [1, 3],
      [0, 128],
      [2, 255],
    ]) {
      for (let place = 0; place < length; place++) {
        const mask = new Uint8Array(length + offset).fill(1).subarray(offset);
        mask[place] = byte;
        assert.throws(
          () => weigh(mask),
          {
            name: 'ArgumentError',
            argument: `options.attnMask.data[${place}]`,
            received: String(byte),
          },
          `${byte} at ${place} of ${length}`,
        );
      }
      weigh(new Uint8Array(length + offset).fill(1).subarray(offset));
    }
  }
});

it('an item of three axes has its own part of a mask', () => {
  const query = { shape: [2, 1, 1], data: [0, 0] };
  const key = { shape: [2, 2, 1], data: [0, 0, 0, 0] };
  const attnMask = { shape: [2, 1, 2], data: Uint8Array.of(1, 0, 0, 1) };
  const { weights } = attention.scaledDotProductAttention(query, key, key, { attnMask });
  assert.deepEqual([...weights.data], [1, 0, 0, 1]);
});

it('a fill that float32 does not reach stays finite: a row without keys attends evenly', () => {
  const options = { attnMask: [[false, false]], maskFill: -1e300 };
  assert.deepEqual([...attention.softmax([[1, 2]], options).data], [0.5, 0.5]);
});

const zeros = (/** @type {number[]} */ ...shape) => filled(shape, 0);
const parameters = { wq: zeros(1, 1), wk: zeros(1, 1), wv: zeros(1) };

/** @type {any} tests read results by name */
const any = attention;
/** @type {Record<string, (query: any, key: any, options: object) => any>} */
const mechanisms = {
  scaledDotProductAttention: (query, key, options) =>
    any.scaledDotProductAttention(query, key, key, options),
  additiveAttention: (query, key, options) =>
    any.additiveAttention(query, key, key, parameters, options),
};

for (const [name, attend] of Object.entries(mechanisms)) {
  describe(`validLens of ${name}`, () => {
    it('are one for each item', () => {
      const { weights } = attend(zeros(2, 1, 1), zeros(2, 2, 1), { validLens: [1, 2] });
      assert.deepEqual([...weights.data], [1, 0, 0.5, 0.5]);
    });

    it('are one for each query where there are no items', () => {
      const { weights } = attend(zeros(2, 1), zeros(2, 1), { validLens: [1, 2] });
      assert.deepEqual([...weights.data], [1, 0, 0.5, 0.5]);
    });

    it('name that shape where they do not fit', () => {
      const call = () => attend(zeros(3, 1), zeros(2, 1), { validLens: [1, 2] });
      assert.throws(call, /\(2,\); expected \(3,\), \(1,\) or \(1, 3\)$/);
    });

    it('are refused for the queries of a single item', () => {
      const call = () => attend(zeros(1, 2, 1), zeros(1, 2, 1), { validLens: [1, 2] });
      assert.throws(call, ShapeError);
    });
  });
}
