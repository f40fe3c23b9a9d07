/** Search for the name that a misspelt name means. */

const LONGEST_NAME = 40;

/** @param {string} name @param {readonly string[]} names */
function measureNames(name, names) {
  const wanted = name.slice(0, LONGEST_NAME).toLowerCase();
  return names
    .map((candidate) => ({
      candidate,
      distance: measureDistance(wanted, candidate.toLowerCase()),
      differs: Math.abs(wanted.length - candidate.length),
    }))
    .sort((a, b) => a.distance - b.distance || a.differs - b.differs);
}

/**
 * Sorts names by their edit distance to a name, the nearest first. Of names at the same distance, one of the same length
 * comes first: a wrong letter is more frequent than a missing one.
 * @param {string} name
 * @param {readonly string[]} names
 */
export const sortByDistance = (name, names) =>
  measureNames(name, names).map(({ candidate }) => candidate);

/**
 * Finds the name that is most similar to an unknown name.
 * @param {string} name
 * @param {readonly string[]} names
 * @returns {string | undefined} undefined if no name is similar
 */
export function findNearest(name, names) {
  const [best] = measureNames(name, names);
  // Without this condition, a name of one or two letters would be near to every name.
  const isNear = best && best.distance < Math.min(best.candidate.length, name.length);
  return isNear && best.distance <= Math.max(2, best.candidate.length / 3)
    ? best.candidate
    : undefined;
}

/**
 * Finds a name in a list, or else the nearest name.
 * @template {string} Name
 * @param {string} name
 * @param {readonly Name[]} names
 * @returns {Name | undefined} undefined if no name is near
 */
export const findMeantName = (name, names) =>
  names.find((candidate) => candidate === name) ??
  /** @type {Name | undefined} */ (findNearest(name, names));

/**
 * Returns the edit distance: the number of letters to insert, delete, replace, or swap with the next one.
 * @param {string} from
 * @param {string} to
 */
function measureDistance(from, to) {
  let above = /** @type {number[]} */ ([]);
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const isSwap = j > 0 && from[i] === to[j - 1] && from[i - 1] === to[j];
      const swapped = isSwap ? above[j - 1] + 1 : Infinity;
      const replaced = row[j] + Number(from[i] !== to[j]);
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, replaced, swapped));
    }
    [above, row] = [row, next];
  }
  return row[to.length];
}
