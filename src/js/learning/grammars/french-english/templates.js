/** The kinds of sentences, each in both languages at once: here those of what somebody does. */

import {
  compares,
  feels,
  isAdjective,
  isOfAge,
  isSomewhere,
  isTooMuch,
  itIs,
  thereIs,
} from './being.js';
import {
  goingWith,
  maybe,
  maybeNot,
  someTense,
  someTime,
  tenses,
  withSomebody,
} from './choices.js';
import {
  animal,
  chance,
  clash,
  country,
  inMonth,
  inPlace,
  join,
  name,
  nothing,
  nounPhrase,
  preposition,
  somebody,
  somebodyFor,
  token,
  toPlace,
  word,
} from './phrases.js';
import { ask, beForm, does, stateOrAsk } from './predicates.js';
import { startsWithVowel } from './spelling.js';
import { have, intransitives, motions, transitives, visit } from './verbs.js';
import { frequencies, pronouns } from './words.js';

/**
 * @import { Random } from '../../random.js'
 * @import { Determiner, Negation, NounPhrase, Phrase, Tense, Verb } from '../../types.js'
 */

const animalTransitives = goingWith(transitives, 'animals');
const animalIntransitives = goingWith(intransitives, 'animals');
const withPronouns = goingWith(transitives, 'pronoun');
const withPlaces = goingWith(intransitives, 'place');

/**
 * Draws an object that fits a verb.
 *
 * @param {Random} random
 * @param {Verb} verb
 * @param {NounPhrase} subject
 * @param {{ negation?: Negation, question: boolean }} how
 * @returns {Phrase}
 */
function objectOf(random, verb, subject, { negation, question }) {
  if (verb.with.includes('pronoun') && chance(random, 0.15)) return name(random);
  const owned = verb.with.includes('owned');
  // "Any books", but not "any doctors".
  const denied = negation === 'pas' || negation === 'jamais';
  const none = denied && !verb.with.includes('pronoun') && chance(random, 0.35);
  /** @type {Determiner[]} */
  const determiners = owned ? ['this', 'own'] : ['the', 'this', 'own', 'own'];
  if (!owned && !negation && !question) determiners.push('a', 'a', 'number');
  return nounPhrase(random, {
    kinds: subject.his ? verb.with : ['person', 'animal'],
    determiners: none ? ['no'] : determiners,
    owner: subject,
    plural: none || undefined,
    plain: verb.with.includes('plain'),
  });
}

/** "ma mère a acheté une robe rouge" @param {Random} random */
function doesSomething(random) {
  const animals = chance(random, 0.08);
  const verb = random.pick(animals ? animalTransitives : transitives);
  const tense = animals ? 'present' : someTense(random, verb);
  const subject = animals ? animal(random) : somebodyFor(random, tense);
  return stateOrAsk(random, subject, maybeNot(random, tense, verb), (how) => {
    const object = objectOf(random, verb, subject, how);
    const rest = join(object, someTime(random, tense, how.negation));
    return does(subject, verb, { tense, ...how, rest });
  });
}

/** "elle a deux frères", "nous n'avons pas de voiture" @param {Random} random */
function hasSomething(random) {
  const subject = somebodyFor(random, 'present');
  return stateOrAsk(random, subject, maybe(random, 'pas', 'plus'), (how) => {
    /** @type {Determiner[]} */
    const determiners = how.negation ? ['no', 'no'] : how.question ? ['a'] : ['a', 'number'];
    const rest = nounPhrase(random, {
      kinds: have.with,
      determiners: [...determiners, 'this', 'own'],
      owner: subject,
      plural: how.question ? false : undefined,
    });
    return does(subject, have, { tense: 'present', ...how, rest });
  });
}

/** "il ne l'a pas vue", "elle va nous aider" @param {Random} random */
function doesToThem(random) {
  const verb = random.pick(withPronouns);
  const tense = someTense(random, verb);
  const subject = somebodyFor(random, tense);
  const next = tense === 'present' ? verb.present[0] : verb.infinitive;
  const object = random.pick(
    pronouns.filter(
      ({ person }) =>
        !clash(person, subject.person) &&
        // "il l'aime" does not tell whom; "il l'a vue" does.
        (person !== 2 || tense === 'past' || !startsWithVowel(next)),
    ),
  );
  const clitic = {
    ...preposition(object.clitic, object.object),
    feminine: object.person === 2 ? object.feminine : chance(random, 0.5),
    plural: object.person > 2,
  };
  return stateOrAsk(random, subject, maybeNot(random, tense, verb), (how) =>
    does(subject, verb, { tense, ...how, clitic, rest: someTime(random, tense, how.negation) }),
  );
}

/** "les enfants ont bien dormi", "je ne peux pas nager ici" @param {Random} random */
function doesIt(random) {
  const animals = chance(random, 0.12);
  const verb = random.pick(animals ? animalIntransitives : intransitives);
  const tense = animals ? random.pick(tenses.slice(0, 6)) : someTense(random);
  const subject = animals ? animal(random) : somebodyFor(random, tense);
  return stateOrAsk(random, subject, maybeNot(random, tense), (how) =>
    does(subject, verb, { tense, ...how, ...manner(random, subject, verb, tense, how.negation) }),
  );
}

/**
 * How, how often, where, with whom or when.
 *
 * @param {Random} random
 * @param {NounPhrase} subject
 * @param {Verb} verb
 * @param {Tense} tense
 * @param {Negation} [negation]
 * @returns {{ often?: Phrase, well?: Phrase, rest?: Phrase }}
 */
function manner(random, subject, verb, tense, negation) {
  const way = random.pick(['well', 'fast', 'often', 'place', 'here', 'company', 'company', 'time']);
  const goes = verb.with.includes(way === 'here' ? 'place' : way);
  const early = tense === 'present' || tense === 'past';
  if (way === 'well' && goes && early && negation !== 'jamais') {
    return { well: word('bien', 'well') };
  }
  if (way === 'often' && tense === 'present' && !negation) {
    return { often: word(...random.pick(frequencies)) };
  }
  if (way === 'fast' && goes) return { rest: word('vite', 'fast') };
  if (way === 'place' && goes) return { rest: inPlace(random) };
  if (way === 'here' && goes) return { rest: word('ici', 'here') };
  if (way === 'company' && goes && subject.his) return { rest: withSomebody(random, subject) };
  return { rest: someTime(random, tense, negation) };
}

/** "elles sont allées au marché" @param {Random} random */
function goesSomewhere(random) {
  const subject = somebody(random);
  const verb = random.pick([motions[0], ...motions]);
  const goes = (/** @type {string} */ where) => verb.with.includes(where);
  const tense = random.pick([
    ...tenses.slice(3, 6),
    ...(goes('now') ? tenses.slice(0, 3) : goes('wish') ? tenses.slice(6, 7) : []),
    ...(goes('wish') ? tenses.slice(7) : []),
  ]);
  const negation = goes('once') ? maybe(random, 'pas') : maybeNot(random, tense);
  return stateOrAsk(random, subject, negation, (how) => {
    let rest = someTime(random, tense, how.negation);
    if (goes('to')) rest = chance(random, 0.3) ? country(random, 'to') : toPlace(random, 'to');
    else if (goes('at') && chance(random, 0.5)) rest = toPlace(random, 'at');
    else if (goes('once') && chance(random, 0.3)) rest = inMonth(random);
    else if (goes('company') && chance(random, 0.5)) rest = withSomebody(random, subject);
    return does(subject, verb, { tense, ...how, rest, moves: true });
  });
}

/** "Jane visite l'Afrique en septembre" @param {Random} random */
function visits(random) {
  const tense = someTense(random);
  const subject = chance(random, 0.3) ? name(random) : somebodyFor(random, tense);
  const rest = join(country(random, ''), chance(random, 0.7) ? inMonth(random) : nothing);
  return stateOrAsk(random, subject, maybeNot(random, tense), (how) =>
    does(subject, visit, { tense, ...how, rest }),
  );
}

/** "où est mon stylo", "où est-ce que tu travailles" @param {Random} random */
function where(random) {
  const question = word('où', 'where');
  if (chance(random, 0.5)) {
    const tense = someTense(random);
    const subject = somebodyFor(random, tense);
    const predicate = does(subject, random.pick(withPlaces), { tense, question: true });
    return join(question, ask(subject, predicate));
  }
  const kinds = ['relative', 'animal', 'food', 'made', 'thing', 'building'];
  const sought = chance(random, 0.2)
    ? name(random)
    : nounPhrase(random, { kinds, determiners: ['the', 'own'], plain: true });
  const is = token(sought.plural ? 'sont' : 'est');
  return join(question, { french: [is], english: beForm(sought, is) }, sought);
}

/** Each kind of sentence, and how often it is drawn. @type {[template: (random: Random) => Phrase, share: number][]} */
const shares = [
  [isAdjective, 10],
  [isTooMuch, 4],
  [compares, 16],
  [doesSomething, 18],
  [hasSomething, 6],
  [doesToThem, 8],
  [doesIt, 14],
  [goesSomewhere, 8],
  [visits, 8],
  [thereIs, 5],
  [isSomewhere, 4],
  [where, 4],
  [itIs, 5],
  [feels, 5],
  [isOfAge, 6],
];

/** All templates, each as often as its share. */
export const templates = shares.flatMap(([template, share]) =>
  Array.from({ length: share }, () => template),
);
