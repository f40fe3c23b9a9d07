/** The pictures of a chapter of an author's own: what they show, and why they cannot. */

import { rounded } from '../../number.js';

/** @param {string} name */
export const noTable = (name) => `there is no table ${name} here`;
/** @param {string} name */
export const noPairs = (name) => `${name} has not a number for each pair of words`;
/** @param {string} name */
export const noPlane = (name) => `a row of ${name} has not two numbers`;
/** @param {string} name */
export const noMatrix = (name) => `${name} is no table of rows and columns`;
export const noSuchWord = 'there is no such word';

export const covered = 'covered';
/** @param {string} word */
export const press = (word) => `${word}: choose this word`;
/** @param {string} table @param {string} word */
export const named = (table, word) => `${word}, ${table}`;
/** @param {string} table @param {string} word */
export const barsOf = (table, word) => `${table} of ${word}`;
/** @param {readonly { name: string, at: readonly number[] }[]} marks */
export const plane = (marks) =>
  `Plane: ${marks.map(({ name, at }) => `${name} at ${at.map((one) => rounded(one)).join(', ')}`).join('; ')}`;
/** @param {readonly string[]} tables */
export const arrows = (tables) => `Rows of ${tables.join(' and ')} as arrows from the origin`;
export const points = 'Rows as points; the larger a point, the larger its weight';
