// Ready-made masks. The queries are the last positions: query i of L is at position i + S − L.

import { allocateArray, runNamed } from './errors.js';
import { defineInteger, makeOptionReader, readValue } from './option-reader.js';
import { checkLimit } from './shapes.js';
import { makeTensor } from './tensor.js';

/** @import { Masks } from './types.js' */

/** @type {Masks['slidingWindow']} */
function slidingWindow(L, S, options) {
  return runNamed('masks.slidingWindow', () => {
    const [rows, keys] = [readCount('L', L), readCount('S', S)];
    const { window: width, sinks: first } = readWindow(options);
    checkMaskLimit({ L: rows, S: keys }, 'bool');
    const data = allocateArray(rows * keys, () => new Uint8Array(rows * keys));
    // The condition also ends the loop at once if there are no keys, however many rows there are.
    for (let l = 0; l * keys < data.length; l++) {
      const end = l + 1 + keys - rows;
      if (end <= 0) continue;
      const row = l * keys;
      data.fill(1, row, row + Math.min(first, end));
      data.fill(1, row + Math.max(end - width, 0), row + end);
    }
    return makeTensor([rows, keys], data);
  });
}

/** @type {Masks['alibi']} */
function alibi(H, L, S) {
  return runNamed('masks.alibi', () => {
    const [heads, rows, keys] = [readCount('H', H), readCount('L', L), readCount('S', S)];
    const count = heads * rows * keys;
    checkMaskLimit({ H: heads, L: rows, S: keys });
    const data = allocateArray(4 * count, () => new Float32Array(count));
    let i = 0;
    // The condition also ends the loop at once if there are no elements, however many heads there are.
    for (let head = 0; i < count; head++) {
      const slope = computeSlope(head, heads);
      for (let l = 0; l < rows; l++) {
        const position = l + keys - rows;
        for (let s = 0; s < keys; s++) data[i++] = 0 - slope * Math.abs(position - s);
      }
    }
    return makeTensor([heads, rows, keys], data);
  });
}

/** @param {number} head @param {number} heads */
function computeSlope(head, heads) {
  const power = 2 ** Math.floor(Math.log2(heads));
  const step = head < power ? head + 1 : head - power + 0.5;
  return 2 ** ((-8 * step) / power);
}

/**
 * Refuses a mask that is too large, and names its largest size.
 * @param {Record<string, number>} sizes
 * @param {string} [dtype]
 */
function checkMaskLimit(sizes, dtype) {
  const names = Object.keys(sizes).sort((a, b) => sizes[b] - sizes[a]);
  checkLimit(names[0], Object.values(sizes), dtype);
}

const readWindow = /* @__PURE__ */ makeOptionReader({
  window: { ...defineInteger(1, Infinity), isRequired: true },
  sinks: defineInteger(0, Infinity, 0),
});

/** @param {string} argument @param {unknown} value @returns {number} */
const readCount = (argument, value) => readValue(defineInteger(0, Infinity), argument, value);

/** Functions that make masks for `attnMask`. @type {Readonly<Masks>} */
export const masks = /* @__PURE__ */ Object.freeze({ slidingWindow, alibi });
