/**
 * Phrases in both languages. Each English word refers to the French words that it comes from, so the alignment is known
 * wherever the words end up.
 */

import { splitAtBlanks } from '../../split-at-blanks.js';
import {
  addEnglishS,
  formFrenchPlural,
  inflectWord,
  softenWords,
  startsWithVowel,
} from './spelling.js';
import {
  adjectives,
  countries,
  listNouns,
  men,
  months,
  numbers,
  possessives,
  pronouns,
  women,
} from './words.js';

/** @import { Random } from '../../../random.js' */
/** @import { Adjective, Determiner, English, French, Noun, NounPhrase, Person, Phrase } from '../../types.js' */

/** Makes a single French word. @param {string} text @returns {French} */
export const makeToken = (text) => ({ text });

/**
 * Makes English function words, which have no clear alignment.
 * @param {string} words
 * @param {French[]} from
 * @returns {English[]}
 */
export const makeSmallWords = (words, ...from) =>
  splitAtBlanks(words).map((text) => ({ text, from, content: false }));

/**
 * Makes an English content word, followed by words that belong to it, as in "look for".
 * @param {string} words @param {French[]} from
 * @returns {English[]}
 */
export const makeContentWords = (words, ...from) =>
  splitAtBlanks(words).map((text, i) => ({ text, from, content: i === 0 }));

/** @param {Phrase[]} phrases @returns {Phrase} */
export function joinPhrases(...phrases) {
  /** @type {Phrase} */
  const joined = { french: [], english: [] };
  for (const { french, english } of phrases) {
    joined.french.push(...french);
    joined.english.push(...english);
  }
  return joined;
}

/** @type {Phrase} */
export const nothing = { french: [], english: [] };

/** Draws true with a probability. @param {Random} random @param {number} probability */
export const drawChance = (random, probability) => random.uniform() < probability;

/**
 * Makes a phrase of one French word and its English content word.
 * @param {string} text
 * @param {string} english
 * @returns {Phrase}
 */
export function makeWord(text, english) {
  const french = makeToken(text);
  return { french: [french], english: makeContentWords(english, french) };
}

/**
 * Makes a phrase of one French word and English function words.
 * @param {string} text
 * @param {string} english
 * @returns {Phrase}
 */
export function makePreposition(text, english) {
  const french = makeToken(text);
  return { french: [french], english: makeSmallWords(english, french) };
}

/** @param {Random} random @returns {NounPhrase} */
export function drawName(random) {
  const feminine = drawChance(random, 0.5);
  const text = random.pick(feminine ? women : men);
  const properties = { person: 2, plural: false, feminine, kinds: ['person'] };
  return { ...makeWord(text, text), ...properties, possessive: feminine ? 'her' : 'his' };
}

// "Il" and "elle" are drawn more often, because only with them "son" can mean "his" or "her".
const drawnPronouns = [...pronouns, ...pronouns.slice(2, 4), ...pronouns.slice(2, 4)];

/** @param {Random} random @returns {NounPhrase} */
function drawPronoun(random, from = drawnPronouns) {
  const { french: text, english: translation, person, feminine } = random.pick(from);
  // Do not use object spread here, because this function runs some hundred thousand times.
  const { french, english } = makePreposition(text, translation);
  return {
    french,
    english,
    person,
    plural: person > 2,
    // "je suis fatigué" and "je suis fatiguée" are both "I am tired".
    feminine: [2, 5].includes(person) ? feminine : drawChance(random, 0.5),
    kinds: ['person'],
    possessive: possessives[person][3] ?? (feminine ? 'her' : 'his'),
  };
}

/**
 * Draws a pronoun such as "moi" or "lui", which follows "que" or "avec".
 * @param {Random} random @param {Person} subject
 * @returns {Phrase}
 */
function drawStrongPronoun(random, subject) {
  const { strong, object } = random.pick(
    pronouns.filter(
      ({ person, feminine }) =>
        !isClash(person, subject.person) &&
        // Exclude "she is as tall as her", too.
        (person !== subject.person || feminine !== subject.feminine),
    ),
  );
  return makePreposition(strong, object);
}

/** Whether subject and object clash, as in "I see me" or "I see us". @param {number} a @param {number} b */
export const isClash = (a, b) => a % 3 === b % 3 && a % 3 < 2;

/**
 * Whether a determiner fits a noun. If "some" is wanted, relatives have "a", "no" or a number; otherwise they have a
 * possessive. Other people and places have no possessive, and places are not counted.
 *
 * @param {Noun} noun @param {Determiner} determiner @param {string[]} wanted
 */
function fitsNoun({ kinds }, determiner, wanted) {
  if (kinds.includes('relative')) {
    return wanted.includes('some')
      ? ['a', 'number', 'no'].includes(determiner)
      : determiner === 'own';
  }
  if (kinds.includes('place')) return determiner !== 'own' && determiner !== 'number';
  return determiner !== 'own' || !kinds.includes('person');
}

/**
 * Returns the words of a determiner.
 * @param {Random} random @param {Determiner} determiner @param {Noun} noun
 * @param {{ plural: boolean, preposed: boolean, owner?: Person }} options
 * @returns {[french: string, english: string]}
 */
function chooseDeterminer(random, determiner, { feminine, kinds }, { plural, preposed, owner }) {
  if (determiner === 'the') return [plural ? 'les' : feminine ? 'la' : 'le', 'the'];
  if (determiner === 'this') {
    return plural ? ['ces', 'these'] : [feminine ? 'cette' : 'ce', 'this'];
  }
  if (determiner === 'number') return random.pick(numbers);
  if (determiner === 'own') {
    // "Son" refers to the subject, otherwise its owner would be unclear. "Our wife" is silly.
    const owners = kinds.includes('spouse') ? [0, 1, 4] : [0, 1, 3, 4, 5];
    const owns = owner?.possessive && (owner.person === 2 || owners.includes(owner.person));
    const isReflexive = owns && drawChance(random, 0.75);
    const person = isReflexive ? owner.person : random.pick(owners);
    const row = possessives[person];
    return [row[plural ? 2 : feminine ? 1 : 0], isReflexive ? owner.possessive : row[3]];
  }
  if (determiner === 'no') return ['de', plural ? 'any' : 'a'];
  if (!plural) return [feminine ? 'une' : 'un', 'a'];
  // It is "des livres", but "de vieux livres".
  return [preposed ? 'de' : 'des', determiner === 'are' ? '' : 'some'];
}

/** Lists the adjectives that fit a noun and stand before it, or after it. @param {Noun} noun @param {boolean} before */
const listFitting = (noun, before) =>
  adjectives.filter(
    ({ kinds }) =>
      kinds.includes('before') === before && noun.kinds.some((kind) => kinds.includes(kind)),
  );

/** @type {Map<Noun, Adjective[][]>} */
const adjectivesByNoun = new Map();

/** @param {Random} random @param {Noun} noun @param {boolean} plural */
function describeNoun(random, noun, plural) {
  const known = adjectivesByNoun.get(noun) ?? [listFitting(noun, false), listFitting(noun, true)];
  adjectivesByNoun.set(noun, known);
  // Two fifths have an adjective before the noun, two fifths after it, one fifth both.
  const where = random.below(5);
  const drawAdjective = (/** @type {boolean} */ before) => {
    const there = known[Number(before)];
    if (there.length === 0 || where === (before ? 0 : 2) || where === (before ? 1 : 3)) return [];
    const { french, english } = random.pick(there);
    return [makeWord(inflectWord(french, noun.feminine, plural), english)];
  };
  return { preposed: drawAdjective(true), postposed: drawAdjective(false) };
}

/**
 * Draws a noun with a determiner and possibly adjectives.
 * @param {Random} random @param {object} options
 * @param {string[]} options.kinds
 * @param {Determiner[]} [options.determiners] `no` is the "de" of "pas de"; `are` is the "des" of "ce sont des", which
 *   has no English word
 * @param {Person} [options.owner] the subject, to which "son", "sa" and "ses" refer
 * @param {boolean} [options.plain] whether to add no adjectives
 * @param {boolean} [options.plural]
 * @returns {NounPhrase}
 */
export function drawNounPhrase(random, options) {
  const { kinds, determiners = ['the', 'this', 'own'], owner } = options;
  const noun = random.pick(listNouns(kinds));
  const { feminine } = noun;
  const related = noun.kinds.includes('relative');
  const possible = determiners.filter((determiner) => fitsNoun(noun, determiner, kinds));
  const determiner = possible.length > 0 ? random.pick(possible) : 'own';
  const single = noun.kinds.includes('single');
  const plural =
    determiner === 'number' || (!single && (options.plural ?? drawChance(random, 0.35)));
  const plain = options.plain || related || drawChance(random, 0.55);
  const { preposed, postposed } = plain
    ? { preposed: [], postposed: [] }
    : describeNoun(random, noun, plural);
  const nounWord = plural
    ? makeWord(formFrenchPlural(noun.french), addEnglishS(noun.english))
    : makeWord(noun.french, noun.english);
  const situation = { plural, preposed: preposed.length > 0, owner };
  const [text, english] = chooseDeterminer(random, determiner, noun, situation);
  const first = determiner === 'number' ? makeWord(text, english) : makePreposition(text, english);
  const { french } = joinPhrases(first, ...preposed, nounWord, ...postposed);
  if (!plural) softenWords(french);
  const human = related || noun.kinds.includes('person');
  return {
    french,
    english: joinPhrases(first, ...preposed, ...postposed, nounWord).english,
    person: plural ? 5 : 2,
    plural,
    feminine,
    kinds: related ? ['person', 'adult'] : noun.kinds,
    possessive: !human ? '' : plural ? 'their' : feminine ? 'her' : 'his',
  };
}

/** Draws a person: a pronoun, a name or a noun. @param {Random} random @returns {NounPhrase} */
export function drawSomebody(random) {
  const which = random.below(20);
  if (which < 12) return drawPronoun(random);
  if (which < 15) return drawName(random);
  return drawNounPhrase(
    random,
    which < 18 ? { kinds: ['relative'] } : { kinds: ['person'], plain: which < 19 },
  );
}

/**
 * Draws a subject. The six grammatical persons have different verb forms only in the present, so there each person is
 * drawn about equally often.
 *
 * @param {Random} random @param {string} tense
 */
export function drawSubject(random, tense) {
  let subject = drawSomebody(random);
  if (tense !== 'present') return subject;
  const person = random.pick([0, 1, 2, 2, 3, 4, 5]);
  if (person !== 2 && person !== 5)
    return drawPronoun(random, [pronouns[person + Number(person > 2)]]);
  while (subject.person !== person) subject = drawSomebody(random);
  return subject;
}

/** @param {Random} random */
export const drawAnimal = (random) => drawNounPhrase(random, { kinds: ['animal'] });

/**
 * Draws another person, such as after "que" or "avec".
 * @param {Random} random
 * @param {Person} subject
 * @returns {Phrase}
 */
export function drawOtherPerson(random, subject, kind = 'relative') {
  const which = random.below(10);
  if (which < 2) return drawName(random);
  if (which < 3) return drawStrongPronoun(random, subject);
  return drawNounPhrase(random, { kinds: [kind], owner: subject });
}

/** Draws a phrase such as "en septembre". @param {Random} random */
export const drawMonth = (random) =>
  joinPhrases(makePreposition('en', 'in'), makeWord(...random.pick(months)));

/**
 * Draws a phrase such as "l'Afrique", "en Afrique" or "au Japon".
 * @param {Random} random @param {'' | 'to'} english
 * @returns {Phrase}
 */
export function drawCountry(random, english) {
  const [french, name] = random.pick(countries);
  const feminine = /e$/.test(french) && french !== 'Mexique';
  const text = english ? (feminine ? 'en' : 'au') : feminine ? 'la' : 'le';
  return joinPhrases(makePreposition(text, english), makeWord(french, name));
}

/**
 * Draws a phrase such as "à la plage" or "au parc".
 * @param {Random} random
 * @param {string} english "to" or "at"
 * @returns {Phrase}
 */
export function drawDestination(random, english) {
  const noun = random.pick(listNouns(english === 'at' ? ['building', 'spot'] : ['place']));
  const place = makeWord(noun.french, noun.english);
  if (!noun.feminine && !startsWithVowel(noun.french)) {
    return joinPhrases(makePreposition('au', `${english} the`), place);
  }
  const article = makePreposition(noun.feminine ? 'la' : 'le', 'the');
  return joinPhrases(makePreposition('à', english), article, place);
}

/** Draws a phrase such as "dans le jardin". @param {Random} random @returns {Phrase} */
export const drawPlace = (random) =>
  joinPhrases(
    makePreposition('dans', 'in'),
    drawNounPhrase(random, {
      kinds: ['building', 'house', 'outside'],
      determiners: ['the', 'this'],
      plural: false,
    }),
  );

/** Lists adjectives that may describe a subject. @param {Person} subject */
export const listAdjectives = ({ kinds }) =>
  adjectives.filter(
    (adjective) =>
      !adjective.kinds.includes('with') &&
      (kinds.some((kind) => adjective.kinds.includes(kind)) ||
        (kinds.includes('person') && adjective.kinds.includes('people'))),
  );

/**
 * Inflects and translates an adjective: "grand" is "tall" for people and "big" otherwise.
 * @param {Adjective} adjective @param {Person} subject @returns {Phrase}
 */
export const inflectAdjective = (adjective, subject) =>
  makeWord(
    inflectWord(adjective.french, subject.feminine, subject.plural),
    adjective.french === 'grand' && subject.kinds.includes('person') ? 'tall' : adjective.english,
  );

/** @param {Random} random @param {NounPhrase} subject */
export const drawCompany = (random, subject) =>
  joinPhrases(makePreposition('avec', 'with'), drawOtherPerson(random, subject));

/** Draws a person or, sometimes, an animal. @param {Random} random */
export const drawSomebodyOrAnimal = (random) =>
  drawChance(random, 0.12) ? drawAnimal(random) : drawSomebody(random);
