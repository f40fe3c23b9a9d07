/** Tensors in JSON: nested arrays, or shape and data, by name; and the page's own export. */

import { tensor } from '../../../src/js/index.js';
import { textOf } from './bytes.js';

/** @typedef {import('./read.js').Contents} Contents */

/** Strings stay; numbers that Python writes as bare words become strings. */
const STRING_OR_WORD = /"(?:\\.|[^"\\])*"?|-?Infinity|NaN/g;

/** @param {Uint8Array} bytes */
export const readJson = (bytes) =>
  readObject(
    JSON.parse(
      textOf(bytes).replace(STRING_OR_WORD, (word) => (word[0] === '"' ? word : `"${word}"`)),
    ),
  );

/**
 * @param {any} object
 * @returns {Contents}
 */
export const readObject = ({ words, tensors, queryTokens, keyTokens, ...others }) => ({
  settings: others.attentionLab && others.state,
  // Earlier versions exported other names.
  queryTokens: queryTokens ?? words?.queries ?? words?.asking,
  keyTokens: keyTokens ?? words?.keys ?? words?.asked,
  tensors: new Map(
    Object.entries(tensors ?? others).map(([name, given]) => [
      name,
      (check) => {
        const { shape, data } = given.shape ? given : flat(given);
        check(shape);
        return { shape, data: Float32Array.from(tensor(shape, data).data) };
      },
    ]),
  ),
});

/** @param {any} list @returns {list is any[]} */
const isList = (list) => Array.isArray(list) || ArrayBuffer.isView(list);

/** More axes than any tensor has. A list may be in itself. */
const TOO_DEEP = 6;

/** @param {any} nested */
function flat(nested) {
  /** @type {number[]} */
  const shape = [];
  let data = [nested];
  for (
    ;
    isList(data[0]) && shape.length < TOO_DEEP;
    data = data.flatMap((row) => (isList(row) ? [...row] : row))
  ) {
    const { length } = data[0];
    shape.push(data.every((row) => row.length === length) ? length : Number.NaN);
  }
  return { shape, data };
}
