/** Keyboard navigation in the small maps of all heads, which are one tab stop together. */

import { moveTabStop, walkTable } from './grid.js';

export const moveThumbStop = moveTabStop;

/** Moves the focus between small maps by arrows, Home and End. @param {KeyboardEvent} event */
export function walkThumbs(event) {
  if (walkTable(event, '.thumb')) event.stopPropagation();
}
