/** Predicates in the tenses and with the negations of both languages, and sentences with a predicate. */

import { splitAtBlanks } from '../../split-at-blanks.js';
import {
  drawChance,
  makeContentWords,
  makeSmallWords,
  makeToken,
  makeWord,
  nothing,
} from './phrases.js';
import { be, can, formParticiple, go, have, want } from './verbs.js';

/** @import { Random } from '../../../random.js' */
/** @import { English, French, Negation, Person, Phrase, Tense, Verb } from '../../types.js' */

/**
 * The predicate of a sentence. `helpers` are the English words before the main verb. In a question, the first helper
 * comes before the subject.
 *
 * @typedef {{ french: French[], helpers: English[], main: English[] }} Predicate
 */

const englishNegations = { pas: 'not', jamais: 'never', plus: 'no longer' };

/** Returns the words of a negation, which surround the finite verb in French. @param {Negation | undefined} negation */
function translateNegation(negation) {
  if (!negation) return { ne: [], pas: [], english: [] };
  const [ne, pas] = [makeToken('ne'), makeToken(negation)];
  return { ne: [ne], pas: [pas], english: makeContentWords(englishNegations[negation], pas) };
}

/** Returns "am", "is" or "are". @param {Person} subject @param {French[]} from */
export const inflectBe = ({ person }, ...from) =>
  makeSmallWords(person === 0 ? 'am' : person === 2 ? 'is' : 'are', ...from);

/**
 * Makes a predicate with "to be", for which French may use "avoir".
 * @param {Person} subject @param {Negation | undefined} negation @param {Phrase} rest
 * @returns {Predicate}
 */
export function makeBePredicate(subject, negation, rest, verb = be) {
  const finite = makeToken(verb.present[subject.person]);
  const { ne, pas, english } = translateNegation(negation);
  return {
    french: [...ne, finite, ...pas, ...rest.french],
    helpers: [...inflectBe(subject, finite), ...english],
    main: rest.english,
  };
}

/**
 * Makes the predicate of a verb. Each tense has a finite verb. All tenses but the present also have a dependent verb form:
 * voit; a vu; va voir; veut voir; peut voir.
 *
 * @param {Person} subject @param {Verb} verb @param {object} options
 * @param {Tense} options.tense
 * @param {Negation} [options.negation]
 * @param {boolean} [options.question]
 * @param {boolean} [options.moves] whether the past tense uses "être"
 * @param {Phrase & { feminine: boolean, plural: boolean }} [options.clitic] an object before the verb, such as "le"; the
 *   participle agrees with it
 * @param {Phrase} [options.often] an adverb that English puts before the verb
 * @param {Phrase} [options.well] an adverb that French puts before a participle
 * @param {Phrase} [options.rest]
 * @returns {Predicate}
 */
export function makeVerbPredicate(subject, verb, options) {
  const { tense, negation, question = false, moves = false, clitic = nothing } = options;
  const { often = nothing, well = nothing, rest = nothing } = options;
  const { ne, pas, english: not } = translateNegation(negation);
  const finiteVerb = { present: verb, past: moves ? be : have, future: go, want, can }[tense];
  const finite = makeToken(finiteVerb.present[subject.person]);
  const agreeing = moves ? subject : options.clitic;
  const dependent =
    tense === 'past' ? formParticiple(verb, agreeing?.feminine, agreeing?.plural) : verb.infinitive;
  const depends = tense === 'present' ? [] : [makeToken(dependent)];
  const early = tense === 'present' || tense === 'past';
  const words = { tense, question, negation, not, ne, pas, finite, depends };
  const { helpers, main } = translateVerb(subject, verb, words);
  return {
    french: [
      ...ne,
      ...(early ? clitic.french : []),
      finite,
      ...pas,
      ...well.french,
      ...(early ? [] : clitic.french),
      ...depends,
      ...often.french,
      ...rest.french,
    ],
    helpers: [...helpers, ...often.english],
    main: [...main, ...clitic.english, ...rest.english, ...well.english],
  };
}

/**
 * Returns the English words of `makeVerbPredicate()`.
 * @param {Person} subject @param {Verb} verb
 * @param {{ tense: Tense, question: boolean, negation?: Negation, not: English[], ne: French[],
 *   pas: French[], finite: French, depends: French[] }} words
 */
function translateVerb(
  subject,
  verb,
  { tense, question, negation, not, ne, pas, finite, depends },
) {
  const third = subject.person === 2;
  const form = (
    /** @type {'base' | 'third' | 'past' | 'participle'} */ which,
    forms = verb.english,
  ) => `${forms[which]} ${forms.particle}`.trim();
  const last = makeContentWords(form('base'), ...depends);

  if (tense === 'future') {
    const to = makeSmallWords('going to', finite);
    return { helpers: [...inflectBe(subject, finite), ...not, ...to], main: last };
  }
  if (tense === 'can') {
    const helpers =
      negation === 'pas'
        ? makeContentWords('cannot', finite, ...pas)
        : [...makeContentWords('can', finite), ...not];
    return { helpers, main: last };
  }
  if (tense === 'past') {
    const from = [finite, ...depends];
    if (negation === 'jamais') {
      const helpers = [...makeSmallWords(third ? 'has' : 'have', finite), ...not];
      return { helpers, main: makeContentWords(form('participle'), ...depends) };
    }
    if (question || negation) {
      return { helpers: [...makeSmallWords('did', ...ne, finite), ...not], main: last };
    }
    return { helpers: [], main: makeContentWords(form('past'), ...from) };
  }
  const verbForms = tense === 'want' ? want.english : verb.english;
  const after = tense === 'want' ? [...makeSmallWords('to', finite), ...last] : [];
  if (question || negation === 'pas') {
    const helpers = [...makeSmallWords(third ? 'does' : 'do', ...ne, finite), ...not];
    return { helpers, main: [...makeContentWords(form('base', verbForms), finite), ...after] };
  }
  return {
    helpers: not,
    main: [...makeContentWords(form(third ? 'third' : 'base', verbForms), finite), ...after],
  };
}

/** @param {Phrase} subject @param {Predicate} predicate @returns {Phrase} */
export const makeStatement = (subject, { french, helpers, main }) => ({
  french: [...subject.french, ...french],
  english: [...subject.english, ...helpers, ...main],
});

/**
 * Makes a question with "est-ce que …". In English, the first helper comes before the subject.
 * @param {Phrase} subject @param {Predicate} predicate
 * @returns {Phrase}
 */
export const makeQuestion = (subject, { french, helpers, main }) => ({
  french: [makeToken('est-ce'), makeToken('que'), ...subject.french, ...french],
  english: [...helpers.slice(0, 1), ...subject.english, ...helpers.slice(1), ...main],
});

/**
 * Makes a statement, possibly with a negation, or sometimes a question.
 * @param {Random} random @param {Phrase} subject @param {Negation | undefined} negation
 * @param {(how: { question: boolean, negation?: Negation }) => Predicate} predicate
 */
export const makeStatementOrQuestion = (random, subject, negation, predicate) =>
  drawChance(random, 1 / 7)
    ? makeQuestion(subject, predicate({ question: true }))
    : makeStatement(subject, predicate({ question: false, negation }));

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

/** The tenses, each repeated by its relative frequency. */
export const tenses = /** @type {Tense[]} */ (
  splitAtBlanks('present present present past past past future want can')
);

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

/**
 * Makes a statement or question of the subject, "to be" and the rest.
 * @param {Random} random @param {Phrase & Person} subject @param {Negation | undefined} negation
 * @param {Phrase} rest @param {Verb} [verb]
 */
export const makeBeSentence = (random, subject, negation, rest, verb) =>
  makeStatementOrQuestion(random, subject, negation, (how) =>
    makeBePredicate(subject, how.negation, rest, verb),
  );
