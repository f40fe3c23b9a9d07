/** What a file contains: arrays of any rank by name, each read only when it is wanted. */

import { twice } from '../../text/en/files.js';
import { FileError } from './file-error.js';

/**
 * @typedef {import('../../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {'numbers' | 'booleans' | 'text' | 'nothing' | 'other'} Kind nothing: null in JSON; other:
 *   what cannot be read
 *
 * @typedef {{ shape: readonly number[], data: string[] }} Text strings, as NumPy's `<U5`
 *
 * @typedef {(shape: readonly number[], kind: Kind) => void} Check throws where such an array is not
 *   wanted, before memory is taken for it
 *
 * @typedef {object} Entry
 * @property {number} bytes how many have to be read or unpacked for it
 * @property {(check: Check) => Tensor | Text | Promise<Tensor | Text>} read
 *
 * @typedef {Map<string, Entry>} Arrays
 */

/**
 * @param {Iterable<readonly [name: string, entry: Entry]>} entries
 * @returns {Arrays}
 * @throws {FileError} where two have the same name: either may be meant
 */
export function arraysOf(entries) {
  /** @type {Arrays} */
  const arrays = new Map();
  for (const [name, entry] of entries) {
    if (arrays.has(name)) throw new FileError(twice(name));
    arrays.set(name, entry);
  }
  return arrays;
}
