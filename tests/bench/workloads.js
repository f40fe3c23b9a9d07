// What is timed, and what is to be reached: at most so much of the fastest peer's time in Node and
// in Chromium, and at least so much of the ceiling, or so many million elements a second where the
// ceiling is 42 GFLOP/s.

/**
 * @typedef {object} Workload
 * @property {string} name
 * @property {'product' | 'softmax' | 'attention' | 'layer' | 'additive'} kind
 * @property {Record<string, number>} sizes product M K N, softmax M N, attention H L E, layer L D H,
 *   additive L S A
 * @property {boolean} [weights] whether an attention gives its weights, too
 * @property {Targets} targets
 * @typedef {{ node: number, chromium: number, ceiling?: number, elements?: number }} Targets
 */

/** The ceiling that targets in elements a second belong to, in FLOP/s. */
export const CEILING_OF_ELEMENTS = 42e9;

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
  sizes: { H, L, E: 64 },
  weights,
  targets,
});

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

/** @type {Workload[]} */
export const workloads = [
  product(4, 512, 512, { node: 0.77, chromium: 0.75, ceiling: 0.95 }),
  product(128, 512, 512, { node: 0.8, chromium: 0.86, ceiling: 0.96 }),
  product(512, 768, 768, { node: 0.82, chromium: 0.88, ceiling: 0.94 }),
  product(1024, 1024, 1024, { node: 0.86, chromium: 0.9, ceiling: 0.92 }),
  softmax(512, { node: 0.75, chromium: 0.95, elements: 1.2e9 }),
  softmax(2048, { node: 0.85, chromium: 0.95, elements: 1.2e9 }),
  attention(8, 4, true, { node: 0.25, chromium: 0.3 }),
  attention(8, 128, false, { node: 0.66, chromium: 0.8, ceiling: 0.88 }),
  attention(12, 512, false, { node: 0.67, chromium: 0.75, ceiling: 0.92 }),
  attention(8, 2048, false, { node: 0.69, chromium: 0.75, ceiling: 0.92 }),
  attention(12, 512, true, { node: 0.6, chromium: 0.75, ceiling: 0.88 }),
  attention(8, 2048, true, { node: 0.58, chromium: 0.75, ceiling: 0.88 }),
  layer(4, 512, 8, { node: 0.64, chromium: 0.7, ceiling: 0.87 }),
  layer(128, 512, 8, { node: 0.78, chromium: 0.92, ceiling: 0.94 }),
  layer(1024, 512, 8, { node: 0.75, chromium: 0.84, ceiling: 0.92 }),
  layer(512, 768, 12, { node: 0.79, chromium: 0.92, ceiling: 0.94 }),
  additive(128, 128, { node: 0.2, chromium: 0.28, elements: 1.4e9 }),
  additive(512, 256, { node: 0.2, chromium: 0.28, elements: 1.4e9 }),
];

/** Lengths of the figure: attention of one head of width 64, output only. */
export const lengths = [4, 16, 64, 256, 1024, 4096, 16384];

/** @param {number} L @returns {{ name: string, kind: 'attention', sizes: Record<string, number>, weights: boolean }} */
export const oneHead = (L) => ({
  name: `attention over ${L}`,
  kind: 'attention',
  sizes: { H: 1, L, E: 64 },
  weights: false,
});

/** How cost grows, and how small everything is. */
export const limits = {
  growth: { lengths: [2048, 16384], spread: 0.1, memory: 64 * 2 ** 20 },
  size: { raw: 40_000, gzipped: 16_000 },
  firstResult: 10,
};
