/** A value that is one of few. */

/** What has been said already. @type {Set<string>} */
const said = new Set();

/**
 * Of a value that is none of them the first; the console names the nearest, once.
 * @template {string} Known
 * @param {string} attribute as an author writes it
 * @param {unknown} value
 * @param {readonly Known[]} known
 * @returns {Known}
 */
export function choice(attribute, value, known) {
  const right = known.find((one) => one === (value ?? known[0]));
  if (right !== undefined) return right;
  const wrong = `${attribute}="${value}"`;
  if (!said.has(wrong)) {
    said.add(wrong);
    const words = known.filter(Boolean);
    console.warn(`${wrong} is none of ${words.join(', ')}. Is it ${nearest(`${value}`, words)}?`);
  }
  return known[0];
}

/**
 * The one with the most letters of what was written, and the fewest others.
 * @param {string} text
 * @param {readonly string[]} known
 */
export function nearest(text, known) {
  const alike = (/** @type {string} */ one) =>
    2 * [...one].filter((letter) => text.includes(letter)).length - one.length;
  return known.toSorted((a, b) => alike(b) - alike(a))[0];
}
