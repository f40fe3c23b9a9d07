// Seeded calls of every operation as plain objects, so that Node, a browser and the native build
// can run the same calls.
import { createRandom } from './random.js';

/** @import { Tensor } from './arrange.js' */
/** @import { Random } from './random.js' */

/** @typedef {Awaited<ReturnType<typeof import('../../src/js/index.js').loadAttention>>} Attention */
/**
 * @typedef {{ shape: readonly number[], data: Float32Array | Uint8Array | number[] }} Numbers
 * @typedef {object} Case
 * @property {string} operation the name of the called function
 * @property {Record<string, number>} sizes sizes by their letters in src/core/attention.h
 * @property {Record<string, Numbers>} inputs arguments and parameters, by name
 * @property {Record<string, any>} options masks are tensors; absent masks are left out
 */
/**
 * @typedef {object} Wishes
 * @property {number} [max] the largest size
 * @property {boolean} [dropout] whether some cases may have dropout; true by default
 * @property {boolean} [grouped] whether multi-head layers may have fewer key heads, and rotary
 *   positions; false by default
 */

/**
 * Returns a shape that broadcasts to the given one: some axes become 1, and leading axes may be
 * dropped.
 * @param {Random} random
 * @param {number[]} shape
 */
function broadcastable(random, shape) {
  const sizes = shape.map((size) => (random.uniform() < 0.3 ? 1 : size));
  return random.uniform() < 0.3 ? sizes.slice(random.integer(0, sizes.length - 1)) : sizes;
}

/**
 * @param {Random} random
 * @param {number[]} scores
 * @param {number[]} [axes] the allowed numbers of axes
 */
function attnMask(random, scores, axes = [1, 2, 3, 4]) {
  const shape = broadcastable(random, scores);
  while (!axes.includes(shape.length)) shape.unshift(1);
  if (random.uniform() < 0.5) return random.mask(shape);
  const mask = random.tensor(shape, 2);
  mask.data.forEach((_, i) => {
    if (random.uniform() < 0.3) mask.data[i] = -Infinity;
  });
  return mask;
}

/** @param {Random} random @param {number[]} scores */
function validLens(random, scores) {
  const [N, L, S] = [scores.length > 2 ? scores[0] : 1, scores.at(-2) ?? 1, scores.at(-1) ?? 1];
  return random.integers(random.uniform() < 0.5 ? [N] : [N, L], 0, S + 1);
}

/**
 * @param {Random} random
 * @param {number[]} scores
 * @param {boolean} hasDropout
 * @param {number[]} [maskAxes]
 */
function attentionOptions(random, scores, hasDropout, maskAxes = undefined) {
  const [N, S] = [scores.length > 2 ? scores[0] : 1, scores.at(-1) ?? 1];
  /** @type {Record<string, any>} */
  const options = {};
  const sometimes = (/** @type {number} */ share) => random.uniform() < share;
  if (sometimes(0.4)) options.attnMask = attnMask(random, scores, maskAxes);
  if (sometimes(0.2)) options.keyPaddingMask = random.mask([N, S], 0.7);
  if (sometimes(0.2)) options.validLens = validLens(random, scores);
  if (sometimes(0.25)) options.isCausal = true;
  if (sometimes(0.1)) options.isCausal = 'lower-right';
  if (sometimes(0.3)) options.scale = random.pick([1, 0.25, -0.7, 0]);
  if (sometimes(0.2)) options.maskFill = random.pick([-1e9, -1e6, -2]);
  if (sometimes(0.2)) options.emptyRow = 'nan';
  if (hasDropout && sometimes(0.2)) {
    options.dropout = { p: random.pick([0.1, 0.5, 0.9]), seed: random.bits() };
  }
  if (sometimes(0.15)) options.softcap = random.pick([0.5, 2, 30]);
  if (sometimes(0.15)) options.sinks = random.tensor([scores.length === 4 ? scores[1] : 1], 2);
  if (sometimes(0.3)) options.needWeights = false;
  if (sometimes(0.5)) options.trace = true;
  return options;
}

/**
 * Draws options of rotary positions.
 * @param {Random} random
 * @param {number} d the width of a head
 */
function rotaryOptions(random, d) {
  return {
    theta: random.pick([10000, 100, 1]),
    width: 2 * random.integer(0, Math.floor(d / 2)),
    pairs: random.pick(['half', 'interleaved']),
  };
}

/**
 * @type {Record<string, (random: Random, size: () => number, hasDropout: boolean,
 *   isGrouped?: boolean) => Omit<Case, 'operation'>>}
 */
const makers = {
  linear(random, size) {
    const [out, width] = [size(), size()];
    const lead = random.pick([[], [size()], [size()], [random.integer(1, 3), size()]]);
    /** @type {Record<string, Numbers>} */
    const inputs = {
      input: random.tensor([...lead, width], random.pick([1, 1, 10])),
      weight: random.tensor([out, width]),
    };
    if (random.uniform() < 0.6) inputs.bias = random.tensor([out]);
    const rows = lead.reduce((product, length) => product * length, 1);
    return { sizes: { rows, out, in: width }, inputs, options: {} };
  },

  softmax(random, size) {
    const rank = random.integer(1, 5);
    const small = () => random.integer(1, 4);
    const shape = Array.from({ length: rank }, (_, axis) => (rank - axis > 2 ? small() : size()));
    const input = random.tensor(shape, random.pick([1, 10, 100]));
    /** @type {Record<string, any>} */
    const options = {};
    if (random.uniform() < 0.5) {
      options.dim = random.integer(-rank, rank - 1);
    }
    const isLast = [undefined, -1, rank - 1].includes(options.dim);
    if (isLast && rank <= 4 && random.uniform() < 0.4) options.attnMask = attnMask(random, shape);
    if (isLast && random.uniform() < 0.4) {
      options.validLens = validLens(random, rank > 4 ? [shape[0], 1, ...shape.slice(-2)] : shape);
    }
    if (random.uniform() < 0.2) options.maskFill = random.pick([-1e9, -1e6]);
    if (random.uniform() < 0.2) options.emptyRow = 'nan';
    return { sizes: {}, inputs: { input }, options };
  },

  scaledDotProductAttention(random, size, hasDropout) {
    const [L, S, E, Ev] = [size(), size(), size(), size()];
    const N = random.integer(1, 3);
    const H = random.pick([1, 2, 4, 6]);
    const Hkv = random.pick([1, 2, 3, 4, 6].filter((heads) => H % heads === 0));
    const [lead, keyLead] = random.pick([
      [[], []],
      [[N], [N]],
      [
        [N, H],
        [N, Hkv],
      ],
    ]);
    const spread = random.pick([1, 1, 3]);
    return {
      sizes: { N: lead[0] ?? 1, H: lead[1] ?? 1, Hkv: keyLead[1] ?? 1, L, S, E, Ev },
      inputs: {
        query: random.tensor([...lead, L, E], spread),
        key: random.tensor([...keyLead, S, E], spread),
        value: random.tensor([...keyLead, S, Ev]),
      },
      options: attentionOptions(random, [...lead, L, S], hasDropout),
    };
  },

  additiveAttention(random, size, hasDropout) {
    const [L, S, Q, K, Ev, A] = [size(), size(), size(), size(), size(), size()];
    const lead = random.pick([[], [random.integer(1, 3)]]);
    return {
      sizes: { N: lead[0] ?? 1, L, S, Q, K, Ev, A },
      inputs: {
        queries: random.tensor([...lead, L, Q]),
        keys: random.tensor([...lead, S, K]),
        values: random.tensor([...lead, S, Ev]),
        wq: random.tensor([A, Q]),
        wk: random.tensor([A, K]),
        wv: random.tensor([A]),
      },
      options: attentionOptions(random, [...lead, L, S], hasDropout),
    };
  },

  multiHeadAttention(random, size, hasDropout, isGrouped = false) {
    const [most, S] = [size(), size()];
    const H = random.integer(1, 4);
    const D = H * Math.ceil(size() / H);
    const divisors = [1, 2, 3, 4].filter((heads) => H % heads === 0);
    const Hkv = isGrouped ? random.pick(divisors) : H;
    const Dkv = (D / H) * Hkv;
    const isTurned = isGrouped && random.uniform() < 0.5;
    // Rotary positions start with the first key, so there must not be more queries than keys.
    const L = isTurned ? Math.min(most, S) : most;
    const lead = random.pick([[], [random.integer(1, 3)]]);
    const N = lead[0] ?? 1;
    const isApart = random.uniform() < 0.4;
    const [Kdim, Vdim] = isApart ? [size(), size()] : [D, D];
    const weight = (/** @type {number} */ rows, /** @type {number} */ columns) =>
      random.tensor([rows, columns], 1 / Math.sqrt(columns));
    /** @type {Record<string, Numbers>} */
    const inputs = {
      query: random.tensor([...lead, L, D]),
      key: random.tensor([...lead, S, Kdim]),
      value: random.tensor([...lead, S, Vdim]),
      outProjWeight: weight(D, D),
    };
    if (isApart) {
      inputs.qProjWeight = weight(D, D);
      inputs.kProjWeight = weight(Dkv, Kdim);
      inputs.vProjWeight = weight(Dkv, Vdim);
    } else {
      inputs.inProjWeight = weight(D + 2 * Dkv, D);
    }
    if (random.uniform() < 0.5) inputs.inProjBias = random.tensor([D + 2 * Dkv]);
    if (random.uniform() < 0.5) inputs.outProjBias = random.tensor([D]);
    const inProjLayout = random.pick(['stacked', 'per-head']);
    return {
      sizes: { N, H, Hkv, L, S, D, Kdim, Vdim },
      inputs,
      options: {
        numHeads: H,
        inProjLayout: Hkv === H ? inProjLayout : 'stacked',
        ...(isGrouped && { numKvHeads: Hkv }),
        ...(isTurned && { rotary: rotaryOptions(random, D / H) }),
        ...attentionOptions(random, [N, H, L, S], hasDropout, [2, 4]),
      },
    };
  },
};

/** The parts of a Transformer other than attention. @type {typeof makers} */
const partMakers = {
  embedding(random, size) {
    const [V, D] = [size(), size()];
    const lead = random.pick([[size()], [random.integer(1, 3), size()]]);
    const rows = lead.reduce((product, length) => product * length, 1);
    const inputs = { ids: random.integers(lead, 0, V - 1), table: random.tensor([V, D]) };
    return { sizes: { rows, V, D }, inputs, options: {} };
  },

  layerNorm(random, size) {
    const [rows, D] = [size(), size()];
    /** @type {Record<string, Numbers>} */
    const inputs = {
      input: random.tensor([rows, D], random.pick([1, 0.01, 30])),
      weight: random.tensor([D]),
    };
    if (random.uniform() < 0.7) inputs.bias = random.tensor([D]);
    return { sizes: { rows, D }, inputs, options: { eps: random.pick([1e-5, 1e-12, 0.5]) } };
  },

  rmsNorm(random, size) {
    const [rows, D] = [size(), size()];
    const inputs = {
      input: random.tensor([rows, D], random.pick([1, 0.01, 30])),
      weight: random.tensor([D]),
    };
    return { sizes: { rows, D }, inputs, options: { eps: random.pick([1e-6, 1e-5, 0.5]) } };
  },

  activation(random, size) {
    const count = size() * size();
    const kind = random.pick(['relu', 'gelu', 'gelu_tanh', 'silu', 'tanh']);
    const inputs = { input: random.tensor([count], random.pick([1, 4, 20])) };
    return { sizes: { count }, inputs, options: { kind } };
  },

  rotary(random, size) {
    const [rows, L] = [size(), size()];
    const width = 2 * random.integer(0, 12);
    const E = width + random.integer(width === 0 ? 1 : 0, 3);
    const positions = random.integers([L], 0, random.pick([10, 5000, 2 ** 31 - 1]));
    return {
      sizes: { rows, L, E, width },
      inputs: { input: random.tensor([rows, L, E]), positions },
      options: {
        width,
        theta: random.pick([10000, 1e6, 1, 12.5]),
        pairs: random.pick(['half', 'interleaved']),
        scaling: random.pick([
          undefined,
          { factor: 4 },
          { factor: 8, length: 100, low: 1, high: 4 },
        ]),
      },
    };
  },
};

/**
 * Makes calls of the parts other than attention. Every second call has special values, such as NaN.
 * @param {number} seed
 * @param {number} count
 */
export function makePartCases(seed, count) {
  const random = createRandom(seed);
  const names = Object.keys(partMakers);
  return Array.from({ length: count }, (_, i) => {
    const size = () => random.integer(1, random.uniform() < 0.5 ? 6 : 33);
    const operation = names[i % names.length];
    const case_ = { operation, ...partMakers[operation](random, size, false) };
    const { ids, positions, ...numbers } = case_.inputs;
    if (i % 2 === 1) makeStrange({ ...case_, inputs: numbers }, random);
    return case_;
  });
}

export const operationNames = Object.keys(makers);

/**
 * @param {Random} random
 * @param {string} operation
 * @param {Wishes} [wishes]
 * @returns {Case}
 */
export function makeCase(random, operation, { max = 19, dropout = true, grouped } = {}) {
  const size = () => random.integer(1, random.uniform() < 0.5 ? Math.min(max, 6) : max);
  return { operation, ...makers[operation](random, size, dropout, grouped) };
}

/**
 * Makes calls of all operations in turn.
 * @param {number} seed
 * @param {number} count
 * @param {Wishes} [wishes]
 */
export function makeCases(seed, count, wishes) {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) =>
    makeCase(random, operationNames[i % operationNames.length], wishes),
  );
}

const STRANGE = [Number.NaN, Infinity, -Infinity, -0, 1e38, -3e38, 1e-40, -(2 ** -149)];

/**
 * Replaces some numbers by NaN, infinities, and huge or denormal numbers.
 * @param {Case} case_
 * @param {Random} random
 */
export function makeStrange(case_, random) {
  for (const { data } of Object.values(case_.inputs)) {
    const count = random.pick([0, 0, 1, 2]);
    for (let i = 0; i < count; i++) data[random.integer(0, data.length - 1)] = random.pick(STRANGE);
  }
  return case_;
}

/** Returns the arguments of a call. @param {Case} case_ @returns {any[]} */
export function argumentsOf({ operation, inputs, options }) {
  if (operation === 'linear') return [inputs.input, inputs.weight, inputs.bias];
  if (operation === 'embedding') return [inputs.ids, inputs.table];
  if (operation === 'layerNorm') return [inputs.input, inputs.weight, inputs.bias, options];
  if (operation === 'rmsNorm') return [inputs.input, inputs.weight, options];
  if (operation === 'activation') return [inputs.input, options.kind];
  if (operation === 'rotary') {
    return [inputs.input, { ...options, positions: inputs.positions }];
  }
  if (operation === 'softmax') return [inputs.input, options];
  if (operation === 'additiveAttention') {
    const { queries, keys, values, ...parameters } = inputs;
    return [queries, keys, values, parameters, options];
  }
  const { query, key, value, ...parameters } = inputs;
  return operation === 'multiHeadAttention'
    ? [query, key, value, parameters, options]
    : [query, key, value, options];
}

/**
 * Returns every tensor of a result by name. Those of a trace are named like `trace.scores`.
 * @param {any} result
 * @returns {Record<string, Tensor>}
 */
export function tensorsOf(result) {
  if (result.shape) return { output: result };
  const { trace = {}, ...rest } = result;
  const steps = Object.entries(trace).map(([name, tensor]) => [`trace.${name}`, tensor]);
  return { ...rest, ...Object.fromEntries(steps) };
}

/** @param {Attention} attention @param {Case} case_ */
export function runCase(attention, case_) {
  const operations = /** @type {any} */ (attention);
  return tensorsOf(operations[case_.operation](...argumentsOf(case_)));
}

/**
 * Computes a digest of the results of many calls: all operations, sizes up to 67, special values.
 * @param {Attention} attention
 */
export async function digestMany(attention) {
  const random = createRandom(122);
  const cases = [
    ...makeCases(121, 700),
    ...makeCases(123, 250).map((case_) => makeStrange(case_, random)),
    ...makeCases(124, 50, { max: 67 }),
    ...makePartCases(125, 200),
  ];
  const digests = [];
  for (const case_ of cases) digests.push(await digest([runCase(attention, case_)]));
  return digests;
}

/**
 * Computes the SHA-256 of the bits of results, in hexadecimal. All NaNs count as equal.
 * @param {Record<string, Tensor>[]} results
 */
export async function digest(results) {
  const tensors = results.flatMap((result) => Object.values(result));
  const total = tensors.reduce((sum, { data }) => sum + data.length, 0);
  const numbers = new Float32Array(total);
  let at = 0;
  for (const { data } of tensors) {
    numbers.set(data, at);
    at += data.length;
  }
  const words = new DataView(new ArrayBuffer(4 * total));
  numbers.forEach((number, i) => {
    if (Number.isNaN(number)) words.setUint32(4 * i, 0x7fc00000, true);
    else words.setFloat32(4 * i, number, true);
  });
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', words));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
