/** Texts of the figures about a pretrained model. The other texts of its pages are in own.json. */

import { html } from 'lit';
import { bold } from '../../../../text/inline.js';

export const wordOfStream = 'The row of:';

/** @param {number} share */
export const inPlane = (share) =>
  `Each value has 128 numbers. The plane shows the two directions that hold the largest share: ${Math.round(100 * share)}% of their squared lengths.`;

/** @param {number} share */
export const mapOf = (share) =>
  `The two directions in which these embeddings differ most hold ${Math.round(100 * share)}% of the differences.`;

/** @param {readonly string[]} words */
export const mapLabel = (words) => `A plane with ${words.join(', ')} as points`;

export const wordsOfMap = 'Words of the map';

/** @param {string} name */
export const nearestTo = (name) => html`Most like ${bold(name)}, by cosine`;
