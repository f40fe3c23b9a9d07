/** The words of a sentence, as a model knows them. */

/**
 * Words and punctuation marks, with capitals where the model knows them so.
 * @param {readonly string[]} vocabulary
 * @param {string} sentence
 * @returns {{ words: string[], unknown: string[] }} `unknown`: those that the model does not know
 */
export function readWords(vocabulary, sentence) {
  const known = new Set(vocabulary);
  const pieces = sentence.split(/\s+|(?=[.,;:!?])/).filter(Boolean);
  const all = pieces.map((piece) => {
    const small = piece.toLowerCase();
    const forms = [piece, small, small.charAt(0).toUpperCase() + small.slice(1)];
    return forms.find((form) => known.has(form)) ?? small;
  });
  // A full stop that the model has not learned says nothing to it.
  const words = all.filter((word) => known.has(word) || /[\p{L}\p{N}]/u.test(word));
  return { words, unknown: words.filter((word) => !known.has(word)) };
}

/** Before each story. */
const START = '<s>';

/** Every story begins with <s>, also one that a reader types without it. @param {string} sentence */
export const asStory = (sentence) => `${START} ${sentence.replace(/^\s*<s>(?!\S)/, '')}`;
