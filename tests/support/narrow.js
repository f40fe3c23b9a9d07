// Rounds to 16-bit numbers by their definition: to the nearest neighbour, and to the even one if
// both are equally near.

const floats = new Float32Array(1);
const words = new Uint32Array(floats.buffer);

/** @typedef {'bfloat16' | 'float16'} NarrowType */

/** Both types, with float32 values that are special or lie between two of the type's numbers. */
export const narrowTypes = /** @type {const} */ ([
  {
    dtype: 'bfloat16',
    special: [
      ...[Number.NaN, Infinity, -Infinity, -0, 3.4e38, -3.4e38],
      ...[1 + 2 ** -8, 1 + 3 * 2 ** -8, -1 - 2 ** -8, 2 ** -133, 3 * 2 ** -134, 2 ** -149],
    ],
  },
  {
    dtype: 'float16',
    special: [
      ...[Number.NaN, Infinity, -Infinity, -0, 65520, -65520],
      ...[1 + 2 ** -11, 1 + 3 * 2 ** -11, -1 - 2 ** -11, 65519.996, 3.4e38],
      ...[2 ** -14 - 2 ** -25, 2 ** -25, 3 * 2 ** -25, 2 ** -24 + 2 ** -30, -(2 ** -26), 2 ** -149],
    ],
  },
]);

/** @param {number} value a float32 @returns {number} */
function roundToBfloat16(value) {
  floats[0] = value;
  const lower = words[0] & 0xffff;
  const isUp = lower > 0x8000 || (lower === 0x8000 && (words[0] & 0x10000) !== 0);
  // After the largest number comes infinity.
  words[0] += (isUp ? 0x10000 : 0) - lower;
  return floats[0];
}

/** @param {number} value a float32 @returns {number} */
function roundToFloat16(value) {
  floats[0] = value;
  const exponent = Math.max(((words[0] >> 23) & 255) - 127, -14);
  const unit = 2 ** (exponent - 10);
  const count = Math.abs(value) / unit;
  const lower = Math.floor(count);
  const isUp = count - lower > 0.5 || (count - lower === 0.5 && lower % 2 === 1);
  const magnitude = (lower + (isUp ? 1 : 0)) * unit;
  return (words[0] >>> 31 === 1 ? -1 : 1) * (magnitude >= 65536 ? Infinity : magnitude);
}

/**
 * @param {NarrowType} dtype
 * @param {number} value
 * @returns {number} the nearest number of this type, as a float32
 */
export function roundTo(dtype, value) {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return float;
  return dtype === 'float16' ? roundToFloat16(float) : roundToBfloat16(float);
}

/** @param {NarrowType} dtype @param {{ shape: readonly number[], data: Float32Array }} tensor */
export const roundTensor = (dtype, { shape, data }) => ({
  shape,
  data: data.map((value) => roundTo(dtype, value)),
});

/** Returns the bits of a number of this type. @param {NarrowType} dtype @param {number} value */
export function bitsOf(dtype, value) {
  floats[0] = value;
  if (dtype === 'bfloat16') return words[0] >>> 16;
  const sign = (words[0] >>> 16) & 0x8000;
  const magnitude = words[0] & 0x7fffffff;
  if (magnitude < 113 << 23) return sign | (Math.abs(value) * 2 ** 24);
  return sign | ((magnitude >>> 13) - (112 << 10));
}
