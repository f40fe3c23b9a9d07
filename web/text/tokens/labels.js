/**
 * Tokens as they are read, not as tokenizers write them: `Ġcat`, `▁cat` and `cat</w>` are cat. A token that
 * goes on with a word has a hyphen before it, as endings have in dictionaries: `play` `-ing`. Two tokens
 * that differ never look the same.
 */

import { bytesOf, decodeTokens, isByteName } from './bytes.js';
import { findScheme, hasMark, isForeign, isSpecial } from './scheme.js';

/** @import { Scheme } from './scheme.js' */

/**
 * @typedef {object} Piece
 * @property {string} token as it is given
 * @property {string} text without marks, decoded, with the blank that it begins with
 * @property {boolean} joins whether a mark says that it goes on with the word before
 * @property {boolean} startsInside whether its first character begins in a token before
 * @property {boolean} endsInside whether its last character ends in a token after
 * @property {boolean} staysAsWritten whether nobody can tell if it goes on with a word
 */

/** @type {Record<string, string>} */
const SYMBOLS = { '\n': '↵', '\r': '␍', '\t': '⇥' };
const BLANK = '␣';
/** U+2800 is a dot pattern without dots. */
const INVISIBLE = /^[\s\u2800\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+$/u;
/** Blanks that look the same: HTML makes one of many. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const BLANK_LIKE = /[\s\u0085\u2800\u3164]/;
/** Scripts that write no blanks between words need no hyphens either. */
const LETTER =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}]/u;

/**
 * The labels of the tokens of each list, such as queries and keys.
 * @param {readonly (readonly string[])[]} lists each of one sentence, in order
 * @param {boolean} [isRaw] with their marks, as they are given
 * @param {Scheme} [scheme] of all of them; by default each list tells its own
 * @returns {string[][]}
 */
export function labelTokens(lists, isRaw = false, scheme = undefined) {
  const forms = lists.map((list) => {
    // While a model writes, the queries are the last of the keys.
    const longer =
      lists.find((other) => other.length > list.length && endsWith(other, list)) ?? list;
    return readPieces(longer, scheme)
      .slice(-list.length)
      .map((piece) => formsOf(piece, isRaw));
  });
  /** @type {Map<string, number>} */
  const levels = new Map();
  const last = isRaw ? 1 : 3;
  const label = (/** @type {string} */ token, /** @type {Form[]} */ all) =>
    all[levels.get(token) ?? 0]();
  for (let level = 1; level <= last + 1; level++) {
    const same = lookingTheSame(lists, forms, label);
    if (same.size === 0) break;
    for (const token of level > last ? lists.flat() : same)
      levels.set(token, Math.min(level, last));
  }
  return lists.map((list, l) => list.map((token, i) => label(token, forms[l][i])));
}

/** @param {readonly string[]} list @param {readonly string[]} end */
const endsWith = (list, end) =>
  end.every((token, i) => token === list[list.length - end.length + i]);

/** @typedef {() => string} Form made when it is needed: a text may be long */

/**
 * The forms to try in turn, until no other token looks the same.
 * @param {Piece} piece
 * @param {boolean} isRaw
 * @returns {Form[]}
 */
const formsOf = (piece, isRaw) => [
  ...(isRaw ? [] : [() => labelOf(piece, false), () => labelOf(piece, true)]),
  () => visible(piece.token),
  () => escaped(piece.token),
];

/**
 * The tokens with a label that another token has, too.
 * @param {readonly (readonly string[])[]} lists
 * @param {Form[][][]} forms
 * @param {(token: string, all: Form[]) => string} label
 */
function lookingTheSame(lists, forms, label) {
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

/**
 * @param {readonly string[]} tokens
 * @param {Scheme} [scheme]
 * @returns {Piece[]}
 */
function readPieces(tokens, scheme = findScheme(tokens)) {
  let joinsNext = false;
  const pieces = tokens.map((token) => {
    if (isSpecial(token) || isForeign(token, scheme)) {
      joinsNext = false;
      return { ...pieceOf(token, token, false), staysAsWritten: true };
    }
    const found = withoutMarks(token, scheme, joinsNext);
    joinsNext = found.joinsNext;
    return pieceOf(token, found.text, found.joins);
  });
  decodePieces(pieces, scheme);
  if (scheme.marks === 'blank') joinLetters(pieces);
  return pieces;
}

/** @param {string} token @param {string} text @param {boolean} joins @returns {Piece} */
const pieceOf = (token, text, joins) => ({
  token,
  text,
  joins,
  startsInside: false,
  endsInside: false,
  staysAsWritten: false,
});

/**
 * @param {string} token
 * @param {Scheme} scheme
 * @param {boolean} joins whether the token before says so
 */
function withoutMarks(token, { marks }, joins) {
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

/**
 * Tokens that are bytes become text, as far as they follow one another.
 * @param {Piece[]} pieces
 * @param {Scheme} scheme
 */
function decodePieces(pieces, { isBytes }) {
  const areBytes = pieces.map(
    ({ text, staysAsWritten }) =>
      !staysAsWritten && (isByteName(text) || (isBytes && bytesOf(text) !== undefined)),
  );
  for (let from = 0; from < pieces.length; from++) {
    let to = from;
    while (areBytes[to]) to++;
    const run = pieces.slice(from, to).map(({ text }) => text);
    for (const [i, decoded] of decodeTokens(run).entries()) {
      const { text, startsInside, endsInside, startsBroken: staysAsWritten } = decoded;
      Object.assign(pieces[from + i], { text, startsInside, endsInside, staysAsWritten });
    }
    from = to;
    if (isBytes && pieces[to] && !pieces[to].staysAsWritten) {
      // Such as `日本`, which was added to the vocabulary, and `Ġ日本`.
      const { text } = pieces[to];
      Object.assign(pieces[to], { text: text.replace(/^Ġ/, ' '), staysAsWritten: true });
    }
  }
}

/** In a list that marks blanks, a token without one goes on with the letters before it. @param {Piece[]} pieces */
function joinLetters(pieces) {
  for (const [i, piece] of pieces.entries()) {
    const before = [...(pieces[i - 1]?.text ?? '').slice(-2)].at(-1) ?? '';
    piece.joins = !piece.staysAsWritten && LETTER.test(piece.text) && LETTER.test(before);
  }
}

/** @param {Piece} piece @param {boolean} hasBlank whether the blank that it begins with is shown */
function labelOf({ token, text, joins, startsInside, endsInside }, hasBlank) {
  const bare = hasBlank ? text : text.replace(/^ (?=\S)/u, '');
  const start = startsInside ? '…' : joins ? '-' : '';
  return bare === '' ? visible(token) : start + visible(bare) + (endsInside ? '…' : '');
}

/**
 * Shows blanks that HTML would drop or that no eye sees, line breaks, and characters that have no shape.
 * @param {string} text
 */
function visible(text) {
  if (text === '') return '""';
  let start = 0;
  while (start < text.length && BLANK_LIKE.test(text[start])) start++;
  let end = text.length;
  while (end > start && BLANK_LIKE.test(text[end - 1])) end--;
  const middle = text.slice(start, end);
  return [numbered(text.slice(0, start)), shaped(middle), numbered(text.slice(end))]
    .join('')
    .trim();
}

/** @param {string} text that neither begins nor ends with a blank */
function shaped(text) {
  if (INVISIBLE.test(text)) return numbered(text);
  const shown = text
    .replace(/[\n\r\t]/g, (sign) => SYMBOLS[sign])
    .replace(/ +/g, (blanks) => (blanks === ' ' ? blanks : BLANK.repeat(blanks.length)));
  // A vowel sign or an accent needs something to stand on.
  return /^\p{M}/u.test(shown) ? `◌${shown}` : shown;
}

/** Each character by a symbol or by its number. @param {string} text */
const numbered = (text) =>
  text
    .replace(/./gsu, (sign) => (sign === ' ' ? BLANK : (SYMBOLS[sign] ?? ` ${codeOf(sign)} `)))
    .replaceAll('  ', ' ');

/** @param {string} character */
const codeOf = (character) =>
  `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;

/** As in a program: different texts always look different. @param {string} token */
const escaped = (token) =>
  JSON.stringify(token).replace(
    /[^ -~]/gu,
    (sign) => `\\u{${Number(sign.codePointAt(0)).toString(16)}}`,
  );

/** Where a text begins. */
const START = '<s>';

/** @type {Scheme} */
const BYTE_LEVEL = { marks: 'blank', isBytes: true };

/**
 * Tokens that a model proposes, as labels: a piece that continues a word is shown as one, so no two look the same.
 * @param {readonly string[]} proposed any of which may follow
 * @param {string | undefined} before the token that they follow
 * @param {boolean} [isByteLevel] whether the tokenizer writes bytes; by default the tokens tell
 * @returns {string[]}
 */
export function labelNextTokens(proposed, before, isByteLevel = false) {
  const context = before === undefined ? [START] : [START, before];
  const scheme = isByteLevel ? BYTE_LEVEL : findScheme([...proposed, ...context]);
  const lists = proposed.map((token) => [...context, token]);
  return labelTokens(lists, false, scheme).map((labels) => labels[labels.length - 1]);
}
