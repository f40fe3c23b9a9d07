/** Reads typed text as words of the grammar. */

import { elideWords } from './spelling.js';
import { finiteForms, frenchVocabulary } from './vocabulary.js';

/** Without capitals, accents, apostrophes and hyphens. @param {string} text */
const bare = (text) =>
  text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\p{M}'-]/gu, '');

/** @type {Map<string, string[]>} */
const byBareForm = new Map();
for (const word of frenchVocabulary) {
  byBareForm.set(bare(word), [...(byBareForm.get(bare(word)) ?? []), word]);
}

/**
 * French words from text with or without accents, capitals and punctuation, and with apostrophes of
 * any kind or none: "Il n’est pas", "il n est pas". Where accents decide and were left out, as in "il
 * mange" and "il a mange", the place in the sentence does.
 *
 * @param {string} text
 * @returns {{ words: string[], unknown: string[] }} unknown words are in both lists, as typed
 */
export function readFrench(text) {
  const pieces = text
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[^\p{L}\p{M}\d'-]+/gu, ' ')
    .replace(/\baujourd['\s]*hui\b/gi, 'aujourdhui')
    .replace(/\best[\s-]ce(?=\s+qu)/gi, 'est-ce')
    .replace(/'/g, "' ")
    .split(' ')
    .filter((piece) => /[\p{L}\d]/u.test(piece));
  /** @type {string[]} */
  const words = [];
  /** @type {string[]} */
  const unknown = [];
  let hasVerb = false;
  for (const piece of pieces) {
    const candidates = byBareForm.get(bare(piece)) ?? [];
    if (candidates.length === 0) unknown.push(piece);
    const accented = candidates.find((word) => word === piece.normalize('NFC').toLowerCase());
    const isAccented = /\p{M}/u.test(piece.normalize('NFD'));
    const word = (isAccented && accented) || (choose(candidates, hasVerb) ?? piece);
    words.push(word);
    hasVerb ||= finiteForms.has(word);
  }
  return { words: elideWords(words), unknown };
}

/**
 * One of the words that differ in accents alone: a sentence's first verb is finite, no other.
 *
 * @param {string[]} candidates
 * @param {boolean} hasVerb before them
 */
function choose(candidates, hasVerb) {
  return candidates.find((word) => finiteForms.has(word) !== hasVerb) ?? candidates[0];
}
