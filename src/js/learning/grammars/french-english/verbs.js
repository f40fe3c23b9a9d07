/** The verbs, their forms in both languages, and the words that go with them. */

import { splitAtBlanks } from '../../split-at-blanks.js';
import { addEnglishS, inflectWord } from './spelling.js';

/** @import { Verb } from '../../types.js' */

/** The present forms of irregular verbs. @type {Record<string, string>} */
const irregular = {
  être: 'suis es est sommes êtes sont',
  avoir: 'ai as a avons avez ont',
  aller: 'vais vas va allons allez vont',
  vouloir: 'veux veux veut voulons voulez veulent',
  pouvoir: 'peux peux peut pouvons pouvez peuvent',
  connaître: 'connais connais connaît connaissons connaissez connaissent',
};

/**
 * Returns the six present forms of a verb.
 * @param {string} infinitive
 * @param {string[]} stems the stems of the singular, the plural and the third person plural, such as "voi voy voi"; for
 *   verbs in -er, the strong and the weak stem, such as "achèt achet"
 */
function conjugate(infinitive, stems) {
  if (irregular[infinitive]) return splitAtBlanks(irregular[infinitive]);
  const [strong, weak = strong, last = weak] = stems;
  if (/er$/.test(infinitive)) {
    // In "nous mangeons", the e keeps the g soft.
    const soft = /g$/.test(weak) ? 'e' : '';
    const end = (/** @type {string} */ ending) => strong + ending;
    return [end('e'), end('es'), end('e'), `${weak + soft}ons`, `${weak}ez`, end('ent')];
  }
  const third = strong + (/d$/.test(strong) ? '' : 't');
  return [`${strong}s`, `${strong}s`, third, `${weak}ons`, `${weak}ez`, `${last}ent`];
}

/**
 * Reads the forms of an English verb.
 * @param {string} text the base, and the past and participle if they are irregular
 */
function readEnglish(text) {
  const [words, particle = ''] = text.split('+').map((part) => part.trim());
  const [base, irregularPast, irregularParticiple] = splitAtBlanks(words);
  const regular = /[^aeiou]y$/.test(base)
    ? base.replace(/y$/, 'ied')
    : `${base + (/e$/.test(base) ? '' : 'e')}d`;
  const past = irregularPast ?? regular;
  const third = base === 'have' ? 'has' : addEnglishS(base);
  return { base, third, past, participle: irregularParticiple ?? past, particle };
}

/**
 * Reads lines such as "voir voi voy voi vu; see saw seen; person animal".
 * @param {string} text @returns {Verb[]}
 */
const readVerbs = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [french, english, with_] = line.split(';');
      const [infinitive, ...forms] = splitAtBlanks(french);
      const stem = infinitive.slice(0, -2);
      return {
        infinitive,
        present: conjugate(infinitive, forms.length > 1 ? forms : [stem]),
        participle: forms.at(-1) ?? `${stem}é`,
        english: readEnglish(english),
        with: splitAtBlanks(with_),
      };
    });

export const [be, have, go, want, can, visit] = readVerbs(`
  être été; be; none
  avoir eu; have had; animal made thing some
  aller; go; none
  vouloir voulu; want; none
  pouvoir pu; can; none
  visiter; visit; none
`);

/**
 * Verbs with a direct object. Flags: `pronoun`: the object may be a pronoun; `owned`: the object is never general ("j'aime
 * les pommes" is about all apples); `now`: a state, only in the present; `happens`: only in the present and the past,
 * because nobody wants it; `plain`: the object has no adjective ("je trouve ce chapeau cher" is an opinion); `animals`:
 * animals do it, too.
 */
export const transitives = readVerbs(`
  manger; eat ate eaten; food
  acheter achèt achet achèt acheté; buy bought; food made thing
  voir voi voy voi vu; see saw seen; person relative animal painted place pronoun animals
  chercher; look + for; person relative animal made thing place pronoun animals
  trouver; find found; animal reading clothing thing plain
  perdre perd perd perd perdu; lose lost; reading clothing thing happens
  aimer; love; person relative animal made film song pronoun owned now animals
  regarder; look + at; person relative animal painted flower pronoun animals
  écouter; listen + to; person relative song pronoun
  attendre attend attend attend attendu; wait + for; person relative pronoun animals
  lire li lis lis lu; read read; reading
  écrire écri écriv écriv écrit; write wrote written; text
  aider; help; person relative pronoun
  inviter; invite; person relative pronoun
  connaître connu; know knew known; person relative pronoun now
`);

/**
 * Verbs without an object. Flags: `well`, `fast`, `place`, `company`: adverbials that may follow; `effort`: people can be
 * too tired for it; `animals`: animals do it, too.
 */
export const intransitives = readVerbs(`
  dormir dor dorm dorm dormi; sleep slept; well place animals
  travailler; work; well place company effort
  chanter; sing sang sung; well place company effort
  danser; dance; well place company effort
  nager; swim swam swum; well fast company effort animals
  courir cour cour cour couru; run ran run; fast place company effort animals
  parler; talk; fast company effort
  pleurer; cry; none
  jouer; play; well place company effort animals
  manger; eat ate eaten; well fast place company animals
  lire li lis lis lu; read read; well fast place effort
`);

/**
 * Verbs whose past tense uses "être" and whose participle agrees with the subject. Flags: `to`, `at`, `company`:
 * adverbials that may follow; `now`: also in the present; `wish`: also with "want" and "can"; `once`: only with the
 * negation "pas".
 */
export const motions = readVerbs(`
  aller; go went been; to now wish
  venir venu; come came come; company wish
  arriver; arrive; at once
  partir parti; leave left; once company wish
  rester; stay; at company wish
  tomber; fall fell fallen; never
  sortir sorti; go went gone + out; wish
`);

/** @param {Verb} verb @param {boolean} feminine @param {boolean} plural */
export const formParticiple = (verb, feminine = false, plural = false) =>
  inflectWord(verb.participle, feminine, plural);

/** Returns the verbs with a flag or a kind of object. @param {Verb[]} verbs @param {string} what */
export const filterVerbs = (verbs, what) => verbs.filter((verb) => verb.with.includes(what));
