/** Which tokenizer wrote a list of tokens: how it marks where words begin or go on, and whether it writes bytes. */

import { byteOfName, bytesOf, decodeTokens } from './bytes.js';

/**
 * What marks the words of a list:
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

/** Each with a token that only such a list has. A blank alone is a character. @type {readonly [Marks, RegExp][]} */
const SIGNS = [
  ['blank', /^(?:▁| \S)/u],
  ['</w>', /<\/w>$/],
  ['@@', /[^@]@@$/],
  ['￭', /^￭.|.￭$/su],
  ['##', /^##[^#\s]/],
];

/** Such as `[CLS]`, `<s>` or `<|endoftext|>`. @param {string} token */
export const isSpecial = (token) =>
  token !== END_OF_WORD && SPECIAL.test(token) && byteOfName(token) === undefined;

/**
 * @param {readonly string[]} tokens
 * @returns {Scheme}
 */
export function findScheme(tokens) {
  const ordinary = tokens.filter((token) => !isSpecial(token));
  const isBytes = areBytes(ordinary.map(withoutEnd));
  const found = SIGNS.find(([, sign]) => ordinary.some((token) => sign.test(token)));
  const marks = found?.[0] ?? 'none';
  // Byte-level tokenizers mark blanks, even in a text that has none.
  if (isBytes && marks !== '</w>')
    return { marks: areLetters(ordinary) ? 'none' : 'blank', isBytes };
  return { marks, isBytes };
}

/** @param {readonly string[]} tokens */
const areLetters = (tokens) => tokens.every(({ length }) => length < 2);

/** CLIP's tokens are bytes and end with a mark. @param {string} token */
const withoutEnd = (token) =>
  token.endsWith(END_OF_WORD) ? token.slice(0, -END_OF_WORD.length) : token;

/**
 * Whether there are more signs of GPT-2's alphabet than signs against it. Letters such as Ġ and č are in
 * Maltese and Czech words, too, but words are hardly ever UTF-8.
 * @param {readonly string[]} tokens
 */
function areBytes(tokens) {
  const sign = areLetters(tokens) ? /^(?:Ġ|Ċ$)/ : /^(?:Ġ|[ĊĉčĠ]+$)/;
  const bytes = tokens.map(bytesOf);
  const decoded = decodeTokens(bytes.flatMap((one) => (one ? [one] : [])));
  let balance = tokens.filter((token) => sign.test(token)).length;
  balance -= bytes.filter((one) => one === undefined).length;
  for (const { characters, errors } of decoded) balance += characters - errors;
  return balance > 0;
}
