/** The choices that several kinds of sentences have in common: which words go together. */

import {
  animal,
  anotherPerson,
  chance,
  englishOf,
  join,
  nothing,
  preposition,
  somebody,
  word,
} from './phrases.js';
import { stateOrAsk, toBe } from './predicates.js';
import { agree } from './spelling.js';
import { adjectives } from './words.js';

/**
 * @import { Random } from '../../random.js'
 * @import { Adjective, Negation, NounPhrase, Person, Phrase, Tense, Verb } from '../../types.js'
 */

/** @param {Verb[]} verbs @param {string} what */
export const goingWith = (verbs, what) => verbs.filter((verb) => verb.with.includes(what));

/** A negation in a third of the sentences. @param {Random} random @param {Negation[]} from */
export const maybe = (random, ...from) => (chance(random, 1 / 3) ? random.pick(from) : undefined);

/**
 * One that goes with the tense and the verb: "no longer" is not said of what was done, nor "never" of
 * loving.
 *
 * @param {Random} random
 * @param {Tense} [tense]
 * @param {Verb} [verb]
 */
export function maybeNot(random, tense, verb) {
  if (tense === 'past') return maybe(random, 'pas', 'jamais');
  return maybe(random, 'pas', 'pas', verb?.with.includes('now') ? 'pas' : 'jamais', 'plus');
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
export function someTense(random, verb) {
  if (verb?.with.includes('now')) return 'present';
  return random.pick(verb?.with.includes('happens') ? tenses.slice(0, 6) : tenses);
}

/** @param {Random} random @param {Tense} tense @param {Negation} [negation] */
export function someTime(random, tense, negation) {
  const lasts = negation === 'jamais' || negation === 'plus';
  if (tense === 'present' || lasts || chance(random, 0.7)) return nothing;
  if (tense === 'can' || chance(random, 0.3)) return word("aujourd'hui", 'today');
  return tense === 'past' ? word('hier', 'yesterday') : word('demain', 'tomorrow');
}

/** Adjectives to say of this. @param {Person} subject */
export const adjectivesFor = ({ kinds }) =>
  adjectives.filter(
    (adjective) =>
      !adjective.kinds.includes('with') &&
      (kinds.some((kind) => adjective.kinds.includes(kind)) ||
        (kinds.includes('person') && adjective.kinds.includes('people'))),
  );

/** @param {Adjective} adjective @param {Person} subject @returns {Phrase} */
export const adjectiveFor = (adjective, subject) =>
  word(
    agree(adjective.french, subject.feminine, subject.plural),
    englishOf(adjective, subject.kinds),
  );

/** @param {Random} random @param {NounPhrase} subject */
export const withSomebody = (random, subject) =>
  join(preposition('avec', 'with'), anotherPerson(random, subject));

/** Somebody, or now and then an animal. @param {Random} random */
export const somebodyOrAnimal = (random) =>
  chance(random, 0.12) ? animal(random) : somebody(random);

/** The subject and "to be", as a statement or a question. @param {Random} random @param {NounPhrase} subject @param {Negation | undefined} negation @param {Phrase} rest @param {Verb} [verb] */
export const isSo = (random, subject, negation, rest, verb) =>
  stateOrAsk(random, subject, negation, (how) => toBe(subject, how.negation, rest, verb));
