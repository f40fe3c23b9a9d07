/**
 * Where a number comes from and where it goes, read off the catalogue. Nothing is calculated here:
 * places lead to places.
 */

/**
 * @typedef {import('./lesson.js').Lesson} Lesson
 *
 * @typedef {object} Place one number of one tensor
 * @property {string} tensor
 * @property {readonly number[]} at its index along every axis
 */

/**
 * @param {string} text such as 'weights.0.1.3'
 * @param {Lesson} lesson
 * @returns {Place | undefined} undefined where the lesson has no such number
 */
export function readPlace(text, { catalogue, results }) {
  const [tensor, ...indices] = text.split('.');
  if (!Object.hasOwn(catalogue, tensor) || !Object.hasOwn(results, tensor)) return undefined;
  const { shape } = results[tensor];
  const at = indices.map(Number);
  const fits = at.length === shape.length && at.every((index, axis) => index < shape[axis]);
  return fits ? { tensor, at } : undefined;
}

/** @param {Place} place */
export const writePlace = ({ tensor, at }) => [tensor, ...at].join('.');

/**
 * @param {Lesson} lesson
 * @param {Place} place
 */
export function numberAt({ results }, { tensor, at }) {
  const { shape, data } = results[tensor];
  return data[at.reduce((index, step, axis) => index * shape[axis] + step, 0)];
}

/**
 * The places that a number is made of: a list for each operand, in the order of summation. Empty
 * lists where it is given, or set by the reader.
 * @param {Lesson} lesson
 * @param {Place} place
 * @returns {Place[][]}
 */
export function operandsOf(lesson, { tensor, at }) {
  const { axes, operands } = lesson.catalogue[tensor];
  const lengths = lengthsOf(lesson);
  const bound = bind(axes, at, lengths);
  const letters = new Set(operands.flatMap((operand) => [...operand.axes]));
  const free = [...letters].filter((letter) => !bound.has(letter));
  // A column of all heads follows from a head and its column.
  const summed = free.includes('c') ? free.filter((letter) => letter !== 'C') : free;
  const points = combinations(summed, bound, lengths);
  return operands.map((operand) =>
    distinct(points.map((point) => placeOf(operand.tensor, operand.axes, point, lengths))),
  );
}

/**
 * What a number enters directly: for each tensor the places.
 * @param {Lesson} lesson
 * @param {Place} place
 * @returns {{ tensor: string, places: Place[] }[]}
 */
export function feedsOf(lesson, { tensor, at }) {
  const lengths = lengthsOf(lesson);
  return Object.entries(lesson.catalogue).flatMap(([name, { axes, operands }]) => {
    const places = operands
      .filter((operand) => operand.tensor === tensor)
      .flatMap((operand) => {
        const bound = bind(operand.axes, at, lengths);
        const free = [...axes].filter((letter) => !bound.has(letter));
        return combinations(free, bound, lengths).map((point) =>
          placeOf(name, axes, point, lengths),
        );
      });
    return places.length > 0 ? [{ tensor: name, places: distinct(places) }] : [];
  });
}

/** @typedef {Map<string, number>} Point letter to index, or letter to length */

/**
 * @param {Lesson} lesson
 * @returns {Point} how long each axis is
 */
function lengthsOf({ catalogue, results }) {
  /** @type {Point} */
  const lengths = new Map();
  for (const [tensor, { axes }] of Object.entries(catalogue)) {
    results[tensor].shape.forEach((length, axis) => {
      lengths.set(axes[axis], length);
    });
  }
  return lengths;
}

/**
 * @param {string} axes
 * @param {readonly number[]} at
 * @param {Point} lengths
 * @returns {Point}
 */
function bind(axes, at, lengths) {
  const point = new Map([...axes].map((letter, axis) => [letter, at[axis]]));
  const column = point.get('C');
  const columns = lengths.get('c');
  if (column !== undefined && columns !== undefined) {
    point.set('h', Math.floor(column / columns));
    point.set('c', column % columns);
  }
  return point;
}

/**
 * @param {string} tensor
 * @param {string} axes
 * @param {Point} point
 * @param {Point} lengths
 * @returns {Place}
 */
function placeOf(tensor, axes, point, lengths) {
  const index = (/** @type {string} */ letter) => {
    const known = point.get(letter);
    if (known !== undefined) return known;
    return Number(point.get('h')) * Number(lengths.get('c')) + Number(point.get('c'));
  };
  return { tensor, at: [...axes].map(index) };
}

/**
 * @param {string[]} letters
 * @param {Point} point what is known
 * @param {Point} lengths
 * @returns {Point[]} every way to know the letters as well
 */
function combinations(letters, point, lengths) {
  // Known from the head and the column within it.
  const open = letters.filter((letter) => letter !== 'C' || !point.has('h') || !point.has('c'));
  return open.reduce(
    (points, letter) =>
      points.flatMap((known) =>
        Array.from({ length: Number(lengths.get(letter)) }, (_, index) =>
          new Map(known).set(letter, index),
        ),
      ),
    [point],
  );
}

/** @param {Place[]} places @returns {Place[]} each once */
function distinct(places) {
  return [...new Map(places.map((place) => [place.at.join(), place])).values()];
}
