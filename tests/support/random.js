// Seeded random numbers, the same in every engine because they use only integer arithmetic.

/** @import { Tensor } from './arrange.js' */

/** @typedef {{ shape: number[], data: Uint8Array }} Mask */
/** @typedef {ReturnType<typeof createRandom>} Random */

/** @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;

  /** Returns 32 random bits (mulberry32). */
  function bits() {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  }

  const uniform = () => bits() / 2 ** 32;

  /** @param {number} low @param {number} high included */
  const integer = (low, high) => low + Math.floor(uniform() * (high - low + 1));

  /**
   * Returns numbers between −size and size.
   * @param {number[]} shape
   * @param {number} [size]
   * @returns {Tensor}
   */
  function tensor(shape, size = 1) {
    const count = shape.reduce((product, length) => product * length, 1);
    const data = new Float32Array(count);
    // Use a loop, because from() takes five times as long and tests draw millions of numbers.
    for (let i = 0; i < count; i++) data[i] = size * (2 * uniform() - 1);
    return { shape, data };
  }

  return {
    bits,
    uniform,
    integer,
    tensor,

    /** Returns weights of a multi-head layer of width D. @param {number} D */
    parameters: (D) => ({ inProjWeight: tensor([3 * D, D]), outProjWeight: tensor([D, D]) }),

    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => list[integer(0, list.length - 1)],

    /**
     * Returns zeros and ones.
     * @param {number[]} shape
     * @param {number} [share] the share of ones
     * @returns {Mask}
     */
    mask(shape, share = 0.6) {
      const count = shape.reduce((product, length) => product * length, 1);
      const data = new Uint8Array(count);
      for (let i = 0; i < count; i++) data[i] = Number(uniform() < share);
      return { shape, data };
    },

    /**
     * Returns integers from low to high, such as valid lengths.
     * @param {number[]} shape
     * @param {number} low
     * @param {number} high
     */
    integers(shape, low, high) {
      const count = shape.reduce((product, length) => product * length, 1);
      return { shape, data: Array.from({ length: count }, () => integer(low, high)) };
    },

    /** @template T @param {readonly T[]} list @returns {T[]} a copy in random order */
    shuffle(list) {
      const result = [...list];
      for (let i = result.length - 1; i > 0; i--) {
        const j = integer(0, i);
        [result[i], result[j]] = [result[j], result[i]];
      }
      return result;
    },
  };
}
