/** Templates of sentences with "être" and "avoir": what or where somebody or something is, and how they feel. */

import {
  drawAnimal,
  drawChance,
  drawName,
  drawNounPhrase,
  drawOtherPerson,
  drawPlace,
  drawSomebody,
  drawSomebodyOrAnimal,
  inflectAdjective,
  joinPhrases,
  listAdjectives,
  makeContentWords,
  makePreposition,
  makeSmallWords,
  makeToken,
  makeWord,
  nothing,
} from './phrases.js';
import {
  drawFittingNegation,
  drawNegation,
  makeBePredicate,
  makeBeSentence,
  makeStatement,
  makeStatementOrQuestion,
} from './predicates.js';
import { formComparative } from './spelling.js';
import { filterVerbs, have, intransitives } from './verbs.js';
import { feelings, highNumbers, numbers } from './words.js';

/** @import { Random } from '../../../random.js' */
/** @import { English, French, Negation, Phrase } from '../../types.js' */

const efforts = filterVerbs(intransitives, 'effort');
const animalEfforts = filterVerbs(efforts, 'animals');

/** Draws a sentence such as "il n'est plus fatigué". @param {Random} random */
export function sayAdjective(random) {
  const things = ['food', 'made', 'film', 'building'];
  const subject = drawChance(random, 0.35)
    ? drawNounPhrase(random, { kinds: things, plain: true })
    : drawSomebodyOrAnimal(random);
  const adjective = random.pick(listAdjectives(subject));
  const is = (/** @type {string} */ flag) => adjective.kinds.includes(flag);
  /** @type {Negation[]} */
  const negations = ['pas', 'pas'];
  if (is('state')) negations.push('jamais');
  if (is('state') || is('ends')) negations.push('plus');
  const negation = drawNegation(random, ...negations);
  const degree = drawChance(random, 0.5) ? makeWord('très', 'very') : makeWord('trop', 'too');
  const plain =
    is('colour') || negation === 'jamais' || negation === 'plus' || drawChance(random, 0.65);
  const rest = joinPhrases(plain ? nothing : degree, inflectAdjective(adjective, subject));
  return makeBeSentence(random, subject, negation, rest);
}

/** Draws a sentence such as "elle est trop fatiguée pour danser". @param {Random} random */
export function sayTooMuch(random) {
  const subject = drawSomebodyOrAnimal(random);
  const excluded = subject.kinds.includes('adult') ? ['jeune', 'petit'] : [];
  const adjective = random.pick(
    listAdjectives(subject).filter(
      ({ french, kinds }) => kinds.includes('hinders') && !excluded.includes(french),
    ),
  );
  const verb = random.pick(subject.possessive ? efforts : animalEfforts);
  const rest = joinPhrases(
    makeWord('trop', 'too'),
    inflectAdjective(adjective, subject),
    makePreposition('pour', 'to'),
    makeWord(verb.infinitive, verb.english.base),
  );
  return makeStatement(subject, makeBePredicate(subject, drawNegation(random, 'pas'), rest));
}

/** Draws a sentence such as "il n'est pas aussi grand que son père". @param {Random} random */
export function sayComparison(random) {
  const kinds = [random.pick(['animal', 'animal', 'clothing', 'vehicle', 'furniture', 'building'])];
  const people = drawChance(random, 0.75);
  const thing = () => drawNounPhrase(random, { kinds, plain: true });
  const subject = people ? drawSomebody(random) : thing();
  const other = people ? drawOtherPerson(random, subject) : thing();
  const adjective = random.pick(
    listAdjectives(subject).filter(({ kinds }) => !kinds.includes('uncompared')),
  );
  const less = adjective.kinds.includes('measure') ? [] : ['moins', 'moins'];
  const degree = makeToken(random.pick(['aussi', 'aussi', 'plus', 'plus', ...less]));
  const quality = inflectAdjective(adjective, subject);
  const que = makePreposition('que', degree.text === 'aussi' ? 'as' : 'than');
  const rest = joinPhrases(
    { french: [degree, ...quality.french], english: translateDegree(degree, quality) },
    que,
    other,
  );
  const negation = degree.text === 'moins' ? undefined : drawNegation(random, 'pas');
  return makeStatement(subject, makeBePredicate(subject, negation, rest));
}

/**
 * Returns an English comparison such as "as tall", "taller", "more famous" or "less famous".
 * @param {French} degree @param {Phrase} quality @returns {English[]}
 */
function translateDegree(degree, { french, english }) {
  const [adjective] = english;
  if (degree.text === 'aussi') return [...makeSmallWords('as', degree), adjective];
  if (degree.text === 'moins') return [...makeContentWords('less', degree), adjective];
  const short = formComparative(adjective.text);
  return short
    ? makeContentWords(short, degree, ...french)
    : [...makeContentWords('more', degree), adjective];
}

/**
 * Draws a place of people and animals, or of things.
 * @param {Random} random
 * @param {boolean} alive
 * @returns {Phrase}
 */
function drawWhereabouts(random, alive) {
  const living = ['', 'devant/in front of', 'derrière/behind'];
  const [french, english] = random.pick(alive ? living : ['sur/on', 'sous/under']).split('/');
  if (!french) return drawPlace(random);
  const place = drawNounPhrase(random, {
    kinds: alive ? ['building', 'house'] : ['furniture'],
    determiners: ['the', 'this'],
    plural: false,
  });
  return joinPhrases(makeWord(french, english), place);
}

const movableKinds = ['food', 'reading', 'clothing', 'thing'];

/** Draws a sentence such as "il y a deux chats dans le jardin". @param {Random} random */
export function sayThereIs(random) {
  const [il, y, a, ne, pas] = ['il', 'y', 'a', 'ne', 'pas'].map(makeToken);
  const alive = drawChance(random, 0.6);
  const there = { french: [il], english: makeSmallWords('there', il, y) };
  const drawn = drawNegation(random, 'pas');
  return makeStatementOrQuestion(random, there, drawn, ({ question, negation }) => {
    const thing = drawNounPhrase(random, {
      kinds: alive ? ['person', 'animal'] : movableKinds,
      determiners: negation ? ['no'] : ['a', 'a', 'number'],
      plural: question ? false : undefined,
    });
    // "pas de" becomes "no".
    if (negation) thing.english.splice(0, 1, ...makeContentWords('no', pas, thing.french[0]));
    const { french, english } = joinPhrases(thing, drawWhereabouts(random, alive));
    return {
      french: [...(negation ? [ne, y, a, pas] : [y, a]), ...french],
      helpers: makeSmallWords(thing.plural ? 'are' : 'is', a),
      main: english,
    };
  });
}

/** Draws a sentence such as "les clés sont sous la table". @param {Random} random */
export function saySomewhere(random) {
  const alive = drawChance(random, 0.7);
  const drawLiving = drawChance(random, 0.6) ? drawSomebody : drawAnimal;
  const subject = alive
    ? drawLiving(random)
    : drawNounPhrase(random, { kinds: movableKinds, plain: true });
  const rest = drawWhereabouts(random, alive);
  return makeBeSentence(random, subject, drawNegation(random, 'pas', 'pas', 'plus'), rest);
}

/** Draws a sentence such as "ce sont mes amis" or "ce n'est pas un bon film". @param {Random} random */
export function sayItIs(random) {
  const kinds = ['person', 'relative', 'animal', 'food', 'made', 'thing', 'film', 'song'];
  const noun = drawChance(random, 0.1)
    ? drawName(random)
    : drawNounPhrase(random, { kinds, determiners: ['are', 'own'] });
  const subject = makePreposition('ce', noun.plural ? 'they' : 'it');
  const negation = drawNegation(random, 'pas', 'pas', 'plus');
  return makeStatementOrQuestion(random, subject, negation, (how) =>
    makeBePredicate(noun, how.negation, noun),
  );
}

/** Draws a sentence such as "mon frère n'a plus faim". @param {Random} random */
export function sayFeeling(random) {
  const subject = drawSomebodyOrAnimal(random);
  const negation = drawFittingNegation(random);
  const very = negation !== 'jamais' && negation !== 'plus' && drawChance(random, 0.25);
  const rest = joinPhrases(
    very ? makeWord('très', 'very') : nothing,
    makeWord(...random.pick(feelings)),
  );
  return makeBeSentence(random, subject, negation, rest, have);
}

/** Draws a sentence such as "elle a trois ans" or "elle a trois ans de plus que sa sœur". @param {Random} random */
export function sayAge(random) {
  const subject = drawSomebodyOrAnimal(random);
  const compared = subject.possessive && drawChance(random, 0.6);
  const isAdult = subject.kinds.includes('adult');
  const ages = compared ? numbers : isAdult ? highNumbers : [...numbers, ...highNumbers];
  const years = joinPhrases(makeWord(...random.pick(ages)), makeWord('ans', 'years'));
  const [, ans] = years.french;
  if (!compared) {
    const { french, english } = years;
    const rest = { french, english: [...english, ...makeContentWords('old', ans)] };
    return makeBeSentence(random, subject, drawNegation(random, 'pas', 'pas', 'plus'), rest, have);
  }
  const more = drawChance(random, 0.5) ? makeWord('plus', 'older') : makeWord('moins', 'younger');
  const other = drawOtherPerson(random, subject, 'peer');
  const [de, que] = [makePreposition('de', ''), makePreposition('que', 'than')];
  const rest = joinPhrases(years, de, more, que, other);
  return makeStatement(subject, makeBePredicate(subject, drawNegation(random, 'pas'), rest, have));
}
