// Every tensor argument of every call, with every kind of wrong value.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { loadAttention, tensor } from '../../src/js/index.js';
import { assertRefused, caught, Refusals } from '../support/refusal.js';

const attention = await loadAttention();
const refusals = new Refusals(attention);

/** The paths of each sample's tensors, and the operation's name in errors. */
const argumentsBySample = {
  linear: ['input', 'weight', 'bias'],
  softmax: ['input'],
  scaledDotProductAttention: ['query', 'key', 'value'],
  additiveAttention: [
    'queries',
    'keys',
    'values',
    'parameters.wq',
    'parameters.wk',
    'parameters.wv',
  ],
  multiHeadAttention: [
    'query',
    'key',
    'value',
    'parameters.inProjWeight',
    'parameters.inProjBias',
    'parameters.outProjWeight',
    'parameters.outProjBias',
  ],
  createLinear: ['weight', 'bias'],
  createMultiHeadAttention: [
    'parameters.inProjWeight',
    'parameters.inProjBias',
    'parameters.outProjWeight',
    'parameters.outProjBias',
  ],
  'forward of a linear layer': ['input'],
  'forward of a multi-head layer': ['query', 'key', 'value'],
};

const numbers = (/** @type {number} */ count) => new Float32Array(count).fill(1);
/** @template {{ readonly buffer: ArrayBufferLike }} Data @param {Data} data */
const detach = (data) => {
  structuredClone(data.buffer, { transfer: [/** @type {ArrayBuffer} */ (data.buffer)] });
  return data;
};

/** @typedef {[what: string, make: () => unknown, says?: RegExp, kind?: string]} Bad */

/** Values that are neither a size nor an element. @type {[what: string, make: () => unknown][]} */
const others = [
  ['null', () => null],
  ['a boxed number', () => Object(2)],
  ['a date', () => new Date(2)],
  ['an object', () => ({})],
  ['a function', () => () => 1],
  ['a symbol', () => Symbol('s')],
];

/** @type {Bad[]} */
const bad = [
  ...others.flatMap(
    /** @returns {Bad[]} */ ([what, make]) => [
      [`a size of ${what}`, () => ({ shape: [1, make()], data: numbers(2) })],
      [`data with ${what}`, () => ({ shape: [2], data: [1, make()] })],
      [`${what} among numbers`, () => [[1, make()]]],
    ],
  ),
  ['a number', () => 5, /is 5/],
  ['a string', () => 'text', /is "text"/],
  ['a long string', () => 'x'.repeat(1000), /is a string/],
  ['true', () => true, /is true/],
  ['a BigInt', () => 10n, /the BigInt 10/],
  ['a symbol', () => Symbol('s'), /a symbol/],
  ['a function', () => () => 1, /a function/],
  ['an object without a shape', () => ({ data: numbers(4) }), /shape is undefined/],
  ['a Map', () => new Map()],
  ['a promise', () => Promise.resolve([[1]])],
  ['a Date', () => new Date(0)],
  ['an object that says to be a number', () => ({ valueOf: () => 1 })],
  ['a Map of another realm', () => vm.runInNewContext('new Map()')],
  ['ragged rows of another realm', () => vm.runInNewContext('[[1, 2], [3]]'), /./, 'ShapeError'],
  ['a proxy of numbers', () => ({ shape: [2], data: new Proxy(numbers(2), {}) })],
  ['an heir of typed arrays', () => ({ shape: [2], data: Object.create(Float32Array.prototype) })],
  ['a shape of holes', () => ({ shape: new Array(2), data: numbers(1) })],
  [
    'float16 of another realm without a dtype',
    () => ({ shape: [2], data: vm.runInNewContext('new Uint16Array(2)') }),
  ],
  ['an object without data', () => ({ shape: [2, 2] }), /data is undefined/],
  ['data of null', () => ({ shape: [2, 2], data: null }), /data is null/],
  ['data of a string', () => ({ shape: [2], data: '12' }), /data is "12"/],
  ['data of strings', () => ({ shape: [2], data: [1, '2'] }), /data\[1\] is "2"/],
  ['data of BigInts', () => ({ shape: [1], data: new BigInt64Array(1) }), /BigInt/],
  [
    'data of booleans and numbers',
    () => ({ shape: [2], data: [true, 1] }),
    /is 1; expected true or false/,
  ],
  ['data of booleans', () => ({ shape: [2], data: [true, false] }), /boolean/],
  [
    'numbers as a mask',
    () => ({ shape: [2], data: [0, 2], dtype: 'bool' }),
    /data\[0\] is 0; expected true or false, as its dtype is bool/,
  ],
  [
    'a resident tensor of another copy',
    () => ({ shape: [2], read: () => numbers(2) }),
    /a resident tensor of another copy of the library; expected a tensor, such as its read\(\)/,
  ],
  ['data of holes', () => ({ shape: [3], data: new Array(3) }), /is undefined/],
  ['data of bytes', () => ({ shape: [2], data: new Uint8Array(2) }), /boolean/],
  ['a buffer for data', () => ({ shape: [2], data: new ArrayBuffer(8) })],
  ['a DataView', () => ({ shape: [2], data: new DataView(numbers(2).buffer) })],
  [
    'a detached array',
    () => ({ shape: [2, 2], data: detach(numbers(4)) }),
    /a detached or shrunk Float32/,
  ],
  [
    'a detached array of halves',
    () => ({ shape: [2], data: detach(new Uint16Array(2)), dtype: 'float16' }),
    /a detached or shrunk Uint16Array/,
  ],
  ['a detached array of one axis', () => detach(numbers(4)), /a detached or shrunk Float32Array/],
  [
    'a detached array of doubles',
    () => detach(new Float64Array(4)),
    /a detached or shrunk Float64Array/,
  ],
  ['a detached array of bytes', () => detach(new Uint8Array(4)), /a detached or shrunk Uint8Array/],
  ['a detached empty array', () => ({ shape: [0, 4], data: detach(numbers(0)) }), /a detached/],
  ['too little data', () => ({ shape: [2, 2], data: numbers(3) }), /has: 3/, 'ShapeError'],
  ['too much data', () => ({ shape: [2, 2], data: numbers(5) }), /has: 5/, 'ShapeError'],
  ['a shape that is a number', () => ({ shape: 4, data: numbers(4) })],
  ['a shape that is a string', () => ({ shape: '4', data: numbers(4) })],
  ['a size of -1', () => ({ shape: [-1, 4], data: [] }), /\[-1,4\]/],
  ['a size of 1.5', () => ({ shape: [1.5, 2], data: numbers(3) }), /1\.5/],
  ['a size of NaN', () => ({ shape: [Number.NaN], data: [] }), /NaN/],
  ['a size of Infinity', () => ({ shape: [Infinity], data: [] }), /Infinity/],
  ['a size that is a string', () => ({ shape: ['2', 2], data: numbers(4) }), /"2"/],
  ['a size that is a BigInt', () => ({ shape: [2n, 2], data: numbers(4) }), /BigInt/],
  ['a size of 2^53', () => ({ shape: [2 ** 53], data: [] })],
  ['a size of 2^53 - 1', () => ({ shape: [2 ** 53 - 1], data: [] }), /32 PiB/, 'LimitError'],
  ['2^31 numbers', () => ({ shape: [2 ** 31], data: [] }), /8 GiB.*4 GiB/, 'LimitError'],
  ['2^32 numbers in two axes', () => ({ shape: [65536, 65536], data: [] }), /16 GiB/, 'LimitError'],
  [
    '2^30 numbers that are not there',
    () => ({ shape: [2 ** 15, 2 ** 15], data: [] }),
    /./,
    'ShapeError',
  ],
  ['nine axes', () => ({ shape: new Array(9).fill(1), data: [1] }), /9 sizes/],
  ['ragged rows', () => [[1, 2], [3]], /ragged: an array of length 1 at \[1\]/, 'ShapeError'],
  ['a number beside a row', () => [[1, 2], 3], /ragged: 3 at \[1\]/, 'ShapeError'],
  [
    'a row beside a number',
    () => [1, [2, 3]],
    /ragged: an array of length 2 at \[1\]/,
    'ShapeError',
  ],
  [
    'a short row within',
    () => [
      [[1], [2]],
      [[3], []],
    ],
    /length 0 at \[1\]\[1\];/,
    'ShapeError',
  ],
  ['a string among numbers', () => [[1, '2']], /\[0\]\[1\] is "2"/],
  [
    'a string in a later row',
    () => [
      [[1], [2]],
      [[3], ['4']],
    ],
    /\[1\]\[1\]\[0\] is "4"/,
  ],
  ['rows of holes', () => [new Array(2)], /\[0\]\[0\] is undefined/],
  ['a BigInt among numbers', () => [[1, 2n]], /the BigInt 2/],
  ['a boolean among numbers', () => [[1, true]], /true/],
  ['a number among booleans', () => [[true, 1]], /is 1; expected true or false/],
  ['booleans', () => [[true, false]], /boolean/],
  ['typed arrays in an array', () => [numbers(2), numbers(2)], /Float32Array/],
  ['arrays nested nine deep', () => JSON.parse(`${'['.repeat(9)}1${']'.repeat(9)}`)],
];

// Arguments that have to match others reject these. The first argument of a call is what the others
// match, so only its number of axes can be wrong.
/** @type {Bad[]} */
const misfits = [
  [
    'a shape with a size that fits nothing',
    () => ({ shape: [7, 13], data: numbers(91) }),
    /./,
    'ShapeError',
  ],
  [
    'five axes of another width',
    () => ({ shape: [1, 1, 1, 1, 13], data: numbers(13) }),
    /./,
    'ShapeError',
  ],
  ['no axis at all', () => ({ shape: [], data: [1] }), /shape \(\)/, 'ShapeError'],
];

const freely = [
  'linear weight',
  'softmax input',
  'scaledDotProductAttention query',
  'additiveAttention queries',
  'createLinear weight',
];

/** @param {any} args @param {string} path @param {unknown} value */
function setAt(args, path, value) {
  const names = path.split('.');
  const last = /** @type {string} */ (names.pop());
  names.reduce((object, name) => object[name], args)[last] = value;
}

for (const [sample, paths] of Object.entries(argumentsBySample)) {
  const operation = sample.startsWith('forward') ? 'forward' : sample;
  describe(`${sample} refuses`, () => {
    for (const argument of paths) {
      const isFree = freely.includes(`${sample} ${argument}`);
      const cases = [...bad, ...(isFree ? misfits.slice(-1) : misfits)];
      for (const [what, make, says, kind = 'ArgumentError'] of cases) {
        it(`${what} for ${argument}`, () => {
          const change = (/** @type {any} */ args) => setAt(args, argument, make());
          refusals.verify(sample, change, { kind, operation, argument, says });
        });
      }

      const isOptional = /bias/i.test(argument);
      const isDefault = sample === 'forward of a multi-head layer' && argument !== 'query';
      if (isOptional) continue;
      for (const nothing of isDefault ? [null] : [null, undefined]) {
        it(`${nothing} for ${argument}`, () => {
          const change = (/** @type {any} */ args) => setAt(args, argument, nothing);
          const says = new RegExp(` is ${nothing};`);
          refusals.verify(sample, change, { kind: 'ArgumentError', operation, argument, says });
        });
      }
    }
  });
}

describe('a tensor whose data was detached after it was made is refused', () => {
  for (const count of [0, 4]) {
    it(`with ${count} elements`, () => {
      const detached = tensor([count], numbers(count));
      detach(detached.data);
      const refused = { kind: 'ArgumentError', operation: 'softmax', argument: 'input' };
      assertRefused(() => attention.softmax(detached), refused);
      const asWeight = { ...refused, operation: 'linear', argument: 'weight' };
      assertRefused(() => attention.linear([[1]], detached), asWeight);
      const asThis = { ...refused, operation: 'toJSON', argument: 'this' };
      assertRefused(() => JSON.stringify(detached), asThis);
    });
  }
});

describe('a refusal blames', () => {
  const refused = { kind: 'ArgumentError', argument: 'input' };
  it('the first argument that is missing', () => {
    assertRefused(() => /** @type {any} */ (attention).linear(), {
      ...refused,
      operation: 'linear',
    });
  });

  it('the name of the sizes of another library', () => {
    const { message } = /** @type {Error} */ (
      caught(() => attention.softmax(/** @type {any} */ ({ dims: [2], data: numbers(2) })))
    );
    assert.equal(
      message,
      'softmax: input.shape is undefined; expected the sizes, now in input.dims',
    );
  });
});

describe('what keeps a tensor refuses', () => {
  const held = attention.resident([[1, 2]]);
  /** @type {[operation: string, argument: string, run: (value: any) => unknown][]} */
  const calls = [
    ['resident', 'tensor', (value) => attention.resident(value)],
    ['write', 'tensor', (value) => held.write(value)],
    ['tensor', 'nested', (value) => tensor(value)],
  ];
  const flags = ['booleans', 'data of booleans', 'data of bytes'];
  for (const [what, make, , kind = 'ArgumentError'] of bad) {
    // Flags are valid in a mask.
    if (flags.includes(what)) continue;
    it(what, () => {
      for (const [operation, argument, run] of calls) {
        assertRefused(() => run(make()), { kind, operation, argument });
      }
    });
  }
});
