/** Where the colours of tables and maps end. */

import { isMap } from '../lessons/tables.js';
import { niceLimit } from '../styles/colour.js';

/** @typedef {import('../lessons/tables.js').Matrix} Matrix */

/**
 * The largest magnitude of the numbers that are not masked.
 * @param {Matrix} matrix
 */
function largest({ view: { columns, numbers }, masked }) {
  let most = 0;
  for (let i = 0; i < numbers.length; i++) {
    const size = Math.abs(numbers[i]);
    if (size > most && size < Infinity && !masked(Math.floor(i / columns), i % columns))
      most = size;
  }
  return most;
}

/**
 * A map's colours end at its own largest number: the weights of sixty words would else be nearly white. Numbers that have
 * no colours where they stand in digits have some on a map.
 * @param {Matrix} matrix
 * @returns {Matrix} the same if it is no map
 */
export function scaledToItself(matrix) {
  if (!isMap(matrix)) return matrix;
  const limit = niceLimit([largest(matrix)]);
  const { colours, view } = matrix;
  const isSigned =
    colours === 'signed' || (colours === 'plain' && view.numbers.some((value) => value < 0));
  return {
    ...matrix,
    ...(isSigned ? { tones: 'signed', limit } : { tones: 'weights', darkest: limit }),
  };
}

/**
 * Signed tables side by side share one scale of colours, or they could not be compared. Each map has its
 * own, and its caption says so.
 * @param {(Matrix | string)[]} parts
 */
export function withLimit(parts) {
  const signed = parts
    .filter((part) => typeof part !== 'string')
    .filter((part) => part.colours === 'signed' && !isMap(part));
  const limit = niceLimit(signed.map(largest));
  return parts.map((part) =>
    typeof part === 'string' ? part : scaledToItself({ ...part, limit }),
  );
}
