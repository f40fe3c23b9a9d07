// One small, valid call of every operation and layer, to be made wrong in one place or to be made
// again after something went wrong.
import { createRandom } from './random.js';

/** @typedef {Record<string, any>} Arguments by name, those of options and parameters too */
/**
 * @typedef {object} Sample
 * @property {() => Arguments} make fresh arguments, always the same
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

/**
 * @param {any} layer
 * @param {(layer: any) => any} use
 */
function useAndDispose(layer, use) {
  try {
    return use(layer);
  } finally {
    layer.dispose();
  }
}

/** @type {Record<string, Sample>} */
export const samples = {
  linear: {
    make: () => ({ input: tensor(1, 3, 4), weight: tensor(2, 5, 4), bias: tensor(3, 5) }),
    run: (attention, { input, weight, bias }) => attention.linear(input, weight, bias),
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
  createLinear: {
    make: () => ({ weight: tensor(2, 5, 4), bias: tensor(3, 5) }),
    run: (attention, { weight, bias }) =>
      useAndDispose(attention.createLinear(weight, bias), (layer) =>
        layer.forward(tensor(1, 3, 4)),
      ),
  },
  createMultiHeadAttention: {
    make: () => ({ parameters: multiHeadParameters(), options: { numHeads: 2 } }),
    run: (attention, { parameters, options }) =>
      useAndDispose(attention.createMultiHeadAttention(parameters, options), (layer) =>
        layer.forward(tensor(14, 2, 3, 4)),
      ),
  },
  'forward of a linear layer': {
    make: () => ({ input: tensor(1, 3, 4) }),
    run: (attention, { input }) =>
      useAndDispose(attention.createLinear(tensor(2, 5, 4), tensor(3, 5)), (layer) =>
        layer.forward(input),
      ),
  },
  'forward of a multi-head layer': {
    make: () => ({
      query: tensor(14, 2, 3, 4),
      key: tensor(15, 2, 4, 4),
      value: tensor(16, 2, 4, 4),
      options: options(),
    }),
    run: (attention, { query, key, value, options }) =>
      useAndDispose(
        attention.createMultiHeadAttention(multiHeadParameters(), { numHeads: 2 }),
        (layer) => layer.forward(query, key, value, options),
      ),
  },
};

/**
 * Arguments and the numbers in them as text, to see whether a call has written to them.
 * @param {any} value
 * @returns {string}
 */
export const snapshot = (value) =>
  JSON.stringify(value, (_, part) => {
    if (ArrayBuffer.isView(part)) {
      // A detached array has no numbers and may not be asked for them.
      return part.byteLength === 0 ? [] : Array.from(/** @type {any} */ (part), String);
    }
    return typeof part === 'number' || typeof part === 'bigint' ? String(part) : part;
  });
