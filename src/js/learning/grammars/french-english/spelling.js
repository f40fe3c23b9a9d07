/** Spelling of inflected words: plurals, feminine forms and elision. */

/** Whether a word begins with a vowel sound. Each h of the vocabulary is mute. @param {string} word */
export const startsWithVowel = (word) => /^[aàâeéêèiîoôuyhœ]/i.test(word);

/** @param {string} word */
export function formFrenchPlural(word) {
  if (/[sx]$/.test(word)) return word;
  if (/al$/.test(word)) return word.replace(/l$/, 'ux');
  return word + (/eau$/.test(word) ? 'x' : 's');
}

/** @type {Record<string, string>} */
const feminines = {
  blanc: 'blanche',
  beau: 'belle',
  nouveau: 'nouvelle',
  vieux: 'vieille',
  gentil: 'gentille',
  bon: 'bonne',
  cher: 'chère',
  heureux: 'heureuse',
};

/** @type {Record<string, string>} */
export const softened = {
  beau: 'bel',
  nouveau: 'nouvel',
  vieux: 'vieil',
  ce: 'cet',
  ma: 'mon',
  ta: 'ton',
  sa: 'son',
};

/**
 * Changes words before a vowel sound in other ways than elision: "un vieil ami", "mon amie".
 * @param {{ text: string }[]} words the words of a singular noun phrase, changed in place
 */
export function softenWords(words) {
  words.forEach((word, i) => {
    if (i + 1 < words.length && startsWithVowel(words[i + 1].text)) {
      word.text = softened[word.text] ?? word.text;
    }
  });
}

/**
 * Inflects an adjective or a participle.
 * @param {string} word the masculine singular form
 * @param {boolean} feminine @param {boolean} plural
 */
export function inflectWord(word, feminine, plural) {
  const form = feminine ? (feminines[word] ?? (/e$/.test(word) ? word : `${word}e`)) : word;
  return plural ? formFrenchPlural(form) : form;
}

/** @type {Record<string, string>} */
const englishPlurals = { man: 'men', woman: 'women', child: 'children' };

/** Forms the plural of an English noun, or the third person of an English verb. @param {string} word */
export function addEnglishS(word) {
  if (englishPlurals[word]) return englishPlurals[word];
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies');
  return word + (/(s|x|ch|sh|o)$/.test(word) ? 'es' : 's');
}

/**
 * Forms a comparative such as "taller". Returns undefined for words with "more", such as "famous".
 * @param {string} word
 */
export function formComparative(word) {
  if (word.length > 6 || /ed$|ous$/.test(word)) return undefined;
  if (/y$/.test(word)) return word.replace(/y$/, 'ier');
  if (/[^aeiou][aeiou][dg]$/.test(word)) return `${word + word.at(-1)}er`;
  return word + (/e$/.test(word) ? 'r' : 'er');
}

const elided = new Set(['le', 'la', 'je', 'ne', 'que', 'de', 'me', 'te', 'ce']);

/** Elides words before a vowel sound: "je aime" becomes "j'", "aime". @param {string[]} words */
export const elideWords = (words) =>
  words.map((word, i) =>
    elided.has(word) && startsWithVowel(words[i + 1] ?? '') ? `${word.slice(0, -1)}'` : word,
  );

/** Replaces "a" by "an" before a vowel: "an apple". @param {string[]} words */
export const correctArticles = (words) =>
  words.map((word, i) => (word === 'a' && /^[aeiou]/.test(words[i + 1]) ? 'an' : word));
