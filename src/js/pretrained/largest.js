/**
 * The places of the largest numbers, the largest first and of equal ones the first.
 *
 * @param {Float32Array} numbers
 * @param {number} count
 * @returns {number[]}
 */
export function findLargest(numbers, count) {
  if (count > numbers.length / 8) {
    const places = Array.from(numbers.keys());
    return places.sort((a, b) => numbers[b] - numbers[a] || a - b).slice(0, count);
  }
  // A vocabulary is long, and the list of the best so far is short.
  /** @type {number[]} */
  const best = [];
  for (let place = 0; count > 0 && place < numbers.length; place++) {
    if (best.length === count && !(numbers[place] > numbers[best[count - 1]])) continue;
    let at = Math.min(best.length, count - 1);
    for (; at > 0 && numbers[place] > numbers[best[at - 1]]; at--) best[at] = best[at - 1];
    best[at] = place;
  }
  return best;
}
