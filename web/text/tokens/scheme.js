/** Detects the tokenizer of a list of tokens: how it marks the beginnings of words, and whether it writes bytes. */

import { bytesOf, decodeTokens, hasLatinLetter, isByteName } from './bytes.js';

/**
 * How a tokenizer marks words:
 * - `blank`: a blank begins a word, written ` `, `▁` (SentencePiece) or `Ġ` (byte-level tokenizers)
 * - `##`: begins a token that continues a word (WordPiece)
 * - `</w>`: ends a word (GPT-1, CLIP)
 * - `@@`: ends a token that the next token continues (fastBPE, subword-nmt)
 * - `￭`: joins a token to its neighbour on the side of the mark (OpenNMT)
 * - `none`: words, characters, or anything else
 *
 * @typedef {'blank' | '##' | '</w>' | '@@' | '￭' | 'none'} Marks
 *
 * @typedef {object} Scheme
 * @property {Marks} marks
 * @property {boolean} isBytes whether characters stand for bytes, as in GPT-2's alphabet
 * @property {boolean} [isCertain] whether the scheme is known, not detected
 */

const SPECIAL = /^(?:<[^<>\s]+>|\[[\w/.-]+\])$/u;
const END_OF_WORD = '</w>';

/** Whether a text ends with exactly one `</w>`. @param {string} token */
function endsOneWord(token) {
  return (
    token.length > END_OF_WORD.length &&
    token.endsWith(END_OF_WORD) &&
    !token.endsWith(END_OF_WORD + END_OF_WORD)
  );
}

/** `<w>` or `<w id=…`, a tag that `</w>` closes. */
const OPENING_TAG = /<w[\s>]/;

/**
 * Each kind of mark with a token that only its lists contain. A mark alone, such as `@@@`, is text,
 * and a blank alone is a character.
 * @type {readonly [Marks, Pick<RegExp, 'test'>][]}
 */
const SIGNS = [
  ['blank', /^(?:▁| \S)/u],
  ['</w>', { test: endsOneWord }],
  ['@@', /[^@]@@$/],
  ['￭', /^￭[^￭]|[^￭]￭$/u],
  ['##', /^##[^#\s]/],
];
/** Tokens of GPT-2's alphabet that only stand for bytes. `č` and `ĉ` alone are also words. */
const SIGN_OF_BYTES = /^(?:Ġ|Ċ$|[Ċĉč]{2,}$)/;

/** Whether a token is special, such as `[CLS]`, `<s>` or `<|endoftext|>`. @param {string} token */
export const isSpecial = (token) => SPECIAL.test(token) && !isByteName(token);

/** Whether a token has marks of this kind. @param {string} token @param {Marks} marks */
export const hasMark = (token, marks) =>
  SIGNS.some(([name, sign]) => name === marks && sign.test(token));

/** Whether a token has only marks of other kinds. @param {string} token @param {Scheme} scheme */
export function isForeign(token, { marks, isBytes }) {
  if (marks === 'none' || hasMark(token, marks)) return false;
  if (token.startsWith('Ġ')) return !isBytes && marks !== END_OF_WORD;
  return SIGNS.some(([, sign]) => sign.test(token));
}

/** The scheme with the marks of most tokens. @param {readonly string[]} tokens @returns {Scheme} */
export function findScheme(tokens) {
  const ordinary = tokens.filter((token) => !isSpecial(token));
  const isMarkup = tokens.some((token) => OPENING_TAG.test(token));
  const counts = SIGNS.map(([name, sign]) =>
    name === END_OF_WORD && isMarkup ? 0 : ordinary.filter((token) => sign.test(token)).length,
  );
  const most = Math.max(...counts);
  const marks = most > 0 ? SIGNS[counts.indexOf(most)][0] : 'none';
  const hasEnds = marks === END_OF_WORD;
  const isBytes = areBytes(
    hasEnds ? ordinary.map(withoutEnd) : ordinary,
    hasEnds ? 0 : most,
    hasEnds,
  );
  // Byte-level tokenizers mark blanks even if no token of a text has one.
  if (isBytes && !hasEnds) return { marks: areLetters(ordinary) ? 'none' : 'blank', isBytes };
  return { marks, isBytes };
}

/** @param {readonly string[]} tokens */
const areLetters = (tokens) => tokens.every(({ length }) => length < 2);

/** Removes the end-of-word mark: CLIP's tokens are bytes and end with a mark. @param {string} token */
const withoutEnd = (token) =>
  hasMark(token, END_OF_WORD) ? token.slice(0, -END_OF_WORD.length) : token;

/**
 * Whether tokens are bytes in GPT-2's alphabet. Ġ, Ċ, ĉ and č are also letters of Maltese,
 * Esperanto and Czech, and losing a letter does more harm than showing a mark. Therefore:
 *
 * 1. A `Ġ` that begins a token, and a token of line breaks and tabs alone (`Ċ`, `čĊ`, `ĉĉ`), are
 *    evidence for bytes. They count only if no token is a Latin word, which has a letter that no
 *    tokenizer writes there (`Ġorġ`, `café`, `żunżana`).
 * 2. Each character of several bytes is evidence for bytes, because words are hardly ever valid
 *    UTF-8.
 * 3. Each broken character and each mark of another scheme is evidence against bytes.
 * 4. In a list of bytes, a token that is not bytes (`日本`, an added token) or not UTF-8 stays as
 *    it is written.
 *
 * Ambiguous lists that are read as bytes: Latin words without such a letter (`Ġanni` `u` `Marija`)
 * or among words of other scripts, and one letter that a cut could leave (`Ġcaf` `é`). Ambiguous
 * lists that are read as words: a vocabulary with an added Latin word that has accents (`Ġcat`
 * `naïve`), and bytes of one token that a letter and a broken character share.
 * @param {readonly string[]} tokens
 * @param {number} others how many tokens have a mark of another scheme
 * @param {boolean} hasEnds whether words end with marks, so that blanks are not written
 */
function areBytes(tokens, others, hasEnds) {
  const decoded = decodeTokens(tokens.filter(bytesOf));
  const errors = decoded.reduce((sum, candidate) => sum + candidate.errors, 0);
  const hasWords =
    tokens.some(hasLatinLetter) ||
    decoded.some(({ isWord }) => isWord) ||
    (areLetters(tokens) && errors > 0);
  let balance = -errors - others;
  if (!hasWords && !hasEnds) balance += tokens.filter((token) => SIGN_OF_BYTES.test(token)).length;
  for (const { characters } of decoded) balance += characters;
  return balance > 0;
}
