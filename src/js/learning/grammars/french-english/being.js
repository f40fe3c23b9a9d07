/** Sentences of what somebody or something is, where it is, and how it feels. */

import {
  adjectiveFor,
  adjectivesFor,
  goingWith,
  isSo,
  maybe,
  maybeNot,
  somebodyOrAnimal,
} from './choices.js';
import {
  animal,
  anotherPerson,
  chance,
  content,
  inPlace,
  join,
  name,
  nothing,
  nounPhrase,
  preposition,
  small,
  somebody,
  token,
  word,
} from './phrases.js';
import { state, stateOrAsk, toBe } from './predicates.js';
import { comparative } from './spelling.js';
import { have, intransitives } from './verbs.js';
import { feelings, highNumbers, numbers } from './words.js';

/**
 * @import { Random } from '../../random.js'
 * @import { English, French, Phrase } from '../../types.js'
 */

const efforts = goingWith(intransitives, 'effort');
const animalEfforts = goingWith(efforts, 'animals');

/** "il n'est plus fatigué" @param {Random} random */
export function isAdjective(random) {
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
export function isTooMuch(random) {
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
export function compares(random) {
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
  const degree = token(random.pick(['aussi', 'aussi', 'plus', 'plus', ...less]));
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

/** The place of people and animals, or of things. @param {Random} random @param {boolean} alive @returns {Phrase} */
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
export function thereIs(random) {
  const [il, y, a, ne, pas] = ['il', 'y', 'a', 'ne', 'pas'].map(token);
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
export function isSomewhere(random) {
  const alive = chance(random, 0.7);
  const living = chance(random, 0.6) ? somebody : animal;
  const subject = alive ? living(random) : nounPhrase(random, { kinds: lyingAbout, plain: true });
  const rest = whereabouts(random, alive);
  return isSo(random, subject, maybe(random, 'pas', 'pas', 'plus'), rest);
}

/** "ce sont mes amis", "ce n'est pas un bon film" @param {Random} random */
export function itIs(random) {
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
export function feels(random) {
  const subject = somebodyOrAnimal(random);
  const negation = maybeNot(random);
  const very = negation !== 'jamais' && negation !== 'plus' && chance(random, 0.25);
  const rest = join(very ? word('très', 'very') : nothing, word(...random.pick(feelings)));
  return isSo(random, subject, negation, rest, have);
}

/** "elle a trois ans", "elle a trois ans de plus que sa sœur" @param {Random} random */
export function isOfAge(random) {
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
