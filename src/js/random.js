// Random numbers of a seed, from integers alone: the same on every machine.

import { findLargestIndex } from './largest.js';

/** Scrambles 32 bits so that neighbouring inputs give unrelated outputs. @param {number} bits */
export function scrambleBits(bits) {
  let x = bits | 0;
  x = Math.imul(x ^ (x >>> 16), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A stream of random numbers: sfc32, a small generator that passes PractRand. */
export class Random {
  #a;
  #b;
  #c;
  #counter = 1;

  /**
   * @param {number} seed an integer, 0 to 2^32 − 1
   * @param {string} [name] what is drawn: streams of other names are unrelated
   */
  constructor(seed, name = '') {
    let bits = scrambleBits(seed + 0x9e3779b9);
    for (let i = 0; i < name.length; i++)
      bits = scrambleBits(bits ^ (name.charCodeAt(i) + (i << 16)));
    this.#a = bits;
    this.#b = scrambleBits(bits + 1);
    this.#c = scrambleBits(bits + 2);
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** The position in the stream; `setState()` continues from there. */
  getState() {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  /** @param {number[]} state */
  setState([a, b, c, counter]) {
    [this.#a, this.#b, this.#c, this.#counter] = [a, b, c, counter];
  }

  /** 32 random bits, as a number in 0 .. 2^32 − 1. */
  bits() {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number in [0, 1) that float32 holds exactly. */
  uniform() {
    return (this.bits() >>> 8) / 2 ** 24;
  }

  /** An integer in 0 .. count − 1. @param {number} count */
  below(count) {
    return Math.floor((this.bits() / 2 ** 32) * count);
  }

  /** One of them. @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /**
   * A number of about the standard normal distribution: the sum of twelve uniform ones, less 6.
   * Logarithms and cosines differ between engines in their last bit; sums do not.
   */
  normal() {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.uniform();
    return sum;
  }
}

/**
 * Draws an index by probabilities. Rounded ones may sum to less than 1: the rest goes to the most probable.
 *
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
