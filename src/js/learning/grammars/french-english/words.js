/** The nouns, adjectives, names, countries and other words of the grammar, with their English translations. */

import { splitAtBlanks } from '../../split-at-blanks.js';

/** @import { Adjective, Noun } from '../../types.js' */

/** Reads lines such as "animal: un chien dog". @param {string} text @returns {Noun[]} */
const readNouns = (text) =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [kinds, nouns] = line.split(':');
      return nouns.split(',').map((noun) => {
        const [article, french, english] = splitAtBlanks(noun);
        return { kinds: splitAtBlanks(kinds), french, feminine: article === 'une', english };
      });
    });

/** Reads lines such as "grand big: before measure people animal house". @param {string} text @returns {Adjective[]} */
const readAdjectives = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [[french, english], kinds] = line.split(':').map(splitAtBlanks);
      return { french, english, kinds };
    });

// A relative always has an owner: "ma fille" is a daughter, "la fille" a girl. A `peer` may be older or younger; `some`
// relatives can be objects of "have"; `single` nouns have no plural; `painted` things have a colour. An adult may have
// "vieux" before the noun, but "une vieille fille" would be a spinster.
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
  reading made text: un livre book, une lettre letter
  reading made: un journal newspaper
  clothing made painted: un chapeau hat, une robe dress, une chemise shirt
  vehicle made painted: une voiture car, un vélo bike, un bateau boat
  thing: une clé key
  thing painted: un stylo pen
  thing flower: une fleur flower
  furniture made painted: une table table, une chaise chair, un lit bed
  house made painted: une maison house
  film: un film film
  song text: une chanson song, une histoire story
  building place: une gare station, un hôpital hospital
  building place sight: un musée museum, un restaurant restaurant
  outside place single: un parc park, un jardin garden, un village village
  spot place single: un marché market, une plage beach
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
  vieux old: before measure people adult animal made film song building hinders
  petit small: before measure people animal food made thing place hinders
  grand big: before measure people animal food made thing place
  beau beautiful: before animal made film song place
  bon good: before uncompared food reading film song
  nouveau new: before with uncompared made thing film song building
  rapide fast: animal vehicle
  cher expensive: painted
  sale dirty: painted
  rouge red: painted flower colour uncompared
  vert green: painted colour uncompared
  bleu blue: painted flower colour uncompared
  noir black: painted animal colour uncompared
  blanc white: painted flower animal colour uncompared
`);

/** @type {Map<string, Noun[]>} */
const nounsByKinds = new Map();

/** Lists the nouns of any of these kinds. @param {string[]} kinds */
export function listNouns(kinds) {
  const key = kinds.join(' ');
  const hasKind = (/** @type {Noun} */ noun) => noun.kinds.some((kind) => kinds.includes(kind));
  const list = nounsByKinds.get(key) ?? nouns.filter(hasKind);
  nounsByKinds.set(key, list);
  return list;
}

/**
 * Reads pairs of words: "french english french english".
 * @param {string} text
 * @returns {[french: string, english: string][]}
 */
const pairs = (text) => {
  const words = splitAtBlanks(text);
  return words.flatMap((word, i) => (i % 2 ? [] : [[word, words[i + 1]]]));
};

export const women = splitAtBlanks('Jane Marie Anna Sophie');
export const men = splitAtBlanks('Paul Pierre Thomas Marc');

export const months =
  pairs(`janvier January février February mars March avril April mai May juin June
  juillet July août August septembre September octobre October novembre November décembre December`);

// Countries that end in -e are feminine, except "le Mexique".
export const countries =
  pairs(`Afrique Africa France France Italie Italy Espagne Spain Chine China Inde India
  Angleterre England Allemagne Germany Canada Canada Japon Japan Brésil Brazil Portugal Portugal
  Mexique Mexico`);

export const numbers = pairs('deux two trois three quatre four cinq five six six dix ten');
/** Numbers that occur only as ages. */
export const highNumbers = pairs('vingt twenty trente thirty');

/** States with "avoir" in French and "to be" in English, such as "avoir faim", "to be hungry". */
export const feelings = pairs(
  'faim hungry soif thirsty froid cold chaud hot peur afraid sommeil sleepy',
);

export const frequencies = pairs('souvent often rarement rarely parfois sometimes');

/**
 * Pronouns as the subject, after "que" and as an object. Persons are 0 … 5: I, you, he or she, we, you, they. The
 * masculine form comes first.
 */
export const pronouns = [
  '0 je I moi me me',
  '1 tu you toi you te',
  '2 il he lui him le',
  '2 elle she elle her la',
  '3 nous we nous us nous',
  '4 vous you vous you vous',
  '5 ils they eux them les',
  '5 elles they elles them les',
].map((line, i) => {
  const [person, french, english, strong, object, clitic] = splitAtBlanks(line);
  return { person: Number(person), french, english, strong, object, clitic, feminine: i % 4 === 3 };
});

/**
 * Possessives by owner: masculine, feminine and plural, then English. The third person has none
 * here: "his" or "her".
 */
export const possessives = [
  'mon ma mes my',
  'ton ta tes your',
  'son sa ses',
  'notre notre nos our',
  'votre votre vos your',
  'leur leur leurs their',
].map(splitAtBlanks);
