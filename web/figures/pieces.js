/** Pieces of one word: a tokenizer cuts words, and brackets join what belongs together. */

/**
 * Where a token stands in a word of several tokens.
 * @typedef {object} Piece
 * @property {'first' | 'inner' | 'last'} place
 * @property {number} number from 1
 * @property {number} count of the pieces of the word
 * @property {string} word
 */

/**
 * @param {readonly number[] | undefined} words of each token, which word it belongs to; −1: none
 * @param {readonly string[] | undefined} tokens as they are shown
 * @param {number} i
 * @returns {Piece | undefined} undefined where the token is no part of a longer word
 */
export function findPiece(words, tokens, i) {
  const word = words?.[i] ?? -1;
  if (!words || !tokens || word < 0) return undefined;
  let [first, last] = [i, i];
  while (words[first - 1] === word) first--;
  while (words[last + 1] === word) last++;
  if (first === last) return undefined;
  return {
    place: i === first ? 'first' : i === last ? 'last' : 'inner',
    number: i - first + 1,
    count: last - first + 1,
    // A blank may be a piece of its own.
    word: tokens
      .slice(first, last + 1)
      .join('')
      .replace(/^␣(?=.)/u, ''),
  };
}

/** The class of a token's bracket. @param {Piece | undefined} piece */
export const namePieceClass = (piece) => (piece ? `piece piece-${piece.place}` : '');

/**
 * The words of several tokens: where each begins and ends.
 * @param {readonly number[]} words
 * @returns {[first: number, end: number][]}
 */
export function findJoinedRuns(words) {
  /** @type {[number, number][]} */
  const runs = [];
  for (let first = 0; first < words.length; ) {
    let end = first + 1;
    while (end < words.length && words[end] === words[first]) end++;
    if (words[first] >= 0 && end > first + 1) runs.push([first, end]);
    first = end;
  }
  return runs;
}
