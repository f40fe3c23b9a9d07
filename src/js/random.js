// Seeded random numbers. They are computed from integers only, so they are the same on every machine.

import { findLargestIndex } from './largest.js';

/** Scrambles 32 bits so that neighbouring inputs give unrelated outputs. @param {number} bits */
export function scrambleBits(bits) {
  let x = bits | 0;
  x = Math.imul(x ^ (x >>> 16), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}

/** Scrambles bits with the letters of a text. @param {number} bits @param {string} text */
export function scrambleText(bits, text) {
  let x = bits;
  for (let i = 0; i < text.length; i++) x = scrambleBits(x ^ (text.charCodeAt(i) + (i << 16)));
  return x;
}

/** A stream of random numbers: sfc32, a small generator that passes PractRand. */
export class Random {
  #a;
  #b;
  #c;
  #counter = 1;

  /**
   * @param {number} seed an integer, 0 to 2^32 − 1
   * @param {string} [name] the name of the stream; streams with different names are unrelated
   */
  constructor(seed, name = '') {
    const bits = scrambleText(scrambleBits(seed + 0x9e3779b9), name);
    this.#a = bits;
    this.#b = scrambleBits(bits + 1);
    this.#c = scrambleBits(bits + 2);
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** Returns the position in the stream. `setState()` continues from there. */
  getState() {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  /** @param {number[]} state */
  setState([a, b, c, counter]) {
    [this.#a, this.#b, this.#c, this.#counter] = [a, b, c, counter];
  }

  /** Draws 32 random bits, as a number in 0 .. 2^32 − 1. */
  bits() {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Draws a number in [0, 1) that float32 represents exactly. */
  uniform() {
    return (this.bits() >>> 8) / 2 ** 24;
  }

  /** Draws an integer in 0 .. count − 1. @param {number} count */
  below(count) {
    return Math.floor((this.bits() / 2 ** 32) * count);
  }

  /** Draws an item of a list. @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /**
   * Draws a number from an approximate standard normal distribution: the sum of twelve uniform numbers, less 6.
   * Logarithms and cosines differ between engines in their last bit; sums do not.
   */
  normal() {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.uniform();
    return sum;
  }
}

/**
 * Draws an index by probabilities. If they sum to less than 1 because of rounding, the most probable index gets the rest.
 * @param {Float32Array} probabilities
 * @param {Random} random
 */
export function drawIndex(probabilities, random) {
  let rest = random.uniform();
  const index = probabilities.findIndex((probability) => {
    rest -= probability;
    return rest < 0;
  });
  return index < 0 ? findLargestIndex(probabilities) : index;
}
