/** Texts of the whole picture: the stages, and descriptions for screen readers. */

import { html } from 'lit';
import { counted } from './language.js';

export const title = 'The whole picture';

/** @param {string} words @param {number} tables @param {number} stages */
export const label = (words, tables, stages) =>
  `The whole picture: attention of ${words}, ${counted(tables, 'table')} in ${counted(stages, 'stage')}`;

export const hint =
  'Choose a word or a cell to see its path; press a cell to see how it is computed.';

/** The hint on a page of the course, which shows no other table. */
export const hintOfPage = 'Choose a word or a cell to see its path.';

export const words = 'Words';

/** @param {number} number */
export const head = (number) => `head ${number}`;

/** @param {number} number */
export const openHead = (number) => `Head ${number}: open it`;

/** @param {number} rows @param {number} columns */
export const size = (rows, columns) => `${rows} × ${columns}`;

/** @param {string} word @param {'q' | 'k'} axis */
export const word = (word, axis) => `${word}, ${axis === 'q' ? 'query' : 'key'}: follow it`;

/** @param {unknown} table the name and the symbol of the last table @param {boolean} hasSteps */
export const ends = (table, hasSteps) =>
  html`The picture ends with the ${table}.${hasSteps ? ' The steps show what the model computes from it.' : ''}`;

export const none = 'Weights alone give no picture.';
export const layer = 'Layer';
export const play = 'Play';
export const pause = 'Pause';
export const back = 'Back';
export const step = 'Step';
export const stage = 'Stage';

/** @param {number} number counted from 1 @param {number} count */
export const stageOf = (number, count) => `${number} of ${count}`;

export const stages = 'The stages and their tables, in words';

/**
 * Describes a table for screen readers.
 * @param {string} name
 * @param {string} symbol
 * @param {number | undefined} number the number of the head, from 1
 * @param {number} rows
 * @param {number} columns
 */
export const table = (name, symbol, number, rows, columns) =>
  `${name} ${symbol}${number === undefined ? '' : `, head ${number}`}, ${rows} by ${columns}`;

/** @param {string} name */
export const openTable = (name) => `${name}: open the table`;

/**
 * Describes one number.
 * @param {string} name the name of a single number of the table
 * @param {(string | undefined)[]} at the words of the row and the column
 * @param {string} value
 * @param {boolean} isMasked
 */
export const cell = (name, at, value, isMasked) =>
  `${name}${at.some(Boolean) ? `, ${at.filter(Boolean).join(' to ')}` : ''}: ${isMasked ? 'masked' : value}`;

/** The shape of a tensor, in the list of stages. @param {string} name @param {string} symbol @param {string} shape */
export const shape = (name, symbol, shape) => `${name} ${symbol}: ${shape}`;

/** @param {number} heads @param {string} each */
export const inHeads = (heads, each) => `${counted(heads, 'head')} of ${each}`;

/** The sentence of each stage, by the name of the table that the stage computes. */
export const does = {
  rows: 'Each word is a row of numbers.',
  given: 'Each word has a query, a key and a value.',
  projected: 'Each row times a weight matrix gives the word’s query, key and value.',
  projectedTwo: 'Each row times a weight matrix gives the word’s query and its key.',
  features: 'The query is added to each key, and tanh squeezes every sum.',
  scores: 'The dot product of each query with each key is their score.',
  additiveScores: 'Each row of features times w gives one score.',
  weights: 'Softmax turns each row of scores into weights that add up to 1.',
  dropped: 'Dropout sets some weights to 0 and makes the others larger.',
  mixedRows:
    'The rows of X are also the values. They are mixed: the thicker a line, the larger the weight.',
  mixed: 'The values are mixed: the thicker a line, the larger the weight.',
  concatenated: 'The heads stand side by side.',
  output: 'Each row of the joined heads times a final weight matrix is the output for its word.',
  outputProducts:
    'Each row of the joined heads times a final weight matrix. The model adds a bias to these products.',
};

/** Follows the sentence of scores that are scaled or masked in the picture. @param {string} name */
export const shownScores = (name) => `The table holds the ${name}.`;

/** The title of the exported file. @param {string} words */
export const fileTitle = (words) => `The whole picture of attention: ${words}`;

export const colours =
  'Weights run from 0, the colour of the page, to 1. In every other table, colours end at the largest number of that table.';

/** Titles of stages whose table has an unclear name. @type {Partial<Record<keyof typeof does, string>>} */
export const names = {
  given: 'queries, keys, values',
  projected: 'queries, keys, values',
  projectedTwo: 'queries, keys',
  scores: 'scores',
  additiveScores: 'scores',
  weights: 'weights',
  dropped: 'dropout',
};
