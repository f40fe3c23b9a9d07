/**
 * Tokens that are bytes, not characters. Byte-level tokenizers (GPT-2, RoBERTa, Llama 3, CLIP)
 * write each byte of UTF-8 as one printable character: `á` is `Ã¡`, a blank is `Ġ`. Llama 2 writes
 * `<0xC3>`.
 */

/** The bytes that cannot be printed. GPT-2 writes them as characters from U+0100 on. */
const UNPRINTABLE = [...range(0, 32), ...range(127, 160), 173];
const BYTE_TOKEN = /^<0x([\dA-F]{2})>$/i;
/** The smallest code point that needs a given number of bytes, by that number. */
const SMALLEST = [0, 0, 0x80, 0x800, 0x10000];

/** Characters of Latin words that GPT-2's alphabet lacks. */
const LATIN = /[\u0144-\u024f\u1e00-\u1eff]/;
const ASCII_LETTER = /[A-Za-z]/;

/**
 * @typedef {object} Decoded
 * @property {string} text the decoded text, with bytes that are not UTF-8
 * @property {boolean} startsInside whether the first character begins in an earlier token
 * @property {boolean} endsInside whether the last character ends in a later token
 * @property {number} characters the number of complete characters of several bytes
 * @property {number} errors the number of control characters and of broken characters, except where
 * the list may have been cut
 * @property {boolean} isWord whether some character can only be a letter of a word, as in `Ġorġ` or
 * `café`
 * @property {boolean} startsBroken whether the first byte is not UTF-8
 */

/** @param {number} first @param {number} last */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** @param {string} token */
export const isByteName = (token) => token.length === '<0x00>'.length && BYTE_TOKEN.test(token);

/** Whether a token has a letter that stands for no byte, so the token is a word. @param {string} token */
export const hasLatinLetter = (token) => LATIN.test(token);

/** @param {string} token @returns {number[] | undefined} undefined if some character stands for no byte */
export function bytesOf(token) {
  const [, digits] = BYTE_TOKEN.exec(token) ?? [];
  if (digits) return [Number.parseInt(digits, 16)];
  const bytes = [];
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    // ByT5 writes each byte as one character, printable or not.
    const isOutside = token.length > 1 && code > 0x7f && UNPRINTABLE.includes(code);
    const byte = code < 0x100 ? code : UNPRINTABLE[code - 0x100];
    if (byte === undefined || isOutside) return undefined;
    bytes.push(byte);
  }
  return bytes;
}

/** @param {number} byte */
const nameByte = (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;

/**
 * Tokens that share a character all have it.
 * @param {readonly string[]} tokens only bytes
 * @param {boolean} [namesBytes] whether bytes that are not UTF-8 are named, as in `<0xC3>`; by
 * default they stay as they are written
 */
export function decodeTokens(tokens, namesBytes = false) {
  const parts = tokens.map((token) => bytesOf(token) ?? []);
  const bytes = parts.flat();
  const owners = parts.flatMap(({ length }, owner) => Array(length).fill(owner));
  const places = parts.flatMap(({ length }) => Array.from({ length }, (_, i) => i));
  /** @type {Decoded[]} */
  const decoded = tokens.map(() => ({
    text: '',
    startsInside: false,
    endsInside: false,
    characters: 0,
    errors: 0,
    isWord: false,
    startsBroken: false,
  }));
  const [start, end] = findCompleteRange(bytes);
  let isBroken = false;
  for (let at = 0; at < bytes.length; ) {
    const [first, place] = [owners[at], places[at]];
    const part = decoded[first];
    const length = measureSequence(bytes[at]);
    const point = decodeCharacter(bytes.slice(at, at + length));
    part.isWord ||= isLetter(tokens[first], place, point);
    if (point === undefined) {
      part.startsBroken ||= place === 0;
      part.text +=
        namesBytes || isByteName(tokens[first]) ? nameByte(bytes[at]) : tokens[first][place];
      // The other bytes of a broken character count as the same error.
      if (at >= start && at < end && !(isBroken && bytes[at] >> 6 === 2)) part.errors++;
      isBroken = true;
      at++;
      continue;
    }
    isBroken = false;
    const last = owners[at + length - 1];
    for (let owner = first; owner <= last; owner++) {
      decoded[owner].text += String.fromCodePoint(point);
      decoded[owner].startsInside ||= owner > first;
      decoded[owner].endsInside ||= owner < last;
    }
    if (length > 1) part.characters++;
    if (isControl(point)) part.errors++;
    at += length;
  }
  return decoded;
}

/**
 * Finds the whole characters of a list of bytes, which may have been cut within a character.
 * @param {readonly number[]} bytes
 * @returns {[start: number, end: number]}
 */
function findCompleteRange(bytes) {
  const isContinuation = (/** @type {number} */ at) => bytes[at] >> 6 === 2;
  let start = 0;
  while (start < 3 && isContinuation(start)) start++;
  let end = bytes.length;
  while (end > start && bytes.length - end < 3 && isContinuation(end - 1)) end--;
  const isCut = end > start && measureSequence(bytes[end - 1]) > bytes.length - end + 1;
  return [start, isCut ? end - 1 : bytes.length];
}

/**
 * Whether a character is a letter that people write and that no tokenizer writes as a byte: the é
 * of `café`, the ġ of `Ġorġ`, the č of `čas`, the Ġ of `RAĠEL`. A model may generate a broken byte,
 * so a broken byte counts only beside a letter.
 * @param {string} token
 * @param {number} place the index of the character in the token
 * @param {number | undefined} point the code point that the character stands for as a byte
 */
function isLetter(token, place, point) {
  const sign = token[place];
  if (sign < '\u0080') return false;
  if (sign === 'Ġ') return /[A-Z]/.test(token[place - 1] ?? '');
  const isBesideLetter = ASCII_LETTER.test(`${token[place - 1] ?? ''}${token[place + 1] ?? ''}`);
  if (point === undefined || point === 10 || point === 13) return isBesideLetter;
  return isControl(point) && sign > '\u00ff';
}

/** 0 if no character begins with this byte. @param {number} byte */
function measureSequence(byte) {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Undefined if they are not UTF-8. @param {readonly number[]} bytes of one character */
function decodeCharacter(bytes) {
  const { length } = bytes;
  if (length === 0 || length < measureSequence(bytes[0])) return undefined;
  if (length === 1) return bytes[0];
  let point = bytes[0] & (0x7f >> length);
  for (const byte of bytes.slice(1)) {
    if (byte >> 6 !== 2) return undefined;
    point = (point << 6) | (byte & 0x3f);
  }
  const isSurrogate = point >> 11 === 0x1b;
  return point < SMALLEST[length] || point > 0x10ffff || isSurrogate ? undefined : point;
}

/** @param {number} point */
const isControl = (point) => (point < 32 && ![9, 10, 13].includes(point)) || point === 127;
