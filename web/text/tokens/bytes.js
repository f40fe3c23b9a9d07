/**
 * Tokens that are bytes, not characters. Byte-level tokenizers (GPT-2, RoBERTa, Llama 3, CLIP) write each
 * byte of UTF-8 as one printable character: `á` is `Ã¡`, a blank is `Ġ`. Llama 2 writes `<0xC3>`.
 */

/** The bytes that GPT-2 writes as characters from U+0100 on: those that cannot be printed. */
const UNPRINTABLE = [...range(0, 32), ...range(127, 160), 173];
const BYTE_TOKEN = /^<0x([\dA-F]{2})>$/i;
/** The smallest code point that needs so many bytes, by their number. */
const SMALLEST = [0, 0, 0x80, 0x800, 0x10000];

/**
 * @typedef {object} Decoded
 * @property {string} text
 * @property {boolean} startsInside whether its first character begins in a token before
 * @property {boolean} endsInside whether its last character ends in a token after
 * @property {number} characters that are whole and have several bytes
 * @property {number} errors bytes that are no UTF-8, except where a list may have been cut, and control characters
 */

/** @param {number} first @param {number} last */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** @param {string} token such as `<0xC3>` @returns {number[] | undefined} */
export function byteOfName(token) {
  const [, digits] = BYTE_TOKEN.exec(token) ?? [];
  return digits === undefined ? undefined : [Number.parseInt(digits, 16)];
}

/** @param {string} token @returns {number[] | undefined} undefined if a character stands for no byte */
export function bytesOf(token) {
  const bytes = [];
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    const byte = code < 0x100 ? code : UNPRINTABLE[code - 0x100];
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return bytes;
}

/**
 * Decodes tokens that follow one another. A character that several tokens share is in the text of each.
 * @param {readonly (readonly number[])[]} tokens the bytes of each
 * @returns {Decoded[]}
 */
export function decodeTokens(tokens) {
  const bytes = tokens.flat();
  const owners = tokens.flatMap(({ length }, owner) => Array(length).fill(owner));
  /** @type {Decoded[]} */
  const decoded = tokens.map(() => ({
    ...{ text: '', startsInside: false, endsInside: false, characters: 0, errors: 0 },
  }));
  const isContinuation = (/** @type {number} */ at) => bytes[at] >> 6 === 2;
  const start = bytes.findIndex((_, at) => !isContinuation(at));
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at]);
    const point = codePoint(bytes.slice(at, at + length));
    if (point === undefined) {
      const isCut =
        (at < 3 && (start < 0 || at < start)) ||
        (length > 1 &&
          at + length > bytes.length &&
          bytes.slice(at + 1).every((_, i) => isContinuation(at + 1 + i)));
      const part = decoded[owners[at]];
      part.text += `<0x${bytes[at].toString(16).toUpperCase().padStart(2, '0')}>`;
      if (!isCut) part.errors++;
      at++;
      continue;
    }
    const [first, last] = [owners[at], owners[at + length - 1]];
    for (let owner = first; owner <= last; owner++) {
      const part = decoded[owner];
      part.text += String.fromCodePoint(point);
      part.startsInside ||= owner > first;
      part.endsInside ||= owner < last;
    }
    if (length > 1) decoded[first].characters++;
    if (isControl(point)) decoded[first].errors++;
    at += length;
  }
  return decoded;
}

/** How many bytes the character has that begins so; 0: none does. @param {number} byte */
function sequenceLength(byte) {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** @param {readonly number[]} bytes of one character @returns {number | undefined} undefined if they are none */
function codePoint(bytes) {
  const { length } = bytes;
  if (length === 0 || length < sequenceLength(bytes[0])) return undefined;
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
