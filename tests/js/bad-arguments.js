// Arguments that no operation can take, drawn at random: for each kind of argument, ways to make a right one wrong.
import vm from 'node:vm';

/** @import { Random } from '../support/random.js' */

/**
 * @typedef {{ shape: number[], data: any }} Tensor
 * @typedef {(right: any, random: Random) => unknown} Spoil gives what takes the place of a right argument
 */

/** @type {ArrayConstructor} */
const ForeignArray = vm.runInNewContext('Array');
/** @type {Record<string, any>} */
const foreign = vm.runInNewContext('({ Uint16Array, BigInt64Array, Float32Array, Map, Object })');

/** @param {Float32Array} data */
function makeDetached(data) {
  const copy = data.slice();
  structuredClone(copy, { transfer: [copy.buffer] });
  return copy;
}

/** Neither a number, a flag, a name, nor a tensor. @type {Record<string, Spoil>} */
const ANYTHING_ELSE = {
  BigInt: (_, random) => BigInt(random.bits()) << BigInt(random.integer(0, 99)),
  symbol: () => Symbol('s'),
  function: () => () => 1,
  'an empty object': () => ({}),
  Map: () => new Map(),
  'a Map of another realm': () => new foreign.Map(),
  Date: () => new Date(0),
  promise: () => Promise.resolve(1),
  'a RegExp': () => /x/,
  buffer: (_, random) => new ArrayBuffer(random.integer(0, 64)),
  'a string': (_, random) => `${random.bits().toString(36)}?`.repeat(random.integer(1, 9)),
  'an object that says to be a number': () => ({ valueOf: () => 1 }),
};

/** @type {Record<string, Spoil>} */
const NOT_NUMBER = {
  ...ANYTHING_ELSE,
  null: () => null,
  boolean: (_, random) => random.uniform() < 0.5,
  NaN: () => Number.NaN,
  'a number in an array': () => [1],
  'a number as a string': (_, random) => String(random.integer(0, 9)),
  'a boxed number': () => Object(1),
};

/** @type {Record<string, Spoil>} */
const NOT_FLAG = {
  ...ANYTHING_ELSE,
  null: () => null,
  number: (_, random) => random.pick([0, 1, -1, Number.NaN]),
  'a boxed flag': () => Object(true),
};

/** @type {Record<string, Spoil>} */
const NOT_COUNT = {
  ...NOT_NUMBER,
  negative: (_, random) => -random.integer(1, 2 ** 31),
  fraction: (_, random) => random.integer(0, 9) + 0.5,
  infinite: (_, random) => random.pick([Infinity, -Infinity]),
  'beyond all integers': (_, random) => 2 ** random.integer(53, 1023),
};

/** @type {Record<string, Spoil>} of axes and positions, which may be counted from the end */
const NOT_INDEX = {
  ...NOT_COUNT,
  negative: (_, random) => -random.integer(9, 2 ** 31),
  'outside the axis': (_, random) => random.integer(9, 2 ** 31),
};

/** @type {Record<string, Spoil>} */
const NOT_SCALE = {
  ...NOT_NUMBER,
  'no float32': (_, random) => random.pick([1, -1]) * 2 ** random.integer(128, 1024),
};

/** @type {Record<string, Spoil>} */
const NOT_POSITIVE = { ...NOT_SCALE, 'not above 0': (_, random) => random.pick([0, -0.5, -1e9]) };

/** @type {Record<string, Spoil>} */
const NOT_FUNCTION = {
  ...NOT_FLAG,
  flag: () => true,
  function: () => async () => 1,
};

/** A size that is none. @param {Random} random */
const notSize = (random) =>
  random.pick([
    ...[Number.NaN, -random.integer(1, 9), 0.5, Infinity, -Infinity, '2', 2n, null, undefined],
    ...[2 ** random.integer(53, 1023), {}, [2], true, Symbol('s')],
  ]);

/** An element that is no number. @param {Random} random */
const notElement = (random) =>
  random.pick(['1', null, undefined, 1n, {}, [1], true, Symbol('s'), () => 1, new Date(0)]);

/** @template T @param {readonly T[]} list @param {number} i @param {T} value */
const replaceItem = (list, i, value) => list.map((old, at) => (at === i ? value : old));

/** @param {number[]} shape @param {ArrayLike<number>} data @param {number} [from] @returns {any} nested arrays */
function makeNested([length, ...rest], data, from = 0) {
  if (length === undefined) return data[from];
  const size = rest.reduce((product, other) => product * other, 1);
  return Array.from({ length }, (_, i) => makeNested(rest, data, from + i * size));
}

/** One of the arrays within, or itself. @param {any} array @param {Random} random @returns {any[]} */
const pickInnerArray = (array, random) =>
  Array.isArray(array[0]) && random.uniform() < 0.8
    ? pickInnerArray(random.pick(array), random)
    : array;

/** @type {Record<string, Spoil>} of tensors with an element at least, and not of flags */
const NOT_TENSOR = {
  ...ANYTHING_ELSE,
  number: (_, random) => random.pick([0, 1, Number.NaN]),
  boolean: (_, random) => random.uniform() < 0.5,
  'without a shape': ({ data }) => ({ data }),
  'without data': ({ shape }) => ({ shape }),
  'a size that is none': ({ shape, data }, random) => ({
    shape: replaceItem(shape, random.integer(0, shape.length - 1), notSize(random)),
    data,
  }),
  'a hole in the shape': ({ shape, data }, random) => {
    const holed = [...shape];
    delete holed[random.integer(0, shape.length - 1)];
    return { shape: holed, data };
  },
  'a shape that is none': ({ data }, random) => ({
    shape: random.pick([data.length, String(data.length), null, true, {}, () => [1], 1n]),
    data,
  }),
  'too many axes': ({ data }, random) => ({
    shape: [...new Array(random.integer(8, 99)).fill(1), data.length],
    data,
  }),
  'an endless shape': ({ data }) => ({ shape: new Array(2 ** 32 - 1), data }),
  'too large': ({ data }, random) => ({
    shape: random.pick([[2 ** 30 + 1], [2 ** 53 - 1], [65536, 65536], [2 ** 26, 2 ** 26]]),
    data,
  }),
  'too few numbers': ({ shape, data }, random) => ({
    shape,
    data: data.slice(random.integer(1, data.length)),
  }),
  'too many numbers': ({ shape, data }, random) => ({
    shape,
    data: Float32Array.from({ length: data.length + random.integer(1, 9) }, () => 1),
  }),
  'an element that is no number': ({ shape, data }, random) => ({
    shape,
    data: replaceItem([...data], random.integer(0, data.length - 1), notElement(random)),
  }),
  'a hole in the data': ({ shape, data }, random) => {
    const holed = [...data];
    delete holed[random.integer(0, data.length - 1)];
    return { shape, data: holed };
  },
  'numbers of another kind': ({ shape, data }, random) => {
    const Kind = random.pick([
      ...[BigInt64Array, BigUint64Array, Uint16Array, Uint8Array],
      ...[foreign.Uint16Array, foreign.BigInt64Array],
    ]);
    return { shape, data: new Kind(data.length) };
  },
  'numbers that are gone': ({ shape, data }) => ({ shape, data: makeDetached(data) }),
  'a view of bytes': ({ shape, data }) => ({ shape, data: new DataView(data.buffer) }),
  'no typed array, but its child': ({ shape }) => ({
    shape,
    data: Object.create(Float32Array.prototype),
  }),
  'a proxy of a typed array': ({ shape, data }) => ({ shape, data: new Proxy(data, {}) }),
  'ragged rows': ({ shape, data }, random) => {
    if (shape.length < 2) return [[1, 2], 3];
    const rows = makeNested(shape, data);
    // Below the first level, where an array is as long as its neighbours.
    const row = pickInnerArray(random.pick(rows), random);
    if (random.uniform() < 0.5) row.push(row[0]);
    else row.pop();
    return shape[0] === 1 && shape.length === 2 ? [[1, 2], [3]] : rows;
  },
  'an odd one among nested numbers': ({ shape, data }, random) => {
    const rows = makeNested(shape, data);
    let row = rows;
    while (Array.isArray(row[0])) row = random.pick(row);
    row[random.integer(0, row.length - 1)] = random.pick(['1', null, undefined, 1n, {}, true]);
    return rows;
  },
  'rows of another realm, ragged': () =>
    ForeignArray.from([ForeignArray.of(1, 2), ForeignArray.of(3)]),
};

/** @type {Record<string, Spoil>} nor of flags */
const NOT_TENSOR_OR_MASK = {
  ...NOT_TENSOR,
  'numbers of another kind': ({ shape, data }, random) => ({
    shape,
    data: new (random.pick([BigInt64Array, Uint16Array, foreign.Uint16Array]))(data.length),
  }),
};

/** @type {Record<string, Spoil>} of what may be left out */
const NOT_OPTIONS = {
  ...Object.fromEntries(
    Object.entries(ANYTHING_ELSE).filter(([name]) =>
      ['BigInt', 'symbol', 'function', 'a string'].includes(name),
    ),
  ),
  null: () => null,
  number: (_, random) => random.bits(),
  array: (right) => [right],
  'a name that is not known': (right, random) => ({ ...right, [`x${random.bits()}`]: 1 }),
  'a name that only objects know': (right) => ({ ...right, constructor: 1 }),
};

/** @type {Record<string, Spoil>} */
const NOT_DESTINATION = {
  ...ANYTHING_ELSE,
  null: () => null,
  'an array of numbers': () => [1, 2],
  'numbers of another kind': (_, random) =>
    new (random.pick([Float64Array, Uint8Array, foreign.Uint16Array]))(24),
  'of another length': (_, random) => new Float32Array(10_000 + random.integer(0, 9)),
  'gone numbers': () => makeDetached(new Float32Array(4)),
};

/** @type {Record<string, Spoil>} */
const NOT_DROPOUT = {
  ...ANYTHING_ELSE,
  null: () => null,
  number: (_, random) => random.uniform(),
  'a share that is none': (_, random) => ({
    p: random.pick([-0.1, 1.1, Number.NaN, '0.1', null, 1n, Infinity]),
    seed: 1,
  }),
  'a seed that is none': (_, random) => ({ p: 0.1, seed: notSize(random) }),
  'a seed too large': (_, random) => ({ p: 0.1, seed: 2 ** 32 + random.bits() }),
  'another name': (_, random) => ({ p: 0.1, seed: 1, [`x${random.bits()}`]: 1 }),
};

/** @type {Record<string, Spoil>} of a mask of flags (3, 4) */
const NOT_MASK = {
  ...ANYTHING_ELSE,
  null: () => null,
  flag: () => true,
  'of no such shape': (_, random) => random.mask([random.pick([2, 4, 5]), random.pick([2, 3, 5])]),
  'a byte that is no flag': (_, random) => {
    const { shape, data } = random.mask([3, 4]);
    data[random.integer(0, 11)] = random.integer(2, 255);
    return { shape, data };
  },
  'flags and numbers': (_, random) => ({
    shape: [3, 4],
    data: replaceItem(new Array(12).fill(true), random.integer(0, 11), random.pick([0, 1, null])),
  }),
  'flags that are gone': (_, random) => ({
    shape: [3, 4],
    data: makeDetached(/** @type {any} */ (random.mask([12]).data)),
  }),
};

/** @type {Record<string, Spoil>} of two items */
const NOT_LENGTHS = {
  ...ANYTHING_ELSE,
  null: () => null,
  'no length': (_, random) => random.pick([-1, 0.5, Number.NaN, Infinity, -(2 ** 31)]),
  'a length that is none': (_, random) =>
    replaceItem(
      [1, 2],
      random.integer(0, 1),
      random.pick([Number.NaN, -1, 0.5, '2', 2n, null, {}, true]),
    ),
  'too many': (_, random) => new Array(random.integer(3, 9)).fill(1),
};

/** @type {Record<string, Spoil>} of one number a head, for 1 or 2 heads */
const NOT_SINKS = {
  ...ANYTHING_ELSE,
  null: () => null,
  number: () => 1,
  'of no such shape': (_, random) => random.tensor(random.pick([[3], [0], [1, 2]])),
  'an element that is no number': (_, random) => ({ shape: [1], data: [notElement(random)] }),
  flags: () => [true],
};

/** @type {Record<string, Spoil>} of a list of integers */
const NOT_INDICES = {
  ...ANYTHING_ELSE,
  null: () => null,
  number: (_, random) => random.pick([0, 1, Number.NaN]),
  boolean: () => true,
  'an index that is none': (right, random) => {
    const list = right.flat();
    const wrong = [...[-1, 0.5, Number.NaN, Infinity], ...[2 ** 31, 2 ** 32, 2 ** 53]];
    const index = random.uniform() < 0.5 ? random.pick(wrong) : notElement(random);
    const data = replaceItem(list, random.integer(0, list.length - 1), index);
    return { shape: [list.length], data };
  },
  flags: (right) => right.flat().map(() => true),
  'ragged rows': () => [[0, 1], [0]],
};

/** @type {Record<string, Spoil>} of a length, or of one for each of two items */
const NOT_LENGTH = {
  ...ANYTHING_ELSE,
  null: () => null,
  boolean: () => true,
  'no length': (_, random) => random.pick([-1, 0.5, Number.NaN, Infinity, 2 ** 53, '1']),
  'too long': (_, random) => random.integer(3, 9),
  'a list of another length': (_, random) => new Array(random.pick([0, 1, 3, 9])).fill(1),
  'an item that is none': (_, random) => ({
    shape: [2],
    data: replaceItem([1, 2], random.integer(0, 1), random.pick([-1, 3, 0.5, notElement(random)])),
  }),
};

/** @type {Record<string, Spoil>} of the shape of six elements */
const NOT_SHAPE = {
  ...ANYTHING_ELSE,
  null: () => null,
  number: () => 6,
  'of another count': (_, random) => random.pick([[], [5], [2, 4], [4, -1], [0, -1], [6, 0]]),
  'two sizes to compute': () => [-1, -1],
  'a size that is none': (right, random) =>
    replaceItem(right, random.integer(0, 1), random.pick([notSize(random), -2])),
  'too many axes': (_, random) => [...new Array(random.integer(8, 99)).fill(1), 6],
};

/** @type {Record<string, Spoil>} */
const NOT_CACHE = { ...NOT_FLAG, flag: () => true };

export const spoilersByKind = {
  tensor: NOT_TENSOR,
  tensorOrMask: NOT_TENSOR_OR_MASK,
  options: NOT_OPTIONS,
  number: NOT_SCALE,
  fill: { ...NOT_NUMBER, infinite: () => Infinity },
  flag: NOT_FLAG,
  count: NOT_COUNT,
  index: NOT_INDEX,
  positive: NOT_POSITIVE,
  /** A number of 1 or more. */
  factor: { ...NOT_NUMBER, 'below 1': () => 0.9, infinite: () => Infinity },
  /** A number of 0 or more. */
  amount: { ...NOT_NUMBER, negative: () => -0.1, infinite: () => Infinity },
  function: NOT_FUNCTION,
  sinks: NOT_SINKS,
  indices: NOT_INDICES,
  length: NOT_LENGTH,
  shape: NOT_SHAPE,
  cache: NOT_CACHE,
  /** One of some names. */
  name: { ...NOT_FLAG, flag: () => true },
  destination: NOT_DESTINATION,
  dropout: NOT_DROPOUT,
  mask: NOT_MASK,
  lengths: NOT_LENGTHS,
};

/** The ways that do not raise an `ArgumentError`, by what they raise. @type {Record<string, string[]>} */
const WAYS_BY_ERROR = {
  ShapeError: [
    ...['too few numbers', 'too many numbers', 'ragged rows', 'rows of another realm, ragged'],
    ...['of no such shape', 'of another count', 'too many', 'a list of another length'],
  ],
  LimitError: ['too large'],
};

/** Returns the class of the error that a way raises. @param {string} way */
export const getErrorClass = (way) =>
  Object.keys(WAYS_BY_ERROR).find((name) => WAYS_BY_ERROR[name].includes(way)) ?? 'ArgumentError';
