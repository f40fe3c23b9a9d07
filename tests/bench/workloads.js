// The workloads that are timed, and their targets.

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
 * @property {'bfloat16'} [dtype] of the weights and the cache of a decoding step
 * @property {'out' | 'resident'} [memory] our results go to arrays that are used again; inputs and
 *   results stay in wasm memory. By default, tensors go in and fresh tensors come out
 *
 * @typedef {object} Comparison
 * @property {Record<Engine, Targets>} targets
 * @property {boolean} [isResident] whether the peer is TensorFlow.js with resident tensors; by default
 *   it is the fastest of all whose results are read
 * @property {Work} [base] work of our own that is timed in turns with this one, and compared with it
 *   instead of peers
 * @property {boolean} [inMicroseconds] whether the time itself is the figure
 * @property {boolean} [onThreads] whether two threads of the fast build do it, and the exact build the base
 *
 * @typedef {'node' | 'chromium'} Engine
 * @typedef {{ exact?: number, fast?: number }} Targets the figure of each build is to be at most so much
 *
 * @typedef {Work & Comparison} Workload
 */

/** The contestants that stand for the two builds, and the one of an earlier commit. */
export const EXACT = 'attention-lab';
export const FAST = 'attention-lab, fast';
export const THREADS = 'attention-lab, two threads';
export const OTHER_BUILD = 'the other build';

/** TensorFlow.js with inputs that are its tensors already, and results that nobody reads. */
export const RESIDENT = 'TensorFlow.js, resident';

/** Width of queries, keys and values of additive attention. */
export const ADDITIVE_WIDTH = 64;

/** The time of the fast build ÷ that of the fastest other library. */
const FAST_TARGET = 0.8;

/** @param {number} node @param {number} [chromium] @returns {Record<Engine, Targets>} */
const besidePeers = (node, chromium = node) => ({
  node: { exact: node, fast: Math.min(node, FAST_TARGET) },
  chromium: { exact: chromium, fast: Math.min(chromium, FAST_TARGET) },
});

/** @param {number} node @param {number} [chromium] @returns {Record<Engine, Targets>} */
const ofExact = (node, chromium = node) => ({
  node: { exact: node },
  chromium: { exact: chromium },
});

/** @typedef {Record<Engine, Targets>} BothTargets */

/** @param {number} M @param {number} K @param {number} N @param {BothTargets} targets @returns {Workload} */
const product = (M, K, N, targets) => ({
  name: `product ${M}×${K}×${N}`,
  kind: 'product',
  sizes: { M, K, N },
  targets,
});

/** @param {number} M @param {BothTargets} targets @returns {Workload} */
const softmax = (M, targets) => ({
  name: `softmax ${M}×${M}`,
  kind: 'softmax',
  sizes: { M, N: M },
  targets,
});

/** @param {number} H @param {number} L @param {boolean} weights @param {BothTargets} targets @returns {Workload} */
const attention = (H, L, weights, targets) => ({
  name: `attention ${H}×${L}×64${weights ? ', weights' : ''}`,
  kind: 'attention',
  sizes: { H, L, S: L, E: 64 },
  weights,
  targets,
});

/** @param {Workload} work @returns {Workload} */
const withOut = (work) => ({ ...work, name: `${work.name}, out`, memory: 'out' });

/** @param {Workload} work @returns {Workload} */
const resident = (work) => ({
  ...work,
  name: `${work.name}, resident`,
  memory: 'resident',
  isResident: true,
});

/** @param {number} L @param {'random' | 'causal'} mask @param {BothTargets} targets @returns {Workload} */
const masked = (L, mask, targets) => {
  const plain = attention(8, L, false, targets);
  return { ...plain, name: `${plain.name}, ${mask} mask ÷ none`, mask, base: plain };
};

/** @param {number} L @param {number} D @param {number} H @param {BothTargets} targets @returns {Workload} */
const layer = (L, D, H, targets) => ({
  name: `multi-head L ${L}, D ${D}, ${H} heads`,
  kind: 'layer',
  sizes: { L, D, H },
  targets,
});

/** @param {number} L @param {number} A @param {BothTargets} targets @returns {Workload} */
const additive = (L, A, targets) => ({
  name: `additive ${L}×${L}, hidden ${A}`,
  kind: 'additive',
  sizes: { L, S: L, A },
  targets,
});

/** @param {number} M @param {BothTargets} targets @returns {Workload} */
const softmaxOfColumns = (M, targets) => {
  const ofRows = softmax(M, targets);
  return { ...ofRows, name: `${ofRows.name}, first axis ÷ last`, dim: 0, base: ofRows };
};

/** @param {Workload} work @param {number} target @returns {Workload} */
const onThreads = (work, target) => ({
  ...work,
  name: `${work.name}, 2 threads ÷ exact`,
  base: work,
  onThreads: true,
  targets: { node: {}, chromium: { fast: target } },
});

/** One step of a layer that has seen 1,024 positions: on average, from 896 to 1,152. @type {Workload} */
const decoding = {
  name: 'decoding step, 1,024 cached, D 512',
  kind: 'decoding',
  sizes: { D: 512, H: 8, earlier: 896, room: 256 },
  memory: 'resident',
  inMicroseconds: true,
  // Nine tenths of the speed at which a plain sum reads as many bytes, 27 GB/s.
  targets: ofExact(360),
};

/** @type {Workload} */
const decodingNarrow = {
  ...decoding,
  name: `${decoding.name}, bfloat16`,
  dtype: 'bfloat16',
  targets: ofExact(200),
};

/** @type {Workload} */
const chain = {
  name: 'linear, attention, linear of 4×8',
  kind: 'chain',
  sizes: { L: 4, E: 8 },
  memory: 'resident',
  inMicroseconds: true,
  targets: ofExact(3.5, 2.2),
};

/**
 * One step: a batch is drawn, forward, backward, AdamW. What learns has no fast build.
 *
 * @param {'mini' | 'describer'} model
 * @param {string} name
 * @returns {Workload}
 */
const training = (model, name) => ({
  name: `train ${name}, one step`,
  kind: 'training',
  sizes: {},
  model,
  targets: ofExact(0.3),
});

/** The rows of the table. @type {Workload[]} */
export const workloads = [
  product(4, 512, 512, besidePeers(0.75)),
  product(128, 512, 512, besidePeers(0.85, 0.9)),
  product(512, 768, 768, besidePeers(0.85, 0.95)),
  product(1024, 1024, 1024, besidePeers(0.85, 0.95)),
  softmax(512, besidePeers(0.95)),
  softmax(2048, besidePeers(0.85)),
  resident(softmax(512, besidePeers(0.95))),
  resident(softmax(2048, besidePeers(0.95))),
  attention(8, 4, true, besidePeers(0.25)),
  attention(8, 4, false, besidePeers(0.25)),
  attention(8, 128, false, besidePeers(0.75, 0.85)),
  attention(12, 512, false, besidePeers(0.75)),
  attention(8, 2048, false, besidePeers(0.75)),
  attention(12, 512, true, besidePeers(0.7, 0.75)),
  withOut(attention(8, 2048, true, besidePeers(0.7))),
  layer(4, 512, 8, besidePeers(0.8)),
  layer(128, 512, 8, besidePeers(0.85, 0.95)),
  layer(1024, 512, 8, besidePeers(0.8, 0.85)),
  layer(512, 768, 12, besidePeers(0.8, 0.9)),
  additive(128, 128, besidePeers(0.3)),
  additive(512, 256, besidePeers(0.3)),
  training('mini', 'Mini'),
  training('describer', 'describer'),
  decoding,
  decodingNarrow,
  chain,
  softmaxOfColumns(1024, ofExact(1.4)),
  masked(512, 'random', ofExact(1.1)),
  masked(1024, 'causal', ofExact(0.6)),
  onThreads(attention(8, 2048, false, besidePeers(1)), 0.5),
];

/** Workloads that only `npm run bench:guard` times. @type {Workload[]} */
export const guardedAlone = [
  withOut(softmax(512, besidePeers(1))),
  masked(128, 'causal', ofExact(1)),
  {
    name: 'one query, 1,024 keys, 8×64, keys packed anew',
    kind: 'attention',
    sizes: { H: 8, L: 1, S: 1024, E: 64 },
    weights: false,
    targets: ofExact(1),
  },
];
