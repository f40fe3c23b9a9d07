// Computes a · b + c in float32, as the core sums products. The exact build rounds twice. The fast
// build rounds once on processors with fused multiply-add.

let isFused = false;

/** @param {boolean} value whether the core under test fuses */
export function setFused(value) {
  isFused = value;
}

/** @param {number} a @param {number} b @param {number} c */
export const mulAdd = (a, b, c) => (isFused ? fuse(a, b, c) : Math.fround(Math.fround(a * b) + c));

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** @param {number} a @param {number} b @param {number} c */
function fuse(a, b, c) {
  // The product of two float32 numbers is exact in float64.
  const product = a * b;
  const sum = product + c;
  const added = sum - product;
  const lost = product - (sum - added) + (c - added);
  // Rounding to float64 first may end halfway between two float32 numbers. If the last bit is odd,
  // this cannot happen.
  double[0] = sum;
  if (Number.isFinite(lost) && lost !== 0 && (bits[0] & 1n) === 0n)
    bits[0] += lost > 0 === sum > 0 ? 1n : -1n;
  return Math.fround(double[0]);
}
