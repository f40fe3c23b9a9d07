/**
 * Which tables are drawn in which frame of a playback: drawing all of them takes longer than one frame.
 */

/** One frame redraws about so many numbers. */
const MAX_CELLS_PER_FRAME = 150;

export class Turns {
  #picture = 0;
  /** The picture in which a table was drawn last. @type {WeakMap<Element, number>} */
  #drawn = new WeakMap();

  /**
   * The tables in view that have waited longest.
   * @param {ParentNode} root
   * @returns {Set<Element>}
   */
  next(root) {
    this.#picture++;
    const waiting = [...root.querySelectorAll('.map, .matrix:not(.map *)')]
      .filter(isInView)
      .toSorted((first, second) => this.#lastOf(first) - this.#lastOf(second));
    /** @type {Set<Element>} */
    const due = new Set();
    let numbers = 0;
    for (const table of waiting) {
      numbers += table.querySelectorAll('td').length;
      if (due.size > 0 && numbers > MAX_CELLS_PER_FRAME) break;
      due.add(table);
      this.#drawn.set(table, this.#picture);
    }
    return due;
  }

  /** @param {Element} table */
  #lastOf(table) {
    return this.#drawn.get(table) ?? 0;
  }
}

/** @param {Element} table */
function isInView(table) {
  const { top, bottom } = table.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
