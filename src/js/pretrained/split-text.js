// Splitting texts at patterns, for pre-tokenizers.

import { SplitPreTokenizer } from '@huggingface/tokenizers';

/** Whether a piece goes on with the piece before it, by the behavior of a split. */
const JOINS = {
  Isolated: () => false,
  Removed: () => false,
  Contiguous: (/** @type {boolean} */ isMatch, /** @type {boolean} */ wasMatch) =>
    isMatch === wasMatch,
  MergedWithPrevious: (/** @type {boolean} */ isMatch, /** @type {boolean} */ wasMatch) =>
    isMatch && !wasMatch,
  MergedWithNext: (/** @type {boolean} */ isMatch, /** @type {boolean} */ wasMatch) =>
    !isMatch && wasMatch,
};

/**
 * Splits a text at the matches of a pattern.
 * @param {string} text @param {RegExp} pattern @param {keyof typeof JOINS} behavior
 * @param {boolean} [isInverted] whether the text between the matches counts as the matches
 */
export function splitText(text, pattern, behavior, isInverted = false) {
  /** @type {string[]} */
  const pieces = [];
  let end = 0;
  let wasMatch = false;
  const add = (/** @type {number} */ to, /** @type {boolean} */ isFound) => {
    if (to === end && !isFound) return;
    const isMatch = isFound !== isInverted;
    const piece = text.slice(end, to);
    if (pieces.length > 0 && JOINS[behavior](isMatch, wasMatch)) pieces.push(pieces.pop() + piece);
    else if (behavior !== 'Removed' || !isMatch) pieces.push(piece);
    wasMatch = isMatch;
    end = to;
  };
  for (const { 0: match, index } of text.matchAll(pattern)) {
    add(index, false);
    add(index + match.length, true);
  }
  add(text.length, false);
  return pieces.filter((piece) => piece !== '');
}

/** Reads a pattern; the package writes those of Oniguruma in the syntax of JavaScript. @param {any} pattern */
export function readPattern(pattern) {
  const split = new SplitPreTokenizer({ type: 'Split', pattern, behavior: 'Isolated' });
  const { source } = /** @type {{ pattern: RegExp }} */ (/** @type {unknown} */ (split)).pattern;
  if (!pattern.Regex?.includes('(?i')) return new RegExp(source, 'gu');
  // Without case, the long s is an s, and the sign of Kelvin a k.
  const folded = source.replace(/\[(\w+)/g, (_, letters) => {
    const hasBoth = (/** @type {string} */ letter) => {
      const at = letters.indexOf(letter);
      return at >= 0 && letters.includes(letter.toUpperCase(), at);
    };
    return `[${hasBoth('s') ? 'ſ' : ''}${hasBoth('k') ? '\u212a' : ''}${letters}`;
  });
  return new RegExp(folded, 'gu');
}

/** The bytes that byte-level tokenizers write as themselves. Others are letters from U+0100 on. */
const PLAIN_BYTE = /[!-~¡-¬®-ÿ]/;
let letters = 0x100;
const BYTE_LETTERS = Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte);
  return PLAIN_BYTE.test(letter) ? letter : String.fromCharCode(letters++);
});

/** Writes each byte of a text as a letter. @param {string} text */
export const spellBytes = (text) =>
  Array.from(new TextEncoder().encode(text), (byte) => BYTE_LETTERS[byte]).join('');
