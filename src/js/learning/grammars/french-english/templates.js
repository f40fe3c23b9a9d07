/** The kinds of sentences, each in both languages at once. */

import {
  animal,
  anotherPerson,
  chance,
  clash,
  content,
  country,
  englishOf,
  inMonth,
  inPlace,
  join,
  name,
  nothing,
  nounPhrase,
  one,
  preposition,
  small,
  somebody,
  somebodyFor,
  toPlace,
  word,
} from './phrases.js';
import { ask, beForm, does, state, stateOrAsk, toBe } from './predicates.js';
import { agree, comparative, startsWithVowel } from './spelling.js';
import { have, intransitives, motions, transitives, visit } from './verbs.js';
import { adjectives, feelings, frequencies, highNumbers, numbers, pronouns } from './words.js';

/** @typedef {import('../../random.js').Random} Random */
/** @typedef {import('./phrases.js').Determiner} Determiner */
/** @typedef {import('./phrases.js').English} English */
/** @typedef {import('./phrases.js').French} French */
/** @typedef {import('./phrases.js').NounPhrase} NounPhrase */
/** @typedef {import('./phrases.js').Person} Person */
/** @typedef {import('./phrases.js').Phrase} Phrase */
/** @typedef {import('./predicates.js').Negation} Negation */
/** @typedef {import('./predicates.js').Tense} Tense */
/** @typedef {import('./verbs.js').Verb} Verb */
/** @typedef {import('./words.js').Adjective} Adjective */

/** @param {Verb[]} verbs @param {string} what */
const goingWith = (verbs, what) => verbs.filter((verb) => verb.with.includes(what));
const animalTransitives = goingWith(transitives, 'animals');
const animalIntransitives = goingWith(intransitives, 'animals');
const withPronouns = goingWith(transitives, 'pronoun');
const withPlaces = goingWith(intransitives, 'place');
const efforts = goingWith(intransitives, 'effort');
const animalEfforts = goingWith(efforts, 'animals');

/** A negation in a third of the sentences. @param {Random} random @param {Negation[]} from */
const maybe = (random, ...from) => (chance(random, 1 / 3) ? random.pick(from) : undefined);

/**
 * One that goes with the tense and the verb: "no longer" is not said of what was done, nor "never" of
 * loving.
 *
 * @param {Random} random
 * @param {Tense} [tense]
 * @param {Verb} [verb]
 */
function maybeNot(random, tense, verb) {
  if (tense === 'past') return maybe(random, 'pas', 'jamais');
  return maybe(random, 'pas', 'pas', verb?.with.includes('now') ? 'pas' : 'jamais', 'plus');
}

/** @type {Tense[]} */
const tenses = ['present', 'present', 'present', 'past', 'past', 'past', 'future', 'want', 'can'];

/** @param {Random} random @param {Verb} [verb] @returns {Tense} */
function someTense(random, verb) {
  if (verb?.with.includes('now')) return 'present';
  return random.pick(verb?.with.includes('happens') ? tenses.slice(0, 6) : tenses);
}

/** @param {Random} random @param {Tense} tense @param {Negation} [negation] */
function someTime(random, tense, negation) {
  const lasts = negation === 'jamais' || negation === 'plus';
  if (tense === 'present' || lasts || chance(random, 0.7)) return nothing;
  if (tense === 'can' || chance(random, 0.3)) return word("aujourd'hui", 'today');
  return tense === 'past' ? word('hier', 'yesterday') : word('demain', 'tomorrow');
}

/** Adjectives to say of this. @param {Person} subject */
const adjectivesFor = ({ kinds }) =>
  adjectives.filter(
    (adjective) =>
      !adjective.kinds.includes('with') &&
      (kinds.some((kind) => adjective.kinds.includes(kind)) ||
        (kinds.includes('person') && adjective.kinds.includes('people'))),
  );

/** @param {Adjective} adjective @param {Person} subject @returns {Phrase} */
const adjectiveFor = (adjective, subject) =>
  word(
    agree(adjective.french, subject.feminine, subject.plural),
    englishOf(adjective, subject.kinds),
  );

/** @param {Random} random @param {NounPhrase} subject */
const withSomebody = (random, subject) =>
  join(preposition('avec', 'with'), anotherPerson(random, subject));

/** Somebody, or now and then an animal. @param {Random} random */
const somebodyOrAnimal = (random) => (chance(random, 0.12) ? animal(random) : somebody(random));

/** The subject and "to be", as a statement or a question. @param {Random} random @param {NounPhrase} subject @param {Negation | undefined} negation @param {Phrase} rest @param {Verb} [verb] */
const isSo = (random, subject, negation, rest, verb) =>
  stateOrAsk(random, subject, negation, (how) => toBe(subject, how.negation, rest, verb));

/** "il n'est plus fatigué" @param {Random} random */
function isAdjective(random) {
  const things = ['food', 'made', 'film', 'building'];
  const subject = chance(random, 0.35)
    ? nounPhrase(random, { kinds: things, plain: true })
    : somebodyOrAnimal(random);
  const adjective = random.pick(adjectivesFor(subject));
  const is = (/** @type {string} */ flag) => adjective.kinds.includes(flag);
  const negation = maybe(
    random,
    ...[/** @type {const} */ ('pas'), /** @type {const} */ ('pas')],
    ...(is('state') ? [/** @type {const} */ ('jamais')] : []),
    ...(is('state') || is('ends') ? [/** @type {const} */ ('plus')] : []),
  );
  const degree = chance(random, 0.5) ? word('très', 'very') : word('trop', 'too');
  const plain =
    is('colour') || negation === 'jamais' || negation === 'plus' || chance(random, 0.65);
  const rest = join(plain ? nothing : degree, adjectiveFor(adjective, subject));
  return isSo(random, subject, negation, rest);
}

/** "elle est trop fatiguée pour danser" @param {Random} random */
function isTooMuch(random) {
  const subject = somebodyOrAnimal(random);
  const adjective = random.pick(
    adjectivesFor(subject).filter(
      ({ french, kinds }) =>
        kinds.includes('hinders') &&
        !(subject.kinds.includes('adult') && ['jeune', 'petit'].includes(french)),
    ),
  );
  const verb = random.pick(subject.his ? efforts : animalEfforts);
  const rest = join(
    word('trop', 'too'),
    adjectiveFor(adjective, subject),
    preposition('pour', 'to'),
    word(verb.infinitive, verb.english.base),
  );
  return state(subject, toBe(subject, maybe(random, 'pas'), rest));
}

/** "il n'est pas aussi grand que son père" @param {Random} random */
function compares(random) {
  const things = [
    random.pick(['animal', 'animal', 'clothing', 'vehicle', 'furniture', 'building']),
  ];
  const people = chance(random, 0.75);
  const thing = () => nounPhrase(random, { kinds: things, plain: true });
  const subject = people ? somebody(random) : thing();
  const other = people ? anotherPerson(random, subject) : thing();
  const adjective = random.pick(
    adjectivesFor(subject).filter(({ kinds }) => !kinds.includes('uncompared')),
  );
  const less = adjective.kinds.includes('measure') ? [] : ['moins', 'moins'];
  const degree = one(random.pick(['aussi', 'aussi', 'plus', 'plus', ...less]));
  const quality = adjectiveFor(adjective, subject);
  const que = preposition('que', degree.text === 'aussi' ? 'as' : 'than');
  const rest = join(
    { french: [degree, ...quality.french], english: degreeOf(degree, quality) },
    que,
    other,
  );
  const negation = degree.text === 'moins' ? undefined : maybe(random, 'pas');
  return state(subject, toBe(subject, negation, rest));
}

/** "as tall", "taller", "more famous", "less famous" @param {French} degree @param {Phrase} quality @returns {English[]} */
function degreeOf(degree, { french, english }) {
  const [adjective] = english;
  if (degree.text === 'aussi') return [...small('as', degree), adjective];
  if (degree.text === 'moins') return [...content('less', degree), adjective];
  const short = comparative(adjective.text);
  return short ? content(short, degree, ...french) : [...content('more', degree), adjective];
}

/**
 * What the object of a verb may be.
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

/** Where people and animals are, or things. @param {Random} random @param {boolean} alive @returns {Phrase} */
function whereabouts(random, alive) {
  const living = ['', 'devant/in front of', 'derrière/behind'];
  const [french, english] = random.pick(alive ? living : ['sur/on', 'sous/under']).split('/');
  if (!french) return inPlace(random);
  const place = nounPhrase(random, {
    kinds: alive ? ['building', 'house'] : ['furniture'],
    determiners: ['the', 'this'],
    plural: false,
  });
  return join(word(french, english), place);
}

const lyingAbout = ['food', 'reading', 'clothing', 'thing'];

/** "il y a deux chats dans le jardin" @param {Random} random */
function thereIs(random) {
  const [il, y, a, ne, pas] = ['il', 'y', 'a', 'ne', 'pas'].map(one);
  const alive = chance(random, 0.6);
  const there = { french: [il], english: small('there', il, y) };
  return stateOrAsk(random, there, maybe(random, 'pas'), ({ question, negation }) => {
    const thing = nounPhrase(random, {
      kinds: alive ? ['person', 'animal'] : lyingAbout,
      determiners: negation ? ['no'] : ['a', 'a', 'number'],
      plural: question ? false : undefined,
    });
    // "pas de" together is "no".
    if (negation) thing.english.splice(0, 1, ...content('no', pas, thing.french[0]));
    const { french, english } = join(thing, whereabouts(random, alive));
    return {
      french: [...(negation ? [ne, y, a, pas] : [y, a]), ...french],
      helpers: small(thing.plural ? 'are' : 'is', a),
      main: english,
    };
  });
}

/** "les clés sont sous la table" @param {Random} random */
function isSomewhere(random) {
  const alive = chance(random, 0.7);
  const living = chance(random, 0.6) ? somebody : animal;
  const subject = alive ? living(random) : nounPhrase(random, { kinds: lyingAbout, plain: true });
  const rest = whereabouts(random, alive);
  return isSo(random, subject, maybe(random, 'pas', 'pas', 'plus'), rest);
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
  const is = one(sought.plural ? 'sont' : 'est');
  return join(question, { french: [is], english: beForm(sought, is) }, sought);
}

/** "ce sont mes amis", "ce n'est pas un bon film" @param {Random} random */
function itIs(random) {
  const kinds = ['person', 'relative', 'animal', 'food', 'made', 'thing', 'film', 'song'];
  const noun = chance(random, 0.1)
    ? name(random)
    : nounPhrase(random, { kinds, determiners: ['are', 'own'] });
  const subject = preposition('ce', noun.plural ? 'they' : 'it');
  return stateOrAsk(random, subject, maybe(random, 'pas', 'pas', 'plus'), (how) =>
    toBe(noun, how.negation, noun),
  );
}

/** "mon frère n'a plus faim" @param {Random} random */
function feels(random) {
  const subject = somebodyOrAnimal(random);
  const negation = maybeNot(random);
  const very = negation !== 'jamais' && negation !== 'plus' && chance(random, 0.25);
  const rest = join(very ? word('très', 'very') : nothing, word(...random.pick(feelings)));
  return isSo(random, subject, negation, rest, have);
}

/** "elle a trois ans", "elle a trois ans de plus que sa sœur" @param {Random} random */
function isOfAge(random) {
  const subject = somebodyOrAnimal(random);
  const compared = subject.his && chance(random, 0.6);
  const isAdult = subject.kinds.includes('adult');
  const years = join(
    word(...random.pick(compared ? numbers : isAdult ? highNumbers : [...numbers, ...highNumbers])),
    word('ans', 'years'),
  );
  const [, ans] = years.french;
  if (!compared) {
    const rest = { french: years.french, english: [...years.english, ...content('old', ans)] };
    return isSo(random, subject, maybe(random, 'pas', 'pas', 'plus'), rest, have);
  }
  const more = chance(random, 0.5) ? word('plus', 'older') : word('moins', 'younger');
  const other = anotherPerson(random, subject, 'peer');
  const rest = join(years, preposition('de', ''), more, preposition('que', 'than'), other);
  return state(subject, toBe(subject, maybe(random, 'pas'), rest, have));
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
