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
