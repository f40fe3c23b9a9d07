/** Keyboard navigation in the small maps of all heads, which are one tab stop together. */

import { findNextPlace } from './grid.js';

/** Returns the small maps, one for each head of each layer. @param {Event} event */
const listThumbs = ({ currentTarget }) => [
  .../** @type {NodeListOf<HTMLElement>} */ (
    /** @type {Element} */ (currentTarget).querySelectorAll('.thumb')
  ),
];

/** Makes the focused small map the tab stop. @param {Event} event */
export function moveThumbStop(event) {
  for (const thumb of listThumbs(event)) thumb.tabIndex = thumb === event.target ? 0 : -1;
}

/** Moves the focus between small maps by arrows, Home and End. @param {KeyboardEvent} event */
export function walkThumbs(event) {
  const { key, ctrlKey, altKey, metaKey, target } = event;
  if (altKey || metaKey || !(target instanceof HTMLElement)) return;
  const all = listThumbs(event);
  const find = (/** @type {number} */ layer, /** @type {number} */ head) =>
    all.find(({ dataset }) => Number(dataset.layer) === layer && Number(dataset.head) === head);
  const [layer, head] = [Number(target.dataset.layer), Number(target.dataset.head)];
  const last = Number(all.at(-1)?.dataset.layer);
  // Layers may differ in their number of heads. Ctrl and End lead to the end of the last layer.
  const ending = key === 'End' && ctrlKey ? last : layer;
  const columns = all.filter(({ dataset }) => Number(dataset.layer) === ending).length;
  const next = findNextPlace(event, [layer, head], { rows: last + 1, columns });
  const to = next && find(next[0], next[1]);
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}
