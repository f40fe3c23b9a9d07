/** The order in which the tables of a playback are redrawn. */

/** The approximate number of cells that one frame redraws. */
const MAX_CELLS_PER_FRAME = 150;

/**
 * Distributes the tables over the frames of a playback, because drawing all of them takes longer
 * than one frame.
 */
export class Turns {
  #picture = 0;
  /** The last picture in which each table was drawn. @type {WeakMap<Element, number>} */
  #drawn = new WeakMap();

  /**
   * Chooses the tables in view that have waited longest.
   * @param {ParentNode} [root] if omitted, no table is chosen
   * @returns {Set<Element>}
   */
  next(root) {
    this.#picture++;
    const waiting = [...(root?.querySelectorAll('.map, .matrix:not(.map *)') ?? [])]
      .filter(isInView)
      .map((table) => ({ table, drawn: this.#drawn.get(table) ?? 0 }))
      .toSorted((first, second) => first.drawn - second.drawn);
    /** @type {Set<Element>} */
    const due = new Set();
    let numbers = 0;
    for (const { table } of waiting) {
      numbers += table.querySelectorAll('td').length;
      if (due.size > 0 && numbers > MAX_CELLS_PER_FRAME) break;
      due.add(table);
      this.#drawn.set(table, this.#picture);
    }
    return due;
  }
}

/** @param {Element} table */
function isInView(table) {
  const { top, bottom } = table.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
