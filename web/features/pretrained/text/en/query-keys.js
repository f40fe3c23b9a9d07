/** Texts of the picture of one query against all keys. */

import { html } from 'lit';
import { bold, K, Q } from '../../../../text/inline.js';
import { rounded } from '../../../../text/number.js';

/** @param {string} query @param {number} head */
export const title = (query, head) =>
  html`The query of ${bold(query)} against all keys, head ${head}`;
export const key = html`key ${K}`;
export const products = html`${Q} × ${K}, number by number`;
export const score = 'sum: the score';
export const weight = 'weight';
/** @param {string} word */
export const queryTitle = (word) => html`query ${Q} of ${bold(word)}`;
/** @param {string} query @param {string} key */
export const productsLabel = (query, key) =>
  `Products of the query of ${query} and the key of ${key}`;
/** @param {string} word */
export const keyLabel = (word) => `The key of ${word}, as a colour map`;
/** @param {string} word */
export const queryLabel = (word) => `The query of ${word}, as a colour map`;
export const hint = html`Each small square is one number.
  <span class="gesture">Point at a product to read it, and press a score to take it apart.</span>`;
/** @param {number} limit @param {number} largest the largest product */
export const ends = (limit, largest) =>
  `Colours end at ±${rounded(limit)} for queries and keys and at ±${rounded(largest)} for products.`;
/** @param {number} shown @param {number} all */
export const strongestKeys = (shown, all) =>
  `These are the ${shown} keys of ${all} with the largest weights.`;
/**
 * @param {{ place: number, query: number, key: number, product: number }} term `place` is counted
 *   from 1
 */
export const term = ({ place, query, key, product }) =>
  `Number ${place}: ${rounded(query)} × ${rounded(key)} = ${rounded(product)}`;
