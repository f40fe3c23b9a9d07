/** Texts of the grid of all heads, and of lines between two columns of words. */

import { counted } from '../../../../text/en/language.js';
import { rounded } from '../../../../text/number.js';

export const layers = 'layers ↓';

export const heads = 'heads →';

export const allHeads = 'All heads';

/** Names the two columns of words. @param {boolean} areWeights */
export const nameSides = (areWeights) => (areWeights ? ['queries', 'keys'] : ['rows', 'columns']);

/**
 * @param {string} name
 * @param {number} count the number of layers
 * @param {number} heads
 * @param {boolean} [isLocked]
 */
export const grid = (name, count, heads, isLocked) =>
  `${name}, ${size(count, heads)}${isLocked ? '' : '. Press one to enlarge it.'}`;

/**
 * @param {number} count the number of layers
 * @param {number} heads
 */
export const size = (count, heads) =>
  `${count > 1 ? `${counted(count, 'layer')} × ` : ''}${counted(heads, 'head')}`;

/**
 * @param {number} layer counted from 1
 * @param {number} head counted from 1
 * @param {number} count the number of layers
 */
export const headAt = (layer, head, count) =>
  count > 1 ? `Layer ${layer}, head ${head}` : `Head ${head}`;

/** Names the end of each map's colours, if the maps have different scales. */
export const ownLargest = 'the largest number of each map';

/** @param {string} name */
export const scaledEach = (name) => `${name}, colours end at ${ownLargest}`;

/**
 * @param {string} name the name of a head
 * @param {string} content the head's number or numbers
 */
export const labelled = (name, content) => `${name}: ${content}`;

/** @param {string} numbers @param {number} head counted from 1 */
export const ofHead = (numbers, head) => `${numbers} (head ${head})`;

/** @param {string} name @param {readonly [number, number]} counts @param {readonly string[]} sides */
export const lines = (name, [rows, columns], [ofRows, ofColumns]) =>
  `${name}: lines from ${rows} ${ofRows} to ${columns} ${ofColumns}`;

/** @param {number} count @param {number} least the weight of the weakest line */
export const strongestLines = (count, least) =>
  `The ${counted(count, 'strongest line')} are drawn, from ${rounded(least)} on.`;

export const press = `Point at a word to see its lines alone; press it to keep them. Then point at a
  word of the other column to read their weight.`;

/**
 * Describes the largest weights of a word.
 * @param {boolean} isQuery
 * @param {{ word: string, number: string }[]} most
 * @param {boolean} areWeights
 */
export const mostly = (isQuery, most, areWeights) =>
  `${areWeights ? (isQuery ? 'attends to' : 'attended by') : 'largest:'} ${most
    .map(({ word, number }) => `\u2068${word}\u2069 ${number}`)
    .join(', ')}`;
