/**
 * Sentences such as "the animal did not cross the street because it was too tired". Which noun does the adjective
 * describe? Every adjective suits one class of nouns. Any two classes can occur together in a sentence: if every sentence
 * had an animal, a single axis "alive or not" would be enough.
 */

import { splitAtBlanks } from '../split-at-blanks.js';
import { drawUntil } from './held-out.js';

/** @import { Random } from '../../random.js' */

/** @typedef {'living' | 'thing' | 'place'} NounClass */

/** @type {Record<NounClass, string[]>} */
export const nouns = {
  living: splitAtBlanks('animal dog cat horse rabbit fox cow sheep'),
  thing: splitAtBlanks('box basket sack bag bucket cart'),
  place: splitAtBlanks('street road river field path bridge'),
};

/** @type {Record<NounClass, string[]>} */
export const adjectives = {
  living: splitAtBlanks('tired hungry sleepy scared lazy'),
  thing: splitAtBlanks('heavy bulky costly flimsy'),
  place: splitAtBlanks('wide narrow icy flooded'),
};

/** All 45 words. */
export const vocabulary = Object.freeze([
  ...splitAtBlanks('the did not because it was too carry move cross across near'),
  ...Object.values(nouns).flat(),
  ...Object.values(adjectives).flat(),
]);

/**
 * Whether a pair is held out for testing: every fourth noun of each adjective, including the first pair of each class. So
 * "the animal … tired" and "the street … wide" are never trained. A random choice could leave an adjective with a single
 * noun, which is too few to learn its class.
 *
 * @param {NounClass} nounClass @param {string} noun @param {string} adjective
 */
export const isPairHeldOut = (nounClass, noun, adjective) =>
  (nouns[nounClass].indexOf(noun) + adjectives[nounClass].indexOf(adjective)) % 4 === 0;

/**
 * The forms of sentences. The first form is drawn twice as often.
 * @type {{ classes: NounClass[], sentences: string[][] }[]}
 */
const forms = [
  {
    classes: ['living', 'thing', 'place'],
    sentences: [
      splitAtBlanks('the living did not carry the thing across the place'),
      splitAtBlanks('the living did not move the thing across the place'),
    ],
  },
  {
    classes: ['living', 'place'],
    sentences: [splitAtBlanks('the living did not cross the place')],
  },
  {
    classes: ['living', 'thing'],
    sentences: [
      splitAtBlanks('the living did not carry the thing'),
      splitAtBlanks('the living did not move the thing'),
    ],
  },
  { classes: ['thing', 'place'], sentences: [splitAtBlanks('the thing was near the place')] },
];

const because = splitAtBlanks('because it was too');

/**
 * Draws a sentence with the positions of the adjective and of the noun that it describes.
 * @param {Random} random @param {{ heldOut?: boolean }} [options]
 * @returns {{ words: string[], adjective: number, answer: number }}
 */
export function draw(random, { heldOut = false } = {}) {
  const { words, adjective, noun } = drawUntil(() => drawAny(random), heldOut);
  return { words, adjective: words.indexOf(adjective), answer: words.indexOf(noun) };
}

/** @param {Random} random */
function drawAny(random) {
  const { classes, sentences } = forms[Math.max(0, random.below(5) - 1)];
  const described = random.pick(classes);
  const adjective = random.pick(adjectives[described]);
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const nounClass of classes) chosen[nounClass] = random.pick(nouns[nounClass]);
  const main = random.pick(sentences).map((word) => chosen[word] ?? word);
  const reason = [...because, adjective];
  const words = random.below(3) === 0 ? [...reason, ...main] : [...main, ...reason];
  const noun = chosen[described];
  return { words, adjective, noun, heldOut: isPairHeldOut(described, noun, adjective) };
}
