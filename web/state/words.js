/** Splits a sentence into the words on screen. */

import { memoizeRecent } from '../graph/memoize.js';
import { unknownWords } from '../text/en/messages.js';
import { UNSPACED } from '../text/tokens/labels.js';

/** The most words of a computation. Tables of more words would not be legible, not even as maps. */
export const MAX_WORDS = 512;

/** Longer sentences are cut to this length before anything else reads them. */
export const MAX_SENTENCE_LETTERS = 8000;

// Only control and format characters.
const INVISIBLE = /^[\p{Cc}\p{Cf}]*$/u;

/**
 * Converts any value to a sentence that can be shown and put in an address. Lone surrogates are
 * replaced, and the text is cut at `MAX_SENTENCE_LETTERS` without splitting a character.
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
 * Returns at most `MAX_WORDS` words, and how many more there were. Callers share the result and
 * must not change it.
 * @type {(sentence: string) => { words: string[], leftOut: number }}
 */
export const splitWords = memoizeRecent(10, (sentence) => {
  const words = sentence
    .split(/\s+/u)
    .flatMap((part) => (UNSPACED.test(part) ? segment(part) : [part]))
    .filter((word) => !INVISIBLE.test(word));
  return { words: words.slice(0, MAX_WORDS), leftOut: Math.max(0, words.length - MAX_WORDS) };
});

/** @param {readonly (string | undefined)[]} words @param {readonly (string | undefined)[]} others */
export const areSameWords = (words, others) =>
  words.length === others.length && words.every((word, i) => word === others[i]);

/** Returns the key of a word: `the` for `The`, and `dog` for `dog.`. A word of punctuation alone is its own key. */
export const toWordKey = memoizeRecent(4 * MAX_WORDS, (/** @type {string} */ word) => {
  const composed = word.normalize('NFC');
  const bare = composed.replace(/^\p{P}+|(?<!\p{P})\p{P}+$/gu, '') || composed;
  return bare.toLowerCase().normalize('NFC');
});

/** Splits a text into letters as readers see them. @param {string} text @returns {string[]} */
export const splitIntoLetters = (text) =>
  typeof Intl.Segmenter === 'function'
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment: letter }) => letter)
    : [...text];

/** Punctuation stays with the previous word. @param {string} text @returns {string[]} */
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

// The words of a sentence in the vocabulary of a model.

/**
 * Splits a sentence into words and punctuation marks, capitalised as in the vocabulary.
 * @param {readonly string[]} vocabulary
 * @param {string} sentence
 * @returns {{ words: string[], unknown: string[] }} `unknown` lists the words that the model does
 * not know
 */
export function readWords(vocabulary, sentence) {
  const known = new Set(vocabulary);
  const pieces = sentence.split(/\s+|(?=[.,;:!?])/).filter(Boolean);
  const all = pieces.map((piece) => {
    const small = piece.toLowerCase();
    const forms = [piece, small, small.charAt(0).toUpperCase() + small.slice(1)];
    return forms.find((form) => known.has(form)) ?? small;
  });
  // A full stop that the model has not learned means nothing to the model.
  const words = all.filter((word) => known.has(word) || /[\p{L}\p{N}]/u.test(word));
  return { words, unknown: words.filter((word) => !known.has(word)) };
}

/** The first token of each story. */
export const STORY_START = '<s>';

/** Begins a sentence with <s>, as every story does, even if the reader did not type it. @param {string} sentence */
export const toStory = (sentence) => `${STORY_START} ${sentence.replace(/^\s*<s>(?!\S)/, '')}`;

/** The error for words that a model has not learned. */
export class UnknownWordError extends Error {
  name = 'UnknownWordError';
  code = 'ERR_UNKNOWN_WORD';

  /** @param {readonly string[]} words @param {readonly string[]} vocabulary */
  constructor(words, vocabulary) {
    super(unknownWords([...new Set(words)], vocabulary));
  }
}
