/**
 * Why queries and keys of a dot product cannot differ in length, in the core's own words.
 * @param {import('../../src/js/index.js').Attention} attention
 * @returns {string} its refusal of a query of 4 numbers with a key of 6
 */
export function whyNotDot(attention) {
  try {
    attention.scaledDotProductAttention([[1, 2, 3, 4]], [[1, 2, 3, 4, 5, 6]], [[1]]);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
