/** Traces the path of a number through the whole picture, backwards and forwards. */

import { computeOffset } from '../../graph/cell.js';

/** @import { Cell } from '../../graph/types.js' */
/** @import { Picture, PicturePart, Range, Slab, Way } from '../types.js' */

/**
 * Traces the path of a cell. A softmax reads a whole row; here a weight is only traced to its own
 * score.
 * @param {Picture} picture
 * @param {(id: string) => readonly number[]} shapeOf
 * @param {Cell} cell
 * @returns {Way}
 */
export function traceWay({ parts }, shapeOf, { id, index }) {
  const part = parts.find((candidate) => candidate.id === id);
  /** @type {Way} */
  const way = new Map();
  if (!part || computeOffset(shapeOf(id), index) === undefined) return way;
  const columns = countHeadColumns(parts, shapeOf);
  /** @param {string} to @param {Slab} slab */
  const add = (to, slab) => {
    const known = way.get(to) ?? [];
    const isKnown = known.some((knownSlab) => String(knownSlab) === String(slab));
    if (!isKnown) way.set(to, [...known, slab]);
    return !isKnown;
  };
  /** @param {string} fromAxes @param {Slab} slab @param {string} axes @param {string} to */
  const carrySlab = (fromAxes, slab, axes, to) =>
    spreadSlab(boundSlab(fromAxes, slab, columns), axes, shapeOf(to), columns);

  /** @param {PicturePart} table @param {Slab} slab */
  const traceBack = (table, slab) => {
    for (const input of table.from) {
      const next = carrySlab(table.axes, slab, input.axes, input.id);
      const before = parts.find((other) => other.id === input.id);
      if (before && add(input.id, next)) traceBack(before, next);
    }
  };
  /** @param {PicturePart} table @param {Slab} slab */
  const traceForth = (table, slab) => {
    for (const reader of parts) {
      for (const input of reader.from.filter((other) => other.id === table.id)) {
        const next = carrySlab(input.axes, slab, reader.axes, reader.id);
        if (add(reader.id, next)) traceForth(reader, next);
      }
    }
  };
  const start = index.map((at) => /** @type {Range} */ ([at, at + 1]));
  add(id, start);
  traceBack(part, start);
  traceForth(part, start);
  return way;
}

/**
 * Traces the rows of a word: of a query in all tables of queries, or of a key in all tables of
 * keys.
 * @param {Picture} picture
 * @param {(id: string) => readonly number[]} shapeOf
 * @param {'q' | 'k'} axis
 * @param {number} index
 * @returns {Way}
 */
export function traceWayOfWord({ parts }, shapeOf, axis, index) {
  return new Map(
    parts
      .filter(({ axes }) => axes.includes(axis))
      .map(({ id, axes }) => [
        id,
        [
          [...axes].map(
            (letter, i) =>
              /** @type {Range} */ (letter === axis ? [index, index + 1] : [0, shapeOf(id)[i]]),
          ),
        ],
      ]),
  );
}

/** @param {Picture['parts']} parts @param {(id: string) => readonly number[]} shapeOf */
function countHeadColumns(parts, shapeOf) {
  const part = parts.find(({ axes }) => axes.startsWith('h') && axes.includes('c'));
  return part ? shapeOf(part.id)[part.axes.indexOf('c')] : 1;
}

/**
 * Returns the known range of each letter; for columns of all heads also the range of heads.
 * @param {string} axes
 * @param {Slab} slab
 * @param {number} columns the number of columns of a head
 */
function boundSlab(axes, slab, columns) {
  const known = new Map([...axes].map((letter, i) => [letter, slab[i]]));
  const all = known.get('C');
  if (all && !known.has('h')) {
    const [from, to] = all;
    known.set('h', [Math.floor(from / columns), Math.floor((to - 1) / columns) + 1]);
    if (to - from === 1) known.set('c', [from % columns, (from % columns) + 1]);
  }
  return known;
}

/**
 * @param {Map<string, Range>} known
 * @param {string} axes
 * @param {readonly number[]} shape
 * @param {number} columns
 * @returns {Slab}
 */
function spreadSlab(known, axes, shape, columns) {
  return [...axes].map((letter, i) => {
    const range = known.get(letter);
    const head = known.get('h');
    if (range) return range;
    if (letter !== 'C' || !head) return [0, shape[i]];
    const column = known.get('c');
    if (column && head[1] - head[0] === 1) {
      return [head[0] * columns + column[0], head[0] * columns + column[1]];
    }
    return [head[0] * columns, head[1] * columns];
  });
}
