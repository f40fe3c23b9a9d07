// Writes the cases of tests/support/cases.js in the form that tests/native/replay.c reads, and
// reads the answers. This does not use the binding: it is a second implementation of its
// documentation.
import { fitScaling } from '../../src/js/call-options.js';
import { concatenate, rows, sizeOf } from '../support/arrange.js';

/** @import { Case, Numbers } from '../support/cases.js' */

const NULL = 0xffffffff;
/** The parts of a Transformer other than attention. */
const PARTS = ['embedding', 'layerNorm', 'rmsNorm', 'activation', 'rotary'];
/** All operations, in the order of their numbers in `replay.c`. */
const OPERATIONS = [
  'linear',
  'softmax',
  'scaledDotProductAttention',
  'additiveAttention',
  'multiHeadAttention',
  ...PARTS,
];
const KINDS = ['relu', 'gelu', 'gelu_tanh', 'silu', 'tanh'];
const PAIRS = ['half', 'interleaved'];
const WEIGHTS = 1;
const TRACE = 2;

/** Little-endian words, as in wasm and on all known machines. */
const words = (/** @type {number[]} */ ...values) => bytesOf(Uint32Array.from(values));
const floats = (/** @type {number[]} */ ...values) => bytesOf(Float32Array.from(values));

/** @param {ArrayBufferView} view */
const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/**
 * @param {Numbers | undefined} numbers
 * @param {{ from(data: ArrayLike<number>): ArrayBufferView }} kind
 */
function array(numbers, kind = Float32Array) {
  if (numbers === undefined) return [words(NULL)];
  return [words(numbers.data.length), bytesOf(kind.from(numbers.data))];
}

/** @param {number} width the width of queries; for 0, all scores are 0 at any scale */
const defaultScale = (width) => (width === 0 ? 1 : 1 / Math.sqrt(width));

/**
 * Returns the strides of a mask over N, H, L and S. Repeated axes have stride 0.
 * @param {readonly number[]} shape the shape of the mask
 * @param {number} rank the rank of the scores
 */
function maskStrides(shape, rank) {
  const strides = [0, 0, 0, 0];
  // Scores with three axes have no heads, and their first axis is N.
  const axes = rank === 3 ? [0, 2, 3] : [0, 1, 2, 3].slice(4 - rank);
  shape.forEach((size, axis) => {
    const to = axes[rank - shape.length + axis];
    if (size > 1) strides[to] = sizeOf(shape.slice(axis + 1));
  });
  return strides;
}

/**
 * @param {Case['options']} options those of the binding, or `causal` as in the header
 * @param {number} rank the rank of the scores
 * @param {number} scale the default scale
 */
function encodeOptions(options, rank, scale) {
  const { attnMask, keyPaddingMask, validLens, isCausal = false, dropout } = options;
  const causal = isCausal === 'lower-right' ? 2 : Number(isCausal);
  const isAdded = attnMask?.data instanceof Float32Array;
  return [
    words(...(attnMask ? maskStrides(attnMask.shape, rank) : [0, 0, 0, 0])),
    words(Number(validLens?.shape.length === 2), causal),
    floats(options.scale ?? scale, options.maskFill ?? -Infinity),
    words(Number(options.emptyRow === 'nan')),
    floats(dropout?.p ?? 0),
    words(dropout?.seed ?? 0),
    floats(options.softcap ?? 0),
    ...array(isAdded ? undefined : attnMask, Uint8Array),
    ...array(isAdded ? attnMask : undefined),
    ...array(keyPaddingMask, Uint8Array),
    ...array(validLens, Int32Array),
    ...array(options.sinks),
  ];
}

/** @param {Case} case_ */
function encodeSoftmax({ inputs: { input }, options }) {
  const rank = input.shape.length;
  const axis = ((options.dim ?? -1) + rank) % rank;
  const before = input.shape.slice(0, axis);
  const inner = sizeOf(input.shape.slice(axis + 1));
  // The first axis is N and the last is L, unless there is only one.
  const [N, H, L] = [
    before.length > 1 ? before[0] : 1,
    sizeOf(before.slice(1, -1)),
    before.at(-1) ?? 1,
  ];
  const sizes = [N, H, L, input.shape[axis], inner];
  return { sizes, body: [...encodeOptions(options, rank, 1), ...array(input)] };
}

/**
 * Returns the part of a stacked weight or bias that belongs to q, k or v.
 * @param {any} stacked
 * @param {number} part 0, 1 or 2
 * @param {Case} case_
 */
function partOf(stacked, part, { sizes: { D, H, Hkv = H }, options }) {
  const d = D / H;
  const [first, count] = part === 0 ? [0, D] : [D + (part - 1) * Hkv * d, Hkv * d];
  if (options.inProjLayout !== 'per-head') return rows(stacked, first, count);
  const heads = Array.from({ length: H }, (_, h) => rows(stacked, (3 * h + part) * d, d));
  return concatenate(...heads);
}

/** @param {Case} case_ */
function encodeMultiHead(case_) {
  const { sizes, inputs, options } = case_;
  const { query, key, value, inProjWeight, inProjBias, outProjWeight, outProjBias } = inputs;
  const weights = ['q', 'k', 'v'].map(
    (name, part) => inputs[`${name}ProjWeight`] ?? partOf(inProjWeight, part, case_),
  );
  const biases = [0, 1, 2].map((part) => inProjBias && partOf(inProjBias, part, case_));
  const arrays = [query, key, value, ...weights, outProjWeight, ...biases, outProjBias];
  const { N, H, Hkv = H, L, S, D, Kdim, Vdim } = sizes;
  const { theta = 0, width = 0, pairs = 'half' } = options.rotary ?? {};
  return {
    sizes: [N, H, Hkv, L, S, D, Kdim, Vdim],
    body: [
      ...encodeOptions(options, 4, defaultScale(D / H)),
      ...arrays.flatMap((numbers) => array(numbers)),
      ...[floats(theta), words(width, PAIRS.indexOf(pairs))],
    ],
  };
}

/** Encodes one of `PARTS`. @param {Case} case_ */
function encodePart({ operation, sizes, inputs, options }) {
  const numbers = Object.values(sizes);
  const { input, weight, bias, table, ids, positions } = inputs;
  const bodies = {
    embedding: () => [...array(ids, Uint32Array), ...array(table)],
    layerNorm: () => [...array(input), ...array(weight), ...array(bias), floats(options.eps)],
    rmsNorm: () => [...array(input), ...array(weight), floats(options.eps)],
    activation: () => array(input),
    rotary() {
      const { factor, low, high } = fitScaling(options.scaling);
      const scaling = bytesOf(Float64Array.of(factor, low, high));
      return [...array(input), ...array(positions, Uint32Array), floats(options.theta), scaling];
    },
  };
  if (operation === 'activation') numbers.push(KINDS.indexOf(options.kind));
  if (operation === 'rotary') numbers.push(PAIRS.indexOf(options.pairs));
  return { sizes: numbers, body: bodies[/** @type {keyof typeof bodies} */ (operation)]() };
}

/** @param {Case} case_ */
function encodeBody(case_) {
  const { operation, sizes, inputs, options } = case_;
  const arrays = Object.values(inputs).flatMap((numbers) => array(numbers));
  if (operation === 'softmax') return encodeSoftmax(case_);
  if (operation === 'multiHeadAttention') return encodeMultiHead(case_);
  if (PARTS.includes(operation)) return encodePart(case_);
  if (operation === 'linear') {
    const bias = inputs.bias ? [] : array(undefined);
    return { sizes: Object.values(sizes), body: [...arrays, ...bias] };
  }
  const isDot = operation === 'scaledDotProductAttention';
  const rank = Object.values(inputs)[0].shape.length;
  const scale = isDot ? defaultScale(sizes.E) : 1;
  return { sizes: Object.values(sizes), body: [...encodeOptions(options, rank, scale), ...arrays] };
}

/**
 * @param {Case} case_
 * @param {number} [cached] for multi-head attention: the positions that an earlier call puts into a
 *   cache
 */
export function encode(case_, cached = 0) {
  const { operation, options } = case_;
  const { sizes, body } = encodeBody(case_);
  const padded = Array.from({ length: 9 }, (_, i) => sizes[i] ?? (i === 8 ? cached : 0));
  const isWanted = operation.endsWith('Attention') && options.needWeights !== false;
  const wants = (isWanted ? WEIGHTS : 0) | (options.trace ? TRACE : 0);
  return Buffer.concat([words(OPERATIONS.indexOf(operation), ...padded, wants), ...body]);
}

/**
 * @param {Buffer} bytes
 * @returns {{ status: number, outputs: Float32Array[] }[]} an entry for each call
 */
export function decode(bytes) {
  const aligned = Uint8Array.from(bytes).buffer;
  const answer = new Uint32Array(aligned);
  const calls = [];
  for (let at = 0; at < answer.length; ) {
    const status = answer[at++];
    const count = answer[at++];
    const outputs = Array.from({ length: count }, () => {
      const length = answer[at++];
      at += length;
      return new Float32Array(aligned, 4 * (at - length), length);
    });
    calls.push({ status, outputs });
  }
  return calls;
}
