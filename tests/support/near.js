// Comparisons with a reference in float64. Every bound comes from theory or from the measured error
// of the reference's own float32 run. No bound was chosen to make a test pass.
import assert from 'node:assert/strict';

/** @typedef {{ shape: readonly number[], data: ArrayLike<number> }} Numbers */
/** @typedef {(index: number) => number} Bound the largest allowed error of an element */

/** The unit roundoff of float32: half the distance from 1 to the next number. */
export const UNIT = 2 ** -24;
/** The smallest normal and the smallest positive float32. */
export const SMALLEST_NORMAL = 2 ** -126;
export const SMALLEST = 2 ** -149;
/** The core sums so many exponentials in float32, and adds the sums of such blocks in double. */
const SUM_BLOCK = 4096;

/**
 * Asserts the same shape, and that every element is within its bound. NaN and infinities are
 * compared by class and sign. Returns the largest share of its bound that an element used.
 * @param {Numbers} actual
 * @param {Numbers} expected
 * @param {Bound} bound
 * @param {string} [what]
 */
export function assertWithin(actual, expected, bound, what = 'result') {
  assertSameShape(actual, expected, what);
  let used = 0;
  for (let i = 0; i < expected.data.length; i++) {
    const is = actual.data[i];
    const should = expected.data[i];
    const areFinite = Number.isFinite(should) && Number.isFinite(is);
    const error = areFinite ? Math.abs(is - should) : 0;
    const allowed = areFinite ? bound(i) : 0;
    // Build the message only on failure, because there are millions of elements.
    if (!(areFinite ? error <= allowed : Object.is(is, should)))
      assert.fail(
        `${what}[${i}] is ${is}, expected ${should}: off by ${error}, allowed ${allowed}`,
      );
    if (error > 0) used = Math.max(used, error / allowed);
  }
  return used;
}

/**
 * Asserts the same bits. All NaNs count as equal, because wasm does not fix their payload.
 * @param {Numbers} actual
 * @param {Numbers} expected
 * @param {string} [what]
 */
export function assertSameBits(actual, expected, what = 'result') {
  assertSameShape(actual, expected, what);
  for (let i = 0; i < expected.data.length; i++) {
    const [is, should] = [actual.data[i], expected.data[i]];
    // Object.is distinguishes −0 from 0, and treats all NaNs as equal.
    if (!Object.is(is, should))
      assert.fail(`${what}[${i}] is ${is}, expected the same bits as ${should}`);
  }
}

/** @param {Numbers} actual @param {Numbers} expected @param {string} what */
function assertSameShape(actual, expected, what) {
  assert.deepEqual([...actual.shape], [...expected.shape], `${what}: shape`);
  assert.equal(actual.data.length, expected.data.length, `${what}: length of the data`);
}

/**
 * Returns a bound for errors: a share of the largest expected value. PyTorch's own float32 stays
 * below 2e-6 on every reference family. Relative to each element it would not (1.6e-3 near zero).
 * @param {Numbers} expected
 * @param {number} [share]
 * @returns {Bound}
 */
export function shareOfLargest(expected, share = 2e-6) {
  let largest = 0;
  for (let i = 0; i < expected.data.length; i++) {
    const value = Math.abs(expected.data[i]);
    if (value > largest && value < Infinity) largest = value;
  }
  return () => share * largest;
}

/**
 * Returns the rounding bound of input · weight^T + bias, summed in index order. Each term is
 * rounded once and added at most `in` times. To first order the error is (in + 1) u (sum |x w| +
 * |b|), here with one u to spare. In the denormal range a rounding error is absolute: half the
 * smallest number for each product.
 * @param {Numbers} input (…, in)
 * @param {Numbers} weight (out, in)
 * @param {Numbers} [bias] (out)
 * @returns {Bound}
 */
export function linearBound(input, weight, bias) {
  const [outSize, inSize] = weight.shape;
  return (index) => {
    const row = Math.floor(index / outSize) * inSize;
    const out = index % outSize;
    let magnitude = Math.abs(bias ? bias.data[out] : 0);
    for (let i = 0; i < inSize; i++) {
      magnitude += Math.abs(input.data[row + i] * weight.data[out * inSize + i]);
    }
    return (inSize + 2) * UNIT * magnitude + (inSize * SMALLEST) / 2;
  };
}

/**
 * Returns the rounding bound of a softmax, relative to each weight p: (8 + S/4 + |x - max|) 2^-23,
 * where S is at most a block, or 2^-126 absolute below the normal range. `x` is the argument of the exponential, after scale
 * and masks.
 * @param {Numbers} x
 * @param {Numbers} expected the weights
 * @param {number} [dim]
 * @returns {Bound}
 */
export function softmaxBound(x, expected, dim = -1) {
  const axis = dim < 0 ? dim + x.shape.length : dim;
  const size = x.shape[axis];
  const inner = x.shape.slice(axis + 1).reduce((product, length) => product * length, 1);
  return (index) => {
    const p = expected.data[index];
    if (p < SMALLEST_NORMAL) return SMALLEST_NORMAL;
    const first = Math.floor(index / (size * inner)) * size * inner + (index % inner);
    let max = -Infinity;
    for (let i = 0; i < size; i++) max = Math.max(max, x.data[first + i * inner]);
    return (8 + Math.min(size, SUM_BLOCK) / 4 + Math.abs(x.data[index] - max)) * 2 ** -23 * p;
  };
}
