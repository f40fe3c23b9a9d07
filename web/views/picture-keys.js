/** Keyboard navigation in the whole picture, whose cells and words are parts of a drawing. */

import { findInRows, WAYS } from './grid.js';

/**
 * Finds the element that an arrow, Home or End leads to, from a cell or a word of the drawing.
 * @param {SVGElement} from
 * @param {string} key
 * @returns {SVGElement | undefined}
 */
export function findNeighbour(from, key) {
  if (from.dataset.word !== undefined) {
    const [down, right] = WAYS[key] ?? [0, 0];
    const all = [...(from.closest('.words')?.querySelectorAll('[role=button]') ?? [])];
    const to = { Home: 0, End: all.length - 1 }[key] ?? all.indexOf(from) + down + right;
    return all[to] === from ? undefined : /** @type {SVGElement | undefined} */ (all[to]);
  }
  const grid = /** @type {SVGElement | null} */ (from.closest('.cells'));
  if (!grid) return undefined;
  const rows = [...grid.children].map((row) => [...row.querySelectorAll('[data-place]')]);
  const to = findInRows({ key, ctrlKey: false }, rows, from, grid.dataset.direction);
  return /** @type {SVGElement | undefined} */ (to);
}

/** Returns a selector that finds an element again after it is redrawn. @param {Element} element */
export function writeSelector(element) {
  const { place, word, axis } = /** @type {SVGElement} */ (element).dataset;
  if (place !== undefined) return `.cells [data-place="${place}"]`;
  return word === undefined ? undefined : `[role=button][data-word="${word}"][data-axis="${axis}"]`;
}
