/** Splitting typed text into words of the grammar. */

import { elideWords } from './spelling.js';
import { finiteForms, frenchVocabulary } from './vocabulary.js';

/** Removes capitals, accents, apostrophes and hyphens. @param {string} text */
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
 * Splits text into French words. The text may have any or no accents, capitals, punctuation and apostrophes: "Il n’est
 * pas", "il n est pas". If missing accents leave a word ambiguous, as in "il mange" and "il a mange", the position in the
 * sentence decides.
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
 * Chooses between words that differ only in accents: only the first verb of a sentence is finite.
 * @param {string[]} candidates
 * @param {boolean} hasVerb whether an earlier word is a finite verb
 */
function choose(candidates, hasVerb) {
  return candidates.find((word) => finiteForms.has(word) !== hasVerb) ?? candidates[0];
}
