// A plain second implementation of the formulas in float64, to judge the core. Each result has a
// bound on how far float32 may differ: the theory's rounding bounds, carried from step to step.
import { mulAdd } from './mul-add.js';
import { linearBound, UNIT } from './near.js';
import { attend, inRange, inShape, rounding, zeros } from './oracle-attend.js';

/**
 * @import { Numbers } from './near.js'
 * @import { Judged, Options } from './oracle-attend.js'
 */

/**
 * output[r][o] = sum_i input[r][i] weight[o][i] + bias[o]
 * @param {Numbers} input (…, in)
 * @param {Numbers} weight (out, in)
 * @param {Numbers} [bias] (out)
 * @returns {Judged}
 */
export function linear(input, weight, bias) {
  const [out, width] = weight.shape;
  const value = zeros([...input.shape.slice(0, -1), out]);
  for (let index = 0; index < value.data.length; index++) {
    const row = Math.floor(index / out);
    const column = index % out;
    let sum = 0;
    for (let i = 0; i < width; i++) {
      sum += input.data[row * width + i] * weight.data[column * width + i];
    }
    value.data[index] = inRange(sum + (bias ? bias.data[column] : 0));
  }
  const bound = linearBound(input, weight, bias);
  return { value, error: value.data.map((_, index) => bound(index)) };
}

/**
 * Computes the same in float32. The terms are summed in index order and rounded at each step, then
 * the bias is added: the result that the core promises, bit for bit.
 * @param {Numbers} input
 * @param {Numbers} weight
 * @param {Numbers} [bias]
 */
export function linearInFloat32(input, weight, bias) {
  const [out, width] = weight.shape;
  const shape = [...input.shape.slice(0, -1), out];
  const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
  for (let index = 0; index < data.length; index++) {
    const row = Math.floor(index / out) * width;
    const column = index % out;
    let sum = 0;
    for (let i = 0; i < width; i++) {
      sum = mulAdd(input.data[row + i], weight.data[column * width + i], sum);
    }
    data[index] = bias ? sum + bias.data[column] : sum;
  }
  return { shape, data };
}

/**
 * Computes exp(x - max x) / sum exp(x - max x). Only the last axis can have masks.
 * @param {Numbers} input
 * @param {Options & { dim?: number }} [options]
 * @returns {Judged}
 */
export function softmax(input, { dim = -1, ...options } = {}) {
  const shape = [...input.shape];
  const axis = dim < 0 ? dim + shape.length : dim;
  const S = shape[axis];
  const product = (/** @type {number[]} */ sizes) => sizes.reduce((total, size) => total * size, 1);
  const inner = product(shape.slice(axis + 1));
  const lead = inner === 1 ? shape.slice(0, axis) : [product(shape) / S];
  const [N, L] = [lead.length > 1 ? lead[0] : 1, lead[lead.length - 1] ?? 1];
  const H = product(lead.slice(1, -1));
  const at = (/** @type {number} */ row, /** @type {number} */ s) =>
    (Math.floor(row / inner) * S + s) * inner + (row % inner);

  const { weights } = attend(
    { N, H, L, S, Ev: 0 },
    lead.length > 3 ? [N, H, L, S] : [...lead, S],
    1,
    options,
    (n, h, l, s) => ({ score: input.data[at((n * H + h) * L + l, s)], error: 0 }),
    () => ({ value: 0, error: 0 }),
  );
  const value = zeros(shape);
  const error = new Float64Array(value.data.length);
  for (let i = 0; i < value.data.length; i++) {
    const to = at(Math.floor(i / S), i % S);
    value.data[to] = weights.value.data[i];
    error[to] = weights.error[i];
  }
  return { value, error };
}

/**
 * Computes softmax(query · key^T · scale) · value. Key and value may have fewer heads.
 * @param {Numbers} query (L, E), (N, L, E) or (N, H, L, E)
 * @param {Numbers} key
 * @param {Numbers} value
 * @param {Options} [options]
 */
export function scaledDotProduct(query, key, value, options = {}) {
  const lead = query.shape.slice(0, -2);
  const [N = 1, H = 1] = lead;
  const [L, E] = query.shape.slice(-2);
  const Hkv = key.shape.length === 4 ? key.shape[1] : 1;
  const [S, Ev] = value.shape.slice(-2);
  const shape = [...lead, L, S];
  const keyHead = (/** @type {number} */ n, /** @type {number} */ h) =>
    n * Hkv + Math.floor((h * Hkv) / H);

  const { weights, output } = attend(
    { N, H, L, S, Ev },
    shape,
    options.scale ?? (E === 0 ? 1 : 1 / Math.sqrt(E)),
    options,
    (n, h, l, s) => {
      let score = 0;
      let magnitude = 0;
      for (let e = 0; e < E; e++) {
        const q = query.data[((n * H + h) * L + l) * E + e];
        const k = key.data[(keyHead(n, h) * S + s) * E + e];
        score += q * k;
        magnitude += Math.abs(q * k);
      }
      return { score, error: magnitude * rounding(E) };
    },
    (n, h, s, j) => ({ value: value.data[(keyHead(n, h) * S + s) * Ev + j], error: 0 }),
  );
  return { weights: inShape(weights, shape), output: inShape(output, [...lead, L, Ev]) };
}

/**
 * scores[l][s] = wv . tanh(wq query_l + wk key_s)
 * @param {Numbers} queries (L, Q) or (N, L, Q)
 * @param {Numbers} keys
 * @param {Numbers} values
 * @param {{ wq: Numbers, wk: Numbers, wv: Numbers }} parameters
 * @param {Options} [options]
 */
export function additive(queries, keys, values, { wq, wk, wv }, options = {}) {
  const lead = queries.shape.slice(0, -2);
  const [N = 1] = lead;
  const [L] = queries.shape.slice(-2);
  const [S, Ev] = values.shape.slice(-2);
  const [A] = wq.shape;
  const shape = [...lead, L, S];
  const q = linear(queries, wq);
  const k = linear(keys, wk);

  const { weights, output } = attend(
    { N, H: 1, L, S, Ev },
    shape,
    options.scale ?? 1,
    options,
    (n, _h, l, s) => {
      let score = 0;
      let magnitude = 0;
      let error = 0;
      for (let a = 0; a < A; a++) {
        const [i, j] = [(n * L + l) * A + a, (n * S + s) * A + a];
        const x = q.value.data[i] + k.value.data[j];
        const feature = Math.tanh(x);
        score += wv.data[a] * feature;
        magnitude += Math.abs(wv.data[a] * feature);
        // The slope of tanh is at most 1, and its own error is at most 3 units in the last place.
        const inside = Number.isFinite(x) ? q.error[i] + k.error[j] + UNIT * Math.abs(x) : 0;
        error += Math.abs(wv.data[a]) * (inside + 3 * 2 ** -23 * Math.abs(feature));
      }
      return { score, error: error + magnitude * rounding(A) };
    },
    (n, _h, s, j) => ({ value: values.data[(n * S + s) * Ev + j], error: 0 }),
  );
  return { weights: inShape(weights, shape), output: inShape(output, [...lead, L, Ev]) };
}

/**
 * Returns the rows of q, k or v from a stacked or per-head in-projection, as a separate weight or
 * bias.
 * @param {Numbers | undefined} stacked
 * @param {number} part 0, 1 or 2
 * @param {number[]} heads the numbers of heads of q, k and v
 * @param {number} d the width of a head
 * @param {string} layout
 * @returns {Numbers | undefined}
 */
function partOf(stacked, part, heads, d, layout) {
  if (!stacked) return undefined;
  const rows = heads[part] * d;
  const before = heads.slice(0, part).reduce((sum, count) => sum + count * d, 0);
  const width = stacked.shape[1] ?? 1;
  const data = [];
  for (let row = 0; row < rows; row++) {
    const head = Math.floor(row / d);
    const from = layout === 'per-head' ? (3 * head + part) * d + (row % d) : before + row;
    for (let i = 0; i < width; i++) data.push(stacked.data[from * width + i]);
  }
  return { shape: [rows, ...stacked.shape.slice(1)], data };
}

/**
 * Rotates the first features of each head by the position of their row, in place.
 * @param {Judged} projected (N, rows, heads · d)
 * @param {{ rows: number, d: number, first: number }} sizes `first` is the position of the first
 *   row
 * @param {{ theta: number, width: number, pairs: string }} rotary
 */
function rotatePairs(
  { value: { data, shape }, error },
  { rows, d, first },
  { theta, width, pairs },
) {
  const heads = d === 0 ? 0 : shape[shape.length - 1] / d;
  for (let at = 0; at < data.length; at += d) {
    const position = first + (Math.floor(at / (heads * d)) % rows);
    for (let i = 0; i < width / 2; i++) {
      const [j, k] = pairs === 'half' ? [i, i + width / 2] : [2 * i, 2 * i + 1];
      const [x, y, ex, ey] = [data[at + j], data[at + k], error[at + j], error[at + k]];
      const angle = position * theta ** ((-2 * i) / width);
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      data[at + j] = inRange(x * cosine - y * sine);
      data[at + k] = inRange(y * cosine + x * sine);
      const rotationError = (Math.abs(x) + Math.abs(y)) * (3 * UNIT + angle * 2 ** -47);
      error[at + j] = rotationError + ex * Math.abs(cosine) + ey * Math.abs(sine);
      error[at + k] = rotationError + ey * Math.abs(cosine) + ex * Math.abs(sine);
    }
  }
}

/**
 * concat(head_1 .. head_H) . W_O^T + b_O
 * @param {Numbers} query (L, D) or (N, L, D)
 * @param {Numbers} key
 * @param {Numbers} value
 * @param {Record<string, Numbers | undefined>} parameters
 * @param {Options & { numHeads: number, numKvHeads?: number, inProjLayout?: string, rotary?: any }} options
 */
export function multiHead(query, key, value, parameters, options) {
  const { numHeads: H, numKvHeads: Hkv = H, inProjLayout = 'stacked', rotary } = options;
  const outWeight = /** @type {Numbers} */ (parameters.outProjWeight);
  const lead = query.shape.slice(0, -2);
  const [N = 1] = lead;
  const [L, D] = query.shape.slice(-2);
  const S = key.shape[key.shape.length - 2];
  const d = D / H;
  const [q, k, v] = [query, key, value].map((input, part) => {
    const separateWeight = parameters[['qProjWeight', 'kProjWeight', 'vProjWeight'][part]];
    const counts = [H, Hkv, Hkv];
    const weight = separateWeight ?? partOf(parameters.inProjWeight, part, counts, d, inProjLayout);
    const bias = partOf(parameters.inProjBias, part, counts, d, inProjLayout);
    return linear(input, /** @type {Numbers} */ (weight), bias);
  });
  if (rotary) rotatePairs(q, { rows: L, d, first: S - L }, rotary);
  if (rotary) rotatePairs(k, { rows: S, d, first: 0 }, rotary);
  /**
   * Returns the start of the key head that query head h attends to.
   * @param {number} n
   * @param {number} h
   * @param {number} s
   */
  const keyAt = (n, h, s) => ((n * S + s) * Hkv + Math.floor((h * Hkv) / H)) * d;

  const { weights, output: heads } = attend(
    { N, H, L, S, Ev: d },
    [N, H, L, S],
    options.scale ?? (d === 0 ? 1 : 1 / Math.sqrt(d)),
    options,
    (n, h, l, s) => {
      let score = 0;
      let error = 0;
      for (let e = 0; e < d; e++) {
        const [i, j] = [(n * L + l) * D + h * d + e, keyAt(n, h, s) + e];
        const [a, b] = [q.value.data[i], k.value.data[j]];
        score += a * b;
        error += Math.abs(a * b) * rounding(d);
        error += q.error[i] * Math.abs(b) + k.error[j] * Math.abs(a) + q.error[i] * k.error[j];
      }
      return { score, error };
    },
    (n, h, s, j) => {
      const at = keyAt(n, h, s) + j;
      return { value: v.value.data[at], error: v.error[at] };
    },
  );

  const concatenated = { value: zeros([N, L, D]), error: new Float64Array(N * L * D) };
  for (let at = 0; at < N * L * D; at++) {
    const [n, l, column] = [Math.floor(at / (L * D)), Math.floor(at / D) % L, at % D];
    const from = ((n * H + Math.floor(column / d)) * L + l) * d + (column % d);
    concatenated.value.data[at] = heads.value.data[from];
    concatenated.error[at] = heads.error[from];
  }
  const output = linear(concatenated.value, outWeight, parameters.outProjBias);
  output.error.forEach((_, index) => {
    const [row, column] = [Math.floor(index / D), index % D];
    for (let i = 0; i < D; i++) {
      const weight = Math.abs(outWeight.data[column * D + i]);
      output.error[index] += concatenated.error[row * D + i] * weight;
    }
  });
  return {
    weights: inShape(weights, [...lead, H, L, S]),
    output: inShape(output, [...lead, L, D]),
  };
}
