// The header of a .safetensors file: JSON after 8 bytes with its length. The numbers of its tensors follow.

import { cutText } from '../errors.js';

/**
 * Reads the tensors of a header. They must fill the file without gaps, so none overlaps another or lies outside.
 * @param {Record<string, any>} header
 * @param {number} size the number of bytes after the header
 * @param {(name: string | undefined, expected: string, received: string) => Error} makeError makes the error of a
 *   tensor or, without a name, of the file
 * @returns {[name: string, entry: { dtype: any, shape: any, from: number, to: number }][]} in the order of the header;
 *   `from` and `to` are offsets after the header
 */
export function readHeader({ __metadata__: notes, ...tensors }, size, makeError) {
  const isObject = typeof (notes ?? {}) === 'object' && !Array.isArray(notes);
  if (!isObject || Object.values(notes ?? {}).some((note) => typeof note !== 'string'))
    throw makeError(undefined, 'an object of texts', 'has another kind of __metadata__');
  const entries = Object.entries(tensors).map(([name, value]) => {
    const { dtype, shape, data_offsets: offsets } = value ?? {};
    const [from, to] = Array.isArray(offsets) && offsets.length === 2 ? offsets : [];
    return /** @type {const} */ ([name, { dtype, shape, from, to, offsets }]);
  });
  let end = 0;
  for (const [name, { from, to, offsets }] of [...entries].sort(compareOffsets)) {
    if (from !== end || !Number.isSafeInteger(to) || to < end) {
      const place = end === 0 ? 'the numbers begin' : 'the tensor before it ends';
      const received = `has the data_offsets ${cutText(`${JSON.stringify(offsets)}`)}`;
      throw makeError(name, `two integers from ${end} on, where ${place}`, received);
    }
    end = to;
  }
  if (end === size) return entries.map(([name, { offsets: _, ...entry }]) => [name, entry]);
  throw makeError(undefined, `${end}, as its header says`, `has ${size} bytes of numbers`);
}

/** @typedef {readonly [string, { from: number, to: number }]} Named */
/** @param {Named} left @param {Named} right */
const compareOffsets = ([, a], [, b]) => a.from - b.from || a.to - b.to;
