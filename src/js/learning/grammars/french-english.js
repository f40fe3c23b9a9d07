/**
 * A grammar of French sentences with their English translations and the alignment of the words.
 *
 * A sentence is a list of words without punctuation. Only names, countries, English months and "I" have a capital
 * letter. An elided word keeps its apostrophe and is a separate word:
 *
 *     il n' est pas aussi grand que son père     he is not as tall as his father
 *     Jane visite l' Afrique en septembre        Jane visits Africa in September
 *
 * "est-ce" and "aujourd'hui" are one word each. Sentences have no end mark here; models add their own.
 */

import { Random } from '../../random.js';
import { correctArticles, elideWords } from './french-english/spelling.js';
import { templates } from './french-english/templates.js';
import { drawUntil, isHeldOut } from './held-out.js';

/** @import { English, Pair } from '../types.js' */

export { readFrench } from './french-english/reading.js';
export { englishVocabulary, frenchVocabulary } from './french-english/vocabulary.js';

/** The sentences of the articles, which are always held out. */
export const articleSources = [
  "il n' est pas aussi grand que son père",
  "Jane visite l' Afrique en septembre",
];

/** Whether a sentence repeats a content word: "the cat sees these cats" is silly. @param {English[]} english */
function repeats(english) {
  const meanings = english.filter(({ content }) => content);
  return meanings.some((word) =>
    meanings.some((otherWord) => word !== otherWord && otherWord.text.startsWith(word.text)),
  );
}

/** @param {Random} random @returns {Pair & { heldOut: boolean }} */
function drawAny(random) {
  for (;;) {
    const { french, english } = random.pick(templates)(random);
    if (repeats(english)) continue;
    const source = elideWords(french.map(({ text }) => text)).join(' ');
    return {
      source,
      target: correctArticles(english.map(({ text }) => text)).join(' '),
      alignment: english.map(({ from }) => from.map((word) => french.indexOf(word))),
      content: english.map(({ content }) => content),
      heldOut: articleSources.includes(source) || isHeldOut(1 / 10, source),
    };
  }
}

/**
 * Draws a pair for training, or from the tenth of the French sentences that is held out.
 * @param {Random} random @param {{ heldOut?: boolean }} [options]
 * @returns {Pair}
 */
export const draw = (random, { heldOut = false } = {}) => drawUntil(() => drawAny(random), heldOut);

/**
 * Draws different pairs. The grammar has some hundred thousand.
 * @param {{ seed: number, count: number, heldOut?: boolean }} options @returns {Pair[]}
 */
export function frenchEnglishPairs({ seed, count, heldOut = false }) {
  const random = new Random(seed, 'french-english');
  /** @type {Map<string, Pair>} */
  const pairs = new Map();
  while (pairs.size < count) {
    const pair = draw(random, { heldOut });
    pairs.set(pair.source, pair);
  }
  return [...pairs.values()];
}

/** Joins elided words for display: "il n'est pas". @param {string} source */
export const showFrench = (source) => source.replaceAll("' ", "'");
