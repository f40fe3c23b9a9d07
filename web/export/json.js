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
export function toJson(state, computation) {
  const made = jsonParts(state, computation);
  return 'refused' in made ? made : { text: [...made.parts].join('') };
}

/**
 * The same, in parts.
 * @param {object} state
 * @param {Parameters<typeof toJson>[1]} computation
 * @returns {{ refused: string } | { parts: Iterable<string> }}
 */
export function jsonParts(state, { nodes, results, queryWords, keyWords }) {
  const names = Object.keys(nodes).filter((name) => Object.hasOwn(results, name));
  const count = names.reduce((sum, name) => sum + results[name].data.length, 0);
  if (count > MOST_NUMBERS) return { refused: tooManyToWrite(count) };
  const parts = function* () {
    yield `{
  "attentionLab": 1,
  "state": ${JSON.stringify(state, undefined, 2).replaceAll('\n', '\n  ')},
  "words": {
    "queries": ${list(queryWords)},
    "keys": ${list(keyWords)}
  },
  "tensors": {`;
    for (const [i, name] of names.entries()) {
      const { symbol, axes } = nodes[name];
      const { shape, data } = results[name];
      yield `${i > 0 ? ',' : ''}
    ${JSON.stringify(name)}: {
      "symbol": ${JSON.stringify(symbol)},
      "axes": ${list([...axes].map((letter) => axisNames[letter]))},
      "shape": ${list(shape)},
      "data": [`;
      yield* linesOf(data, shape[shape.length - 1]);
      yield `
      ]
    }`;
    }
    yield `
  }
}
`;
  };
  return { parts: parts() };
}

/** @param {readonly unknown[]} items */
const list = (items) => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;

/**
 * @param {Float32Array} data
 * @param {number} columns
 */
function* linesOf(data, columns) {
  const length = Math.min(columns, NUMBERS_A_LINE);
  // Longer rows are broken; each row begins a new line.
  for (let start = 0; start < data.length; ) {
    const rest = columns - (start % columns);
    const end = start + Math.min(length, rest);
    yield `${start > 0 ? ',' : ''}\n        ${Array.from(data.subarray(start, end), number).join(', ')}`;
    start = end;
  }
}

/** @param {number} value */
const number = (value) => (Number.isFinite(value) ? exact(value) : `"${value}"`);
