/** Random choices that several templates share: tenses, negations, and words that go together. */

import {
  chooseEnglish,
  drawAnimal,
  drawChance,
  drawOtherPerson,
  drawSomebody,
  joinPhrases,
  makePreposition,
  makeWord,
  nothing,
} from './phrases.js';
import { makeBePredicate, makeStatementOrQuestion } from './predicates.js';
import { inflectWord } from './spelling.js';
import { adjectives } from './words.js';

/**
 * @import { Random } from '../../../random.js'
 * @import { Adjective, Negation, NounPhrase, Person, Phrase, Tense, Verb } from '../../types.js'
 */

/** Returns the verbs with a flag or a kind of object. @param {Verb[]} verbs @param {string} what */
export const filterVerbs = (verbs, what) => verbs.filter((verb) => verb.with.includes(what));

/** Draws a negation in a third of the cases. @param {Random} random @param {Negation[]} from */
export const drawNegation = (random, ...from) =>
  drawChance(random, 1 / 3) ? random.pick(from) : undefined;

/**
 * Draws a negation that fits the tense and the verb: not "no longer" in the past, and not "never" with states such as
 * "love".
 *
 * @param {Random} random @param {Tense} [tense] @param {Verb} [verb]
 */
export function drawFittingNegation(random, tense, verb) {
  if (tense === 'past') return drawNegation(random, 'pas', 'jamais');
  return drawNegation(random, 'pas', 'pas', verb?.with.includes('now') ? 'pas' : 'jamais', 'plus');
}

/** @type {Tense[]} */
export const tenses = [
  'present',
  'present',
  'present',
  'past',
  'past',
  'past',
  'future',
  'want',
  'can',
];

/** @param {Random} random @param {Verb} [verb] @returns {Tense} */
export function drawTense(random, verb) {
  if (verb?.with.includes('now')) return 'present';
  return random.pick(verb?.with.includes('happens') ? tenses.slice(0, 6) : tenses);
}

/** @param {Random} random @param {Tense} tense @param {Negation} [negation] */
export function drawTime(random, tense, negation) {
  const lasts = negation === 'jamais' || negation === 'plus';
  if (tense === 'present' || lasts || drawChance(random, 0.7)) return nothing;
  if (tense === 'can' || drawChance(random, 0.3)) return makeWord("aujourd'hui", 'today');
  return tense === 'past' ? makeWord('hier', 'yesterday') : makeWord('demain', 'tomorrow');
}

/** Lists adjectives that may describe a subject. @param {Person} subject */
export const listAdjectives = ({ kinds }) =>
  adjectives.filter(
    (adjective) =>
      !adjective.kinds.includes('with') &&
      (kinds.some((kind) => adjective.kinds.includes(kind)) ||
        (kinds.includes('person') && adjective.kinds.includes('people'))),
  );

/** @param {Adjective} adjective @param {Person} subject @returns {Phrase} */
export const inflectAdjective = (adjective, subject) =>
  makeWord(
    inflectWord(adjective.french, subject.feminine, subject.plural),
    chooseEnglish(adjective, subject.kinds),
  );

/** @param {Random} random @param {NounPhrase} subject */
export const withSomebody = (random, subject) =>
  joinPhrases(makePreposition('avec', 'with'), drawOtherPerson(random, subject));

/** Draws a person or, sometimes, an animal. @param {Random} random */
export const drawSomebodyOrAnimal = (random) =>
  drawChance(random, 0.12) ? drawAnimal(random) : drawSomebody(random);

/**
 * Makes a statement or question of the subject, "to be" and the rest.
 * @param {Random} random @param {NounPhrase} subject @param {Negation | undefined} negation
 * @param {Phrase} rest @param {Verb} [verb]
 */
export const isSo = (random, subject, negation, rest, verb) =>
  makeStatementOrQuestion(random, subject, negation, (how) =>
    makeBePredicate(subject, how.negation, rest, verb),
  );
