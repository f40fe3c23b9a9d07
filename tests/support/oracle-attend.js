// Masks, weights and outputs of attention in float64, with bounds on their errors: the part of the
// oracle that all mechanisms share.
import { SMALLEST, UNIT } from './near.js';

/** @import { Numbers } from './near.js' */

/** @typedef {{ shape: number[], data: Float64Array }} Exact */
/** @typedef {{ value: Exact, error: Float64Array }} Judged a result and its error bounds */
/**
 * The options of attention, with tensors for masks and lengths.
 * @typedef {object} Options
 * @property {Numbers} [attnMask] added if its data is a Float32Array, boolean if a Uint8Array
 * @property {Numbers} [keyPaddingMask]
 * @property {Numbers} [validLens]
 * @property {boolean | 'lower-right'} [isCausal]
 * @property {number} [scale]
 * @property {number} [maskFill]
 * @property {'zeros' | 'nan'} [emptyRow]
 * @property {number} [softcap]
 * @property {Numbers} [sinks]
 */

/**
 * The error that exp may have below −87.33: there its result would be denormal, and the core may
 * give 0.
 */
const CUT_OFF = Math.exp(-87.33);

/** Beyond the range of float32, a number becomes infinite. */
export const inRange = (/** @type {number} */ x) =>
  Number.isFinite(Math.fround(x)) ? x : Math.fround(x);

/**
 * The rounding error of a sum of `length` products in order, relative to the sum of their
 * magnitudes: one rounding for each product and at most `length` additions.
 */
export const rounding = (/** @type {number} */ length) => (length + 2) * UNIT;

/** @param {number[]} shape @returns {Exact} */
export const zeros = (shape) => ({
  shape,
  data: new Float64Array(shape.reduce((product, length) => product * length, 1)),
});

/**
 * Applies the four masks to scores of rank 1 (S), 2 (L, S), 3 (N, L, S) or 4 (N, H, L, S).
 * @param {Options} options
 * @param {number[]} shape the shape of the scores
 * @returns {(n: number, h: number, l: number, s: number, scaled: number) =>
 *   { score: number, isSeen: boolean }}
 */
export function masksOf(options, shape) {
  const { attnMask, keyPaddingMask, validLens, isCausal, maskFill = -Infinity } = options;
  const [N, L] = [shape.length > 2 ? shape[0] : 1, shape[shape.length - 2] ?? 1];
  const S = shape[shape.length - 1];
  // A vector whose length is the number of queries, not of batch items, has one length for each
  // query.
  const isPerQuery = validLens && (validLens.shape.length === 2 || validLens.shape[0] !== N);

  return (n, h, l, s, scaled) => {
    let score = scaled;
    let isSeen = true;
    const hide = (/** @type {number} */ fill) => {
      score = fill;
      isSeen = false;
    };
    let entry = 0;
    if (attnMask) {
      const index = shape.length === 3 ? [n, l, s] : [n, h, l, s].slice(-shape.length);
      entry = attnMask.data[broadcastIndex(attnMask.shape, index)];
      if (attnMask.data instanceof Uint8Array) {
        if (entry === 0) hide(maskFill);
      } else {
        score += entry;
      }
    }
    if (keyPaddingMask && keyPaddingMask.data[n * S + s] === 0) hide(maskFill);
    if (validLens && s >= validLens.data[isPerQuery ? n * L + l : n]) hide(maskFill);
    if (isCausal && s > l + (isCausal === 'lower-right' ? S - L : 0)) hide(maskFill);
    if (entry === -Infinity) hide(-Infinity);
    return { score, isSeen };
  };
}

/**
 * @param {readonly number[]} shape a shape whose repeated axes have size 1
 * @param {number[]} index an index into the broadcast shape
 */
function broadcastIndex(shape, index) {
  const missing = index.length - shape.length;
  return shape.reduce((at, size, axis) => at * size + (size === 1 ? 0 : index[axis + missing]), 0);
}

/**
 * Computes weights and output from scores, for every mechanism.
 * @param {{ N: number, H: number, L: number, S: number, Ev: number }} sizes
 * @param {number[]} shape the shape of the scores, of rank 1 to 4
 * @param {number} scale
 * @param {Options} options
 * @param {(n: number, h: number, l: number, s: number) => { score: number, error: number }} score
 * @param {(n: number, h: number, s: number, j: number) => { value: number, error: number }} valueAt
 * @returns {{ weights: Judged, output: Judged }} (N, H, L, S) and (N, H, L, Ev)
 */
export function attend({ N, H, L, S, Ev }, shape, scale, options, score, valueAt) {
  const weights = { value: zeros([N, H, L, S]), error: new Float64Array(N * H * L * S) };
  const output = { value: zeros([N, H, L, Ev]), error: new Float64Array(N * H * L * Ev) };
  const maskAt = masksOf(options, shape);
  const { softcap, sinks } = options;
  const cap = softcap === undefined ? undefined : Math.fround(softcap);
  let row = 0;
  for (let n = 0; n < N; n++) {
    for (let h = 0; h < H; h++) {
      for (let l = 0; l < L; l++, row++) {
        const keys = Array.from({ length: S }, (_, s) => {
          const { score: raw, error } = score(n, h, l, s);
          const scaled = inRange(inRange(raw) * scale);
          const capped = cap === undefined ? scaled : cap * Math.tanh(scaled / cap);
          const { score: masked, isSeen } = maskAt(n, h, l, s, capped);
          // The slope of tanh is at most 1, and its own error is at most 3 units in the last place.
          const cappedError = cap === undefined ? 0 : 5 * 2 ** -23 * Math.abs(capped) + SMALLEST;
          // Adding a mask rounds once more. Infinite scores stay infinite.
          const addedError = options.attnMask ? UNIT * Math.abs(masked) : 0;
          const isRounded = isSeen && Number.isFinite(masked);
          const total = Math.abs(scale) * error + cappedError + addedError;
          return { masked, isSeen, error: isRounded ? total : 0 };
        });
        const sink = sinks?.data[h] ?? -Infinity;
        const max = keys.reduce((largest, { masked }) => Math.max(largest, masked), sink);
        const delta = keys.reduce((largest, { error }) => Math.max(largest, error), 0);
        const isEmpty = max === -Infinity && keys.every(({ isSeen }) => !isSeen);
        const emptyWeight = options.emptyRow === 'nan' ? Number.NaN : 0;
        const exps = keys.map(({ masked }) => (isEmpty ? emptyWeight : Math.exp(masked - max)));
        const sunk = sink === -Infinity ? 0 : Math.exp(sink - max);
        const sum = isEmpty ? 1 : exps.reduce((total, e) => total + e, sunk);
        let range = 0;
        keys.forEach(({ masked }, s) => {
          const p = exps[s] / sum;
          const distance = masked === -Infinity ? 0 : max - masked;
          weights.value.data[row * S + s] = p;
          weights.error[row * S + s] =
            p * (2 * delta + (8 + S / 4 + distance) * 2 ** -23) + CUT_OFF;
          range = Math.max(range, distance);
        });
        for (let j = 0; j < Ev; j++) {
          const relative = 2 * delta + (10 + S + Math.min(range, 20)) * 2 ** -23;
          let total = 0;
          let error = 0;
          for (let s = 0; s < S; s++) {
            const p = weights.value.data[row * S + s];
            if (p === 0 && !keys[s].isSeen) continue;
            const { value, error: valueError } = valueAt(n, h, s, j);
            total += p * value;
            error += p * (Math.abs(value) * relative + valueError);
            error += CUT_OFF * Math.abs(value) + SMALLEST;
          }
          output.value.data[row * Ev + j] = inRange(total);
          output.error[row * Ev + j] = error;
        }
      }
    }
  }
  return { weights, output };
}

/** @param {Judged} judged @param {number[]} shape @returns {Judged} */
export const inShape = ({ value, error }, shape) => ({ value: { shape, data: value.data }, error });
