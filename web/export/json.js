/** Everything as JSON: the state, and every tensor on screen with its symbol and axes. */

import { axes as axisNames, tooManyToWrite } from '../text/en/export.js';
import { exact } from '../text/number.js';

/** @typedef {import('../session/computation.js').Computation} Computation */

/** More numbers would take too long to write. */
const MOST_NUMBERS = 3_000_000;
const NUMBERS_A_LINE = 16;

/**
 * `{ attentionLab: 1, state, words: { queries, keys }, tensors: { name: { symbol, axes, shape, data } } }`.
 * `data` is row-major, one line a row. Every decimal parses to the very float32; NaN, Infinity and
 * -Infinity, for which JSON has no number, are strings.
 * @param {object} state as plain data
 * @param {Pick<Computation, 'nodes' | 'results' | 'queryWords' | 'keyWords'>} computation
 * @returns {import('./exports.js').Made}
 */
export function toJson(state, { nodes, results, queryWords, keyWords }) {
  const names = Object.keys(nodes).filter((name) => Object.hasOwn(results, name));
  const count = names.reduce((sum, name) => sum + results[name].data.length, 0);
  if (count > MOST_NUMBERS) {
    return { refused: tooManyToWrite(count) };
  }
  const tensors = names.map((name) => {
    const { symbol, axes } = nodes[name];
    const { shape, data } = results[name];
    const lines = linesOf(data, shape[shape.length - 1]).map((line) => `        ${line}`);
    return `    ${JSON.stringify(name)}: {
      "symbol": ${JSON.stringify(symbol)},
      "axes": ${list([...axes].map((letter) => axisNames[letter]))},
      "shape": ${list(shape)},
      "data": [
${lines.join(',\n')}
      ]
    }`;
  });
  const text = `{
  "attentionLab": 1,
  "state": ${JSON.stringify(state, undefined, 2).replaceAll('\n', '\n  ')},
  "words": {
    "queries": ${list(queryWords)},
    "keys": ${list(keyWords)}
  },
  "tensors": {
${tensors.join(',\n')}
  }
}
`;
  return { text };
}

/** @param {readonly unknown[]} items */
const list = (items) => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;

/**
 * @param {Float32Array} data
 * @param {number} columns
 */
function linesOf(data, columns) {
  const length = Math.min(columns, NUMBERS_A_LINE);
  // Longer rows are broken; each row begins a new line.
  return Array.from({ length: data.length / columns }, (_, row) =>
    Array.from({ length: Math.ceil(columns / length) }, (__, part) => {
      const start = row * columns + part * length;
      const end = Math.min(start + length, (row + 1) * columns);
      return Array.from(data.subarray(start, end), number).join(', ');
    }),
  ).flat();
}

/** @param {number} value */
const number = (value) => (Number.isFinite(value) ? exact(value) : `"${value}"`);
