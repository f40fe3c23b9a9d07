// onnxruntime-web on its wasm provider, one thread: graphs of its own operators, weights as
// constants, which it packs when a session is made.
import { encodeModel } from '../onnx.js';
import { toBias } from './bias.js';
import { transpose } from './transpose.js';

/**
 * @import { Contestant } from '../measure.js'
 * @import { Node } from '../onnx.js'
 * @import { Problem } from '../problems.js'
 */

/**
 * @typedef {Parameters<typeof encodeModel>[0]} Model
 */

const CUSTOM = 'com.microsoft';

/** @returns {Promise<Contestant>} */
export async function openOnnxruntime() {
  // Installed for the benchmark alone: a name in a variable is not looked for by the type checker.
  const name = 'onnxruntime-web';
  const ort = await import(name);
  ort.env.wasm.numThreads = 1;

  /**
   * @param {string} way
   * @param {Model} model whose outputs are called output and weights
   * @param {Record<string, Float32Array>} inputs
   */
  async function open(way, model, inputs) {
    const session = await ort.InferenceSession.create(encodeModel(model), {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'all',
    });
    const shapes = Object.entries(model.inputs);
    const run = async () => {
      /** @type {Record<string, unknown>} */
      const feeds = {};
      for (const [name, shape] of shapes)
        feeds[name] = new ort.Tensor('float32', inputs[name], shape);
      const { output, weights } = await session.run(feeds);
      return { output: output.data, weights: weights?.data };
    };
    return { way, run, dispose: () => session.release() };
  }

  return {
    name,
    version: ort.env.versions.web,
    prepare: (problem) =>
      Promise.all(
        Object.entries(models[problem.work.kind]?.(problem) ?? {}).map(([way, model]) =>
          open(way, model, problem.inputs),
        ),
      ),
  };
}

/** @type {Partial<Record<string, (problem: Problem) => Record<string, Model>>>} */
const models = {
  product({ work: { sizes }, inputs }) {
    const { M, K, N } = sizes;
    return {
      MatMul: {
        inputs: { input: [M, K] },
        constants: { weight: { shape: [K, N], data: transpose(inputs.weight, N, K) } },
        nodes: [{ op: 'MatMul', inputs: ['input', 'weight'], outputs: ['output'] }],
        outputs: ['output'],
      },
    };
  },

  softmax({ work: { sizes, dim = 1 } }) {
    const attributes = { axis: dim };
    const nodes = [{ op: 'Softmax', inputs: ['input'], outputs: ['output'], attributes }];
    return { Softmax: { inputs: { input: [sizes.M, sizes.N] }, nodes, outputs: ['output'] } };
  },

  attention({ work: { sizes, weights: needWeights, mask: kind }, mask }) {
    const { H, L, S, E } = sizes;
    const names = ['query', 'key', 'value'];
    const shapes = (/** @type {number[]} */ ...leading) => ({
      query: [...leading, H, L, E],
      key: [...leading, H, S, E],
      value: [...leading, H, S, E],
    });
    const scale_f = 1 / Math.sqrt(E);
    const outputs = needWeights ? ['output', 'weights'] : ['output'];
    // The fourth output is a matrix of the operator's choice: 3 asks for the weights.
    const standard = needWeights
      ? { outputs: ['output', '', '', 'weights'], attributes: { qk_matmul_output_mode: 3 } }
      : { outputs };
    const causal = kind === 'causal' ? { attributes: { is_causal: 1 } } : {};
    // Softmax has no mask: there it is added to the scores.
    const isAdded = mask && kind !== 'causal';
    const constants = mask && { bias: { shape: [L, S], data: toBias(mask) } };
    const composed = [
      fused('query', 'key', 'scores', { alpha_f: scale_f, transB: 1 }),
      ...(mask ? [{ op: 'Add', inputs: ['scores', 'bias'], outputs: ['masked'] }] : []),
      { op: 'Softmax', inputs: [mask ? 'masked' : 'scores'], outputs: ['weights'] },
      { op: 'MatMul', inputs: ['weights', 'value'], outputs: ['output'] },
    ];
    /** @type {Record<string, Model>} */
    const models = {
      Attention: {
        inputs: shapes(1),
        ...(isAdded && { constants }),
        nodes: [
          {
            op: 'Attention',
            inputs: isAdded ? [...names, 'bias'] : names,
            ...causal,
            ...standard,
          },
        ],
        outputs,
      },
      'FusedMatMul, Softmax, MatMul': {
        inputs: shapes(),
        constants,
        nodes: composed,
        outputs,
      },
    };
    if (!needWeights && !mask) {
      // Heads as a batch of one head each: its own layout of heads would need a transposition. It
      // can give scores, but not weights.
      models.MultiHeadAttention = {
        inputs: shapes(),
        nodes: [multiHead(names, 'output', 1)],
        outputs,
      };
    }
    return models;
  },

  layer({ work: { sizes }, inputs: arrays }) {
    const { L, D, H } = sizes;
    const stacked = transpose(arrays.inWeight, 3 * D, D);
    const constants = {
      inWeight: { shape: [D, 3 * D], data: stacked },
      inBias: { shape: [3 * D], data: arrays.inBias },
      outWeight: { shape: [D, D], data: transpose(arrays.outWeight, D, D) },
      outBias: { shape: [D], data: arrays.outBias },
    };
    const names = ['q', 'k', 'v'];
    const thirds = Object.fromEntries(
      names.flatMap((name, part) => {
        const rows = arrays.inWeight.subarray(part * D * D, (part + 1) * D * D);
        return [
          [`${name}Weight`, { shape: [D, D], data: transpose(rows, D, D) }],
          [`${name}Bias`, { shape: [D], data: arrays.inBias.slice(part * D, (part + 1) * D) }],
        ];
      }),
    );
    const { outWeight, outBias } = constants;
    const inputs = { input: [1, L, D] };
    const outputs = ['output'];
    const output = linear('heads', 'outWeight', 'outBias', 'output');
    const apart = names.flatMap((name) => linear('input', `${name}Weight`, `${name}Bias`, name));
    const attributes = { q_num_heads: H, kv_num_heads: H };
    return {
      'com.microsoft Attention': {
        ...{ inputs, constants, outputs },
        nodes: [
          {
            op: 'Attention',
            domain: CUSTOM,
            inputs: ['input', 'inWeight', 'inBias'],
            outputs: ['heads'],
            attributes: { num_heads: H },
          },
          ...output,
        ],
      },
      MultiHeadAttention: {
        ...{ inputs, constants: { ...thirds, outWeight, outBias }, outputs },
        nodes: [...apart, multiHead(names, 'heads', H), ...output],
      },
      Attention: {
        ...{ inputs, constants: { ...thirds, outWeight, outBias }, outputs },
        nodes: [
          ...apart,
          { op: 'Attention', inputs: names, outputs: ['heads'], attributes },
          ...output,
        ],
      },
    };
  },

  chain({ work: { sizes }, inputs: arrays }) {
    const { L, E } = sizes;
    const x = ['x', 'x', 'x'];
    return {
      'MatMul, Attention, MatMul': {
        inputs: { input: [1, L, E] },
        constants: {
          inWeight: { shape: [E, E], data: transpose(arrays.inWeight, E, E) },
          inBias: { shape: [E], data: arrays.inBias },
          outWeight: { shape: [E, E], data: transpose(arrays.outWeight, E, E) },
          outBias: { shape: [E], data: arrays.outBias },
        },
        nodes: [
          ...linear('input', 'inWeight', 'inBias', 'x'),
          multiHead(x, 'heads', 1),
          ...linear('heads', 'outWeight', 'outBias', 'output'),
        ],
        outputs: ['output'],
      },
    };
  },

  additive({ work: { sizes }, inputs: arrays }) {
    const { L, S, A } = sizes;
    const E = arrays.query.length / L;
    return {
      'MatMul, Add, Tanh, MatMul, Softmax, MatMul': {
        inputs: { query: [L, E], key: [S, E], value: [S, E] },
        constants: {
          wq: { shape: [E, A], data: transpose(arrays.wq, A, E) },
          wk: { shape: [E, A], data: transpose(arrays.wk, A, E) },
          wv: { shape: [A], data: arrays.wv },
          middle: { shape: [1], data: new BigInt64Array([1n]) },
        },
        nodes: [
          { op: 'MatMul', inputs: ['query', 'wq'], outputs: ['q'] },
          { op: 'MatMul', inputs: ['key', 'wk'], outputs: ['k'] },
          { op: 'Unsqueeze', inputs: ['q', 'middle'], outputs: ['rows'] },
          { op: 'Add', inputs: ['rows', 'k'], outputs: ['sums'] },
          { op: 'Tanh', inputs: ['sums'], outputs: ['features'] },
          { op: 'MatMul', inputs: ['features', 'wv'], outputs: ['scores'] },
          { op: 'Softmax', inputs: ['scores'], outputs: ['weights'] },
          { op: 'MatMul', inputs: ['weights', 'value'], outputs: ['output'] },
        ],
        outputs: ['output', 'weights'],
      },
    };
  },
};

/** @param {string} a @param {string} b @param {string} to @param {Record<string, number>} attributes */
const fused = (a, b, to, attributes) => ({
  ...{ op: 'FusedMatMul', domain: CUSTOM },
  ...{ inputs: [a, b], outputs: [to], attributes },
});

/** @param {string[]} inputs @param {string} to @param {number} heads */
const multiHead = (inputs, to, heads) => ({
  ...{ op: 'MultiHeadAttention', domain: CUSTOM },
  ...{ inputs, outputs: [to], attributes: { num_heads: heads } },
});

/** @param {string} from @param {string} weight @param {string} bias @param {string} to @returns {Node[]} */
const linear = (from, weight, bias, to) => [
  { op: 'MatMul', inputs: [from, weight], outputs: [`${to}Product`] },
  { op: 'Add', inputs: [`${to}Product`, bias], outputs: [to] },
];
