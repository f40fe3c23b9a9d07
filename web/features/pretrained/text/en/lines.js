/** Texts of the lines of several heads. */

import { html } from 'lit';
import { counted } from '../../../../text/en/language.js';
import { bold } from '../../../../text/inline.js';

export const layer = 'Layer';
export const heads = 'Heads';
export const allHeads = 'All heads';
/** @param {number} head */
export const thisHead = (head) => `Head ${head} alone`;
export const oneQuery = 'Only the marked query';
/** @param {readonly number[]} heads @param {string} layer the name of the layer */
export const headsOf = (heads, layer) =>
  `${heads.length > 1 ? counted(heads.length, 'head') : headNumber(heads[0] + 1)} of ${layer}`;
export const least = 'Weights below 0.01 have no line.';
export const largest =
  'Each number beside a word is the largest of these heads, underlined in its colour.';
export const dashes = 'From the ninth head on, the colours repeat in dashes.';
/** @param {string} query */
export const strongestCaption = (query) => html`What each head attends to most from ${bold(query)}`;
/** @param {number} head */
export const headNumber = (head) => `head ${head}`;
/** @param {number} count */
export const andOthers = (count) => `and ${count} more`;
