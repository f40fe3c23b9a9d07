// This project, through its public API: its two builds and, for the guard, one of an earlier commit.
import { loadAttention } from '../../../src/js/index.js';
import { createModel, readLosses } from '../training.js';
import { EXACT, FAST, OTHER_BUILD } from '../workloads.js';

/** @import { Contestant, Ways } from '../measure.js' */
/** @import { Arrays, Work } from '../problems.js' */

/** @typedef {any} Attention of a build that may lack what this one has */

/** @param {{ fast?: boolean, threads?: number }} [options] @returns {Promise<Contestant>} */
export async function openOurs({ fast = false, threads = 1 } = {}) {
  const attention = await loadAttention({ fast, threads });
  if (attention.isFast !== fast) throw new Error('no relaxed SIMD');
  if (attention.threads !== threads) throw new Error('no threads');
  return enter(fast ? FAST : EXACT, '', attention);
}

/** @param {string} index the address of its src/js/index.js @returns {Promise<Contestant>} */
export async function openOther(index) {
  const build = await import(index);
  const version = decodeURI(new URL('../..', index).pathname);
  const learning = new URL('learning/index.js', index).href;
  return enter(OTHER_BUILD, version, await build.loadAttention(), learning);
}

/**
 * @param {string} name
 * @param {string} version
 * @param {Attention} attention
 * @param {string} [learning] the address of another build's
 * @returns {Contestant}
 */
function enter(name, version, attention, learning) {
  /** Another build may lack something; then it does the same work in its own way. */
  const lacks = (/** @type {object} */ object, /** @type {string} */ method) =>
    name === OTHER_BUILD && !(method in object);

  /**
   * Makes inputs, and options with what takes the results. A build without resident tensors takes
   * and returns plain ones.
   * @param {Work} work
   */
  function allocate({ memory }) {
    const place = lacks(attention, 'resident') ? undefined : memory;
    /** @type {{ dispose: () => void }[]} */
    const residents = [];

    /** @param {Float32Array} data @param {number[]} shape */
    const put = (data, shape) => {
      if (place !== 'resident') return { shape, data };
      const resident = attention.resident({ shape, data });
      residents.push(resident);
      return resident;
    };

    /** @param {Record<string, number[]>} shapes by the names of the options */
    const take = (shapes) => {
      if (!place) return {};
      const outs = Object.entries(shapes).map(([option, shape]) => {
        const numbers = new Float32Array(shape.reduce((product, size) => product * size, 1));
        return [option, place === 'out' ? numbers : put(numbers, shape)];
      });
      return Object.fromEntries(outs);
    };

    const dispose = () => {
      for (const resident of residents) resident.dispose();
    };
    return { put, take, dispose };
  }

  /** @type {Ways} */
  const ways = {
    product({ work, inputs }) {
      const { M, K, N } = work.sizes;
      const layer = attention.createLinear({ shape: [N, K], data: inputs.weight });
      const { put, take, dispose } = allocate(work);
      const input = put(inputs.input, [M, K]);
      const options = take({ out: [M, N] });
      const run = () => layer.forward(input, options);
      return [{ way: 'createLinear', run, read, dispose: disposeAll(layer, { dispose }) }];
    },

    softmax({ work, inputs }) {
      const shape = [work.sizes.M, work.sizes.N];
      const { put, take, dispose } = allocate(work);
      const input = put(inputs.input, shape);
      const options = { ...take({ out: shape }), ...(work.dim === 0 && { dim: 0 }) };
      return [{ way: 'softmax', run: () => attention.softmax(input, options), read, dispose }];
    },

    attention({ work, inputs, mask }) {
      const { H, L, S, E } = work.sizes;
      const { put, take, dispose } = allocate(work);
      const query = put(inputs.query, [H, L, E]);
      const key = put(inputs.key, [H, S, E]);
      const value = put(inputs.value, [H, S, E]);
      const options = {
        needWeights: work.weights,
        ...take({ out: [H, L, E], ...(work.weights && { weightsOut: [H, L, S] }) }),
        ...(work.mask === 'causal' && { isCausal: true }),
        ...(work.mask === 'random' && { attnMask: { shape: [L, S], data: mask } }),
      };
      const run = () => attention.scaledDotProductAttention(query, key, value, options);
      return [{ way: 'scaledDotProductAttention', run, read, dispose }];
    },

    layer({ work, inputs }) {
      const { L, D, H } = work.sizes;
      const layer = attention.createMultiHeadAttention(parametersOf(inputs, D), { numHeads: H });
      const { put, take, dispose } = allocate(work);
      const input = put(inputs.input, [L, D]);
      const options = { needWeights: false, ...take({ out: [L, D] }) };
      const run = () => layer.forward(input, input, input, options);
      const way = 'createMultiHeadAttention';
      return [{ way, run, read, dispose: disposeAll(layer, { dispose }) }];
    },

    decoding({ work, inputs }) {
      const { D, H, earlier, room } = work.sizes;
      const { dtype } = work;
      const layer = attention.createMultiHeadAttention(parametersOf(inputs, D), {
        numHeads: H,
        ...(dtype && { dtype }),
      });
      // Without a cache it sits out: to project a thousand positions anew is other work.
      if (lacks(layer, 'createCache')) {
        layer.dispose();
        return [];
      }
      const capacity = earlier + room;
      const cache = layer.createCache({ capacity, ...(dtype && { dtype }) });
      const { put, take, dispose } = allocate(work);
      const before = { shape: [earlier, D], data: inputs.earlier };
      const input = put(inputs.input, [1, D]);
      const options = { needWeights: false, cache, ...take({ out: [1, D] }) };

      function refill() {
        cache.reset();
        if (earlier > 0) layer.forward(before, before, before, { needWeights: false, cache });
      }
      refill();
      return [
        {
          way: 'createCache',
          run() {
            if (cache.length === capacity) refill();
            return layer.forward(input, input, input, options);
          },
          read,
          rewind(times) {
            if (cache.length + times > capacity) refill();
          },
          dispose: disposeAll(cache, layer, { dispose }),
        },
      ];
    },

    chain({ work, inputs }) {
      const { L, E } = work.sizes;
      const { put, take, dispose } = allocate(work);
      const shape = [L, E];
      const input = put(inputs.input, shape);
      const [toFirst, toHeads, toLast] = [0, 1, 2].map(() => take({ out: shape }));
      const options = { needWeights: false, ...toHeads };
      const weights = [inputs.inWeight, inputs.outWeight].map((data) => put(data, [E, E]));
      const biases = [inputs.inBias, inputs.outBias].map((data) => put(data, [E]));
      const [first, last] = weights.map((weight, i) => attention.createLinear(weight, biases[i]));

      const packed = () => {
        const x = first.forward(input, toFirst);
        const { output } = attention.scaledDotProductAttention(x, x, x, options);
        return last.forward(output, toLast);
      };
      const unpacked = () => {
        const x = attention.linear(input, weights[0], biases[0], toFirst);
        const { output } = attention.scaledDotProductAttention(x, x, x, options);
        return attention.linear(output, weights[1], biases[1], toLast);
      };
      return [
        { way: 'createLinear', run: packed, read, dispose: disposeAll(first, last, { dispose }) },
        { way: 'linear', run: unpacked, read },
      ];
    },

    additive({ work, inputs }) {
      const { L, S, A } = work.sizes;
      const E = inputs.query.length / L;
      const parameters = {
        wq: { shape: [A, E], data: inputs.wq },
        wk: { shape: [A, E], data: inputs.wk },
        wv: { shape: [A], data: inputs.wv },
      };
      const { put, take, dispose } = allocate(work);
      const query = put(inputs.query, [L, E]);
      const key = put(inputs.key, [S, E]);
      const value = put(inputs.value, [S, E]);
      const options = take({ out: [L, E], weightsOut: [L, S] });
      const run = () => attention.additiveAttention(query, key, value, parameters, options);
      return [{ way: 'additiveAttention', run, read, dispose }];
    },

    async training({ work }) {
      if (name === FAST) return [];
      const model = await createModel(work, learning);
      const run = () => model.train(1).loss;
      /** @param {number} first */
      const read = (first) => readLosses(first, run);
      return [{ way: 'train', run, read, dispose: () => model.dispose() }];
    },
  };

  return { name, version, prepare: (problem) => ways[problem.work.kind]?.(problem) ?? [] };
}

/** @param {Arrays} inputs @param {number} D */
const parametersOf = (inputs, D) => ({
  inProjWeight: { shape: [3 * D, D], data: inputs.inWeight },
  inProjBias: { shape: [3 * D], data: inputs.inBias },
  outProjWeight: { shape: [D, D], data: inputs.outWeight },
  outProjBias: { shape: [D], data: inputs.outBias },
});

/** @param {{ dispose: () => void }[]} all */
const disposeAll =
  (...all) =>
  () => {
    for (const resource of all) resource.dispose();
  };

/** @param {any} result of an attention, or a tensor, a resident tensor or an array alone */
function read(result) {
  if (!('output' in result)) return { output: numbersOf(result) };
  const { output, weights } = result;
  return { output: numbersOf(output), ...(weights && { weights: numbersOf(weights) }) };
}

/** @param {any} tensor @returns {Float32Array} */
function numbersOf(tensor) {
  if (tensor instanceof Float32Array) return tensor;
  return tensor.read ? numbersOf(tensor.read()) : tensor.data;
}
