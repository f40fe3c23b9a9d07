/**
 * Why queries and keys of a dot product cannot differ in length, in the core's own words.
 * @param {import('../../src/js/attention.js').Operations} attention
 * @param {number} [query] how long a query is
 * @param {number} [key]
 * @returns {string} its refusal; '' where they are equally long
 */
export function whyNotDot(attention, query = 4, key = 6) {
  const row = (/** @type {number} */ length) => [Array(length).fill(1)];
  try {
    attention.scaledDotProductAttention(row(query), row(key), [[1]]);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
