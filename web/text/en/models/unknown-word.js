/** What is said to a word that a model has not seen. */

/** @param {string} word @param {string[]} vocabulary */
export function unknownWord(word, vocabulary) {
  const known = vocabulary.length <= 120 ? ` It knows: ${vocabulary.join(', ')}.` : '';
  return `This model has never seen the word “${word}”; it knows ${vocabulary.length} words.${known}`;
}
