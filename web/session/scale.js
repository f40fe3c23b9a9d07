/** What scores are multiplied by. */

/**
 * @param {Pick<import('./settings.js').Settings, 'scale' | 'temperature'>} state
 * @param {number} length of a query
 * @param {number} words how many keys there are
 * @returns {number}
 */
export function scaleFactor({ scale, temperature }, length, words) {
  const factor = { sqrt: 1 / Math.sqrt(length), none: 1, words: 1 / Math.sqrt(words) };
  return (typeof scale === 'number' ? scale : factor[scale]) / temperature;
}
