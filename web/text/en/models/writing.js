/** What is said where the small language model writes, and of its heads. */

import { counted } from '../plural.js';

export const title = 'Let it write';
export const word = 'Write a word';
export const toTheEnd = 'Write to the end';
export const stop = 'Stop';
export const anew = 'A new story';
export const takeBack = 'Take a word back';
export const temperature = 'Temperature';
/** @param {number} value */
export const chosen = (value) =>
  value === 0 ? '0: always the most probable word' : value.toFixed(1);
/** @param {number} kept */
export const cached = (kept) =>
  `Keys and values of ${counted(kept, 'word')} were kept from before, so only the last word’s own rows had to be computed.`;
export const over = 'The story has ended; of what might follow it has learned nothing.';
export const full = 'A story has at most 25 words.';

export const heads = 'What does each head do?';
export const measure = 'Measure it';
export const measuring = 'Measuring.';
export const measured = `Each head is silenced in turn, and stories never seen are read again: by so many
  points the share of right words falls. A head can matter without looking at the word that decides: it may prepare what a later
  head looks for. A name by looks alone would often be wrong.`;
/** @param {number} layer @param {number} head counted from 1 */
export const headName = (layer, head) => `layer ${layer}, head ${head}`;
/** @param {string} dependency @param {number} points @param {number} weight */
export const most = (dependency, points, weight) =>
  `${DEPENDENCIES[dependency]}: ${points} points (mean weight on the deciding word ${weight.toFixed(2)})`;
/** @param {number} most points */
export const idle = (most) => `costs at most ${counted(most, 'point')}: the others do without it`;

/** @type {Record<string, string>} */
export const DEPENDENCIES = {
  agreement: 'the dogs near the house → are',
  pronoun: 'the dogs … . → they',
  verb: 'tired … they → sleep',
  colour: 'a red ball … gives the → red',
  object: 'a red ball … the red → ball',
  because: 'the dog … too tired . the → dog',
  adjective: 'too tired … was very → tired',
  giver: 'Anna … thanks → Anna',
  other: 'Anna and Tom … Tom gives → Anna',
};
