/** Texts of the table of attention weights, its summary, and the source of all numbers. */

import { html } from 'lit';
import { bold } from '../inline.js';
import { additive, dotProduct, setNumbers } from './controls.js';

export const attentionWeights = 'Attention weights';

/** Names one of several layers. @param {string} layer such as 'layer1/', or '' */
export const ofLayer = (layer) => layer.slice(0, -1).replace(/\d/, ' $&');

/** Begins a sentence about weights that are not the only ones. @param {string} layer @param {number} count */
export const inLayer = (layer, count) =>
  layer !== '' && count > 1 ? `In ${ofLayer(layer)} of ${count}, ` : '';

// The source of the numbers.

/** @param {string} badge the badge of the source @param {number} count how many numbers are set by hand */
export const origin = (badge, count) => (count === 0 ? badge : `${badge} ${setNumbers(count)}.`);

export const removeMistake = 'Remove the mistake';

export const fewDigits = 'Weights to three decimals; computed at full precision.';

/**
 * Lists the settings on paper.
 * @param {string[]} sentences
 * @param {{ mechanism: 'dot' | 'additive', heads: number, mask: string }} settings `mask` is the
 * label of the mask
 * @param {{ heads: boolean, seed?: number }} has
 */
export const run = (sentences, { mechanism, mask, heads }, has) =>
  [
    ...sentences,
    mechanism === 'additive' ? `${additive} attention` : dotProduct,
    `mask: ${mask}`,
    ...(has.heads ? [`heads: ${heads}`] : []),
    ...(has.seed === undefined ? [] : [`seed: ${has.seed}`]),
  ].join(' · ');

// Sentences about the table.

/** @param {string} direction the direction of the words */
export const rows = (direction) =>
  `Each row shows how much the word on its ${direction === 'rtl' ? 'right' : 'left'}, the query, attends to each word on top, a key.`;

/** @param {string} query */
export const frame = (query) => html`The frame marks the row of ${bold(query)}, the chosen query.`;

export const bracket = 'A bracket joins pieces that have no blank between them.';
export const sharedCharacter =
  'Dots mark pieces that share a character: each holds some of its bytes.';
export const blank = '␣ is a piece that is only a blank.';

/** @param {{ isChanged: boolean, isEmpty: boolean }} rows whether some are changed or masked */
export function rowSums({ isChanged, isEmpty }) {
  if (!isEmpty) {
    return isChanged
      ? 'Before rounding, rows add up to 1, except those you changed.'
      : 'Before rounding, rows add up to 1.';
  }
  return isChanged
    ? 'Before rounding, rows add up to 1, except those you changed or masked completely.'
    : 'Before rounding, rows add up to 1, except those masked completely.';
}

/**
 * @param {string} query
 * @param {(string | undefined)[]} keys the keys with the largest weight; undefined stands for the
 * query itself
 * @param {number} others how many more keys have this weight
 * @param {unknown} weight the number as in the table
 */
export const attendsMost = (query, keys, others, weight) => html`${bold(query)} attends most to
  ${keysNamed(keys, others)} (${weight}).`;

/** @param {(string | undefined)[]} keys @param {number} others */
const keysNamed = (keys, others) =>
  html`${keys.map((key, i) => html`${i > 0 ? ' and ' : ''}${key === undefined ? 'itself' : bold(key)}`)}${
    others > 0 ? ` and ${others} more` : ''
  }`;

/**
 * @param {string} query
 * @param {(string | undefined)[]} keys the keys with a weight, which all share; undefined stands
 * for the query itself
 * @param {number} others how many more keys have this weight
 * @param {unknown} weight the number as in the table
 */
export const attendsEqually = (
  query,
  keys,
  others,
  weight,
) => html`${bold(query)} attends equally to
  ${others > 0 ? `${keys.length + others} words` : keysNamed(keys, others)} (${weight} each).`;

/** @param {string} query */
export const noNumbers = (query) =>
  html`All keys are masked for ${bold(query)}, and −∞ − (−∞) is not a number.`;

/** @param {string} query */
export const noAttention = (query) =>
  html`${bold(query)} attends to no key: none of its attention weights is above 0.`;

// Comparison of two rows.

export const compareWith = 'Compare with';
export const noOtherWord = 'no other word';
export const sameRows = 'The two rows are the same.';

/**
 * @param {string} key the key whose weights differ most between the two queries
 * @param {string} query
 * @param {unknown} weight the number as in the table
 * @param {string} otherQuery
 * @param {unknown} otherWeight
 */
export const differMost = (
  key,
  query,
  weight,
  otherQuery,
  otherWeight,
) => html`The two rows differ most for the key
  ${bold(key)}: ${weight} for ${bold(query)}, ${otherWeight} for ${bold(otherQuery)}.`;
