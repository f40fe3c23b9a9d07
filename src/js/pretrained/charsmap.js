// The map of characters of a SentencePiece normalizer, `precompiled_charsmap` in tokenizer.json.

/** Longer graphemes are normalized character by character, as the original does. In bytes of UTF-8. */
const LONGEST_GRAPHEME = 5;

/**
 * Reads a map, and returns the function that applies it. The map is a double array, which finds the replacement of a
 * text byte by byte, and a list of replacements, each with a 0 at its end.
 *
 * @param {string} base64
 * @returns {((text: string) => string) | undefined} undefined if the map is damaged, or the browser knows no graphemes
 */
export function readCharsMap(base64) {
  const bytes = decodeBase64(base64);
  if (typeof Intl.Segmenter !== 'function' || bytes === undefined || bytes.length < 4)
    return undefined;
  const graphemes = new Intl.Segmenter('en');
  const view = new DataView(bytes.buffer);
  const size = view.getUint32(0, true);
  if (size % 4 !== 0 || size > bytes.length - 4 || (bytes.length > 4 + size && bytes.at(-1) !== 0))
    return undefined;
  const units = Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 + 4 * i, true));
  const replacements = bytes.subarray(4 + size);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** Returns the replacement of the shortest start of a text that has one. @param {Uint8Array} key */
  const find = (key) => {
    let at = stepFrom(units[0] ?? 0);
    for (const byte of key) {
      at ^= byte;
      const unit = units[at] ?? 0;
      // The label of a unit is its byte; a unit with the highest bit holds a value.
      if (byte === 0 || (unit & 0x8000_00ff) !== byte) return undefined;
      at ^= stepFrom(unit);
      if ((unit >>> 8) & 1) {
        const start = (units[at] ?? 0) & 0x7fff_ffff;
        return decoder.decode(replacements.subarray(start, replacements.indexOf(0, start)));
      }
    }
    return undefined;
  };
  const replaceCharacter = (/** @type {string} */ character) =>
    find(encoder.encode(character)) ?? character;

  return (text) =>
    Array.from(graphemes.segment(text), ({ segment }) => {
      const key = encoder.encode(segment);
      const found = key.length <= LONGEST_GRAPHEME ? find(key) : undefined;
      return found ?? Array.from(segment, replaceCharacter).join('');
    }).join('');
}

/** Returns the distance from a unit to its children. @param {number} unit */
const stepFrom = (unit) => (unit >>> 10) << ((unit & 0x200) >>> 6);

/** @param {string} text */
function decodeBase64(text) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
