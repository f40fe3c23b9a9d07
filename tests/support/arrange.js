// Rearranges numbers without computing any, so that everything that a test composes is the core's
// arithmetic.

/** @typedef {{ shape: readonly number[], data: Float32Array }} Tensor */

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/**
 * Returns the same numbers with another shape.
 * @param {{ data: Float32Array }} tensor
 * @param {number[]} shape
 * @returns {Tensor}
 */
export const reshape = ({ data }, shape) => ({ shape, data });

/** @param {number[]} shape @param {number} value @returns {Tensor} */
export const filled = (shape, value) => ({
  shape,
  data: new Float32Array(sizeOf(shape)).fill(value),
});

/**
 * Permutes the axes: axis i of the result is axis axes[i] of the tensor.
 * @param {Tensor} tensor
 * @param {number[]} axes
 * @returns {Tensor}
 */
export function permute({ shape, data }, axes) {
  const strides = shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
  const result = { shape: axes.map((axis) => shape[axis]), data: data.slice() };
  for (let to = 0; to < data.length; to++) {
    let from = 0;
    let rest = to;
    for (let i = axes.length - 1; i >= 0; i--) {
      const length = shape[axes[i]];
      from += (rest % length) * strides[axes[i]];
      rest = Math.floor(rest / length);
    }
    result.data[to] = data[from];
  }
  return result;
}

/** @param {Tensor} matrix */
export const transpose = (matrix) => permute(matrix, [1, 0]);

/**
 * Returns rows first … first + count − 1 of the first axis.
 * @param {Tensor} tensor
 * @param {number} first
 * @param {number} count
 * @returns {Tensor}
 */
export function rows({ shape, data }, first, count) {
  const size = sizeOf(shape.slice(1));
  return {
    shape: [count, ...shape.slice(1)],
    data: data.slice(first * size, (first + count) * size),
  };
}

/**
 * Returns elements first … end − 1 of an axis, of numbers or flags.
 * @param {any} tensor
 * @param {number} axis
 * @param {number} first
 * @param {number} end
 */
export function slice({ shape, data }, axis, first, end) {
  const inner = sizeOf(shape.slice(axis + 1));
  const kept = data.filter((/** @type {number} */ _, /** @type {number} */ i) => {
    const position = Math.floor(i / inner) % shape[axis];
    return position >= first && position < end;
  });
  return { shape: [...shape.slice(0, axis), end - first, ...shape.slice(axis + 1)], data: kept };
}

/** Concatenates tensors along the first axis. @param {...Tensor} parts @returns {Tensor} */
export function concatenate(...parts) {
  const first = parts.reduce((sum, part) => sum + part.shape[0], 0);
  const result = filled([first, ...parts[0].shape.slice(1)], 0);
  let at = 0;
  for (const { data } of parts) {
    result.data.set(data, at);
    at += data.length;
  }
  return result;
}

/** @param {number} size @returns {Tensor} */
export function identity(size) {
  const result = filled([size, size], 0);
  for (let i = 0; i < size; i++) result.data[i * size + i] = 1;
  return result;
}
