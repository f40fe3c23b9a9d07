/** Estimates the width of a text without a layout: the fonts of readers are unknown. */

/** Letters as wide as they are high: Chinese, Japanese and Korean, and emoji. */
const FULL = /[\u1100-\u11ff\u2e80-\uffe6\u{1f000}-\u{3ffff}]/u;

/**
 * @param {string} text
 * @param {number} letter the width of most letters
 * @param {readonly (readonly [letters: RegExp, width: number])[]} [others] letters with other
 * widths
 */
export function measureText(text, letter, others = []) {
  let width = 0;
  for (const character of text) {
    const other = others.find(([letters]) => letters.test(character))?.[1];
    width += FULL.test(character) ? 2 * letter : (other ?? letter);
  }
  return width;
}

/** The widths in pixels of most letters and of broad ones in drawings, in common fonts. */
const LETTER = 7;
const BROAD = /** @type {const} */ ([[/[\p{Lu}mw@%−±∞]/u, 10]]);

/** The width in pixels of the longest text in a drawing. @param {string[]} texts */
export const measureWidest = (texts) =>
  Math.max(...texts.map((text) => measureText(text, LETTER, BROAD)));
