/**
 * Labels of tokens for readers: `Ġcat`, `▁cat` and `cat</w>` are shown as cat. A token that
 * continues a word begins with dots: `play` `…ing`. A hyphen would look like a minus sign before a
 * digit. Two different tokens never look the same.
 */

import { bytesOf, decodeTokens, isByteName } from './bytes.js';
import { findScheme, hasMark, isForeign, isSpecial } from './scheme.js';

/** @import { Scheme } from './scheme.js' */

/**
 * @typedef {object} Piece
 * @property {string} token the token as the tokenizer writes it
 * @property {string} text the decoded text without marks, with its leading blank
 * @property {boolean} joins whether a mark says that the token continues the previous word
 * @property {boolean} startsInside whether the first character begins in an earlier token
 * @property {boolean} endsInside whether the last character ends in a later token
 * @property {boolean} staysAsWritten whether it is unknown if the token continues a word
 */

/** @type {Record<string, string>} */
const SYMBOLS = { '\n': '↵', '\r': '␍', '\t': '⇥' };
const BLANK = '␣';
/** Characters without a visible shape. U+2800 is a dot pattern without dots. */
const INVISIBLE = /^[\s\u2800\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+$/u;
/** Invisible characters, which do not count when labels are compared. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters that change the direction of the letters after them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
const BLANK_LIKE = /[\s\u0085\u2800\u3164]/;
/** A letter of a script without blanks between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters, except of scripts without blanks between words, which need no dots. */
const LETTER = new RegExp(`^(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}]`, 'u');

/**
 * Returns the labels of the tokens of each list, such as queries and keys.
 * @param {readonly (readonly string[])[]} lists lists of tokens, each from one sentence and in
 * order
 * @param {boolean} [isRaw] whether to keep the marks of the tokenizer
 * @param {Scheme} [scheme] the scheme of all lists; by default, it is detected for each list
 * @returns {string[][]}
 */
export function labelTokens(lists, isRaw = false, scheme = undefined) {
  const forms = lists.map((list) => {
    // While a model writes, the queries are the last keys.
    const longer =
      lists.find((other) => other.length > list.length && endsWith(other, list)) ?? list;
    return readPieces(longer, scheme)
      .slice(-list.length)
      .map((piece) => listForms(piece, isRaw));
  });
  /** @type {Map<string, number>} */
  const levels = new Map();
  const last = isRaw ? 1 : 3;
  const label = (/** @type {string} */ token, /** @type {Form[]} */ all) =>
    all[levels.get(token) ?? 0]();
  for (let level = 1; level <= last + 1; level++) {
    const same = listLookalikes(lists, forms, label);
    if (same.size === 0) break;
    for (const token of level > last ? lists.flat() : same)
      levels.set(token, Math.min(level, last));
  }
  return lists.map((list, l) => list.map((token, i) => label(token, forms[l][i])));
}

/** @param {readonly string[]} list @param {readonly string[]} end */
const endsWith = (list, end) =>
  end.every((token, i) => token === list[list.length - end.length + i]);

/** A function that makes a form only when needed, because a text may be long. @typedef {() => string} Form */

/** Forms to try until no token looks the same. @param {Piece} piece @param {boolean} isRaw */
const listForms = (piece, isRaw) => [
  ...(isRaw ? [] : [() => writeLabel(piece, false), () => writeLabel(piece, true)]),
  () => showBlanks(piece.token),
  () => escaped(piece.token),
];

/**
 * Returns the tokens whose label another token has, too.
 * @param {readonly (readonly string[])[]} lists
 * @param {Form[][][]} forms
 * @param {(token: string, all: Form[]) => string} label
 */
function listLookalikes(lists, forms, label) {
  /** @type {Map<string, string>} */
  const owners = new Map();
  /** @type {Set<string>} */
  const same = new Set();
  for (const [l, list] of lists.entries()) {
    for (const [i, token] of list.entries()) {
      const look = label(token, forms[l][i]).replace(UNSEEN, '').replace(/\s+/gu, ' ').normalize();
      const owner = owners.get(look) ?? token;
      owners.set(look, owner);
      if (owner !== token) same.add(owner).add(token);
    }
  }
  return same;
}

/** @param {readonly string[]} tokens @param {Scheme} [scheme] @returns {Piece[]} */
function readPieces(tokens, scheme = findScheme(tokens)) {
  let joinsNext = false;
  const pieces = tokens.map((token) => {
    if (isSpecial(token) || isForeign(token, scheme)) {
      joinsNext = false;
      return { ...makePiece(token, token, false), staysAsWritten: true };
    }
    const found = removeMarks(token, scheme, joinsNext);
    joinsNext = found.joinsNext;
    return makePiece(token, found.text, found.joins);
  });
  decodePieces(pieces, scheme);
  if (scheme.marks === 'blank') joinLetters(pieces);
  return pieces;
}

/** @param {string} token @param {string} text @param {boolean} joins @returns {Piece} */
const makePiece = (token, text, joins) => ({
  token,
  text,
  joins,
  startsInside: false,
  endsInside: false,
  staysAsWritten: false,
});

/** @param {string} token @param {Scheme} scheme @param {boolean} joins whether a word continues */
function removeMarks(token, { marks }, joins) {
  if (marks === 'blank')
    return { text: token.replaceAll('▁', ' '), joins: false, joinsNext: false };
  const isMarked = hasMark(token, marks);
  if (marks === '##')
    return { text: isMarked ? token.slice(2) : token, joins: isMarked, joinsNext: false };
  if (marks === '￭') {
    const [starts, ends] = [/^￭[^￭]/u, /[^￭]￭$/u].map((sign) => sign.test(token));
    return {
      text: token.slice(Number(starts), ends ? -1 : undefined),
      joins: joins || starts,
      joinsNext: ends,
    };
  }
  return {
    text: isMarked ? token.slice(0, -marks.length) : token,
    joins,
    joinsNext: marks === '</w>' ? !isMarked : isMarked,
  };
}

/** Decodes consecutive tokens that are bytes. @param {Piece[]} pieces @param {Scheme} scheme */
function decodePieces(pieces, { isBytes, isCertain }) {
  const areBytes = pieces.map(
    ({ text, staysAsWritten }) =>
      !staysAsWritten && (isByteName(text) || (isBytes && bytesOf(text) !== undefined)),
  );
  for (let from = 0; from < pieces.length; from++) {
    let to = from;
    while (areBytes[to]) to++;
    const run = pieces.slice(from, to).map(({ text }) => text);
    for (const [i, decoded] of decodeTokens(run, isCertain).entries()) {
      const { text, startsInside, endsInside, startsBroken: staysAsWritten } = decoded;
      Object.assign(pieces[from + i], { text, startsInside, endsInside, staysAsWritten });
    }
    from = to;
    if (isBytes && pieces[to] && !pieces[to].staysAsWritten) {
      // For example, `日本` and `Ġ日本`, which were added to the vocabulary.
      const { text } = pieces[to];
      Object.assign(pieces[to], { text: text.replace(/^Ġ/, ' '), staysAsWritten: true });
    }
  }
}

/** Joins tokens without a blank to preceding letters, in a list whose tokens mark blanks. @param {Piece[]} pieces */
function joinLetters(pieces) {
  for (const [i, piece] of pieces.entries()) {
    const before = [...(pieces[i - 1]?.text ?? '').slice(-2)].at(-1) ?? '';
    piece.joins = !piece.staysAsWritten && LETTER.test(piece.text) && LETTER.test(before);
  }
}

/** @param {Piece} piece @param {boolean} hasBlank whether to show the leading blank */
function writeLabel({ token, text, joins, startsInside, endsInside }, hasBlank) {
  const bare = hasBlank ? text : text.replace(/^ (?=\S)/u, '');
  const start = startsInside || joins ? '…' : '';
  return bare === '' ? showBlanks(token) : start + showBlanks(bare) + (endsInside ? '…' : '');
}

/** Shows blanks, line breaks, and characters without a shape. @param {string} text */
function showBlanks(text) {
  if (text === '') return '""';
  let start = 0;
  while (start < text.length && BLANK_LIKE.test(text[start])) start++;
  let end = text.length;
  while (end > start && BLANK_LIKE.test(text[end - 1])) end--;
  const middle = text.slice(start, end);
  return [writeNumbers(text.slice(0, start)), writeShapes(middle), writeNumbers(text.slice(end))]
    .join('')
    .trim();
}

/** @param {string} text a text without leading or trailing blanks */
function writeShapes(text) {
  if (INVISIBLE.test(text)) return writeNumbers(text);
  const shown = text
    .replace(/[\n\r\t]/g, (sign) => SYMBOLS[sign])
    .replace(TURNING, writeCodePoint)
    .replace(/ +/g, (blanks) => (blanks === ' ' ? blanks : BLANK.repeat(blanks.length)));
  // A dotted circle carries a vowel sign or an accent.
  return /^\p{M}/u.test(shown) ? `◌${shown}` : shown;
}

/** Replaces each character by a symbol or by its number. @param {string} text */
const writeNumbers = (text) =>
  text
    .replace(/./gsu, (sign) =>
      sign === ' ' ? BLANK : (SYMBOLS[sign] ?? ` ${writeCodePoint(sign)} `),
    )
    .replaceAll('  ', ' ');

/** @param {string} character */
const writeCodePoint = (character) =>
  `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;

/** Escapes a token as in a program, where different texts always look different. @param {string} token */
const escaped = (token) =>
  JSON.stringify(token).replace(
    /[^ -~]/gu,
    (sign) => `\\u{${Number(sign.codePointAt(0)).toString(16)}}`,
  );

/** The token before the beginning of a text. */
const START = '<s>';

/** @type {Scheme} */
const BYTE_LEVEL = { marks: 'blank', isBytes: true, isCertain: true };

/**
 * Returns the labels of tokens that a model proposes. Tokens that continue a word begin with dots,
 * so no two look the same.
 * @param {readonly string[]} proposed the tokens that may follow
 * @param {string | undefined} before the token that they follow
 * @param {boolean} [isByteLevel] whether the tokenizer writes bytes; by default, this is detected
 * from the tokens
 * @returns {string[]}
 */
export function labelNextTokens(proposed, before, isByteLevel = false) {
  const context = before === undefined ? [START] : [START, before];
  const scheme = isByteLevel ? BYTE_LEVEL : findScheme([...proposed, ...context]);
  const lists = proposed.map((token) => [...context, token]);
  return labelTokens(lists, false, scheme).map((labels) => labels[labels.length - 1]);
}

/**
 * Decodes the tokens of a text that are bytes. Dots stand where tokens share a character.
 * @param {readonly string[]} tokens
 * @param {boolean} isByteLevel whether the tokenizer writes bytes
 */
export function decodeTextTokens(tokens, isByteLevel) {
  const pieces = tokens.map((token) => makePiece(token, token, false));
  decodePieces(pieces, isByteLevel ? BYTE_LEVEL : { marks: 'none', isBytes: false });
  return pieces.map(
    ({ text, startsInside, endsInside }) =>
      `${startsInside ? '…' : ''}${text}${endsInside ? '…' : ''}`,
  );
}
