/** Finds the pieces of one word, which tokenizers split. Brackets join the pieces of a word. */

/**
 * The position of a token within a word of several tokens.
 * @typedef {object} Piece
 * @property {'first' | 'inner' | 'last'} place
 * @property {number} number the number of the piece, from 1
 * @property {number} count the number of pieces of the word
 * @property {string} word
 */

/** Matches the characters on both sides of the dots between two joined tokens. */
const JOINT = /(.)……(?=(.))/gu;

/** Removes the first copy of each character that two tokens share. @param {readonly string[]} tokens */
const joinTokens = (tokens) =>
  tokens.join('').replace(JOINT, (joint, before, after) => (before === after ? '' : joint));

/** Tells whether tokens share a character. @param {readonly string[]} tokens the tokens on screen */
export const hasSharedCharacter = (tokens) => joinTokens(tokens) !== tokens.join('');

/**
 * @param {readonly number[] | undefined} words the index of each token's word; −1 for none
 * @param {readonly string[] | undefined} tokens the tokens on screen
 * @param {number} i
 * @returns {Piece | undefined} undefined if the token is a word of its own
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
    // A blank may be a separate piece.
    word: joinTokens(tokens.slice(first, last + 1)).replace(/^␣(?=.)/u, ''),
  };
}

/** Returns the class of a token's bracket. @param {Piece | undefined} piece */
export const namePieceClass = (piece) => (piece ? `piece piece-${piece.place}` : '');

/** @param {readonly number[]} words @returns {[first: number, end: number][]} */
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
