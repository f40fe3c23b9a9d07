/** Texts of the figures about a pretrained model. The other texts of its pages are in own.json. */

import { html } from 'lit';
import { grouped } from '../../../../text/en/language.js';
import { bold } from '../../../../text/inline.js';

/** @param {readonly number[][]} sizes rows and columns of each matrix */
export function matrices(sizes) {
  const names = sizes.map((size) => size.map(grouped).join(' × '));
  const parts = [...new Set(names)].map((name) => {
    const count = names.filter((other) => other === name).length;
    return count > 1 ? `${count} of ${name}` : name;
  });
  return `Its matrices: ${parts.join(' and ')}.`;
}

/** @param {readonly number[]} lengths the length of each row of parameters */
export const norm = (lengths) =>
  `Its norm: ${lengths.length} rows of ${grouped(lengths[0])} numbers.`;

export const wordOfStream = 'The row of:';

/** @param {number} share */
export const inPlane = (share) =>
  `Each value has 128 numbers. The plane shows the two directions that hold the largest share: ${Math.round(100 * share)}% of their squared lengths.`;

/** @param {number} share */
export const mapOf = (share) =>
  `A flat map shows only ${Math.round(100 * share)}% of how these embeddings differ.`;

/** @param {readonly string[]} words */
export const mapLabel = (words) => `A plane with ${words.join(', ')} as points`;

export const wordsOfMap = 'Words of the map';

/** @param {string} name */
export const nearestTo = (name) => html`Most like ${bold(name)}, by cosine`;
