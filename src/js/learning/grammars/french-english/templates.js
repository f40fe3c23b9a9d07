/** The kinds of sentences, each in both languages. */

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
  toCountry,
  toPlace,
  word,
} from './phrases.js';
import { agree, comparative, startsWithVowel } from './spelling.js';
import {
  be,
  can,
  go,
  have,
  intransitives,
  motions,
  participle,
  transitives,
  visit,
  want,
} from './verbs.js';
import { adjectives, feelings, highNumbers, numbers, pronouns } from './words.js';

/** @typedef {import('../../random.js').Random} Random */
/** @typedef {import('./phrases.js').English} English */
/** @typedef {import('./phrases.js').French} French */
/** @typedef {import('./phrases.js').NounPhrase} NounPhrase */
/** @typedef {import('./phrases.js').Person} Person */
/** @typedef {import('./phrases.js').Phrase} Phrase */
/** @typedef {import('./verbs.js').Verb} Verb */
/** @typedef {'pas' | 'jamais' | 'plus'} Negation */
/** @typedef {'present' | 'past' | 'future' | 'want' | 'can'} Tense */

/**
 * What is said of a subject. `helpers` are the English words before the main verb; a question puts
 * the first of them before the subject.
 *
 * @typedef {{ french: French[], helpers: English[], main: English[] }} Predicate
 */

const negations = /** @type {Negation[]} */ (['pas', 'pas', 'pas', 'jamais', 'plus']);
const inEnglish = { pas: 'not', jamais: 'never', plus: 'no longer' };

/** A negation in a third of the sentences. @param {Random} random @param {Negation[]} [from] */
const maybeNegate = (random, from = negations) =>
  chance(random, 1 / 3) ? random.pick(from) : undefined;

/** The words around the finite verb. @param {Negation | undefined} negation */
function negate(negation) {
  if (!negation) return { ne: [], pas: [], english: [] };
  const [ne, pas] = [one('ne'), one(negation)];
  return { ne: [ne], pas: [pas], english: content(inEnglish[negation], pas) };
}

/** "am", "is", "are". @param {Person} subject @param {French[]} from */
const beForm = ({ person }, ...from) =>
  small(person === 0 ? 'am' : person === 2 ? 'is' : 'are', ...from);

/** The subject and "to be", which French may say with "avoir". @param {Person} subject @param {Negation | undefined} negation @param {Phrase} rest @returns {Predicate} */
function toBe(subject, negation, rest, verb = be) {
  const finite = one(verb.present[subject.person]);
  const { ne, pas, english } = negate(negation);
  return {
    french: [...ne, finite, ...pas, ...rest.french],
    helpers: [...beForm(subject, finite), ...english],
    main: rest.english,
  };
}

/**
 * What somebody does. Each tense has a finite verb, and all but the present one that depends on it:
 * voit; a vu; va voir; veut voir; peut voir.
 *
 * @param {Person} subject
 * @param {Verb} verb
 * @param {object} options
 * @param {Tense} options.tense
 * @param {Negation} [options.negation]
 * @param {boolean} [options.question]
 * @param {boolean} [options.moves] its past has "être"
 * @param {Phrase & { agrees?: Person }} [options.clitic] an object before the verb, such as "le"
 * @param {Phrase} [options.often] an adverb that English puts before the verb
 * @param {Phrase} [options.well] an adverb that French puts before a participle
 * @param {Phrase} [options.rest]
 * @returns {Predicate}
 */
function does(subject, verb, options) {
  const { tense, negation, question = false, moves = false, clitic = nothing } = options;
  const { often = nothing, well = nothing, rest = nothing } = options;
  const { ne, pas, english: not } = negate(negation);
  const finiteVerb = { present: verb, past: moves ? be : have, future: go, want, can }[tense];
  const finite = one(finiteVerb.present[subject.person]);
  const agreeing = moves ? subject : options.clitic?.agrees;
  const dependent =
    tense === 'past' ? participle(verb, agreeing?.feminine, agreeing?.plural) : verb.infinitive;
  const depends = tense === 'present' ? [] : [one(dependent)];
  const early = tense === 'present' || tense === 'past';

  const { helpers, main } = translate(subject, verb, {
    tense,
    question,
    negation,
    not,
    ne,
    pas,
    finite,
    depends,
  });
  return {
    french: [
      ...[ne, early ? clitic.french : [], [finite], pas, well.french].flat(),
      ...[early ? [] : clitic.french, depends, often.french, rest.french].flat(),
    ],
    helpers: [...helpers, ...often.english],
    main: [...main, ...clitic.english, ...rest.english, ...well.english],
  };
}

/**
 * The English verbs of does().
 *
 * @param {Person} subject
 * @param {Verb} verb
 * @param {{ tense: Tense, question: boolean, negation?: Negation, not: English[], ne: French[],
 *   pas: French[], finite: French, depends: French[] }} words
 */
function translate(subject, verb, { tense, question, negation, not, ne, pas, finite, depends }) {
  const third = subject.person === 2;
  const form = (/** @type {'base' | 'third' | 'past' | 'participle'} */ which, of = verb.english) =>
    `${of[which]} ${of.particle}`.trim();
  const last = content(form('base'), ...depends);

  if (tense === 'future') {
    const to = small('going to', finite);
    return { helpers: [...beForm(subject, finite), ...not, ...to], main: last };
  }
  if (tense === 'can') {
    const helpers =
      negation === 'pas' ? content('cannot', finite, ...pas) : [...content('can', finite), ...not];
    return { helpers, main: last };
  }
  if (tense === 'past') {
    const from = [finite, ...depends];
    if (negation === 'jamais') {
      const helpers = [...small(third ? 'has' : 'have', finite), ...not];
      return { helpers, main: content(form('participle'), ...depends) };
    }
    if (question || negation) {
      return { helpers: [...small('did', ...ne, finite), ...not], main: last };
    }
    return { helpers: [], main: content(form('past'), ...from) };
  }
  const of = tense === 'want' ? want.english : verb.english;
  const after = tense === 'want' ? [...small('to', finite), ...last] : [];
  if (question || negation === 'pas') {
    const helpers = [...small(third ? 'does' : 'do', ...ne, finite), ...not];
    return { helpers, main: [...content(form('base', of), finite), ...after] };
  }
  return {
    helpers: not,
    main: [...content(form(third ? 'third' : 'base', of), finite), ...after],
  };
}

/** @param {Phrase} subject @param {Predicate} predicate @returns {Phrase} */
const state = (subject, { french, helpers, main }) => ({
  french: [...subject.french, ...french],
  english: [...subject.english, ...helpers, ...main],
});

/** "est-ce que …"; the first helper comes before the subject. @param {Phrase} subject @param {Predicate} predicate @returns {Phrase} */
const ask = (subject, { french, helpers, main }) => ({
  french: [one('est-ce'), one('que'), ...subject.french, ...french],
  english: [...helpers.slice(0, 1), ...subject.english, ...helpers.slice(1), ...main],
});

/** A statement, or now and then a question. @param {Random} random @param {Phrase} subject @param {(question: boolean) => Predicate} predicate */
function stateOrAsk(random, subject, predicate) {
  const question = chance(random, 1 / 7);
  return (question ? ask : state)(subject, predicate(question));
}

/** @param {Verb[]} verbs @param {string} word */
const goingWith = (verbs, word) => verbs.filter((verb) => verb.with.includes(word));
const animalTransitives = goingWith(transitives, 'animals');
const animalIntransitives = goingWith(intransitives, 'animals');
const withPronouns = goingWith(transitives, 'pronoun');
const withPlaces = goingWith(intransitives, 'place');
const demanding = intransitives.filter((verb) => !verb.with.includes('none'));

/** @param {Random} random */
const someTense = (random) =>
  random.pick(
    /** @type {Tense[]} */ ([
      ...['present', 'present', 'present', 'present', 'past', 'past', 'past'],
      ...['future', 'want', 'can'],
    ]),
  );

/** A negation that goes with the tense: no longer is not said of what was done. @param {Random} random @param {Tense} tense */
const negationFor = (random, tense) =>
  maybeNegate(random, tense === 'past' ? ['pas', 'pas', 'jamais'] : negations);

/** @param {Random} random @param {Tense} tense @param {Negation} [negation] */
function someTime(random, tense, negation) {
  if (chance(random, 0.75) || negation === 'jamais' || negation === 'plus') return nothing;
  if (tense === 'past') return word({ french: 'hier', english: 'yesterday' });
  if (tense === 'future' || tense === 'want')
    return word({ french: 'demain', english: 'tomorrow' });
  return word({ french: "aujourd'hui", english: 'today' });
}

/** Adjectives to say of this. @param {Person} subject */
const adjectivesFor = ({ kinds }) =>
  adjectives.filter(
    (adjective) =>
      !adjective.kinds.includes('with') &&
      (kinds.some((kind) => adjective.kinds.includes(kind)) ||
        (kinds.includes('person') && adjective.kinds.includes('people'))),
  );

/** @param {import('./words.js').Adjective} adjective @param {Person} subject @returns {Phrase} */
const adjectiveFor = (adjective, subject) =>
  word({
    french: agree(adjective.french, subject.feminine, subject.plural),
    english: englishOf(adjective, subject.kinds),
  });

/** Who or what an adjective is said of. @param {Random} random */
function describable(random) {
  const which = random.below(10);
  if (which < 6) return somebody(random);
  if (which < 7) return animal(random);
  return nounPhrase(random, {
    kinds: ['food', 'reading', 'clothing', 'vehicle', 'furniture', 'house', 'film', 'building'],
    plain: true,
  });
}

/** "il n'est plus très fatigué" @param {Random} random */
function isAdjective(random) {
  const subject = describable(random);
  const adjective = random.pick(adjectivesFor(subject));
  const negation = maybeNegate(random, [
    'pas',
    'pas',
    ...(adjective.kinds.includes('state') ? /** @type {Negation[]} */ (['jamais', 'plus']) : []),
    ...(adjective.kinds.includes('ends') ? /** @type {Negation[]} */ (['plus']) : []),
  ]);
  const degree =
    adjective.kinds.includes('colour') || chance(random, 0.7)
      ? nothing
      : word(
          random.pick([
            { french: 'très', english: 'very' },
            { french: 'trop', english: 'too' },
          ]),
        );
  const rest = join(degree, adjectiveFor(adjective, subject));
  return stateOrAsk(random, subject, (question) =>
    toBe(subject, question ? undefined : negation, rest),
  );
}

/** "elle est trop fatiguée pour danser" @param {Random} random */
function isTooMuch(random) {
  const subject = chance(random, 0.85) ? somebody(random) : animal(random);
  const adjective = random.pick(
    adjectivesFor(subject).filter(({ kinds }) => kinds.includes('hinders')),
  );
  const verb = random.pick(subject.his ? demanding : animalIntransitives);
  const rest = join(
    word({ french: 'trop', english: 'too' }),
    adjectiveFor(adjective, subject),
    preposition('pour', 'to'),
    word({ french: verb.infinitive, english: verb.english.base }),
  );
  return state(subject, toBe(subject, maybeNegate(random, ['pas']), rest));
}

/** "il n'est pas aussi grand que son père" @param {Random} random */
function compares(random) {
  const which = random.below(10);
  const kinds = [random.pick(['clothing', 'vehicle', 'furniture', 'house', 'building'])];
  const subject =
    which < 7
      ? somebody(random)
      : which < 8
        ? animal(random)
        : nounPhrase(random, { kinds, plain: true });
  const other =
    which < 7
      ? anotherPerson(random, subject)
      : nounPhrase(random, { kinds: which < 8 ? ['animal'] : kinds, plain: true });
  const adjective = random.pick(
    adjectivesFor(subject).filter(({ kinds }) => !kinds.includes('uncompared')),
  );
  const less = adjective.kinds.includes('measure') ? [] : ['moins', 'moins'];
  const degree = one(random.pick(['aussi', 'aussi', 'plus', 'plus', ...less]));
  const quality = adjectiveFor(adjective, subject);
  const que = preposition('que', degree.text === 'aussi' ? 'as' : 'than');
  const rest = join({ french: [degree], english: degreeOf(degree, quality) }, que, other);
  const french = [degree, ...quality.french, ...rest.french.slice(1)];
  const negation = degree.text === 'moins' ? undefined : maybeNegate(random, ['pas']);
  return state(subject, toBe(subject, negation, { french, english: rest.english }));
}

/** "as tall", "taller", "more famous", "less famous" @param {French} degree @param {Phrase} quality @returns {English[]} */
function degreeOf(degree, { french, english }) {
  const [adjective] = english;
  if (degree.text === 'aussi') return [...small('as', degree), adjective];
  if (degree.text === 'moins') return [...content('less', degree), adjective];
  const short = comparative(adjective.text);
  return short ? content(short, degree, ...french) : [...content('more', degree), adjective];
}

/** What the object of a verb may be. @param {Random} random @param {Verb} verb @param {Person} owner @param {{ negation?: Negation, question: boolean }} options @returns {Phrase} */
function objectOf(random, verb, owner, { negation, question }) {
  if (verb.with.includes('pronoun') && chance(random, 0.15)) return name(random);
  /** @type {import('./phrases.js').Determiner[]} */
  const determiners = ['the', 'this', 'own'];
  const owned = verb.with.includes('owned');
  if (owned) determiners.shift();
  else if (!negation && !question) determiners.push('a', 'a', 'number');
  const none = negation === 'pas' && !owned && chance(random, 0.25);
  return nounPhrase(random, {
    kinds: verb.with,
    determiners: none ? ['no'] : determiners,
    owner,
    plural: none ? true : undefined,
  });
}

/** "ma mère a acheté une robe rouge" @param {Random} random */
function doesSomething(random) {
  const animals = chance(random, 0.08);
  const verb = random.pick(animals ? animalTransitives : transitives);
  const tense = verb.with.includes('now') || animals ? 'present' : someTense(random);
  const subject = animals ? animal(random) : somebodyFor(random, tense);
  const negation = negationFor(random, tense);
  return stateOrAsk(random, subject, (question) => {
    const options = { negation: question ? undefined : negation, question };
    const object = objectOf(random, verb, subject, options);
    const when = verb.with.includes('now') ? nothing : someTime(random, tense, options.negation);
    const rest = join(object, when);
    return does(subject, verb, { tense, ...options, rest });
  });
}

/** "elle a deux frères", "nous n'avons pas de voiture" @param {Random} random */
function hasSomething(random) {
  const subject = somebody(random);
  const negation = maybeNegate(random, ['pas', 'plus']);
  return stateOrAsk(random, subject, (question) => {
    const denied = question ? undefined : negation;
    const rest = nounPhrase(random, {
      kinds: have.with,
      determiners: denied
        ? ['no', 'no', 'this', 'own']
        : question
          ? ['a', 'this', 'own']
          : ['a', 'number', 'this', 'own'],
      owner: subject,
      plural: question ? false : undefined,
    });
    return does(subject, have, { tense: 'present', negation: denied, question, rest });
  });
}

/** "il ne l'a pas vue", "elle va nous aider" @param {Random} random */
function doesToThem(random) {
  const verb = random.pick(withPronouns);
  const tense = verb.with.includes('now') ? 'present' : someTense(random);
  const subject = somebodyFor(random, tense);
  const finite = tense === 'past' ? 'a' : tense === 'present' ? verb.present[0] : verb.infinitive;
  const object = random.pick(
    pronouns.filter(
      ({ person }) =>
        !clash(person, subject.person) &&
        // "il l'aime" does not tell whom; "il l'a vue" does.
        (person !== 2 || tense === 'past' || !startsWithVowel(finite)),
    ),
  );
  const [, english] = object.after.split(' ');
  const clitic = {
    ...preposition(object.clitic, english),
    agrees: {
      ...subject,
      feminine: object.person === 2 ? object.feminine : chance(random, 0.5),
      plural: object.person > 2,
    },
  };
  const negation = negationFor(random, tense);
  return stateOrAsk(random, subject, (question) =>
    does(subject, verb, {
      ...{ tense, question, clitic, negation: question ? undefined : negation },
      rest: verb.with.includes('now') ? nothing : someTime(random, tense, negation),
    }),
  );
}

/** "les enfants ont bien dormi", "je ne peux pas nager ici" @param {Random} random */
function doesIt(random) {
  const animals = chance(random, 0.12);
  const verb = random.pick(animals ? animalIntransitives : intransitives);
  const tense = animals
    ? random.pick(/** @type {Tense[]} */ (['present', 'past']))
    : someTense(random);
  const subject = animals ? animal(random) : somebodyFor(random, tense);
  const negation = negationFor(random, tense);
  return stateOrAsk(random, subject, (question) =>
    does(subject, verb, {
      ...{ tense, question, negation: question ? undefined : negation },
      ...manner(random, subject, verb, tense, question ? undefined : negation),
    }),
  );
}

/** How, where, when or with whom. @param {Random} random @param {NounPhrase} subject @param {Verb} verb @param {Tense} tense @param {Negation} [negation] @returns {{ often?: Phrase, well?: Phrase, rest?: Phrase }} */
function manner(random, subject, verb, tense, negation) {
  const goes = (/** @type {string} */ how) => verb.with.includes(how);
  switch (random.below(8)) {
    case 0:
      if (goes('well') && (tense === 'present' || tense === 'past') && negation !== 'jamais') {
        return { well: word({ french: 'bien', english: 'well' }) };
      }
      break;
    case 1:
      if (goes('fast')) return { rest: word({ french: 'vite', english: 'fast' }) };
      break;
    case 2:
      if (tense === 'present' && !negation) {
        return {
          often: word(
            random.pick([
              { french: 'souvent', english: 'often' },
              { french: 'rarement', english: 'rarely' },
              { french: 'parfois', english: 'sometimes' },
            ]),
          ),
        };
      }
      break;
    case 3:
      if (goes('place')) return { rest: inPlace(random) };
      break;
    case 4:
      if (goes('place')) return { rest: word({ french: 'ici', english: 'here' }) };
      break;
    case 5:
    case 6:
      if (subject.his)
        return { rest: join(preposition('avec', 'with'), anotherPerson(random, subject)) };
      break;
  }
  return { rest: someTime(random, tense, negation) };
}

/** "elles sont allées au marché" @param {Random} random */
function goesSomewhere(random) {
  const subject = somebody(random);
  const verb = random.pick([motions[0], ...motions]);
  const goes = (/** @type {string} */ where) => verb.with.includes(where);
  const tense = random.pick(
    /** @type {Tense[]} */ ([
      ...['past', 'past', 'past'],
      ...(goes('now') ? ['present', 'present', 'present'] : goes('wish') ? ['future'] : []),
      ...(goes('wish') ? ['want', 'can'] : []),
    ]),
  );
  const negation =
    goes('at') || goes('month') ? maybeNegate(random, ['pas']) : negationFor(random, tense);
  return stateOrAsk(random, subject, (question) => {
    const denied = question ? undefined : negation;
    let rest = someTime(random, tense, denied);
    if (goes('to')) rest = chance(random, 0.3) ? toCountry(random) : toPlace(random, 'to');
    else if (goes('at') && chance(random, 0.5)) rest = toPlace(random, 'at');
    else if (goes('month') && chance(random, 0.3)) rest = inMonth(random);
    else if (goes('company') && chance(random, 0.5)) {
      rest = join(preposition('avec', 'with'), anotherPerson(random, subject));
    }
    return does(subject, verb, { tense, question, negation: denied, rest, moves: true });
  });
}

/** "Jane visite l'Afrique en septembre" @param {Random} random */
function visits(random) {
  const tense = someTense(random);
  const subject = chance(random, 0.3) ? name(random) : somebodyFor(random, tense);
  const negation = negationFor(random, tense);
  const rest = join(country(random), chance(random, 0.7) ? inMonth(random) : nothing);
  return stateOrAsk(random, subject, (question) =>
    does(subject, visit, {
      ...{ tense, question, negation: question ? undefined : negation, rest },
    }),
  );
}

/** Where people and animals are, or things. @param {Random} random @param {boolean} alive @returns {Phrase} */
function whereabouts(random, alive) {
  const which = random.pick(alive ? ['dans', 'devant', 'derrière'] : ['sur', 'sous']);
  if (which === 'dans') return inPlace(random);
  const english =
    { devant: 'in front of', derrière: 'behind', sur: 'on', sous: 'under' }[which] ?? '';
  const place = nounPhrase(random, {
    kinds: alive ? ['building', 'house'] : ['furniture'],
    determiners: ['the', 'this'],
    plural: false,
  });
  return join(word({ french: which, english }), place);
}

const lyingAbout = ['food', 'reading', 'clothing', 'thing'];

/** "il y a deux chats dans le jardin" @param {Random} random */
function thereIs(random) {
  const [il, y, a, ne, pas] = ['il', 'y', 'a', 'ne', 'pas'].map(one);
  const alive = chance(random, 0.6);
  const negated = chance(random, 0.3);
  const thing = nounPhrase(random, {
    kinds: alive ? ['person', 'animal'] : lyingAbout,
    determiners: negated ? ['no'] : ['a', 'a', 'number'],
  });
  // "pas de" together is "no".
  if (negated) thing.english.splice(0, 1, ...content('no', pas, thing.french[0]));
  const { french, english } = join(thing, whereabouts(random, alive));
  return stateOrAsk(random, { french: [il], english: small('there', il, y) }, () => ({
    french: [...(negated ? [ne, y, a, pas] : [y, a]), ...french],
    helpers: small(thing.plural ? 'are' : 'is', a),
    main: english,
  }));
}

/** "les clés sont sous la table" @param {Random} random */
function isSomewhere(random) {
  const alive = chance(random, 0.7);
  const subject = !alive
    ? nounPhrase(random, { kinds: lyingAbout, plain: true })
    : chance(random, 0.6)
      ? somebody(random)
      : animal(random);
  const negation = maybeNegate(random, ['pas', 'pas', 'plus']);
  const rest = whereabouts(random, alive);
  return stateOrAsk(random, subject, (question) =>
    toBe(subject, question ? undefined : negation, rest),
  );
}

/** "où est mon stylo", "où est-ce que tu travailles" @param {Random} random */
function where(random) {
  if (chance(random, 0.5)) {
    const sought = chance(random, 0.2)
      ? name(random)
      : nounPhrase(random, {
          kinds: ['relative', 'animal', 'house', 'vehicle', 'building', ...lyingAbout],
          determiners: ['the', 'own'],
          plain: true,
        });
    const is = one(be.present[sought.person]);
    return join(
      word({ french: 'où', english: 'where' }),
      { french: [is], english: beForm(sought, is) },
      sought,
    );
  }
  const tense = someTense(random);
  const subject = somebodyFor(random, tense);
  const predicate = does(subject, random.pick(withPlaces), { tense, question: true });
  return join(word({ french: 'où', english: 'where' }), ask(subject, predicate));
}

/** "ce sont mes amis", "ce n'est pas un bon film" @param {Random} random */
function itIs(random) {
  const noun = chance(random, 0.1)
    ? name(random)
    : nounPhrase(random, {
        kinds: [
          'person',
          'relative',
          'animal',
          ...['vehicle', 'house', 'film', 'song'],
          ...lyingAbout,
        ],
        determiners: ['are', 'own'],
      });
  const ce = one('ce');
  const subject = { french: [ce], english: small(noun.plural ? 'they' : 'it', ce) };
  const negation = maybeNegate(random, ['pas', 'pas', 'plus']);
  return stateOrAsk(random, subject, (question) =>
    toBe(noun, question ? undefined : negation, noun),
  );
}

/** "mon frère n'a plus faim" @param {Random} random */
function feels(random) {
  const subject = chance(random, 0.85) ? somebody(random) : animal(random);
  const feeling = random.pick(feelings);
  const very = chance(random, 0.25);
  const negation = maybeNegate(random, very ? ['pas'] : negations);
  const rest = join(very ? word({ french: 'très', english: 'very' }) : nothing, word(feeling));
  return stateOrAsk(random, subject, (question) =>
    toBe(subject, question ? undefined : negation, rest, have),
  );
}

/** "elle a trois ans", "elle a trois ans de plus que sa sœur" @param {Random} random */
function isOfAge(random) {
  const subject = chance(random, 0.9) ? somebody(random) : animal(random);
  const compared = subject.his && chance(random, 0.6);
  const years = join(
    word(random.pick(compared ? numbers : [...numbers, ...highNumbers])),
    word({ french: 'ans', english: 'years' }),
  );
  const [, ans] = years.french;
  if (!compared) {
    const rest = { french: years.french, english: [...years.english, ...content('old', ans)] };
    const negation = maybeNegate(random, ['pas', 'pas', 'plus']);
    return stateOrAsk(random, subject, (question) =>
      toBe(subject, question ? undefined : negation, rest, have),
    );
  }
  const more = random.pick([
    { french: 'plus', english: 'older' },
    { french: 'moins', english: 'younger' },
  ]);
  const rest = join(
    years,
    preposition('de', ''),
    word(more),
    preposition('que', 'than'),
    anotherPerson(random, subject),
  );
  return state(subject, toBe(subject, maybeNegate(random, ['pas']), rest, have));
}

/** Each kind of sentence, and how often it is drawn. @type {[(random: Random) => Phrase, number][]} */
const shares = [
  [isAdjective, 10],
  [isTooMuch, 4],
  [compares, 14],
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
