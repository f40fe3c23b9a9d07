/**
 * Encoding of bytes as printable ASCII, for JavaScript modules that contain a wasm file. Most bytes take a single
 * character, so the text compresses nearly as well as the bytes; base64 and hexadecimal digits do not.
 *
 * The characters ( to { without \ encode the 83 byte values from `FIRST_BYTE` on. After a prefix |, } or ~ they encode
 * the next 83 values, the 83 after those, or the rest. No character ends a string or begins an escape.
 */

const BYTES_OF_LINE = 83;
/** The first byte value without a prefix. With this value, the wasm takes the fewest characters. */
const FIRST_BYTE = 0xfc;
const OPEN = 0x28;
const BACKSLASH = 0x5c;
const BAR = 0x7c;

/** @param {Uint8Array} bytes @returns {string} */
export function toPrintable(bytes) {
  let text = '';
  for (const byte of bytes) {
    const offset = (byte - FIRST_BYTE) & 0xff;
    const row = Math.floor(offset / BYTES_OF_LINE);
    const code = OPEN + (offset % BYTES_OF_LINE);
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
