/** The axes of a tensor in words, for whoever reads its numbers away from the page. */

/** @type {Readonly<Record<string, string>>} letter of the catalogue to words */
const NAMES = Object.freeze({
  h: 'head',
  q: 'word that asks',
  k: 'word that is asked',
  p: 'word that is asked',
  f: 'feature',
  g: 'feature',
  a: 'hidden unit',
  c: 'column within the head',
  C: 'column of all heads',
  o: 'column of the output',
  r: 'row',
});

/** @param {string} letter */
export const axisName = (letter) => NAMES[letter];
