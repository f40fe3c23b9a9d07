/** What the controls of a pair of texts say. */

/** @import { State } from '../../../../state/types.js' */

export const secondText = 'Second sentence';
export const noSecondText = 'none';
export const attendsTo = 'Attention';
/** @type {[State['texts'], string][]} */
export const choices = [
  ['all', 'all'],
  ['a-b', 'first → second'],
  ['b-a', 'second → first'],
  ['a-a', 'within the first'],
  ['b-b', 'within the second'],
];
