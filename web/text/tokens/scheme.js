/** Which tokenizer wrote a list of tokens: how it marks where words begin or go on, and whether it writes bytes. */

import { bytesOf, decodeTokens, hasLatinLetter, isByteName } from './bytes.js';

/**
 * The marks of the words of a list:
 * - `blank`: a blank begins a word, written ` `, `▁` (SentencePiece) or `Ġ` (byte-level tokenizers)
 * - `##`: begins what goes on with a word (WordPiece)
 * - `</w>`: ends a word (GPT-1, CLIP)
 * - `@@`: ends what another token goes on with (fastBPE, subword-nmt)
 * - `￭`: joins a token to the one on that side (OpenNMT)
 * - `none`: words, characters, or anything else
 *
 * @typedef {'blank' | '##' | '</w>' | '@@' | '￭' | 'none'} Marks
 *
 * @typedef {object} Scheme
 * @property {Marks} marks
 * @property {boolean} isBytes whether characters stand for bytes, as in GPT-2's alphabet
 */

const SPECIAL = /^(?:<[^<>\s]+>|\[[\w/.-]+\])$/u;
const END_OF_WORD = '</w>';

/** Whether `</w>` ends a text. @param {string} token */
function endsOneWord(token) {
  return (
    token.length > END_OF_WORD.length &&
    token.endsWith(END_OF_WORD) &&
    !token.endsWith(END_OF_WORD + END_OF_WORD)
  );
}

/** `<w>` or `<w id=…`: where one is, `</w>` closes it. */
const OPENING_TAG = /<w[\s>]/;

/**
 * Each with a token that only such a list has. A mark marks something: alone, as in `@@@`, it is a text. A blank
 * alone is a character.
 * @type {readonly [Marks, Pick<RegExp, 'test'>][]}
 */
const SIGNS = [
  ['blank', /^(?:▁| \S)/u],
  ['</w>', { test: endsOneWord }],
  ['@@', /[^@]@@$/],
  ['￭', /^￭[^￭]|[^￭]￭$/u],
  ['##', /^##[^#\s]/],
];
/** `č` and `ĉ` alone are words, too. */
const SIGN_OF_BYTES = /^(?:Ġ|Ċ$|[Ċĉč]{2,}$)/;

/** Such as `[CLS]`, `<s>` or `<|endoftext|>`. @param {string} token */
export const isSpecial = (token) => SPECIAL.test(token) && !isByteName(token);

/** Whether it has the mark of such a list. @param {string} token @param {Marks} marks */
export const hasMark = (token, marks) =>
  SIGNS.some(([name, sign]) => name === marks && sign.test(token));

/**
 * Whether a token has marks of other lists only: such a token stays as it is written.
 * @param {string} token
 * @param {Scheme} scheme
 */
export function isForeign(token, { marks, isBytes }) {
  if (marks === 'none' || hasMark(token, marks)) return false;
  if (token.startsWith('Ġ')) return !isBytes && marks !== END_OF_WORD;
  return SIGNS.some(([, sign]) => sign.test(token));
}

/**
 * The scheme that most tokens have a mark of.
 * @param {readonly string[]} tokens
 * @returns {Scheme}
 */
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
  // Byte-level tokenizers mark blanks, even in a text that has none.
  if (isBytes && !hasEnds) return { marks: areLetters(ordinary) ? 'none' : 'blank', isBytes };
  return { marks, isBytes };
}

/** @param {readonly string[]} tokens */
const areLetters = (tokens) => tokens.every(({ length }) => length < 2);

/** CLIP's tokens are bytes and end with a mark. @param {string} token */
const withoutEnd = (token) =>
  hasMark(token, END_OF_WORD) ? token.slice(0, -END_OF_WORD.length) : token;

/**
 * Whether tokens are bytes in GPT-2's alphabet. Ġ, Ċ, ĉ and č are letters of Maltese, Esperanto and Czech, too,
 * and a letter that is lost does more harm than a mark that is shown. So:
 *
 * 1. A `Ġ` that begins a token, and a token of line breaks and tabs alone (`Ċ`, `čĊ`, `ĉĉ`), are signs of bytes. They count only if
 *    no token is a Latin word: none has a letter that no tokenizer writes there (`Ġorġ`, `café`, `żunżana`).
 * 2. Each character that several bytes make is a sign: words are hardly ever UTF-8.
 * 3. Each broken character, and each mark of another scheme, is a sign against it.
 * 4. In a list of bytes, what is no byte (`日本`, a token that was added) or no UTF-8 stays as it is written.
 *
 * Ambiguous, and read as bytes: Latin words with no such letter (`Ġanni` `u` `Marija`), or among words of other
 * scripts; one letter that a cut could leave (`Ġcaf` `é`). Read as words: a vocabulary with an added Latin word
 * that has accents (`Ġcat` `naïve`), and bytes of one token that a letter and a broken character share.
 * @param {readonly string[]} tokens
 * @param {number} others how many have a mark of another scheme
 * @param {boolean} hasEnds where words end with marks, so that no blank is written
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
