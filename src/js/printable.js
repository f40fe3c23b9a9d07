/**
 * Bytes as printable ASCII, for a module that carries them. Most bytes are a single character, so the
 * text compresses nearly as well as the bytes themselves; base64 and hexadecimal digits do not.
 *
 * The characters ( to { without \ stand for 83 bytes in a row, from `FIRST_BYTE` on; after | } or ~ for the
 * next 83, those after them, and the rest. None of them ends a string or begins an escape.
 */

const BYTES_OF_LINE = 83;
/** The first row begins with this byte: the wasm then takes the fewest characters. */
const FIRST_BYTE = 0xfc;
const OPEN = 0x28;
const BACKSLASH = 0x5c;
const BAR = 0x7c;

/** @param {Uint8Array} bytes @returns {string} */
export function toPrintable(bytes) {
  let text = '';
  for (const byte of bytes) {
    const place = (byte - FIRST_BYTE) & 0xff;
    const row = Math.floor(place / BYTES_OF_LINE);
    const code = OPEN + (place % BYTES_OF_LINE);
    if (row > 0) text += String.fromCharCode(BAR + row - 1);
    text += String.fromCharCode(code < BACKSLASH ? code : code + 1);
  }
  return text;
}

/**
 * @param {string} text as `toPrintable` writes it
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromPrintable(text) {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let row = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= BAR) {
      row = code - BAR + 1;
      continue;
    }
    bytes[length++] = FIRST_BYTE + row * BYTES_OF_LINE + code - OPEN - (code > BACKSLASH ? 1 : 0);
    row = 0;
  }
  return bytes.slice(0, length);
}
