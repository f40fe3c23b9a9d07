/** The nouns, adjectives, names, countries and other words that the grammar has, with their English. */

/**
 * @typedef {object} Noun
 * @property {string[]} kinds what it names, which decides which words it goes with
 * @property {string} french
 * @property {boolean} feminine
 * @property {string} english
 *
 * @typedef {object} Adjective
 * @property {string} french masculine singular
 * @property {string} english
 * @property {string[]} kinds the nouns it may stand with; also flags: `before` the noun; only `with`
 *   a noun; `people` too, but after "to be"; a `state` (that never or no longer holds); something
 *   that `ends` (no longer holds); what `hinders` (too … to); a `measure` (never less so); a
 *   `colour`; `uncompared`
 */

/** @param {string} text */
export const list = (text) => text.trim().split(/\s+/).filter(Boolean);

/** Lines such as "animal: un chien dog". @param {string} text @returns {Noun[]} */
const readNouns = (text) =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [kinds, nouns] = line.split(':');
      return nouns.split(',').map((noun) => {
        const [article, french, english] = list(noun);
        return { kinds: list(kinds), french, feminine: article === 'une', english };
      });
    });

/** Lines such as "grand big: before measure people animal house". @param {string} text @returns {Adjective[]} */
const readAdjectives = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [[french, english], kinds] = line.split(':').map(list);
      return { french, english, kinds };
    });

// A relative is always somebody's: "ma fille" is a daughter, "la fille" a girl. A peer may be older or
// younger; `some` can be had; `single` is never plural; what is `painted` has a colour.
export const nouns = readNouns(`
  person: un garçon boy, une fille girl, un enfant child
  person adult: un homme man, une femme woman, un médecin doctor
  relative single: un père father, une mère mother
  relative single spouse peer: un mari husband, une femme wife
  relative some peer: un frère brother, une sœur sister, un ami friend, une amie friend
  relative peer: un voisin neighbour, une voisine neighbour
  relative: un oncle uncle, une tante aunt, un fils son, une fille daughter
  animal: un chien dog, un chat cat, un cheval horse, un oiseau bird, un lapin rabbit
  food: une pomme apple, une orange orange, un gâteau cake
  reading text: un livre book, une lettre letter
  reading: un journal newspaper
  clothing painted: un chapeau hat, une robe dress, une chemise shirt
  vehicle painted: une voiture car, un vélo bike, un bateau boat
  thing: une clé key
  thing painted: un stylo pen
  thing flower: une fleur flower
  furniture painted: une table table, une chaise chair, un lit bed
  house painted: une maison house
  film: un film film
  song text: une chanson song, une histoire story
  building: une gare station, un hôpital hospital
  building sight: un musée museum, un restaurant restaurant
  outside single: un parc park, un jardin garden, un village village
  spot single: un marché market, une plage beach
`);

export const adjectives = readAdjectives(`
  fatigué tired: person animal state hinders
  malade sick: person animal state hinders
  triste sad: person state hinders
  heureux happy: person state
  occupé busy: person state hinders
  riche rich: person ends
  pauvre poor: person ends
  célèbre famous: person film song sight ends
  intelligent clever: person animal
  fort strong: person animal
  gentil kind: before person
  jeune young: before measure person animal ends hinders
  vieux old: before measure person animal reading clothing vehicle furniture house film song building hinders
  petit small: before measure people animal food reading clothing vehicle thing furniture house building outside spot hinders
  grand big: before measure people animal food vehicle thing furniture house building outside spot
  beau beautiful: before animal clothing vehicle house film song building outside spot
  bon good: before uncompared food reading film song
  nouveau new: before with uncompared reading clothing vehicle thing furniture house film song building
  rapide fast: animal vehicle
  cher expensive: clothing vehicle house furniture
  sale dirty: clothing vehicle furniture house
  rouge red: painted flower colour uncompared
  vert green: painted colour uncompared
  bleu blue: painted flower colour uncompared
  noir black: painted animal colour uncompared
  blanc white: painted flower animal colour uncompared
`);

/** @type {Map<string, Noun[]>} */
const found = new Map();

/** The nouns of any of these kinds. @param {string[]} kinds */
export function nounsOf(kinds) {
  const key = kinds.join(' ');
  const known = found.get(key);
  if (known) return known;
  const fitting = nouns.filter((noun) => noun.kinds.some((kind) => kinds.includes(kind)));
  found.set(key, fitting);
  return fitting;
}

/** @param {string} text "french english" pairs */
const pairs = (text) => {
  const words = list(text);
  return words.flatMap((word, i) => (i % 2 ? [] : [{ french: word, english: words[i + 1] }]));
};

export const women = list('Jane Marie Anna Sophie');
export const men = list('Paul Pierre Thomas Marc');

export const months =
  pairs(`janvier January février February mars March avril April mai May juin June
  juillet July août August septembre September octobre October novembre November décembre December`);

export const countries = [
  ...pairs(`Afrique Africa France France Italie Italy Espagne Spain Chine China Inde India
    Angleterre England Allemagne Germany`).map((country) => ({ ...country, feminine: true })),
  ...pairs('Canada Canada Japon Japan Brésil Brazil Portugal Portugal Mexique Mexico').map(
    (country) => ({ ...country, feminine: false }),
  ),
];

export const numbers = pairs('deux two trois three quatre four cinq five six six dix ten');
/** Numbers that only an age may have. */
export const highNumbers = pairs('vingt twenty trente thirty');

/** What one has in French and is in English. */
export const feelings = pairs(
  'faim hungry soif thirsty froid cold chaud hot peur afraid sommeil sleepy',
);

/** Pronouns by person, the masculine first; a person is 0 … 5: I, you, he or she, we, you, they. */
export const pronouns = [
  { french: 'je', english: 'I', after: 'moi me', clitic: 'me', person: 0, feminine: false },
  { french: 'tu', english: 'you', after: 'toi you', clitic: 'te', person: 1, feminine: false },
  { french: 'il', english: 'he', after: 'lui him', clitic: 'le', person: 2, feminine: false },
  { french: 'elle', english: 'she', after: 'elle her', clitic: 'la', person: 2, feminine: true },
  { french: 'nous', english: 'we', after: 'nous us', clitic: 'nous', person: 3, feminine: false },
  { french: 'vous', english: 'you', after: 'vous you', clitic: 'vous', person: 4, feminine: false },
  { french: 'ils', english: 'they', after: 'eux them', clitic: 'les', person: 5, feminine: false },
  {
    french: 'elles',
    english: 'they',
    after: 'elles them',
    clitic: 'les',
    person: 5,
    feminine: true,
  },
];

/** By owner: masculine, feminine and plural, then the English; the third's English is his or her. */
export const possessives = [
  'mon ma mes my',
  'ton ta tes your',
  'son sa ses',
  'notre notre nos our',
  'votre votre vos your',
  'leur leur leurs their',
].map(list);
