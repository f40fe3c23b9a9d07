// A small valid call of every operation and layer. Tests break a sample in one place, or repeat it
// after an error. `run` makes no typed arrays, so every array made during a run is the library's.
import { tensor as makeTensor, masks, toNested } from '../../src/js/index.js';
import { createRandom } from './random.js';

/** @typedef {Record<string, any>} Arguments arguments by name, including options and parameters */
/**
 * @typedef {object} Sample
 * @property {() => Arguments} make returns new arguments, always the same ones
 * @property {(attention: any, args: Arguments) => any} run
 */

const options = () => ({ attnMask: random(90).mask([3, 4], 0.8), scale: 0.5 });
const random = createRandom;
const tensor = (/** @type {number} */ seed, /** @type {number[]} */ ...shape) =>
  random(seed).tensor(shape);

const multiHeadParameters = () => ({
  inProjWeight: tensor(21, 12, 4),
  inProjBias: tensor(22, 12),
  outProjWeight: tensor(23, 4, 4),
  outProjBias: tensor(24, 4),
});

const INPUT = tensor(1, 3, 4);
const WEIGHT = tensor(2, 5, 4);
const BIAS = tensor(3, 5);
const QUERY = tensor(14, 2, 3, 4);
const PARAMETERS = multiHeadParameters();
const EMPTY_WEIGHTS = { shape: [2, 2, 3, 4], data: new Float32Array(48) };
const LONG = tensor(18, 80);

/** @param {any} layer @param {(layer: any) => any} use */
export function useAndDispose(layer, use) {
  try {
    return use(layer);
  } finally {
    layer.dispose();
  }
}

/**
 * Makes several objects and uses them. The first may exist when the second cannot be made.
 * @param {(() => any)[]} makers
 * @param {(...held: any[]) => any} use
 * @returns {any}
 */
function useAll([make, ...rest], use) {
  if (make === undefined) return use();
  return useAndDispose(make(), (first) => useAll(rest, (...others) => use(first, ...others)));
}

/**
 * Returns a sample of a layer and a cache with 16-bit numbers.
 * @param {string} dtype
 * @returns {Sample}
 */
const makeNarrowSample = (dtype) => ({
  make: () => ({
    ...{ first: tensor(14, 2, 2, 4), second: tensor(15, 2, 1, 4) },
    ...{ parameters: multiHeadParameters(), dtype },
  }),
  run: (attention, { first, second, parameters, dtype }) =>
    useAndDispose(attention.createMultiHeadAttention(parameters, { numHeads: 2, dtype }), (layer) =>
      useAndDispose(layer.createCache({ capacity: 3, batchSize: 2, dtype }), (cache) => {
        layer.forward(first, first, first, { cache });
        cache.reorder([1, 0]);
        return layer.forward(second, second, second, { cache, trace: true });
      }),
    ),
});

/** @type {Record<string, Sample>} */
export const samples = {
  linear: {
    make: () => ({ input: tensor(1, 3, 4), weight: tensor(2, 5, 4), bias: tensor(3, 5) }),
    run: (attention, { input, weight, bias, options }) =>
      attention.linear(input, weight, bias, options),
  },
  matmul: {
    make: () => ({ input: tensor(31, 2, 1, 3, 4), other: tensor(32, 5, 4, 2) }),
    run: (attention, { input, other, options }) => attention.matmul(input, other, options),
  },
  softmax: {
    make: () => ({ input: tensor(4, 2, 3, 4), options: { validLens: [2, 4] } }),
    run: (attention, { input, options }) => attention.softmax(input, options),
  },
  scaledDotProductAttention: {
    make: () => ({
      query: tensor(5, 2, 3, 5),
      key: tensor(6, 2, 4, 5),
      value: tensor(7, 2, 4, 6),
      options: options(),
    }),
    run: (attention, { query, key, value, options }) =>
      attention.scaledDotProductAttention(query, key, value, options),
  },
  additiveAttention: {
    make: () => ({
      queries: tensor(8, 2, 3, 5),
      keys: tensor(9, 2, 4, 6),
      values: tensor(10, 2, 4, 7),
      parameters: { wq: tensor(11, 8, 5), wk: tensor(12, 8, 6), wv: tensor(13, 8) },
      options: options(),
    }),
    run: (attention, { queries, keys, values, parameters, options }) =>
      attention.additiveAttention(queries, keys, values, parameters, options),
  },
  multiHeadAttention: {
    make: () => ({
      query: tensor(14, 2, 3, 4),
      key: tensor(15, 2, 4, 4),
      value: tensor(16, 2, 4, 4),
      parameters: multiHeadParameters(),
      options: { numHeads: 2, trace: true, ...options() },
    }),
    run: (attention, { query, key, value, parameters, options }) =>
      attention.multiHeadAttention(query, key, value, parameters, options),
  },
  embedding: {
    make: () => ({
      ids: [
        [2, 0],
        [1, 1],
      ],
      table: tensor(25, 3, 5),
    }),
    run: (attention, { ids, table, options }) => attention.embedding(ids, table, options),
  },
  layerNorm: {
    make: () => ({ input: tensor(26, 2, 6), weight: tensor(27, 6), bias: tensor(28, 6) }),
    run: (attention, { input, weight, bias, options }) =>
      attention.layerNorm(input, weight, bias, options),
  },
  rmsNorm: {
    make: () => ({ input: tensor(26, 2, 6), weight: tensor(27, 6), options: { eps: 1e-5 } }),
    run: (attention, { input, weight, options }) => attention.rmsNorm(input, weight, options),
  },
  activation: {
    make: () => ({ input: tensor(29, 2, 7), kind: 'gelu' }),
    run: (attention, { input, kind, options }) => attention.activation(input, kind, options),
  },
  rotary: {
    make: () => ({ input: tensor(30, 2, 3, 6), options: { positions: [4, 0, 9], width: 4 } }),
    run: (attention, { input, options }) => attention.rotary(input, options),
  },
  createLinear: {
    make: () => ({ weight: tensor(2, 5, 4), bias: tensor(3, 5) }),
    run: (attention, { weight, bias, options }) =>
      useAndDispose(attention.createLinear(weight, bias, options), (layer) => layer.forward(INPUT)),
  },
  createMultiHeadAttention: {
    make: () => ({ parameters: multiHeadParameters(), options: { numHeads: 2 } }),
    run: (attention, { parameters, options }) =>
      useAndDispose(attention.createMultiHeadAttention(parameters, options), (layer) =>
        layer.forward(QUERY),
      ),
  },
  'forward of a linear layer': {
    make: () => ({ input: tensor(1, 3, 4) }),
    run: (attention, { input, options }) =>
      useAndDispose(attention.createLinear(WEIGHT, BIAS), (layer) => layer.forward(input, options)),
  },
  'forward of a multi-head layer': {
    make: () => ({
      query: tensor(14, 2, 3, 4),
      key: tensor(15, 2, 4, 4),
      value: tensor(16, 2, 4, 4),
      options: options(),
    }),
    run: (attention, { query, key, value, options }) =>
      useAndDispose(attention.createMultiHeadAttention(PARAMETERS, { numHeads: 2 }), (layer) =>
        layer.forward(query, key, value, options),
      ),
  },
  'masks and lengths of any kind': {
    make: () => ({
      query: tensor(5, 2, 3, 5),
      key: tensor(6, 2, 4, 5),
      value: tensor(7, 2, 4, 6),
      flags: { attnMask: [[true, false, true, true]], validLens: 3, needWeights: false },
      numbers: {
        keyPaddingMask: [
          [1, 1, 0, 1],
          [1, 0, 1, 1],
        ],
        validLens: Uint8Array.of(2, 4),
        attnMask: { shape: [4], data: Float64Array.of(0, -1, 0.5, 0) },
        dropout: { p: 0.5, seed: 1 },
      },
      perQuery: { validLens: { shape: [2, 3], data: [1, 2, 3, 4, 0, 1] } },
      long: new Uint8Array(80).fill(1),
    }),
    run: (attention, { query, key, value, flags, numbers, perQuery, long }) => {
      const attend = (/** @type {any} */ options) =>
        attention.scaledDotProductAttention(query, key, value, options);
      const [first, second, third] = [flags, numbers, perQuery].map(attend);
      const masked = attention.softmax(LONG, { attnMask: long });
      return {
        first: first.output,
        second: second.output,
        dropped: second.weights,
        third: third.output,
        masked,
      };
    },
  },
  'a fused layer': {
    make: () => ({
      query: tensor(14, 2, 3, 4),
      parameters: multiHeadParameters(),
      options: { numHeads: 2, inProjLayout: 'per-head' },
    }),
    run: (attention, { query, parameters, options }) =>
      attention.multiHeadAttention(query, query, query, parameters, options),
  },
  'residents and destinations': {
    make: () => ({
      query: tensor(14, 2, 3, 4),
      key: tensor(15, 2, 4, 4),
      padding: { shape: [2, 4], data: Uint8Array.of(1, 1, 1, 0, 1, 0, 1, 1) },
      lengths: [3, 4],
      added: tensor(17, 3, 4),
      out: new Float32Array(24),
    }),
    run: (attention, { query, key, padding, lengths, added, out }) => {
      const values = [query, key, padding, lengths, added, EMPTY_WEIGHTS, PARAMETERS.inProjWeight];
      const makers = values.map((value) => () => attention.resident(value));
      return useAll(
        makers,
        (q, k, keyPaddingMask, validLens, attnMask, weightsOut, inProjWeight) => {
          const parameters = { ...PARAMETERS, inProjWeight };
          const masks = { attnMask, keyPaddingMask, validLens };
          const options = { numHeads: 2, ...masks, out, weightsOut };
          attention.multiHeadAttention(q, k, k, parameters, options);
          k.write(key);
          return {
            output: makeTensor([2, 3, 4], out),
            weights: weightsOut.read(),
            flags: makeTensor(toNested(keyPaddingMask)),
            copy: makeTensor(k),
          };
        },
      );
    },
  },
  views: {
    make: () => ({ words: tensor(14, 2, 3, 4), first: tensor(15, 1, 3, 4) }),
    run: (attention, { words, first }) =>
      useAll([() => attention.resident(words), () => attention.resident(words)], (x, y) => {
        x.slice(1, 2).write(first);
        const [left, right] = [x.reshape([6, 4]), y.reshape([6, -1])];
        return useAndDispose(right.transpose(0, 1), (transposed) =>
          attention.matmul(left, transposed),
        );
      }),
  },
  'a resident tensor that grows': {
    make: () => ({ words: tensor(14, 2, 3, 4), last: tensor(15, 1, 3, 4) }),
    run: (attention, { words, last }) =>
      useAndDispose(attention.resident(words, { capacity: 4 }), (x) => {
        x.append(last);
        x.append(x.slice(0, 1));
        return attention.scaledDotProductAttention(x, x, x);
      }),
  },
  'a scope': {
    make: () => ({ words: tensor(14, 2, 3, 4) }),
    run: (attention, { words }) =>
      attention.scope(() => {
        const [x, y] = [attention.resident(words), attention.resident(words)];
        return attention
          .createLinear(WEIGHT, BIAS)
          .forward(attention.activation(x, 'relu', { out: y }));
      }),
  },
  'a cache': {
    make: () => ({ first: tensor(14, 2, 2, 4), second: tensor(15, 2, 1, 4) }),
    run: (attention, { first, second }) =>
      useAndDispose(attention.createMultiHeadAttention(PARAMETERS, { numHeads: 2 }), (layer) =>
        useAndDispose(layer.createCache({ capacity: 3, batchSize: 2 }), (cache) => {
          layer.forward(first, first, first, { cache });
          layer.forward(second, second, second, { cache });
          cache.truncate(2);
          cache.reorder([1, 0]);
          return layer.forward(second, second, second, { cache, trace: true });
        }),
      ),
  },
  'a cache of items of different lengths': {
    make: () => ({ first: tensor(14, 2, 2, 4), second: tensor(15, 2, 1, 4), lengths: [2, 1] }),
    run: (attention, { first, second, lengths }) =>
      useAndDispose(attention.createMultiHeadAttention(PARAMETERS, { numHeads: 2 }), (layer) =>
        useAndDispose(layer.createCache({ capacity: 3, batchSize: 2 }), (cache) => {
          layer.forward(first, first, first, { cache });
          cache.truncate(lengths);
          const attnMask = [[true, false, true]];
          return layer.forward(second, second, second, { cache, attnMask, validLens: lengths });
        }),
      ),
  },
  'a layer and a cache of bfloat16': makeNarrowSample('bfloat16'),
  'a layer and a cache of float16': makeNarrowSample('float16'),
  'tensors and masks': {
    make: () => ({ nested: [[1, 2]], flat: [1, 'NaN'], doubles: Float64Array.of(1, 2) }),
    run: (_, { nested, flat, doubles }) => ({
      nested: makeTensor(nested),
      flags: makeTensor([[true, false]]),
      empty: makeTensor([[], []]),
      flat: makeTensor([2], flat),
      doubles: makeTensor(doubles),
      again: makeTensor(JSON.parse(JSON.stringify(makeTensor(toNested(doubles))))),
      window: masks.slidingWindow(3, 4, { window: 2, sinks: 1 }),
      alibi: masks.alibi(3, 2, 4),
    }),
  },
};

/**
 * Writes arguments and their numbers as text, to detect whether a call has changed them.
 * @param {any} value
 * @returns {string}
 */
export const snapshot = (value) =>
  JSON.stringify(value, (_, part) => {
    if (ArrayBuffer.isView(part)) {
      // A detached array has no numbers, and reading them throws.
      return part.byteLength === 0 ? [] : Array.from(/** @type {any} */ (part), String);
    }
    return typeof part === 'number' || typeof part === 'bigint' ? String(part) : part;
  });
