/**
 * Returns the index, counted from `first`, of the largest number. It ignores NaN, and prefers the first of equal
 * numbers.
 * @param {ArrayLike<number>} numbers
 * @param {number} [first]
 * @param {number} [end]
 */
export function findLargestIndex(numbers, first = 0, end = numbers.length) {
  let best = first;
  for (let i = first + 1; i < end; i++) {
    if (numbers[i] > numbers[best] || Number.isNaN(numbers[best])) best = i;
  }
  return best - first;
}
