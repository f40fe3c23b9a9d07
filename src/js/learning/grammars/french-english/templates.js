/** The templates of sentences in both languages. This module defines those of actions. */

import {
  sayAdjective,
  sayAge,
  sayComparison,
  sayFeeling,
  sayItIs,
  saySomewhere,
  sayThereIs,
  sayTooMuch,
} from './being.js';
import {
  drawAnimal,
  drawChance,
  drawCompany,
  drawCountry,
  drawDestination,
  drawMonth,
  drawName,
  drawNounPhrase,
  drawPlace,
  drawSomebody,
  drawSubject,
  isClash,
  joinPhrases,
  makePreposition,
  makeToken,
  makeWord,
} from './phrases.js';
import {
  drawFittingNegation,
  drawNegation,
  drawTense,
  drawTime,
  inflectBe,
  makeQuestion,
  makeStatementOrQuestion,
  makeVerbPredicate,
  tenses,
} from './predicates.js';
import { startsWithVowel } from './spelling.js';
import { filterVerbs, have, intransitives, motions, transitives, visit } from './verbs.js';
import { frequencies, pronouns } from './words.js';

/** @import { Random } from '../../../random.js' */
/** @import { Determiner, Negation, NounPhrase, Phrase, Tense, Verb } from '../../types.js' */

const animalTransitives = filterVerbs(transitives, 'animals');
const animalIntransitives = filterVerbs(intransitives, 'animals');
const withPronouns = filterVerbs(transitives, 'pronoun');
const withPlaces = filterVerbs(intransitives, 'place');

/**
 * Draws an object that fits a verb.
 * @param {Random} random @param {Verb} verb @param {NounPhrase} subject
 * @param {{ negation?: Negation, question: boolean }} how @returns {Phrase}
 */
function drawObject(random, verb, subject, { negation, question }) {
  if (verb.with.includes('pronoun') && drawChance(random, 0.15)) return drawName(random);
  const owned = verb.with.includes('owned');
  // Allow "any books", but not "any doctors".
  const denied = negation === 'pas' || negation === 'jamais';
  const none = denied && !verb.with.includes('pronoun') && drawChance(random, 0.35);
  /** @type {Determiner[]} */
  const determiners = owned ? ['this', 'own'] : ['the', 'this', 'own', 'own'];
  if (!owned && !negation && !question) determiners.push('a', 'a', 'number');
  return drawNounPhrase(random, {
    kinds: subject.possessive ? verb.with : ['person', 'animal'],
    determiners: none ? ['no'] : determiners,
    owner: subject,
    plural: none || undefined,
    plain: verb.with.includes('plain'),
  });
}

/** Draws a sentence such as "ma mère a acheté une robe rouge". @param {Random} random */
function sayAction(random) {
  const animals = drawChance(random, 0.08);
  const verb = random.pick(animals ? animalTransitives : transitives);
  const tense = animals ? 'present' : drawTense(random, verb);
  const subject = animals ? drawAnimal(random) : drawSubject(random, tense);
  const negation = drawFittingNegation(random, tense, verb);
  return makeStatementOrQuestion(random, subject, negation, (how) => {
    const object = drawObject(random, verb, subject, how);
    const rest = joinPhrases(object, drawTime(random, tense, how.negation));
    return makeVerbPredicate(subject, verb, { tense, ...how, rest });
  });
}

/** Draws a sentence such as "elle a deux frères" or "nous n'avons pas de voiture". @param {Random} random */
function sayPossession(random) {
  const subject = drawSubject(random, 'present');
  return makeStatementOrQuestion(random, subject, drawNegation(random, 'pas', 'plus'), (how) => {
    /** @type {Determiner[]} */
    const determiners = how.negation ? ['no', 'no'] : how.question ? ['a'] : ['a', 'number'];
    const rest = drawNounPhrase(random, {
      kinds: have.with,
      determiners: [...determiners, 'this', 'own'],
      owner: subject,
      plural: how.question ? false : undefined,
    });
    return makeVerbPredicate(subject, have, { tense: 'present', ...how, rest });
  });
}

/** Draws a sentence such as "il ne l'a pas vue" or "elle va nous aider". @param {Random} random */
function sayActionOnPerson(random) {
  const verb = random.pick(withPronouns);
  const tense = drawTense(random, verb);
  const subject = drawSubject(random, tense);
  const next = tense === 'present' ? verb.present[0] : verb.infinitive;
  const object = random.pick(
    pronouns.filter(
      ({ person }) =>
        !isClash(person, subject.person) &&
        // "il l'aime" does not say whether the object is "him" or "her"; "il l'a vue" does.
        (person !== 2 || tense === 'past' || !startsWithVowel(next)),
    ),
  );
  const clitic = {
    ...makePreposition(object.clitic, object.object),
    feminine: object.person === 2 ? object.feminine : drawChance(random, 0.5),
    plural: object.person > 2,
  };
  const negation = drawFittingNegation(random, tense, verb);
  return makeStatementOrQuestion(random, subject, negation, (how) => {
    const rest = drawTime(random, tense, how.negation);
    return makeVerbPredicate(subject, verb, { tense, ...how, clitic, rest });
  });
}

/** Draws a sentence such as "les enfants ont bien dormi" or "je ne peux pas nager ici". @param {Random} random */
function sayActionAlone(random) {
  const animals = drawChance(random, 0.12);
  const verb = random.pick(animals ? animalIntransitives : intransitives);
  const tense = animals ? random.pick(tenses.slice(0, 6)) : drawTense(random);
  const subject = animals ? drawAnimal(random) : drawSubject(random, tense);
  return makeStatementOrQuestion(random, subject, drawFittingNegation(random, tense), (how) => {
    const adverbial = drawAdverbial(random, subject, verb, tense, how.negation);
    return makeVerbPredicate(subject, verb, { tense, ...how, ...adverbial });
  });
}

/**
 * Draws an adverbial: how, how often, where, with whom or when.
 * @param {Random} random @param {NounPhrase} subject @param {Verb} verb @param {Tense} tense
 * @param {Negation} [negation] @returns {{ often?: Phrase, well?: Phrase, rest?: Phrase }}
 */
function drawAdverbial(random, subject, verb, tense, negation) {
  const way = random.pick(['well', 'fast', 'often', 'place', 'here', 'company', 'company', 'time']);
  const goes = verb.with.includes(way === 'here' ? 'place' : way);
  const early = tense === 'present' || tense === 'past';
  if (way === 'well' && goes && early && negation !== 'jamais') {
    return { well: makeWord('bien', 'well') };
  }
  if (way === 'often' && tense === 'present' && !negation) {
    return { often: makeWord(...random.pick(frequencies)) };
  }
  if (way === 'fast' && goes) return { rest: makeWord('vite', 'fast') };
  if (way === 'place' && goes) return { rest: drawPlace(random) };
  if (way === 'here' && goes) return { rest: makeWord('ici', 'here') };
  const isHuman = subject.possessive !== '';
  if (way === 'company' && goes && isHuman) return { rest: drawCompany(random, subject) };
  return { rest: drawTime(random, tense, negation) };
}

/** Draws a sentence such as "elles sont allées au marché". @param {Random} random */
function sayGoing(random) {
  const subject = drawSomebody(random);
  const verb = random.pick([motions[0], ...motions]);
  const goes = (/** @type {string} */ where) => verb.with.includes(where);
  const tense = random.pick([
    ...tenses.slice(3, 6),
    ...(goes('now') ? tenses.slice(0, 3) : goes('wish') ? tenses.slice(6, 7) : []),
    ...(goes('wish') ? tenses.slice(7) : []),
  ]);
  const negation = goes('once') ? drawNegation(random, 'pas') : drawFittingNegation(random, tense);
  return makeStatementOrQuestion(random, subject, negation, (how) => {
    let rest = drawTime(random, tense, how.negation);
    if (goes('to'))
      rest = drawChance(random, 0.3) ? drawCountry(random, 'to') : drawDestination(random, 'to');
    else if (goes('at') && drawChance(random, 0.5)) rest = drawDestination(random, 'at');
    else if (goes('once') && drawChance(random, 0.3)) rest = drawMonth(random);
    else if (goes('company') && drawChance(random, 0.5)) rest = drawCompany(random, subject);
    return makeVerbPredicate(subject, verb, { tense, ...how, rest, moves: true });
  });
}

/** Draws a sentence such as "Jane visite l'Afrique en septembre". @param {Random} random */
function sayVisit(random) {
  const tense = drawTense(random);
  const subject = drawChance(random, 0.3) ? drawName(random) : drawSubject(random, tense);
  const country = drawCountry(random, '');
  const rest = drawChance(random, 0.7) ? joinPhrases(country, drawMonth(random)) : country;
  return makeStatementOrQuestion(random, subject, drawFittingNegation(random, tense), (how) =>
    makeVerbPredicate(subject, visit, { tense, ...how, rest }),
  );
}

/** Draws a question such as "où est mon stylo" or "où est-ce que tu travailles". @param {Random} random */
function askWhere(random) {
  const question = makeWord('où', 'where');
  if (drawChance(random, 0.5)) {
    const tense = drawTense(random);
    const subject = drawSubject(random, tense);
    const verb = random.pick(withPlaces);
    const predicate = makeVerbPredicate(subject, verb, { tense, question: true });
    return joinPhrases(question, makeQuestion(subject, predicate));
  }
  const kinds = ['relative', 'animal', 'food', 'made', 'thing', 'building'];
  const sought = drawChance(random, 0.2)
    ? drawName(random)
    : drawNounPhrase(random, { kinds, determiners: ['the', 'own'], plain: true });
  const is = makeToken(sought.plural ? 'sont' : 'est');
  return joinPhrases(question, { french: [is], english: inflectBe(sought, is) }, sought);
}

/** The templates with their relative frequencies. @type {[template: (random: Random) => Phrase, share: number][]} */
const shares = [
  [sayAdjective, 10],
  [sayTooMuch, 4],
  [sayComparison, 16],
  [sayAction, 18],
  [sayPossession, 6],
  [sayActionOnPerson, 8],
  [sayActionAlone, 14],
  [sayGoing, 8],
  [sayVisit, 8],
  [sayThereIs, 5],
  [saySomewhere, 4],
  [askWhere, 4],
  [sayItIs, 5],
  [sayFeeling, 5],
  [sayAge, 6],
];

/** All templates, each repeated by its relative frequency. */
export const templates = shares.flatMap(([template, share]) =>
  Array.from({ length: share }, () => template),
);
