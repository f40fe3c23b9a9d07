// Every tensor argument of every call, with everything that is not such a tensor.
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { loadAttention, tensor } from '../../src/js/index.js';
import { assertRefusal, caught, Refusals } from '../support/refusal.js';

const attention = await loadAttention();
const refusals = new Refusals(attention);

/** The tensors of each sample, by their path; the name of the operation that errors carry. */
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
const detached = () => {
  const data = numbers(4);
  structuredClone(data, { transfer: [data.buffer] });
  return data;
};

/** @typedef {[what: string, make: () => unknown, kind: string, says?: RegExp]} Bad */

/** What is neither a size nor an element. @type {[what: string, make: () => unknown][]} */
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
      [`a size of ${what}`, () => ({ shape: [1, make()], data: numbers(2) }), 'ArgumentError'],
      [`data with ${what}`, () => ({ shape: [2], data: [1, make()] }), 'ArgumentError'],
      [`${what} among numbers`, () => [[1, make()]], 'ArgumentError'],
    ],
  ),
  ['a number', () => 5, 'ArgumentError', /is 5/],
  ['a string', () => 'text', 'ArgumentError', /is "text"/],
  ['a long string', () => 'x'.repeat(1000), 'ArgumentError', /is a string/],
  ['true', () => true, 'ArgumentError', /is true/],
  ['a BigInt', () => 10n, 'ArgumentError', /the BigInt 10/],
  ['a symbol', () => Symbol('s'), 'ArgumentError', /a symbol/],
  ['a function', () => () => 1, 'ArgumentError', /a function/],
  [
    'an object without a shape',
    () => ({ data: numbers(4) }),
    'ArgumentError',
    /shape is undefined/,
  ],
  ['a Map', () => new Map(), 'ArgumentError'],
  ['a promise', () => Promise.resolve([[1]]), 'ArgumentError'],
  ['a Date', () => new Date(0), 'ArgumentError'],
  ['an object that says to be a number', () => ({ valueOf: () => 1 }), 'ArgumentError'],
  ['a Map of another realm', () => vm.runInNewContext('new Map()'), 'ArgumentError'],
  ['ragged rows of another realm', () => vm.runInNewContext('[[1, 2], [3]]'), 'ShapeError'],
  ['a proxy of numbers', () => ({ shape: [2], data: new Proxy(numbers(2), {}) }), 'ArgumentError'],
  [
    'an heir of typed arrays',
    () => ({ shape: [2], data: Object.create(Float32Array.prototype) }),
    'ArgumentError',
  ],
  ['a shape of holes', () => ({ shape: new Array(2), data: numbers(1) }), 'ArgumentError'],
  [
    'float16 of another realm without a dtype',
    () => ({ shape: [2], data: vm.runInNewContext('new Uint16Array(2)') }),
    'ArgumentError',
  ],
  ['an object without data', () => ({ shape: [2, 2] }), 'ArgumentError', /data is undefined/],
  ['data of null', () => ({ shape: [2, 2], data: null }), 'ArgumentError', /data is null/],
  ['data of a string', () => ({ shape: [2], data: '12' }), 'ArgumentError', /data is "12"/],
  ['data of strings', () => ({ shape: [2], data: [1, '2'] }), 'ArgumentError', /data\[1\] is "2"/],
  [
    'data of BigInts',
    () => ({ shape: [1], data: new BigInt64Array(1) }),
    'ArgumentError',
    /BigInt/,
  ],
  [
    'data of booleans and numbers',
    () => ({ shape: [2], data: [true, 1] }),
    'ArgumentError',
    /also 1/,
  ],
  ['data of booleans', () => ({ shape: [2], data: [true, false] }), 'ArgumentError', /boolean/],
  ['data of holes', () => ({ shape: [3], data: new Array(3) }), 'ArgumentError', /is undefined/],
  ['data of bytes', () => ({ shape: [2], data: new Uint8Array(2) }), 'ArgumentError', /boolean/],
  ['a buffer for data', () => ({ shape: [2], data: new ArrayBuffer(8) }), 'ArgumentError'],
  ['a DataView', () => ({ shape: [2], data: new DataView(numbers(2).buffer) }), 'ArgumentError'],
  ['a detached array', () => ({ shape: [2, 2], data: detached() }), 'ShapeError', /has: 0/],
  ['too little data', () => ({ shape: [2, 2], data: numbers(3) }), 'ShapeError', /has: 3/],
  ['too much data', () => ({ shape: [2, 2], data: numbers(5) }), 'ShapeError', /has: 5/],
  ['a shape that is a number', () => ({ shape: 4, data: numbers(4) }), 'ArgumentError'],
  ['a shape that is a string', () => ({ shape: '4', data: numbers(4) }), 'ArgumentError'],
  ['a size of -1', () => ({ shape: [-1, 4], data: [] }), 'ArgumentError', /\[-1,4\]/],
  ['a size of 1.5', () => ({ shape: [1.5, 2], data: numbers(3) }), 'ArgumentError', /1\.5/],
  ['a size of NaN', () => ({ shape: [Number.NaN], data: [] }), 'ArgumentError', /NaN/],
  ['a size of Infinity', () => ({ shape: [Infinity], data: [] }), 'ArgumentError', /Infinity/],
  [
    'a size that is a string',
    () => ({ shape: ['2', 2], data: numbers(4) }),
    'ArgumentError',
    /"2"/,
  ],
  [
    'a size that is a BigInt',
    () => ({ shape: [2n, 2], data: numbers(4) }),
    'ArgumentError',
    /BigInt/,
  ],
  ['a size of 2^53', () => ({ shape: [2 ** 53], data: [] }), 'ArgumentError'],
  ['a size of 2^53 - 1', () => ({ shape: [2 ** 53 - 1], data: [] }), 'LimitError', /32 PiB/],
  ['2^31 numbers', () => ({ shape: [2 ** 31], data: [] }), 'LimitError', /8 GiB.*4 GiB/],
  ['2^32 numbers in two axes', () => ({ shape: [65536, 65536], data: [] }), 'LimitError', /16 GiB/],
  [
    '2^30 numbers that are not there',
    () => ({ shape: [2 ** 15, 2 ** 15], data: [] }),
    'ShapeError',
  ],
  ['nine axes', () => ({ shape: new Array(9).fill(1), data: [1] }), 'ArgumentError', /9 sizes/],
  ['ragged rows', () => [[1, 2], [3]], 'ShapeError', /ragged: an array of 1/],
  ['a number beside a row', () => [[1, 2], 3], 'ShapeError', /ragged: 3/],
  ['a row beside a number', () => [1, [2, 3]], 'ShapeError', /ragged: an array of 2/],
  ['a string among numbers', () => [[1, '2']], 'ArgumentError', /"2"/],
  ['rows of holes', () => [new Array(2)], 'ArgumentError', /undefined/],
  ['a BigInt among numbers', () => [[1, 2n]], 'ArgumentError', /the BigInt 2/],
  ['a boolean among numbers', () => [[1, true]], 'ArgumentError', /true/],
  ['a number among booleans', () => [[true, 1]], 'ArgumentError', /also 1/],
  ['booleans', () => [[true, false]], 'ArgumentError', /boolean/],
  ['typed arrays in an array', () => [numbers(2), numbers(2)], 'ArgumentError', /Float32Array/],
  [
    'arrays nested nine deep',
    () => JSON.parse(`${'['.repeat(9)}1${']'.repeat(9)}`),
    'ArgumentError',
  ],
];

// No argument that has to match another fits these. The first argument of a call is matched by the
// others: only its number of axes may be wrong.
/** @type {Bad[]} */
const misfits = [
  [
    'a shape with a size that fits nothing',
    () => ({ shape: [7, 13], data: numbers(91) }),
    'ShapeError',
  ],
  [
    'five axes of another width',
    () => ({ shape: [1, 1, 1, 1, 13], data: numbers(13) }),
    'ShapeError',
  ],
  ['no axis at all', () => ({ shape: [], data: [1] }), 'ShapeError', /shape \(\)/],
];

const freely = [
  'linear weight',
  'softmax input',
  'scaledDotProductAttention query',
  'additiveAttention queries',
  'createLinear weight',
];

/**
 * @param {any} args
 * @param {string} path
 * @param {unknown} value
 */
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
      for (const [what, make, kind, says] of cases) {
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

describe('what keeps a tensor refuses', () => {
  const held = attention.resident([[1, 2]]);
  /** @type {[operation: string, argument: string, run: (value: any) => unknown][]} */
  const calls = [
    ['resident', 'tensor', (value) => attention.resident(value)],
    ['write', 'tensor', (value) => held.write(value)],
    ['tensor', 'nested', (value) => tensor(value)],
  ];
  // Flags are a mask.
  for (const [what, make, kind] of bad.filter(
    ([what]) => !/^(booleans|data of b(oole|yte).*s)$/.test(what),
  )) {
    it(what, () => {
      for (const [operation, argument, run] of calls) {
        const error = caught(() => run(make()));
        assertRefusal(error, { kind, operation, argument });
      }
    });
  }
});
