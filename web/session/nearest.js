/** The right name beside one that is misspelt. */

const LONGEST_NAME = 40;

/** @param {string} name */
const short = (name) => name.slice(0, LONGEST_NAME).toLowerCase();

/**
 * The nearest first.
 * @param {string} name
 * @param {readonly string[]} names
 */
export const byDistance = (name, names) =>
  names
    .map((one) => ({ one, far: distance(short(name), short(one)) }))
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);

/**
 * The name that is most like one that is not there.
 * @param {string} name
 * @param {readonly string[]} names
 * @returns {string | undefined} undefined where none is
 */
export function nearest(name, names) {
  const wanted = short(name);
  const [best] = byDistance(name, names);
  if (best === undefined) return undefined;
  const far = distance(wanted, short(best));
  // Of names of a letter or two each is near to all.
  const isNear = far < Math.min(best.length, wanted.length);
  return isNear && far <= Math.max(2, best.length / 3) ? best : undefined;
}

/** How many letters have to be put in, left out or changed. @param {string} from @param {string} to */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    /** @type {number[]} */
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + Number(letter !== to[j])));
    row = next;
  }
  return row[to.length];
}
