/** Chapter 3: what its figures say. The rest is in scoring.json. */

import { html } from 'lit';
import { bold } from '../../inline.js';
import { rounded } from '../../number.js';

/** @param {readonly number[]} point */
export const point = ([x, y]) => `(${rounded(x)}, ${rounded(y)})`;
/** @param {string} word */
export const queryOf = (word) => `query of ${word}`;
/** @param {string} word @param {readonly number[]} query @param {readonly string[]} words @param {readonly number[][]} keys */
export const arrows = (word, query, words, keys) =>
  `A plane with the query of ${word} ${point(query)} and the keys of ${words
    .map((name, i) => `${name} ${point(keys[i])}`)
    .join(', ')} as arrows`;
/** @param {string} word */
export const arrowsCaption = (word) => html`The query of ${bold(word)} (thick) and all keys.`;
/** @param {string} word */
export const feetCaption = (word) =>
  html`Each key’s dashed line drops it onto the direction in which the query of ${bold(word)} points.`;
export const score = 'score';
export const power = html`e<sup>score</sup>`;
export const weight = 'weight';
/** @param {string} word */
export const steps = (word) => `From the scores of ${word} to its weights`;
export const covered = 'covered';

/** @param {string} word */
export const learning = (word) => html`The query of ${bold(word)} and three keys.`;
export const handle = 'query of eat, its tip';
export const how = 'point in the plane, moved with the arrow keys';
export const byKeys = html`<span class="by-keys">, or move it with the arrow keys</span>`;
