/** The vocabularies of the grammar in both languages. */

import { splitAtBlanks } from '../../split-at-blanks.js';
import {
  addEnglishS,
  formComparative,
  formFrenchPlural,
  inflectWord,
  softened,
} from './spelling.js';
import { be, can, go, have, intransitives, motions, transitives, visit, want } from './verbs.js';
import {
  adjectives,
  countries,
  feelings,
  frequencies,
  highNumbers,
  men,
  months,
  nouns,
  numbers,
  possessives,
  pronouns,
  women,
} from './words.js';

/** @import { Verb } from '../../types.js' */

const auxiliaries = [be, have, go, want, can];
const actors = [visit, ...transitives, ...intransitives];
const isNow = (/** @type {Verb} */ verb) => verb.with.includes('now');

const translatedPairs = [months, countries, numbers, highNumbers, feelings, frequencies].flat();
const names = [...women, ...men];

/** Returns the forms of a word in each gender and number. @param {string} word */
const agreements = (word) =>
  [false, true].flatMap((plural) =>
    [false, true].map((feminine) => inflectWord(word, feminine, plural)),
  );

/** The finite verb forms; each sentence has one. */
export const finiteForms = new Set([...auxiliaries, ...actors].flatMap(({ present }) => present));

const unique = (/** @type {string[]} */ all) => Object.freeze([...new Set(all)]);

/** The vocabulary of the French sentences. */
export const frenchVocabulary = unique([
  ...splitAtBlanks(
    "ne n' pas jamais plus que qu' de d' des le l' la les un une ce c' cet cette ces y",
  ),
  ...splitAtBlanks(
    "j' m' t' au à en pour avec dans devant derrière sur sous très trop aussi moins où",
  ),
  ...splitAtBlanks("est-ce bien vite ici hier demain aujourd'hui ans"),
  ...pronouns.flatMap(({ french, strong, clitic }) => [french, strong, clitic]),
  ...possessives.flatMap((row) => row.slice(0, 3)),
  ...names,
  ...translatedPairs.map(([french]) => french),
  ...nouns.flatMap(({ french, kinds }) =>
    kinds.includes('single') ? french : [french, formFrenchPlural(french)],
  ),
  ...adjectives.flatMap(({ french }) => [...agreements(french), softened[french] ?? french]),
  ...finiteForms,
  ...actors.flatMap((verb) =>
    isNow(verb)
      ? []
      : [
          ...(verb.with.includes('happens') ? [] : [verb.infinitive]),
          ...(verb.with.includes('pronoun') ? agreements(verb.participle) : [verb.participle]),
        ],
  ),
  ...motions.flatMap((verb) => [
    ...(verb.with.includes('wish') ? [verb.infinitive] : []),
    ...agreements(verb.participle),
  ]),
]);

/** The vocabulary of the English sentences. */
export const englishVocabulary = unique([
  ...splitAtBlanks(
    'not never no longer cannot do does did has have am is are going to the a an some',
  ),
  ...splitAtBlanks(
    'any this these it there in on under behind front of at with very too as than more',
  ),
  ...splitAtBlanks(
    'less well fast here yesterday tomorrow today where years old older younger his',
  ),
  ...splitAtBlanks('her tall taller can want wants'),
  ...pronouns.flatMap(({ english, object }) => [english, object]),
  ...possessives.flatMap((row) => row.slice(3)),
  ...names,
  ...translatedPairs.map(([, english]) => english),
  ...nouns.flatMap(({ english, kinds }) =>
    kinds.includes('single') ? english : [english, addEnglishS(english)],
  ),
  ...adjectives.flatMap(({ english, kinds }) =>
    kinds.includes('uncompared') ? english : [english, formComparative(english) ?? english],
  ),
  ...actors.flatMap(({ english: { base, third, particle, past, participle }, ...verb }) => [
    base,
    third,
    ...splitAtBlanks(particle),
    ...(verb.with.includes('now') ? [] : [past, participle]),
  ]),
  ...motions.flatMap(({ english: { base, third, particle, past, participle }, ...verb }) => [
    base,
    ...splitAtBlanks(particle),
    past,
    participle,
    ...(verb.with.includes('now') ? [third] : []),
  ]),
]);
