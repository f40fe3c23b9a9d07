/** Symbols, coloured as the tables are. */

import { html } from 'lit';

/**
 * @param {import('../model/lesson.js').Entry} entry its letter: 'W_Q', 'S′', 'H_h'
 * @param {number} [head] which head's, where the letter has the index h
 */
export function symbolOf({ letter, role }, head) {
  const [, base, prime, index] = /^([^_′″]+)([′″]*)(?:_(.+))?$/.exec(letter) ?? [
    '',
    letter,
    '',
    '',
  ];
  const below = index === 'h' && head !== undefined ? String(head + 1) : index;
  // A weight's index says whose it is; the colour is for queries, keys and values themselves.
  const colour = role && !index ? role : '';
  return html`<i class=${colour}>${base}</i>${prime}${below ? html`<sub>${below}</sub>` : ''}`;
}

/** @param {string} letter @param {'q' | 'k' | 'v'} [role] */
const of = (letter, role) =>
  symbolOf(/** @type {import('../model/lesson.js').Entry} */ ({ letter, role }));

export const symbols = {
  X: of('X'),
  Z: of('Z'),
  Q: of('Q', 'q'),
  K: of('K', 'k'),
  V: of('V', 'v'),
  WQ: of('W_Q'),
  WK: of('W_K'),
  WV: of('W_V'),
  WO: of('W_O'),
  Wq: of('W_q'),
  Wk: of('W_k'),
  w: of('w'),
  S: of('S'),
  A: of('A'),
  F: of('F'),
  H: of('H'),
  Y: of('Y'),
};
