/** Tensors whose axes are letters, which `graph.js` lists: reordered, repeated, split into heads. */

import { countElements } from '../../src/js/shapes.js';

/** @import { Lengths } from './types.js' */

/** @param {readonly { axes: string, shape: readonly number[] }[]} tensors */
export function measureAxes(tensors) {
  /** @type {Map<string, number>} */
  const lengths = new Map();
  for (const { axes, shape } of tensors) {
    [...axes].forEach((letter, axis) => {
      lengths.set(letter, shape[axis]);
    });
  }
  return lengths;
}

/** @param {string} axes @param {Lengths} lengths */
export const computeShape = (axes, lengths) =>
  [...axes].map((letter) => Number(lengths.get(letter)));

/** Returns the letters that all of the others contain, too. @param {string} axes @param {string[]} others */
export const intersectAxes = (axes, ...others) =>
  [...axes].filter((letter) => others.every((other) => other.includes(letter))).join('');

/** Returns the letters that none of the others contains. @param {string} axes @param {string[]} others */
export const subtractAxes = (axes, ...others) =>
  [...axes].filter((letter) => others.every((other) => !other.includes(letter))).join('');

/**
 * Arranges numbers along other axes: reorders them, and repeats them along missing axes.
 * @param {ArrayLike<number>} data row-major over `axes`
 * @param {string} axes
 * @param {string} wanted all of `axes` in any order, and further axes
 * @param {Lengths} lengths the lengths of the wanted axes
 * @returns {Float32Array}
 */
export function arrangeAxes(data, axes, wanted, lengths) {
  const shape = computeShape(wanted, lengths);
  const arranged = new Float32Array(countElements(shape));
  if (arranged.length === 0) return arranged;
  if (axes === wanted) {
    arranged.set(data);
    return arranged;
  }
  const steps = [...wanted].map((letter) => {
    const axis = axes.indexOf(letter);
    return axis < 0 ? 0 : countElements(computeShape(axes.slice(axis + 1), lengths));
  });
  let to = 0;
  const last = steps.length - 1;
  /** @param {number} axis @param {number} from */
  const fill = (axis, from) => {
    const start = to;
    const step = steps[axis];
    // Numbers that repeat along an axis are written once and then copied, doubling each time.
    const count = step === 0 ? 1 : shape[axis];
    if (axis === last) {
      for (let i = 0; i < count; i++) arranged[start + i] = data[from + i * step];
      to += count;
    } else if (axis === last - 1 && step > 0 && steps[last] > step) {
      const columns = shape[last];
      transposeBlocks(data, from, [step, steps[last]], arranged.subarray(start), [count, columns]);
      to += count * columns;
    } else for (let i = 0; i < count; i++) fill(axis + 1, from + i * step);
    const end = start + ((to - start) / count) * shape[axis];
    for (; to < end; to = Math.min(end, 2 * to - start))
      arranged.copyWithin(to, start, Math.min(to, start + end - to));
  };
  fill(0, 0);
  return arranged;
}

/**
 * Returns numbers in another order of their axes, or the same array if the order is the same.
 * @param {Float32Array} data
 * @param {string} axes
 * @param {string} wanted
 * @param {Lengths} lengths
 */
export const reorderAxes = (data, axes, wanted, lengths) =>
  axes === wanted ? data : arrangeAxes(data, axes, wanted, lengths);

/** Rows of a transposed matrix that are written together: each cache line is read once. */
const BLOCK = 16;

/**
 * @param {ArrayLike<number>} data
 * @param {number} from
 * @param {[row: number, column: number]} steps distances between numbers of the source
 * @param {Float32Array} transposed
 * @param {[rows: number, columns: number]} sizes
 */
function transposeBlocks(data, from, [rowStep, columnStep], transposed, [rows, columns]) {
  for (let first = 0; first < rows; first += BLOCK) {
    const end = Math.min(rows, first + BLOCK);
    for (let column = 0; column < columns; column++) {
      const start = from + column * columnStep;
      for (let row = first; row < end; row++)
        transposed[row * columns + column] = data[start + row * rowStep];
    }
  }
}

/** Splits C into h and c if both are axes. @param {string} axes @param {Lengths} lengths */
export const splitAxes = (axes, lengths) => (lengths.has('c') ? axes.replace('C', 'hc') : axes);

/**
 * Returns the names along an axis, or undefined if its positions are only counted.
 * @param {string} axis
 * @param {{ queryWords: string[], keyWords: string[], names?: Readonly<Record<string, string[]>> }} computation
 */
export function findNamesAlong(axis, { queryWords, keyWords, names }) {
  if (/^[qpy]$/.test(axis)) return queryWords;
  return /^[kx]$/.test(axis) ? keyWords : names?.[axis];
}
