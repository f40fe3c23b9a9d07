// What is timed, and what is to be reached.

/**
 * @typedef {object} Work
 * @property {string} name
 * @property {'product' | 'softmax' | 'attention' | 'layer' | 'additive' | 'decoding' | 'chain' |
 *   'training'} kind
 * @property {Record<string, number>} sizes product M K N, softmax M N, attention H L S E, layer L D H,
 *   additive L S A, decoding D H, chain L E; decoding begins after `earlier` positions and has `room`
 *   for so many more
 * @property {boolean} [weights] whether an attention returns its weights, too
 * @property {'random' | 'causal'} [mask] of an attention
 * @property {number} [dim] the axis of a softmax, the last by default
 * @property {'mini' | 'describer'} [model] that is trained
 * @property {'out' | 'resident'} [memory] our results go to arrays that are used again; inputs and
 *   results stay in wasm memory. By default, tensors go in and fresh tensors come out
 *
 * @typedef {object} Comparison
 * @property {Targets} targets
 * @property {string[]} [peers] with the fastest of these we are compared, by default with the fastest
 *   of all whose results are read
 * @property {Work} [base] work of our own that is timed in turns with this one, and compared with it
 *   instead of peers; its name says how it differs
 *
 * @typedef {object} Targets
 * @property {number} [node] at most so much of the peer's time, or of the base's
 * @property {number} [chromium]
 * @property {number} [before] at most so much of the time of the other build, where there is one
 * @property {number} [ceiling] at least so much of the ceiling
 * @property {number} [elements] at least so many a second, where the ceiling is 42 GFLOP/s
 * @property {number} [microseconds] at most, of a run; where there is a base, beyond its time
 *
 * @typedef {Work & Comparison} Workload
 */

/** The ceiling that targets in elements a second belong to, in FLOP/s. */
export const CEILING_OF_ELEMENTS = 42e9;

/** The contestant of --beside: an earlier version, say. */
export const OTHER_BUILD = 'the other build';

/** TensorFlow.js with inputs that are its tensors already, and results that nobody reads. */
export const RESIDENT = 'TensorFlow.js, resident';

/** Width of queries, keys and values of additive attention. */
export const ADDITIVE_WIDTH = 64;

/** @param {number} M @param {number} K @param {number} N @param {Targets} targets @returns {Workload} */
const product = (M, K, N, targets) => ({
  name: `product ${M}×${K}×${N}`,
  kind: 'product',
  sizes: { M, K, N },
  targets,
});

/** @param {number} M @param {Targets} targets @returns {Workload} */
const softmax = (M, targets) => ({
  name: `softmax ${M}×${M}`,
  kind: 'softmax',
  sizes: { M, N: M },
  targets,
});

/** @param {number} H @param {number} L @param {boolean} weights @param {Targets} targets @returns {Workload} */
const attention = (H, L, weights, targets) => ({
  name: `attention ${H}×${L}×64, ${weights ? 'with weights' : 'output only'}`,
  kind: 'attention',
  sizes: { H, L, S: L, E: 64 },
  weights,
  targets,
});

/** @param {Workload} work @returns {Workload} */
const withOut = (work) => ({ ...work, name: `${work.name}, with out`, memory: 'out' });

/** @param {Workload} work @returns {Workload} */
const resident = (work) => ({ ...work, name: `${work.name}, resident`, memory: 'resident' });

/** @param {Workload} work @returns {Workload} */
const besideResident = (work) => ({ ...work, peers: [RESIDENT] });

/** @param {number} L @param {'random' | 'causal'} mask @param {Targets} targets @returns {Workload} */
const masked = (L, mask, targets) => {
  const { targets: _, ...plain } = attention(8, L, false, targets);
  const base = { ...plain, name: 'no mask' };
  return { ...plain, name: `${plain.name}, ${mask} mask`, mask, base, targets };
};

/** @param {number} L @param {number} D @param {number} H @param {Targets} targets @returns {Workload} */
const layer = (L, D, H, targets) => ({
  name: `multi-head layer L ${L}, D ${D}, ${H} heads`,
  kind: 'layer',
  sizes: { L, D, H },
  targets,
});

/** @param {number} L @param {number} A @param {Targets} targets @returns {Workload} */
const additive = (L, A, targets) => ({
  name: `additive ${L}×${L}, hidden ${A}`,
  kind: 'additive',
  sizes: { L, S: L, A },
  targets,
});

/** @param {number} M @param {Targets} targets @returns {Workload} */
const softmaxOfColumns = (M, targets) => {
  const { targets: _, ...ofRows } = softmax(M, targets);
  const base = { ...ofRows, name: 'over the last axis' };
  return { ...ofRows, name: `${ofRows.name}, over the first axis`, dim: 0, base, targets };
};

/** @type {Workload} */
const oneQuery = {
  name: 'one query, 1,024 keys, 8×64, keys packed anew',
  kind: 'attention',
  sizes: { H: 8, L: 1, S: 1024, E: 64 },
  weights: false,
  targets: {},
};

/**
 * One step of a layer that has seen 1,024 positions: on average, from 896 to 1,152. Beyond a step
 * that has seen none, it is the attention over the cache.
 *
 * @type {Workload}
 */
const decoding = {
  name: 'decoding step, 1,024 cached, D 512, 8 heads',
  kind: 'decoding',
  sizes: { D: 512, H: 8, earlier: 896, room: 256 },
  memory: 'resident',
  base: {
    name: 'empty cache',
    kind: 'decoding',
    sizes: { D: 512, H: 8, earlier: 0, room: 1 },
    memory: 'resident',
  },
  targets: { microseconds: 90 },
};

/** @type {Workload} */
const chain = {
  name: 'linear, attention, linear, 4×8, resident',
  kind: 'chain',
  sizes: { L: 4, E: 8 },
  memory: 'resident',
  peers: [RESIDENT],
  targets: { microseconds: 4 },
};

/**
 * One step: a batch is drawn, forward, backward, AdamW.
 *
 * @param {'mini' | 'describer'} model
 * @param {string} name
 * @param {Targets} targets
 * @returns {Workload}
 */
const training = (model, name, targets) => ({
  name: `train ${name}, one step`,
  kind: 'training',
  sizes: {},
  model,
  targets,
});

/** @param {number} limit @returns {Targets} */
const both = (limit) => ({ node: limit, chromium: limit });

/** @type {Workload[]} */
export const workloads = [
  product(4, 512, 512, { node: 0.77, chromium: 0.75, ceiling: 0.95 }),
  product(128, 512, 512, { node: 0.8, chromium: 0.86, ceiling: 0.96 }),
  product(512, 768, 768, { node: 0.82, chromium: 0.88, ceiling: 0.94 }),
  product(1024, 1024, 1024, { node: 0.86, chromium: 0.9, ceiling: 0.92 }),
  softmax(512, { node: 0.75, chromium: 0.95, elements: 1.2e9 }),
  softmax(2048, { node: 0.85, chromium: 0.95, elements: 1.2e9 }),
  besideResident(resident(softmax(512, both(0.95)))),
  besideResident(resident(softmax(2048, both(0.95)))),
  besideResident(withOut(softmax(512, both(1.2)))),
  besideResident(withOut(softmax(2048, both(1.2)))),
  softmaxOfColumns(1024, both(3)),
  attention(8, 4, true, { node: 0.3, chromium: 0.45 }),
  attention(8, 128, false, { node: 0.66, chromium: 0.8, ceiling: 0.88 }),
  attention(12, 512, false, { node: 0.67, chromium: 0.75, ceiling: 0.92 }),
  attention(8, 2048, false, { node: 0.69, chromium: 0.75, ceiling: 0.92 }),
  attention(12, 512, true, { node: 0.6, chromium: 0.75, ceiling: 0.88 }),
  attention(8, 2048, true, { node: 0.58, chromium: 0.75, ceiling: 0.88 }),
  withOut(attention(12, 512, true, both(0.6))),
  withOut(attention(8, 2048, true, both(0.6))),
  masked(512, 'random', both(1.1)),
  masked(128, 'causal', { before: 0.9 }),
  masked(512, 'causal', { before: 0.94 }),
  masked(1024, 'causal', { before: 0.97 }),
  oneQuery,
  decoding,
  chain,
  layer(4, 512, 8, { node: 0.64, chromium: 0.7, ceiling: 0.87 }),
  layer(128, 512, 8, { node: 0.78, chromium: 0.92, ceiling: 0.94 }),
  layer(1024, 512, 8, { node: 0.75, chromium: 0.84, ceiling: 0.92 }),
  layer(512, 768, 12, { node: 0.79, chromium: 0.92, ceiling: 0.94 }),
  additive(128, 128, { node: 0.2, chromium: 0.28, elements: 1.4e9 }),
  additive(512, 256, { node: 0.2, chromium: 0.28, elements: 1.4e9 }),
  training('mini', 'Mini', both(0.5)),
  training('describer', 'describer', both(0.5)),
];

/** Lengths of the figure: attention of one head of width 64, output only. */
export const lengths = [4, 16, 64, 256, 1024, 4096, 16384];

/** @param {number} L @returns {Work} */
export const oneHead = (L) => ({
  name: `attention over ${L}`,
  kind: 'attention',
  sizes: { H: 1, L, S: L, E: 64 },
  weights: false,
});

/** How cost grows, and how small everything is. */
export const limits = {
  growth: { lengths: [2048, 16384], spread: 0.1, memory: 64 * 2 ** 20 },
  size: { raw: 40_000, gzipped: 16_000 },
  firstResult: 10,
};
