/** Chooses the lines to draw if a picture has too many. */

/** The most lines to draw. Readers cannot tell more lines apart. */
const MAX_LINES = 2000;

/**
 * Returns the places of the strongest lines, in their order. Of equally weak lines, perhaps only the first fit.
 * @param {Float32Array} strengths infinite ones and NaN are not drawn
 * @param {number} weakest lines below are not drawn
 * @returns {{ places: number[], least: number, isAll: boolean }} `least` is the smallest strength with a line
 */
export function selectStrongest(strengths, weakest) {
  // With millions of numbers, filter() takes longer than sort().
  let count = 0;
  const strong = new Float32Array(strengths.length);
  for (const strength of strengths)
    if (strength >= weakest && strength < Infinity) strong[count++] = strength;
  const drawn = strong.subarray(0, count).sort();
  const isAll = drawn.length <= MAX_LINES;
  const least = isAll ? weakest : drawn[drawn.length - MAX_LINES];
  let free = drawn.subarray(-MAX_LINES).filter((strength) => strength === least).length;
  /** @type {number[]} */
  const places = [];
  strengths.forEach((strength, place) => {
    const isDrawn = strength > least || (strength === least && free-- > 0);
    if (isDrawn && strength < Infinity) places.push(place);
  });
  return { places, least, isAll };
}
