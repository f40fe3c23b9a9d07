/** Predicates in the tenses and with the negations of both languages. */

import { drawChance, makeContentWords, makeSmallWords, makeToken, nothing } from './phrases.js';
import { be, can, formParticiple, go, have, want } from './verbs.js';

/**
 * @import { Random } from '../../../random.js'
 * @import { English, French, Negation, Person, Phrase, Tense, Verb } from '../../types.js'
 */

/**
 * The predicate of a sentence. `helpers` are the English words before the main verb. In a question, the first helper
 * comes before the subject.
 *
 * @typedef {{ french: French[], helpers: English[], main: English[] }} Predicate
 */

const inEnglish = { pas: 'not', jamais: 'never', plus: 'no longer' };

/** Returns the words of a negation, which surround the finite verb in French. @param {Negation | undefined} negation */
function negate(negation) {
  if (!negation) return { ne: [], pas: [], english: [] };
  const [ne, pas] = [makeToken('ne'), makeToken(negation)];
  return { ne: [ne], pas: [pas], english: makeContentWords(inEnglish[negation], pas) };
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
  const { ne, pas, english } = negate(negation);
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
  const { ne, pas, english: not } = negate(negation);
  const finiteVerb = { present: verb, past: moves ? be : have, future: go, want, can }[tense];
  const finite = makeToken(finiteVerb.present[subject.person]);
  const agreeing = moves ? subject : options.clitic;
  const dependent =
    tense === 'past' ? formParticiple(verb, agreeing?.feminine, agreeing?.plural) : verb.infinitive;
  const depends = tense === 'present' ? [] : [makeToken(dependent)];
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
      ...[...ne, ...(early ? clitic.french : []), finite, ...pas, ...well.french],
      ...[...(early ? [] : clitic.french), ...depends, ...often.french, ...rest.french],
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
function translate(subject, verb, { tense, question, negation, not, ne, pas, finite, depends }) {
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
