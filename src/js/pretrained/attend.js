// The attention of a layer: self-attention, and the attention of a decoder to the text of its encoder.

import { computeHeadScale, findRotary } from './parts.js';

/** @import { TokenCache } from './cache.js' */
/** @import { Encoded, LayerCall } from './forward.js' */
/** @import { Machine } from './machine.js' */
/** @import { Block, Cross, Description, Linear } from './parts.js' */

/**
 * Addresses of queries, keys and values, head by head, with their sizes.
 * @typedef {object} Heads
 * @property {number} query (H, n, d)
 * @property {number} key (K, S, d)
 * @property {number} value (K, S, d)
 * @property {number} headStride the bytes from head to head of keys and of values
 * @property {number} S
 * @property {number} d
 * @property {number} scale
 * @property {'self' | 'cross'} attention the kind of attention: self-attention, or attention to the encoder
 * @property {Linear} out the output projection
 */

/** The names of the tables of each kind of attention. */
const TABLES = {
  self: { scores: 'scores', weights: 'weights', headOut: 'headOut', attnOut: 'attnOut' },
  cross: {
    scores: 'crossScores',
    weights: 'crossWeights',
    headOut: 'crossHeadOut',
    attnOut: 'crossAttnOut',
  },
};

/**
 * Computes self-attention.
 * @param {LayerCall} call @param {number} x (n, D) @returns {number} (n, D)
 */
export function attendHeads(call, x) {
  const { machine, model, block, index, n, past, positions, pass, step } = call;
  const { heads: H, kvHeads: K } = model;
  const rotary = findRotary(model, index);
  const { qNorm, kNorm } = block;
  const { headWidth: d, scale } = computeHeadScale(model, block);
  const rows = 4 * n * d; // bytes of one head
  const split = machine.splitHeads(machine.project(block.qkv, x, n), n, H + 2 * K, d);
  let [query, key] = [split, split + H * rows];
  let value = key + K * rows;
  step('q', query, [H, n, d]);
  step('k', key, [K, n, d]);
  step('v', value, [K, n, d]);
  if (qNorm && kNorm) {
    const normalized = machine.take((H + K) * n * d);
    query = machine.applyNorm(qNorm, model, query, H * n, normalized);
    key = machine.applyNorm(kNorm, model, key, K * n, normalized + H * rows);
    step('qNorm', query, [H, n, d]);
    step('kNorm', key, [K, n, d]);
  }
  if (rotary) {
    query = machine.rotate(rotary, query, positions, [H + K, n, d]);
    key = query + H * rows;
    step('qRot', query, [H, n, d]);
    step('kRot', key, [K, n, d]);
  }
  let headStride = rows;
  if (pass.cache) {
    ({ key, value, headStride } = pass.cache.append(machine, index, key, value, n));
  }
  return mixHeads(call, {
    query,
    key,
    value,
    headStride,
    S: past + n,
    d,
    scale,
    attention: 'self',
    out: block.attnOut,
  });
}

/**
 * Computes the keys, then values of the encoder's text for a layer of the decoder.
 * @param {Machine} machine @param {Description} model @param {Block} block @param {Encoded} encoded
 * @returns {{ key: number, S: number }} the address of (2K, S, d)
 */
export function projectEncoded(machine, model, block, { memory, length: S }) {
  const { headWidth } = computeHeadScale(model, block);
  const { kv } = /** @type {Cross} */ (block.cross);
  const projected = machine.project(kv, memory, S);
  return { key: machine.splitHeads(projected, S, 2 * model.kvHeads, headWidth), S };
}

/**
 * Computes the attention to the text of the encoder.
 * @param {LayerCall} call @param {Cross} cross
 * @param {number} x (n, D) @returns {number} (n, D)
 */
export function attendToEncoder(call, cross, x) {
  const { machine, model, block, index, n, step, pass } = call;
  const { heads: H, kvHeads: K } = model;
  const { headWidth: d, scale } = computeHeadScale(model, block);
  const query = machine.splitHeads(machine.project(cross.q, x, n), n, H, d);
  const { key, S } = pass.encoded
    ? projectEncoded(machine, model, block, pass.encoded)
    : /** @type {TokenCache} */ (pass.cache).readEncoded(index);
  const headStride = 4 * S * d;
  const value = key + K * headStride;
  step('crossQ', query, [H, n, d]);
  step('crossK', key, [K, S, d]);
  step('crossV', value, [K, S, d]);
  return mixHeads(call, {
    query,
    key,
    value,
    headStride,
    S,
    d,
    scale,
    attention: 'cross',
    out: cross.out,
  });
}

/**
 * Computes the weights of every head, the weighted sums of values, and their output projection.
 * @param {LayerCall} call @param {Heads} parts
 * @returns {number} (n, D)
 */
function mixHeads(call, parts) {
  const { query, key, value, headStride, S, d, scale, attention, out } = parts;
  const { machine, model, index, n, past, step } = call;
  const { changes } = call.pass;
  const { heads: H, kvHeads: K } = model;
  const tables = TABLES[attention];
  const rows = 4 * n * d;
  const output = machine.take(H * n * d);
  const hasNewScores = changes.isEdited(index, tables.scores);
  const isSet = hasNewScores || changes.isEdited(index, tables.weights);
  const weights = isSet || changes.isWanted(index, tables.weights) ? machine.take(H * n * S) : 0;
  const scores = changes.isWanted(index, tables.scores) ? machine.take(H * n * S) : 0;
  const mask = putMask(call, attention, S);
  const group = H / K;
  const cells = 4 * group * n * S;
  for (let k = 0; k < K; k++) {
    machine.attend({
      query: query + k * group * rows,
      key: key + k * headStride,
      value: value + k * headStride,
      H: group,
      L: n,
      S,
      d,
      scale,
      isCausal: model.isCausal && attention === 'self',
      allowed: { at: mask.at && mask.at + k * group * mask.stride, stride: mask.stride },
      output: output + k * group * rows,
      weights: weights && weights + k * cells,
      scores: scores && scores + k * cells,
    });
  }
  const isMasked = (/** @type {number} */ query, /** @type {number} */ key) =>
    attention === 'self' &&
    ((model.isCausal && key > query) || query - key >= (model.windows[index] ?? Infinity));
  changes.refuseMasked(index, tables.scores, [H, n, S], past, -Infinity, isMasked);
  changes.refuseMasked(index, tables.weights, [H, n, S], past, 0, isMasked);
  if (scores) step(tables.scores, scores, [H, n, S]);
  if (hasNewScores) machine.weighScores(scores, H * n, S, weights);
  if (weights) step(tables.weights, weights, [H, n, S]);
  for (let h = 0; h < H; h++) {
    const to = output + h * rows;
    if (isSet) {
      const values = value + Math.floor(h / group) * headStride;
      machine.mix(weights + 4 * h * n * S, values, [n, S, d], to);
    }
    if (changes.isSilenced(attention, index, h)) {
      machine.put(new Float32Array(n * d), to);
    }
  }
  step(tables.headOut, output, [H, n, d]);
  const result = machine.project(out, machine.mergeHeads(output, n, H, d), n);
  step(tables.attnOut, result, [n, model.width]);
  return result;
}

/**
 * Puts a mask for windows and blocked pairs into memory. The causal mask is separate.
 * @param {LayerCall} call @param {Heads['attention']} attention @param {number} S
 */
function putMask({ machine, model, index, n, past, pass }, attention, S) {
  const { heads, windows } = model;
  const window = (attention === 'self' ? windows[index] : undefined) ?? Infinity;
  const blocked = Array.from({ length: heads }, (_, h) =>
    pass.changes.listBlocked(attention, index, h),
  );
  const isBlocked = blocked.some((pairs) => pairs.length > 0);
  if (window >= S && !isBlocked) return { at: 0, stride: 0 };
  const cells = n * S;
  const bytes = new Uint8Array(isBlocked ? heads * cells : cells);
  for (let i = 0; i < bytes.length; i += S) {
    const query = past + ((i / S) % n);
    bytes.fill(1, i + Math.max(0, query - window + 1), i + S);
  }
  blocked.forEach((pairs, h) => {
    for (const { query, key } of pairs) {
      const [first, last] = query === undefined ? [0, n - 1] : [query - past, query - past];
      for (let l = Math.max(0, first); l <= Math.min(last, n - 1); l++) {
        const row = bytes.subarray(h * cells + l * S, h * cells + (l + 1) * S);
        row.fill(0, key ?? 0, key === undefined ? S : key + 1);
      }
    }
  });
  return { at: machine.put(bytes), stride: isBlocked ? cells : 0 };
}
