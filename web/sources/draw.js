/**
 * The untrained numbers: drawn from a seed, with two decimals, so that the digits on screen are exact.
 * Every number is a function of (seed, name, index) alone, so the order of drawing does not matter.
 */

import { scramble } from '../../src/js/learning/random.js';

/**
 * @param {string} text
 * @returns {number} 32 bits
 */
function hash(text) {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) bits = scramble(bits ^ (text.charCodeAt(i) + (i << 16)));
  return bits;
}

/**
 * `count` numbers spread evenly over −range … range.
 * @param {number} seed
 * @param {string} name what is drawn: other names give unrelated numbers
 * @param {number} count
 * @param {number} range
 * @returns {Float32Array}
 */
export function draw(seed, name, count, range) {
  const stream = scramble(hash(name) ^ scramble(seed + 0x9e3779b9));
  const hundredths = Math.round(range * 100);
  const drawn = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const share = scramble(stream ^ scramble(i + 1)) / 2 ** 32;
    // Adding 0 turns −0 into 0.
    drawn[i] = (Math.floor(share * (2 * hundredths + 1)) - hundredths) / 100 + 0;
  }
  return drawn;
}
