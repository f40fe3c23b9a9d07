/** From a sentence to the words on screen. */

import { unknownWord } from '../text/en/messages.js';

/** More words than this are not calculated: their tables would no longer be legible as maps. */
export const MAX_WORDS = 512;

/** Longer pastes are cut here before anything looks at them. */
export const MAX_SENTENCE_LETTERS = 8000;

// Scripts that write no spaces between words.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// Nothing but control and format characters.
const INVISIBLE = /^[\p{Cc}\p{Cf}]*$/u;

/**
 * Any value as a sentence that can be shown and put in an address: lone surrogates replaced, cut at
 * `MAX_SENTENCE_LETTERS` without splitting a character.
 * @param {unknown} value
 * @returns {string}
 */
export function cleanSentence(value) {
  const text = typeof value === 'string' ? value : '';
  const splits = (text.codePointAt(MAX_SENTENCE_LETTERS - 1) ?? 0) > 0xffff;
  return text
    .slice(0, splits ? MAX_SENTENCE_LETTERS - 1 : MAX_SENTENCE_LETTERS)
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * A function of a text that remembers what it last gave: a change asks a dozen times for the same.
 * @template Made
 * @param {number} most how many it remembers
 * @param {(text: string) => Made} make
 */
function memoize(most, make) {
  /** @type {Map<string, Made>} */
  const known = new Map();
  return (/** @type {string} */ text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = make(text);
      if (known.size >= most) known.clear();
      known.set(text, result);
    }
    return result;
  };
}

/**
 * At most `MAX_WORDS` words, and how many more there were. Not to be changed: others get the same.
 * @type {(sentence: string) => { words: string[], leftOut: number }}
 */
export const splitWords = memoize(10, (sentence) => {
  const words = sentence
    .split(/\s+/u)
    .flatMap((part) => (UNSPACED.test(part) ? segment(part) : [part]))
    .filter((word) => !INVISIBLE.test(word));
  return { words: words.slice(0, MAX_WORDS), leftOut: Math.max(0, words.length - MAX_WORDS) };
});

/**
 * The key of a word: `The` gives `the`, and `dog.` gives `dog`. A word of nothing but punctuation
 * gives itself.
 */
export const toWordKey = memoize(4 * MAX_WORDS, (word) => {
  const composed = word.normalize('NFC');
  const bare = composed.replace(/^\p{P}+|\p{P}+$/gu, '') || composed;
  return bare.toLowerCase().normalize('NFC');
});

/**
 * Words as the browser's dictionary finds them. Punctuation stays with the word before it, as in
 * scripts with spaces.
 * @param {string} text
 * @returns {string[]}
 */
function segment(text) {
  if (typeof Intl.Segmenter !== 'function') return [text];
  /** @type {string[]} */
  const words = [];
  let opening = '';
  for (const part of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (part.isWordLike) {
      words.push(opening + part.segment);
      opening = '';
    } else if (words.length > 0) words[words.length - 1] += part.segment;
    else opening += part.segment;
  }
  if (opening) words.push(opening);
  return words;
}

// The words of a sentence, as a model knows them.

/**
 * Words and punctuation marks, with capitals where the model knows them so.
 * @param {readonly string[]} vocabulary
 * @param {string} sentence
 * @returns {{ words: string[], unknown: string[] }} `unknown`: those that the model does not know
 */
export function readWords(vocabulary, sentence) {
  const known = new Set(vocabulary);
  const pieces = sentence.split(/\s+|(?=[.,;:!?])/).filter(Boolean);
  const all = pieces.map((piece) => {
    const small = piece.toLowerCase();
    const forms = [piece, small, small.charAt(0).toUpperCase() + small.slice(1)];
    return forms.find((form) => known.has(form)) ?? small;
  });
  // A full stop that the model has not learned says nothing to it.
  const words = all.filter((word) => known.has(word) || /[\p{L}\p{N}]/u.test(word));
  return { words, unknown: words.filter((word) => !known.has(word)) };
}

/** Before each story. */
const START = '<s>';

/** Every story begins with <s>, also one that a reader types without it. @param {string} sentence */
export const toStory = (sentence) => `${START} ${sentence.replace(/^\s*<s>(?!\S)/, '')}`;

/** A word that a model has not learned. */
export class UnknownWordError extends Error {
  name = 'UnknownWordError';
  code = 'ERR_UNKNOWN_WORD';

  /** @param {string} word @param {string[]} vocabulary */
  constructor(word, vocabulary) {
    super(unknownWord(word, vocabulary));
  }
}
